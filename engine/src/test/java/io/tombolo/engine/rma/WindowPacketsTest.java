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
package io.tombolo.engine.rma;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Payloads;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowOption;
import io.tombolo.engine.window.WindowJob;
import io.tombolo.ringbuffers.counters.Counter;
import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packets of an epoch, and their order (T2.2 to T2.4, S2.24).
 */
@Timeout(30)
class WindowPacketsTest {
    private static final int LENGTH = 1 << 20;
    private static final String LOCK = "0 LOCK";
    private static final String PUT = "0 PUT";
    private static final String GRANTED = "1 LOCK_GRANTED";
    private static final String DONE = "1 RMA_DONE";
    private static final String RESPONSE = "1 GET_RESPONSE";

    private final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private final UnsafeBuffer result = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));

    /** The accesses of an epoch. */
    @FunctionalInterface
    private interface Accesses {
        void of(Window window);
    }

    private static List<List<String>> epoch(final WindowJob job, final LockType type, final Accesses accesses) throws Exception {
        final List<String> toTarget = job.trace(1);
        final List<String> toOrigin = job.trace(0);
        job.whileServed(() -> {
            job.window(0).lock(1, type);
            accesses.of(job.window(0));
            assertThat(toTarget).isEmpty();
            job.window(0).unlock(1);
        });
        return List.of(List.copyOf(toTarget), List.copyOf(toOrigin));
    }

    /** Holds S2.5, S2.6, S2.8, S2.9: the packets of an epoch leave at its unlock, and there is no unlock packet. */
    @ParameterizedTest
    @EnumSource(LockType.class)
    void shouldSendNothingBeforeTheUnlock(final LockType type) throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            final List<String> toTarget = job.trace(1);
            final List<String> toOrigin = job.trace(0);
            final Window window = job.window(0);
            window.lock(1, type);
            for (int i = 0; i < 5; i++) {
                source.putLong(i * 8, i + 1);
                window.put(source, i * 8, 8, 1, i * 8);
            }
            for (int turn = 0; turn < 1000; turn++) {
                job.job().step();
            }
            assertThat(toTarget).isEmpty();
            assertThat(job.part(1).getLong(0)).isZero();
            job.whileServed(() -> window.unlock(1));
            assertThat(toTarget).containsExactly(LOCK, PUT, PUT, PUT, PUT, PUT + " LAST");
            assertThat(toOrigin).containsExactly(GRANTED, DONE);
            for (int i = 0; i < 5; i++) {
                assertThat(job.part(1).getLong(i * 8)).isEqualTo(i + 1);
            }
            assertThat(job.count(0, Counter.LOCK_SENT)).isOne();
            assertThat(job.count(0, Counter.PUT_SENT)).isEqualTo(5);
            assertThat(job.count(1, Counter.LOCK_GRANTED_SENT)).isOne();
            assertThat(job.count(1, Counter.RMA_DONE_SENT)).isOne();
        }
    }

    /** Holds S2.10, T2.3: a get goes last, and its data confirms the epoch. */
    @ParameterizedTest
    @ValueSource(ints = {8, 100, 3000, 100_000})
    void shouldLetAGetGoLastAndBeTheCompletion(final int length) throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            source.setMemory(0, LENGTH, (byte) 5);
            job.part(1).setMemory(LENGTH - length, length, (byte) 7);
            final List<List<String>> packets = epoch(job, LockType.EXCLUSIVE, window -> {
                window.put(source, 0, length, 1, 0);
                window.get(result, 0, length, 1, LENGTH - length);
                window.put(source, 0, length, 1, length);
            });
            assertThat(packets.get(0)).containsExactly(LOCK, PUT, PUT, "0 GET LAST");
            assertThat(packets.get(1)).containsExactly(GRANTED, RESPONSE);
            assertThat(result.getByte(length - 1)).isEqualTo((byte) 7);
            assertThat(job.part(1).getByte(2 * length - 1)).isEqualTo((byte) 5);
            assertThat(job.count(1, Counter.RMA_DONE_SENT)).isZero();
        }
    }

    /** S2.36: a get that moved behind a later put would see what that put has written. */
    @Test
    void shouldNotMoveAGetPastAPutOfTheSameBytes() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            source.putLong(0, 1);
            job.part(1).putLong(8, 77);
            final List<List<String>> packets = epoch(job, LockType.EXCLUSIVE, window -> {
                window.get(result, 0, 8, 1, 8);
                window.put(source, 0, 8, 1, 12);
            });
            assertThat(packets.get(0)).containsExactly(LOCK, "0 GET", PUT + " LAST");
            assertThat(packets.get(1)).containsExactly(GRANTED, RESPONSE, DONE);
            assertThat(result.getLong(0)).isEqualTo(77);
        }
    }

    /** S2.36: a get would not see the change of an earlier fetch that moved behind it. */
    @Test
    void shouldNotMoveAFetchPastAGetOfTheSameBytes() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            source.putLong(0, 3);
            job.part(1).putLong(8, 40);
            List<List<String>> packets = epoch(job, LockType.EXCLUSIVE, window -> {
                window.fetchAndOp(source, 0, result, 0, ElementType.LONG, AccumulateOp.SUM, 1, 8);
                window.get(result, 8, 8, 1, 8);
                window.put(source, 0, 8, 1, 16);
            });
            assertThat(packets.get(0)).containsExactly(LOCK, "0 ACCUMULATE", PUT, "0 GET LAST");
            assertThat(packets.get(1)).containsExactly(GRANTED, RESPONSE, RESPONSE);
            assertThat(result.getLong(0)).isEqualTo(40);
            assertThat(result.getLong(8)).isEqualTo(43);
            // An access that only reads may pass a get, but not an access that changes its bytes.
            packets = epoch(job, LockType.EXCLUSIVE, window -> {
                window.fetchAndOp(source, 0, result, 0, ElementType.LONG, AccumulateOp.NO_OP, 1, 8);
                window.accumulate(source, 0, 1, ElementType.LONG, AccumulateOp.SUM, 1, 8);
            });
            assertThat(packets.get(0)).containsExactly(LOCK, "0 ACCUMULATE", "0 ACCUMULATE LAST");
            assertThat(result.getLong(0)).isEqualTo(43);
            assertThat(job.part(1).getLong(8)).isEqualTo(46);
        }
    }

    /** Holds S2.11: the option UNORDERED requires an acknowledgement in any case. */
    @Test
    void shouldAcknowledgeAlsoAfterAGetIfUnordered() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH, WindowOption.UNORDERED)) {
            final List<List<String>> packets = epoch(job, LockType.SHARED, window -> {
                window.put(source, 0, 8, 1, 0);
                window.get(result, 0, 8, 1, 8);
            });
            assertThat(packets.get(0)).containsExactly(LOCK, PUT, "0 GET LAST");
            assertThat(packets.get(1)).containsExactly(GRANTED, RESPONSE, DONE);
        }
    }

    /** Holds S2.19, S2.24: such an epoch takes one packet each way. */
    @ParameterizedTest
    @EnumSource(LockType.class)
    void shouldSendASingleShortAccessWithItsLock(final LockType type) throws Exception {
        for (final int length : new int[] {8, 24, 25, 4096, 8192}) {
            try (WindowJob job = WindowJob.create(2, LENGTH)) {
                source.setMemory(0, length, (byte) 3);
                assertThat(epoch(job, type, window -> window.put(source, 0, length, 1, 0)))
                    .containsExactly(List.of("0 LOCK_PUT"), List.of(DONE));
                assertThat(job.part(1).getByte(length - 1)).isEqualTo((byte) 3);
                assertThat(epoch(job, type, window -> window.get(result, 0, length, 1, 0)))
                    .containsExactly(List.of("0 LOCK_GET"), List.of(RESPONSE));
                assertThat(result.getByte(length - 1)).isEqualTo((byte) 3);
            }
        }
    }

    @Test
    void shouldSendASingleAccumulateWithItsLock() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            source.putLong(0, 3);
            assertThat(epoch(job, LockType.SHARED, window ->
                window.accumulate(source, 0, 1, ElementType.LONG, AccumulateOp.SUM, 1, 0)))
                .containsExactly(List.of("0 LOCK_ACCUMULATE"), List.of(DONE));
            assertThat(epoch(job, LockType.SHARED, window ->
                window.fetchAndOp(source, 0, result, 0, ElementType.LONG, AccumulateOp.SUM, 1, 0)))
                .containsExactly(List.of("0 LOCK_ACCUMULATE"), List.of(RESPONSE));
            assertThat(result.getLong(0)).isEqualTo(3);
            assertThat(job.part(1).getLong(0)).isEqualTo(6);
        }
    }

    /** Holds S2.23: an access above the short limit takes the usual packets. */
    @ParameterizedTest
    @ValueSource(ints = {8193, 100_000})
    void shouldAskFirstForASingleAccessThatIsNotShort(final int length) throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            assertThat(epoch(job, LockType.EXCLUSIVE, window -> window.put(source, 0, length, 1, 0)))
                .containsExactly(List.of(LOCK, PUT + " LAST"), List.of(GRANTED, DONE));
            assertThat(epoch(job, LockType.EXCLUSIVE, window -> window.get(result, 0, length, 1, 0)))
                .containsExactly(List.of(LOCK, "0 GET LAST"), List.of(GRANTED, RESPONSE));
        }
    }

    /** Holds S2.27: an empty epoch is not a mutex. */
    @Test
    void shouldSendNothingForAnEmptyEpochAndOnePutOfNoBytesToEndAFlushedOne() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            assertThat(epoch(job, LockType.EXCLUSIVE, window -> window.put(source, 0, 0, 1, 0))).containsExactly(List.of(), List.of());
            final List<String> toTarget = job.trace(1);
            final List<String> toOrigin = job.trace(0);
            job.whileServed(() -> {
                final Window window = job.window(0);
                window.lock(1, LockType.EXCLUSIVE);
                window.flush(1);
                window.put(source, 0, 8, 1, 0);
                window.put(source, 0, 8, 1, 8);
                window.flush(1);
                window.flush(1);
                window.unlock(1);
            });
            job.stepUntil(() -> toTarget.size() == 4);
            assertThat(toTarget).containsExactly(LOCK, PUT, PUT, PUT + " LAST");
            assertThat(toOrigin).containsExactly(GRANTED, DONE);
        }
    }

    /** S2.10: the last answer confirms the whole epoch, even accesses that take the target many turns. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldAnswerTheLastAccessAfterAllOthers(final int kind) throws Exception {
        final int length = 3 << 20;
        final UnsafeBuffer data = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
        Payloads.fill(data, 0, length, 5);
        try (WindowJob job = WindowJob.create(2, length + 8)) {
            final List<String> toOrigin = job.trace(0);
            job.whileServed(() -> {
                final Window window = job.window(0);
                window.lock(1, LockType.EXCLUSIVE);
                window.put(data, 0, length, 1, 0);
                if (kind == 0) {
                    window.get(result, 0, 8, 1, length);
                } else if (kind == 1) {
                    window.fetchAndOp(source, 0, result, 0, ElementType.LONG, AccumulateOp.SUM, 1, length);
                } else {
                    window.compareAndSwap(source, 0, source, 8, result, 0, ElementType.LONG, 1, length);
                }
                window.unlock(1);
                Payloads.check(job.part(1), 0, length, 5);
            });
            assertThat(toOrigin).containsExactly(GRANTED, RESPONSE);
        }
    }

    @Test
    void shouldSendNothingToTheOwnPart() throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            final List<String> trace = job.trace(0);
            source.putLong(0, 6);
            job.whileServed(() -> {
                final Window window = job.window(0);
                window.lock(0, LockType.EXCLUSIVE);
                window.put(source, 0, 8, 0, 0);
                window.get(result, 0, 8, 0, 0);
                window.unlock(0);
            });
            assertThat(result.getLong(0)).isEqualTo(6);
            assertThat(trace).isEmpty();
            assertThat(job.count(0, Counter.PUT_SENT)).isZero();
        }
    }
}
