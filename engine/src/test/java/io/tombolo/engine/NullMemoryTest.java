/*
 * Copyright 2026 The Tombolo Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.endpoint.EndpointJob;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each call that takes memory accepts null if there are no bytes, and if it addresses the null rank.
 */
@Timeout(30)
class NullMemoryTest {
    private static final List<Class<?>> MEMORY = List.of(
        DirectBuffer.class, MutableDirectBuffer.class, MemoryRegion.class, ByteBuffer.class, byte[].class, int[].class, long[].class,
        double[].class);
    private static final int TAG = 5;
    private static final int PARTITIONS = 2;

    static List<Method> messageCalls() {
        return calls(Communicator.class).filter(method -> method.getReturnType() != Window.class && !method.getName().equals("forward"))
            .filter(method -> !PublicCalls.isCollective(method)).toList();
    }

    static List<Method> windowCalls() {
        return calls(Window.class).filter(method -> !method.isVarArgs()).toList();
    }

    private static Stream<Method> calls(final Class<?> type) {
        return Arrays.stream(type.getMethods()).filter(method -> isMemoryTaken(method));
    }

    private static boolean isMemoryTaken(final Method method) {
        return Arrays.stream(method.getParameterTypes()).anyMatch(MEMORY::contains);
    }

    @ParameterizedTest
    @MethodSource("messageCalls")
    void shouldAcceptNullMemoryForTheNullRank(final Method method) throws Throwable {
        try (LocalJob job = LocalJob.of(1)) {
            end(method, call(method, job.engine(0).world(), arguments(method, 8, Communicator.NULL_RANK)));
        }
    }

    @ParameterizedTest
    @MethodSource("messageCalls")
    void shouldAcceptNullMemoryForNoBytes(final Method method) throws Throwable {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            job.engine(0).attachBuffer(64);
            final String name = method.getName();
            final boolean isPartitioned = name.startsWith("p");
            final boolean isSend = name.contains("send") || name.contains("multicast");
            final Request other = new Request();
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
            if (isPartitioned && isSend) {
                world.precvInit(buffer, 0, PARTITIONS, 0, 0, TAG, other);
                other.start();
            } else if (isPartitioned) {
                world.psendInit(buffer, 0, PARTITIONS, 0, 0, TAG, other);
                startAll(other);
            } else if (name.equals("sendrecv")) {
                world.isend(buffer, 0, 0, 0, TAG, other);
            } else if (isSend) {
                world.irecv(buffer, 0, 0, 0, TAG, other);
            } else {
                world.isend(buffer, 0, 0, 0, TAG, other);
            }
            end(method, call(method, world, arguments(method, 0, 0)));
            other.await();
        }
    }

    @ParameterizedTest
    @MethodSource("messageCalls")
    void shouldRefuseNullMemoryForBytes(final Method method) throws Throwable {
        if (Arrays.asList(method.getParameterTypes()).contains(ByteBuffer.class)) {
            return;
        }
        try (LocalJob job = LocalJob.of(1)) {
            assertThatThrownBy(() -> call(method, job.engine(0).world(), arguments(method, 8, 0)))
                .isInstanceOf(NullPointerException.class).hasMessageStartingWith("memory=null length=");
        }
    }

    @ParameterizedTest
    @MethodSource("windowCalls")
    void shouldAccessNothingThroughNullMemory(final Method method) throws Throwable {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            for (final Window window : new Window[] {
                world.createWindow((MutableDirectBuffer) null), world.createWindow((MemoryRegion) null), world.allocateWindow(8)}) {
                window.lockAll();
                end(method, call(method, window, arguments(method, 8, Communicator.NULL_RANK)));
                if (!isOfOneElement(method)) {
                    end(method, call(method, window, arguments(method, 0, 0)));
                }
                window.unlockAll();
                window.close();
            }
        }
    }

    @Test
    void shouldReceiveAMatchedMessageOfNoBytesWithoutMemory() {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            final Message message = new Message();
            world.send((byte[]) null, 0, 0, 0, TAG);
            world.mprobe(0, TAG, message);
            assertThat(message.recv((MutableDirectBuffer) null, 0, 0).isSuccess()).isTrue();
            world.send((byte[]) null, 0, 0, 0, TAG);
            world.mprobe(0, TAG, message);
            final Request request = new Request();
            message.irecv((MemoryRegion) null, 0, 0, request);
            assertThat(request.await().isSuccess()).isTrue();
        }
    }

    @Test
    void shouldAddNothingToSegmentsWithoutMemory() {
        assertThat(new Segments().add(null, 0, 0).length()).isZero();
        assertThat(new RegionSegments().add(null, 0, 0).count()).isZero();
        try (LocalJob job = LocalJob.of(1); MemoryRegion region = job.engine(0).allocate(8)) {
            region.putBytes(0, null, 0, 0);
            region.getBytes(8, null, 0, 0);
        }
    }

    @Test
    void shouldSendAnEndpointsMessageOfNoBytesWithoutARegion() {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes().maxReceives(4))) {
            final Endpoint endpoint = meeting.client(0).endpoint;
            assertThat(meeting.queue.postRecv((MemoryRegion) null, 0, 8, 1)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            assertThat(meeting.queue.postRecv((MemoryRegion) null, 0, 0, 1)).isEqualTo(CallResult.SUCCESS);
            assertThat(endpoint.postSend((MemoryRegion) null, 0, 8, 2, 0)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
            assertThat(endpoint.postSend((MemoryRegion) null, 0, 0, 2, 0)).isEqualTo(CallResult.SUCCESS);
            meeting.received(meeting.events, 1, 0);
        }
    }

    private static Object[] arguments(final Method method, final int length, final int rank) {
        final Object[] arguments = new Object[method.getParameterCount()];
        final boolean isPartitioned = method.getName().startsWith("p") && method.getName().endsWith("Init");
        // Arguments behind memory: offset, number of partitions if there is one, length; then a rank, and tags or an offset in a window.
        int next = 0;
        for (int i = 0; i < arguments.length; i++) {
            final Class<?> type = method.getParameterTypes()[i];
            if (MEMORY.contains(type)) {
                next = type == ByteBuffer.class ? 2 : 0;
            } else if (type == Multicast.class) {
                arguments[i] = new Multicast().to(rank);
                next++;
            } else if (type.isPrimitive()) {
                final boolean isCount = isPartitioned && next == 1 && type == int.class;
                final int last = type == int.class ? TAG : 0;
                final int value = next == 0 ? 0 : isCount ? PARTITIONS : next == 1 ? length : next == 2 ? rank : last;
                next += isCount ? 0 : next == 0 && isOfOneElement(method) ? 2 : 1;
                arguments[i] = type == long.class ? (Object) (long) value : value;
            } else {
                arguments[i] = type == ElementType.class ? ElementType.LONG : type == AccumulateOp.class ? AccumulateOp.SUM :
                    type == Request.class ? new Request() : new Status();
            }
        }
        return arguments;
    }

    private static boolean isOfOneElement(final Method method) {
        return method.getName().equals("compareAndSwap") || method.getName().equals("fetchAndOp");
    }

    private static Request call(final Method method, final Object on, final Object[] arguments) throws Throwable {
        try {
            final Object answer = method.invoke(on, arguments);
            return answer instanceof Request request ? request :
                (Request) Arrays.stream(arguments).filter(Request.class::isInstance).findFirst().orElse(null);
        } catch (final InvocationTargetException exception) {
            throw exception.getCause();
        }
    }

    private static void end(final Method method, final Request request) {
        if (request != null && method.getName().endsWith("Init")) {
            startAll(request);
        }
        if (request != null) {
            assertThat(request.isActive()).isTrue();
            assertThat(request.await().isSuccess()).isTrue();
        }
    }

    private static void startAll(final Request request) {
        request.start();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            try {
                request.pready(partition);
            } catch (final IllegalStateException exception) {
                assertThat(exception).hasMessageStartingWith("partition=" + partition + " of a");
            }
        }
    }
}
