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

import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.WindowOption;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every call of a communicator that may wait, found by reflection, through a view with a limit: it gives up while the other rank lives but
 * is silent, and succeeds while the other rank takes part.
 */
@Timeout(60)
class LimitedCallsTest {
    private static final int LENGTH = 8;
    private static final int BYTES = LENGTH * Long.BYTES;
    private static final int TAG = 5;
    private static final int FILLER = 6;
    private static final int PACKET = 256;
    /** Collective operations in which rank 0 waits for nobody: it is the first of the scan. */
    private static final Set<String> SCANS = Set.of("scan", "exscan");
    /** Collective operations in which the elements of all ranks go to a root. The root waits for them. */
    private static final Set<String> TO_ROOT = Set.of("reduce", "gather", "gatherv");
    private static final Set<String> SEND_OF_A_PART = Set.of("gather", "gatherv", "allgather", "allgatherv");
    private static final Set<String> RECEIVE_OF_A_PART = Set.of("scatter", "scatterv", "reduceScatter", "reduceScatterBlock");

    private final List<Request> fillers = new ArrayList<>();

    static Stream<Arguments> calls() {
        return PublicCalls.methods(Communicator.class).stream().filter(method -> WaitingCalls.contains(Communicator.class, method))
            .filter(method -> !method.getName().matches("iagree|ishrink") && !takesTime(method))
            .map(method -> Arguments.of(PublicCalls.name(method), method));
    }

    /** Returns whether a call takes a limit of its own. */
    private static boolean takesTime(final Method method) {
        return List.of(method.getParameterTypes()).contains(TimeUnit.class);
    }

    private static LocalJob job() {
        return LocalJob.of(2, context -> context.size(GeometrySetting.PACKETS, 2).size(GeometrySetting.PACKET_LENGTH, PACKET)
            .size(GeometrySetting.RING_SLOTS, 64).claimBytes(PACKET).closeTimeout(10, TimeUnit.MILLISECONDS).errorHandler(error -> { }));
    }

    static Stream<Arguments> callsThatWait() {
        return calls().filter(arguments -> !SCANS.contains(((Method) arguments.get()[1]).getName()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("callsThatWait")
    void shouldGiveUpWhileTheOtherRankIsSilent(final String name, final Method method) throws Throwable {
        try (LocalJob job = job()) {
            final Communicator world = job.engine(0).world();
            if (method.getName().equals("claim")) {
                fillPackets(world);
            } else {
                fillRing(world);
            }
            final Communicator limited = world.within(2, TimeUnit.MILLISECONDS);
            final Throwable end = end(limited, method, arguments(job, method));
            assertThat(end).as(name).isInstanceOf(DeadlineException.class);
            assertThat(end.getMessage()).startsWith("time is up after 2 ms of waiting for ").contains("; ").doesNotContain("\n");
            if (method.getName().matches("s?send|rsend")) {
                assertThat(end.getMessage()).contains("withdrawn and never arrives");
                receiveFillers(job);
                assertThat(job.engine(1).world().iprobe(0, TAG, null)).as("the message has arrived").isFalse();
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void shouldSucceedWhileTheOtherRankTakesPart(final String name, final Method method) throws Throwable {
        try (LocalJob job = job()) {
            final RankThreads threads = new RankThreads();
            final Object[] arguments = arguments(job, method);
            threads.start(() -> takePart(job.engine(1).world(), method));
            assertThat(end(job.engine(0).world().within(20, TimeUnit.SECONDS), method, arguments)).as(name).isNull();
            threads.join();
        }
    }

    /** Does what the other rank has to do. */
    private static void takePart(final Communicator world, final Method method) throws Exception {
        if (PublicCalls.isCollective(method)) {
            method.invoke(world, collectiveArguments(method));
            return;
        }
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[BYTES]);
        switch (method.getName()) {
            case "send", "ssend", "rsend", "multicast" -> world.recv(buffer, 0, BYTES, 0, TAG, null);
            case "recv", "probe", "mprobe" -> world.send(buffer, 0, LENGTH, 0, TAG);
            case "sendrecv" -> world.sendrecv(buffer, 0, LENGTH, 0, TAG, new UnsafeBuffer(new byte[BYTES]), 0, BYTES, 0, TAG, null);
            case "forward" -> {
                world.send(buffer, 0, LENGTH, 0, TAG);
                world.recv(buffer, 0, BYTES, 0, TAG, null);
            }
            case "barrier" -> world.barrier();
            case "dup" -> world.dup().close();
            case "split" -> world.split(0, 0);
            case "createWindow" -> world.createWindow(buffer);
            case "allocateWindow" -> world.allocateWindow(LENGTH);
            case "claim" -> { }
            case "agree" -> world.agree(1);
            case "shrink" -> world.shrink();
            case "replace" -> world.replace();
            default -> throw new AssertionError("say here what the other rank of " + method + " has to do");
        }
    }

    private static Throwable end(final Communicator communicator, final Method method, final Object... arguments) {
        try {
            method.invoke(communicator, arguments);
            return null;
        } catch (final InvocationTargetException exception) {
            return exception.getCause();
        } catch (final IllegalAccessException exception) {
            throw new AssertionError(method + " is not public", exception);
        }
    }

    /** Sends to the other rank until a message has to wait for room. */
    private void fillRing(final Communicator world) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);
        do {
            fillers.add(world.isend(buffer, 0, LENGTH, 1, FILLER));
        } while (fillers.get(fillers.size() - 1).isComplete());
    }

    private void receiveFillers(final LocalJob job) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);
        for (final Request filler : fillers) {
            final Request receive = job.engine(1).world().irecv(buffer, 0, LENGTH, 0, FILLER);
            while (!receive.test() | !filler.test()) {
                TimeLimit.check();
            }
        }
    }

    private static void fillPackets(final Communicator world) {
        while (world.tryClaim(LENGTH, 1, FILLER, new Claim())) {
            TimeLimit.check();
        }
    }

    /** Arguments that name the other rank, and memory of the right kind. */
    private static Object[] arguments(final LocalJob job, final Method method) {
        if (PublicCalls.isCollective(method)) {
            return collectiveArguments(method);
        }
        final Class<?>[] types = method.getParameterTypes();
        final Object[] arguments = new Object[types.length];
        // Behind memory: offset, length, rank, tag. Otherwise and behind memory that has bounds: rank, tag.
        final int[] numbers = {0, LENGTH, 1, TAG, 0};
        int next = 2;
        for (int i = 0; i < types.length; i++) {
            if (types[i] == int.class || types[i] == long.class) {
                final int value = method.getName().matches("allocateWindow|claim") && types[i] == long.class ? LENGTH :
                    method.getName().equals("split") ? 0 : numbers[next++];
                arguments[i] = types[i] == int.class ? (Object) value : (Object) (long) value;
            } else {
                arguments[i] = value(job, types[i]);
                next = arguments[i] instanceof ByteBuffer || arguments[i] instanceof Segments || arguments[i] instanceof Request ? 2 :
                    arguments[i] instanceof Status ? next : arguments[i] instanceof Multicast ? 3 : 0;
            }
        }
        return arguments;
    }

    /** Arguments of a collective operation, the same at both ranks; rank 0 has to wait for the other one if the operation allows that. */
    private static Object[] collectiveArguments(final Method method) {
        final String name = method.getName();
        final Class<?>[] types = method.getParameterTypes();
        final Object[] arguments = new Object[types.length];
        int part = SEND_OF_A_PART.contains(name) ? 0 : RECEIVE_OF_A_PART.contains(name) ? 1 : 2;
        for (int i = 0; i < types.length; i++) {
            if (types[i] == Elements.class) {
                arguments[i] = Elements.of(new long[part-- == 0 ? LENGTH / 2 : LENGTH]);
            } else if (types[i] == int[].class) {
                // Counts, or null for displacements, which follow them.
                arguments[i] = types[i - 1] == int[].class ? null : new int[] {LENGTH / 2, LENGTH / 2};
            } else {
                arguments[i] = types[i] == ReduceOp.class ? ReduceOp.SUM : (Object) (TO_ROOT.contains(name) ? 0 : 1);
            }
        }
        return arguments;
    }

    private static Object value(final LocalJob job, final Class<?> type) {
        if (type == Request.class) {
            final Request receive = new Request();
            job.engine(0).world().irecv(job.engine(0).allocate(BYTES), 0, BYTES, 1, TAG, receive);
            return receive;
        }
        if (type == MemoryRegion.class) {
            return job.engine(0).allocate(BYTES);
        }
        return type == Multicast.class ? new Multicast().to(1) : type == Status.class ? new Status() :
            type == Message.class ? new Message() : type == Claim.class ? new Claim() :
            type == ByteBuffer.class ? ByteBuffer.allocateDirect(LENGTH) : type == byte[].class ? new byte[LENGTH] :
            type == int[].class ? new int[LENGTH] : type == long[].class ? new long[LENGTH] : type == double[].class ? new double[LENGTH] :
            type == Segments.class ? new Segments().add(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH) :
            type == Promise[].class ? new Promise[0] : type == WindowOption[].class ? new WindowOption[0] :
            DirectBuffer.class.isAssignableFrom(type) || type == MutableDirectBuffer.class ? new UnsafeBuffer(new byte[BYTES]) : null;
    }
}
