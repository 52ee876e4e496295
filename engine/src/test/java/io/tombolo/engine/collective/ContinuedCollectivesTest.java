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
package io.tombolo.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collective calls that are interrupted, or whose time is up, in many places: the same call goes on, and its result is right. */
@Timeout(30)
class ContinuedCollectivesTest {
    private static final int SIZE = 3;
    private static final int LENGTH = 1 << 20;
    private static final int COUNT = LENGTH / Long.BYTES;
    private static final int ROUNDS = 6;

    /** What stops a call. */
    private enum Stop {
        INTERRUPT {
            @Override
            boolean tryRun(final Calls calls) {
                Thread.currentThread().interrupt();
                try {
                    calls.run(calls.world);
                    return true;
                } catch (final InterruptException stopped) {
                    return false;
                } finally {
                    assertThat(Thread.interrupted()).as("the flag stays set").isTrue();
                }
            }
        },
        DEADLINE {
            @Override
            boolean tryRun(final Calls calls) {
                try {
                    calls.run(calls.world.within(20, TimeUnit.MICROSECONDS));
                    return true;
                } catch (final DeadlineException stopped) {
                    assertThat(stopped).hasMessageContaining("call it again to continue");
                    return false;
                }
            }
        };

        /** Makes a call. Returns false if it is stopped. */
        abstract boolean tryRun(Calls calls);
    }

    /** The calls of one rank. */
    private static final class Calls {
        private final Communicator world;
        private final boolean isReduction;
        private final UnsafeBuffer sent;
        private final UnsafeBuffer received;
        private final Elements send;
        private final Elements receive;
        private int round;

        Calls(final Engine engine, final boolean isReduction, final boolean isInRegion) {
            this.world = engine.world();
            this.isReduction = isReduction;
            if (isInRegion) {
                final MemoryRegion region = engine.allocate(2 * LENGTH);
                sent = new UnsafeBuffer(region.buffer(0, LENGTH), 0, LENGTH);
                received = new UnsafeBuffer(region.buffer(LENGTH, LENGTH), 0, LENGTH);
                send = Elements.of(region, 0, COUNT, ElementType.LONG);
                receive = Elements.of(region, LENGTH, COUNT, ElementType.LONG);
            } else {
                sent = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
                received = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
                send = Elements.of(sent, 0, COUNT, ElementType.LONG);
                receive = Elements.of(received, 0, COUNT, ElementType.LONG);
            }
            fill();
        }

        private static long element(final int rank, final int round, final int index) {
            return (rank + 1L) * 1_000_003 * index + round;
        }

        private int root() {
            return round % SIZE;
        }

        private void fill() {
            for (int i = 0; i < COUNT; i++) {
                sent.putLong(i * Long.BYTES, element(world.rank(), round, i));
            }
            received.setMemory(0, LENGTH, (byte) -1);
        }

        void run(final Communicator communicator) {
            if (isReduction) {
                communicator.allreduce(send, receive, ReduceOp.SUM);
            } else {
                communicator.bcast(world.rank() == root() ? send : receive, root());
            }
        }

        void check() {
            for (int i = 0; i < COUNT; i++) {
                final long expected = isReduction ?
                    element(0, round, i) + element(1, round, i) + element(2, round, i) : element(root(), round, i);
                if ((isReduction || world.rank() != root()) && received.getLong(i * Long.BYTES) != expected) {
                    throw new AssertionError("element " + i + " of round " + round + " is " + received.getLong(i * Long.BYTES) +
                        " and not " + expected);
                }
            }
            round++;
            fill();
        }

        /** Other operations have to wait until this one is over. */
        void assertOthersAreRefused() {
            for (final Runnable other : new Runnable[] {
                world::barrier, () -> world.allreduce(send, receive, ReduceOp.MAX), () -> world.bcast(receive, (root() + 1) % SIZE),
                () -> world.dup(), () -> world.ibarrier(new Request())}) {
                assertThatThrownBy(other::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("call it again first");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INTERRUPT, true, false", "INTERRUPT, true, true", "INTERRUPT, false, false", "INTERRUPT, false, true",
        "DEADLINE, true, false", "DEADLINE, true, true", "DEADLINE, false, false", "DEADLINE, false, true"})
    void shouldGoOnWithTheSameCall(final Stop stop, final boolean isReduction, final boolean isInRegion) throws Exception {
        try (LocalJob job = LocalJob.of(SIZE)) {
            final Calls[] calls = new Calls[SIZE];
            for (int rank = 0; rank < SIZE; rank++) {
                calls[rank] = new Calls(job.engine(rank), isReduction, isInRegion);
            }
            // The others have not called.
            assertThat(stop.tryRun(calls[0])).isFalse();
            calls[0].assertOthersAreRefused();
            assertThat(stop.tryRun(calls[0])).isFalse();
            new RankThreads().run(job, engine -> {
                final Calls own = calls[engine.rank()];
                while (own.round < ROUNDS) {
                    int stops = 0;
                    while (!stop.tryRun(own)) {
                        if (stops == own.round) {
                            own.assertOthersAreRefused();
                        }
                        stops++;
                        Thread.yield();
                    }
                    own.check();
                }
                own.world.barrier();
            });
        }
    }
}
