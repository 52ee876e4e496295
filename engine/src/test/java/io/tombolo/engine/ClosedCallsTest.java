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

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.ProtectionZone;
import io.tombolo.engine.api.endpoint.RefusedException;
import io.tombolo.engine.api.endpoint.ServicePoint;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.engine.api.window.Window;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every public call returns or throws if its engine or its own object has ended, or is just ending. It never accesses memory that is no
 * longer mapped. The calls run in processes of their own, because such an access would end the JVM.
 */
class ClosedCallsTest {
    private static final List<Class<? extends RuntimeException>> ENDS = List.of(
        DeadlineException.class, IllegalStateException.class, IllegalArgumentException.class, IndexOutOfBoundsException.class,
        MessagingException.class, RefusedException.class, UnsupportedOperationException.class, UncheckedIOException.class);

    @ParameterizedTest
    @CsvSource({"SINGLE,false", "MULTIPLE,false", "MULTIPLE,true"})
    void shouldAnswerAfterTheEngineHasClosed(final ThreadLevel level, final boolean async) throws Exception {
        try (RankJvms job = RankJvms.start(1, Closed.class, List.of(), level.name(), Boolean.toString(async))) {
            job.awaitSuccess();
        }
    }

    @Test
    void shouldAnswerAfterTheObjectHasEnded() throws Exception {
        try (RankJvms job = RankJvms.start(1, Ended.class, List.of())) {
            job.awaitSuccess();
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void shouldAnswerWhileTheEngineCloses(final boolean async) throws Exception {
        try (RankJvms job = RankJvms.start(1, Closing.class, List.of(), Boolean.toString(async))) {
            job.awaitSuccess();
        }
    }

    private static void call(final PublicCalls calls, final Class<?> handle, final Method method) {
        try {
            touch(calls.call(handle, method));
        } catch (final Throwable throwable) {
            if (ENDS.stream().noneMatch(end -> end.isInstance(throwable))) {
                throw new AssertionError(handle.getSimpleName() + "." + PublicCalls.name(method), throwable);
            }
        }
    }

    /** Loads and stores each byte of a buffer. */
    private static void touch(final Object answer) {
        if (answer instanceof DirectBuffer buffer) {
            for (int i = 0; i < buffer.capacity(); i++) {
                final byte value = buffer.getByte(i);
                if (buffer instanceof MutableDirectBuffer mutable) {
                    mutable.putByte(i, value);
                }
            }
        }
    }

    private static List<Method> methods(final Class<?> handle, final boolean isReversed) {
        final List<Method> methods = new ArrayList<>(PublicCalls.methods(handle));
        if (isReversed) {
            Collections.reverse(methods);
        }
        return methods;
    }

    private static Window window(final Communicator world, final boolean isDirect) {
        final Window window = isDirect ? world.allocateWindow(64) : world.createWindow(new UnsafeBuffer(new byte[64]));
        window.lockAll();
        return window;
    }

    /** Calls all methods of an engine that was closed, or killed. */
    static final class Closed {
        private Closed() {
        }

        public static void main(final String[] arguments) {
            final ThreadLevel level = ThreadLevel.valueOf(arguments[0]);
            final Consumer<EngineContext> settings =
                context -> context.threadLevel(level).asyncProgress(Boolean.parseBoolean(arguments[1])).errorHandler(error -> { });
            for (final boolean isKilled : new boolean[] {false, true}) {
                for (final boolean isReversed : new boolean[] {false, true}) {
                    for (final Class<?> handle : PublicCalls.HANDLES) {
                        run(handle, settings, isKilled, isReversed, level == ThreadLevel.SINGLE || isReversed);
                    }
                }
            }
        }

        private static void run(
            final Class<?> handle, final Consumer<EngineContext> settings, final boolean isKilled, final boolean isReversed,
            final boolean isDirect) {
            try (LocalJob job = LocalJob.of(1, settings)) {
                final Window window = window(job.engine(0).world(), isDirect);
                final PublicCalls calls = new PublicCalls(job, window);
                final List<DirectBuffer> buffers = List.of(
                    calls.get(Claim.class).buffer(), calls.get(Message.class).buffer(), calls.get(MemoryRegion.class).buffer(),
                    window.sharedQuery(0));
                if (isKilled) {
                    job.kill(0);
                } else {
                    job.engine(0).close();
                }
                for (final DirectBuffer buffer : buffers) {
                    try {
                        touch(buffer);
                    } catch (final IllegalStateException | IndexOutOfBoundsException exception) {
                        TestOutput.say(exception.getMessage());
                    }
                }
                for (final Method method : methods(handle, isReversed)) {
                    TestOutput.say(handle.getSimpleName() + "." + PublicCalls.name(method));
                    call(calls, handle, method);
                }
            }
        }
    }

    /** Calls methods that do not wait, repeatedly while the engine closes; then calls one that waits. */
    static final class Closing {
        private static final int ROUNDS = 12;
        private static final int THREADS = 3;
        private static final Set<Class<?>> SHARED = Set.of(Window.class, Engine.class, LocalJob.class);

        private Closing() {
        }

        public static void main(final String[] arguments) throws Exception {
            final long seed = System.nanoTime();
            TestOutput.say("seed=" + seed);
            final Random random = new Random(seed);
            for (int round = 0; round < ROUNDS; round++) {
                run(Boolean.parseBoolean(arguments[0]), round % 2 == 0, random);
            }
        }

        private static void run(final boolean async, final boolean isKilled, final Random random) throws Exception {
            final RankThreads threads = new RankThreads();
            try (LocalJob job = LocalJob.of(1, context -> context.asyncProgress(async).errorHandler(error -> { })
                .closeTimeout(10, TimeUnit.MILLISECONDS))) {
                final CountDownLatch started = new CountDownLatch(THREADS);
                final List<PublicCalls> all = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    all.add(new PublicCalls(job, null, i));
                }
                for (final PublicCalls calls : all) {
                    final long seed = random.nextLong();
                    final boolean isFirst = calls == all.get(0);
                    threads.start(() -> callUntilClosed(job.engine(0), calls, isFirst, new Random(seed), started));
                }
                started.await();
                for (int spin = random.nextInt(50_000); spin > 0; spin--) {
                    Thread.onSpinWait();
                }
                if (isKilled) {
                    job.kill(0);
                } else {
                    job.engine(0).close();
                }
                threads.join();
            }
        }

        private static void callUntilClosed(
            final Engine engine, final PublicCalls calls, final boolean isFirst, final Random random, final CountDownLatch started) {
            final List<Class<?>> handles = PublicCalls.HANDLES.stream().filter(handle -> !SHARED.contains(handle)).toList();
            started.countDown();
            while (engine.isOpen()) {
                final Class<?> handle = handles.get(random.nextInt(handles.size()));
                final List<Method> methods = PublicCalls.methods(handle);
                final Method method = methods.get(random.nextInt(methods.size()));
                if (!WaitingCalls.contains(handle, method) && (isFirst || !PublicCalls.isCollective(method))) {
                    call(calls, handle, method);
                }
            }
            assertThatThrownBy(() -> engine.world().recv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 100))
                .isInstanceOfAny(IllegalStateException.class, MessagingException.class);
        }
    }

    /** Calls all methods of objects that have ended, while their engine is open. */
    static final class Ended {
        private Ended() {
        }

        public static void main(final String[] arguments) {
            try (LocalJob job = LocalJob.of(1, context -> context.errorHandler(error -> { }))) {
                for (final boolean isReversed : new boolean[] {false, true}) {
                    run(job, isReversed, Communicator.class, Communicator::close);
                    run(job, isReversed, Window.class, window -> {
                        window.unlockAll();
                        window.close();
                    });
                    run(job, isReversed, Request.class, Request::free);
                    run(job, isReversed, Claim.class, Claim::commit);
                    run(job, isReversed, Message.class, Message::close);
                    run(job, isReversed, MemoryRegion.class, MemoryRegion::close);
                    run(job, isReversed, Endpoint.class, Endpoint::free);
                    run(job, isReversed, EventDispatcher.class, dispatcher -> dispatcher.free());
                    run(job, isReversed, SharedReceiveQueue.class, SharedReceiveQueue::free);
                    run(job, isReversed, ProtectionZone.class, ProtectionZone::free);
                    run(job, isReversed, ServicePoint.class, ServicePoint::free);
                }
            }
        }

        private static <T> void run(final LocalJob job, final boolean isReversed, final Class<T> handle, final Consumer<T> end) {
            final Communicator world = job.engine(0).world();
            final PublicCalls calls = new PublicCalls(job, window(world, isReversed));
            if (handle == Communicator.class) {
                calls.put(Communicator.class, world.dup());
            }
            end.accept(calls.get(handle));
            for (final Method method : methods(handle, isReversed)) {
                TestOutput.say(handle.getSimpleName() + "." + PublicCalls.name(method));
                call(calls, handle, method);
            }
            if (handle == MemoryRegion.class) {
                for (final Class<?> other : List.of(Communicator.class, Window.class, Endpoint.class, SharedReceiveQueue.class)) {
                    methods(other, isReversed).stream()
                        .filter(method -> Arrays.asList(method.getParameterTypes()).contains(MemoryRegion.class))
                        .forEach(method -> call(calls, other, method));
                }
            }
            calls.end();
        }
    }
}
