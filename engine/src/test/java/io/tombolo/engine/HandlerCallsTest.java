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

import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.window.Window;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An error handler may call every method that does not wait. Methods that may wait, and those that end the engine, throw and name
 * themselves.
 */
@Timeout(60)
class HandlerCallsTest {
    private static final int MANY = 5000;
    private static final String REFUSAL = ": not allowed in the errorHandler and the memberListener, which must not wait";

    private final AtomicReference<Runnable> next = new AtomicReference<>();

    private void handle(final Throwable error) {
        final Runnable work = next.getAndSet(null);
        if (work != null) {
            work.run();
        }
    }

    private LocalJob job(final ThreadLevel level, final boolean async) {
        return LocalJob.of(1, context -> context.threadLevel(level).asyncProgress(async).errorHandler(this::handle));
    }

    /** A call that may throw anything. */
    @FunctionalInterface
    private interface Call {
        void run() throws Throwable;
    }

    /** Makes a call in the error handler. Returns what it has thrown, or null. */
    private Throwable inHandler(final Engine engine, final boolean async, final Call call) throws InterruptedException {
        final AtomicReference<Throwable> end = new AtomicReference<>();
        final CountDownLatch over = new CountDownLatch(1);
        next.set(() -> {
            try {
                call.run();
            } catch (final Throwable throwable) {
                end.set(throwable);
            }
            over.countDown();
        });
        EngineAccess.node(engine).error(new IllegalStateException("to be told"));
        if (!async) {
            engine.poll();
        }
        assertThat(over.await(30, TimeUnit.SECONDS)).as("the call in the handler has ended").isTrue();
        return end.get();
    }

    @ParameterizedTest
    @CsvSource({"SINGLE,false", "MULTIPLE,false", "MULTIPLE,true"})
    void shouldRefuseCallsThatMayWaitAndAllowAllOthers(final ThreadLevel level, final boolean async) throws Exception {
        try (LocalJob job = job(level, async)) {
            final Engine engine = job.engine(0);
            final Window window = engine.world().allocateWindow(64);
            for (final Class<?> handle : PublicCalls.HANDLES) {
                for (final Method method : PublicCalls.methods(handle)) {
                    // Ends the job.
                    if (!method.getName().equals("abort") || handle == Claim.class) {
                        final PublicCalls calls = new PublicCalls(job, window);
                        final Throwable end = inHandler(engine, async, () -> calls.call(handle, method));
                        assertEnd(handle, method, end);
                        calls.end();
                    }
                }
            }
            window.close();
        }
    }

    private static void assertEnd(final Class<?> handle, final Method method, final Throwable end) {
        final String name = handle.getSimpleName() + "." + PublicCalls.name(method);
        if (WaitingCalls.contains(handle, method)) {
            assertThat(end).as(name).isInstanceOf(IllegalStateException.class).hasMessageContaining(REFUSAL);
        } else if (end != null) {
            assertThat(end).as(name).isInstanceOf(RuntimeException.class).isNotInstanceOf(NullPointerException.class);
            assertThat(end.getMessage()).as(name).doesNotContain(REFUSAL);
        }
    }

    @ParameterizedTest
    @CsvSource({"SINGLE,false", "MULTIPLE,false", "MULTIPLE,true"})
    void shouldCallTheHandlerInAConsistentState(final ThreadLevel level, final boolean async) throws Exception {
        try (LocalJob job = job(level, async)) {
            final Communicator world = job.engine(0).world();
            final Request answer = new Request();
            final List<String> seen = new ArrayList<>();
            final CountDownLatch told = new CountDownLatch(1);
            next.set(() -> {
                try {
                    seen.add("probe " + world.iprobe(0, 1, null));
                    assertThatThrownBy(() -> world.send(new byte[1], 0, 1, 0, 2)).hasMessageStartingWith("send" + REFUSAL);
                    world.isend(new byte[2], 0, 2, 0, 2, answer);
                } finally {
                    told.countDown();
                }
            });
            // No receive is posted for the ready send: the handler is called, and can receive the message.
            world.rsend(new UnsafeBuffer(new byte[1]), 0, 1, 0, 1);
            while (told.getCount() > 0) {
                TimeLimit.check();
                job.step();
            }
            assertThat(world.irecv(new UnsafeBuffer(new byte[1]), 0, 1, 0, 1).await().length()).isEqualTo(1);
            assertThat(world.irecv(new UnsafeBuffer(new byte[2]), 0, 2, 0, 2).await().length()).isEqualTo(2);
            assertThat(answer.await().isSuccess()).isTrue();
            assertThat(seen).hasSize(1);
        }
    }

    @Test
    void shouldReportErrorsOneAfterTheOther() throws Exception {
        final List<String> told = new ArrayList<>();
        try (LocalJob job = LocalJob.of(1, context -> context.errorHandler(error -> {
            told.add("begin " + error.getMessage());
            // An error that the handler itself causes is reported after it has returned.
            if (told.size() == 1) {
                job(error);
            }
            told.add("end " + error.getMessage());
        }))) {
            engine = job.engine(0);
            EngineAccess.node(engine).error(new IllegalStateException("first"));
            EngineAccess.node(engine).error(new IllegalStateException("second"));
            assertThat(told).as("errors reported while the handler runs").isEmpty();
            engine.poll();
        }
        assertThat(told).containsExactly(
            "begin first", "end first", "begin second", "end second", "begin of first", "end of first");
    }

    private Engine engine;

    private void job(final Throwable error) {
        EngineAccess.node(engine).error(new IllegalStateException("of " + error.getMessage()));
        engine.world().iprobe(0, 1, null);
    }

    @Test
    void shouldKeepSomeErrorsAndTheLastOneForAHandlerThatDoesNotReturn() {
        final List<String> told = new ArrayList<>();
        try (LocalJob job = LocalJob.of(1, context -> context.errorHandler(error -> {
            told.add(error.getMessage());
            for (int i = 0; told.size() == 1 && i < MANY; i++) {
                EngineAccess.node(engine).error(new IllegalStateException("error " + i));
            }
        }))) {
            engine = job.engine(0);
            EngineAccess.node(engine).error(new IllegalStateException("first"));
            engine.poll();
        }
        assertThat(told).hasSizeLessThan(MANY / 2).startsWith("first", "error 0", "error 1").endsWith("error " + (MANY - 1));
    }

    @Test
    void shouldReportKeptErrorsWhenTheEngineCloses() {
        final List<String> told = new ArrayList<>();
        try (LocalJob job = LocalJob.of(1, context -> context.errorHandler(error -> told.add(error.getMessage())))) {
            EngineAccess.node(job.engine(0)).error(new IllegalStateException("last"));
            job.engine(0).close();
            assertThat(told).containsExactly("last");
            EngineAccess.node(job.engine(0)).error(new IllegalStateException("later"));
            assertThat(told).containsExactly("last", "later");
        }
    }
}
