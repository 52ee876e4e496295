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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.TruncatedException;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages that are gathered from segments and scattered to segments.
 */
@Timeout(30)
class SegmentsTest {
    private static final int MOST = 1 << 20;

    private final UnsafeBuffer heap = new UnsafeBuffer(new byte[MOST]);
    private final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(MOST));

    /** Holds S3.31. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldScatterWhatWasGathered(final int ringKind) {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final Random random = new Random(seed);
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_KIND, ringKind)
            .size(GeometrySetting.STAGING_LANES, 4)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096).size(GeometrySetting.STAGING_CHUNK, 1024));
            MemoryRegion region = job.engine(0).allocate(MOST)) {
            for (int round = 0; round < 300; round++) {
                final int length = Payloads.length(random, 100_000);
                final UnsafeBuffer[] memories = {heap, direct, region.buffer()};
                final byte[] expected = new byte[length];
                random.nextBytes(expected);
                final Pieces out = new Pieces(random, length, memories);
                out.write(expected);
                final UnsafeBuffer[] targets = {new UnsafeBuffer(new byte[MOST]), new UnsafeBuffer(ByteBuffer.allocateDirect(MOST))};
                final Pieces in = new Pieces(random, length, targets);
                final Request send = new Request();
                final Request receive = new Request();
                final boolean isExpected = random.nextBoolean();
                if (isExpected) {
                    job.engine(1).world().irecv(in.segments, 0, 1, receive);
                }
                job.engine(0).world().isend(out.segments, 1, 1, send);
                if (!isExpected) {
                    job.engine(1).poll();
                    job.engine(1).world().irecv(in.segments, 0, 1, receive);
                }
                finish(job, send, receive);
                assertThat(receive.status().length()).isEqualTo(length);
                assertThat(in.read(length)).as("round %d of length %d", round, length).isEqualTo(expected);
                assertThat(in.isOnlyThere()).isTrue();
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldReceiveInPiecesWhatWasSentInOneAndTheOtherWayRound() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(MOST)) {
            for (final int length : new int[] {0, 8, 40, 900, 3000, 50_000}) {
                for (final UnsafeBuffer from : new UnsafeBuffer[] {heap, region.buffer()}) {
                    Payloads.fill(from, 0, length, length);
                    final UnsafeBuffer target = new UnsafeBuffer(new byte[MOST]);
                    final Segments in = new Segments().add(target, 500_000, length / 3).add(target, 10, length - length / 3);
                    final Segments out = new Segments().add(target, 500_000, length / 3).add(target, 10, length - length / 3);
                    final Request send = job.engine(0).world().isend(from, 0, length, 1, 1);
                    final Request receive = new Request();
                    job.engine(1).world().irecv(in, 0, 1, receive);
                    finish(job, send, receive);
                    final UnsafeBuffer back = new UnsafeBuffer(new byte[MOST]);
                    job.engine(1).world().isend(out, 0, 1, send);
                    job.engine(0).world().irecv(back, 0, MOST, 1, 1, receive);
                    finish(job, send, receive);
                    Payloads.check(back, 0, length, length);
                }
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldSendAColumnOfAMatrix() {
        final int rows = 100;
        final int row = 80;
        try (LocalJob job = LocalJob.of(2)) {
            for (int i = 0; i < rows; i++) {
                heap.putLong(i * row + 16, i);
            }
            final Segments column = new Segments().addBlocks(heap, 16, rows, 8, row);
            assertThat(column.length()).isEqualTo(8L * rows);
            job.engine(0).world().send(column, 1, 1);
            final Status status = new Status();
            job.engine(1).world().recv(direct, 0, MOST, 0, 1, status);
            assertThat(status.length()).isEqualTo(8L * rows);
            for (int i = 0; i < rows; i++) {
                assertThat(direct.getLong(8 * i)).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldSendOnePieceAsWhatItIs() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(MOST)) {
            final Segments one = new Segments().add(region.buffer(), 0, 0).add(region.buffer(), 100, 50_000);
            final Request send = new Request();
            job.engine(0).world().isend(one, 1, 1, send);
            job.engine(0).world().send(new Segments().addBlocks(heap, 0, 4, 10, 10), 1, 2);
            finish(job, send, job.engine(1).world().irecv(heap, 0, MOST, 0, 1), job.engine(1).world().irecv(direct, 0, MOST, 0, 2));
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.SENT_RENDEZVOUS_REGISTERED)).isEqualTo(1);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.SENT_SHORT)).isEqualTo(1);
        }
    }

    @Test
    void shouldTruncateAtTheEndOfTheSegments() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator zero = job.engine(0).world();
            for (final int length : new int[] {100, 3000, 50_000}) {
                Payloads.fill(heap, 0, length, 9);
                final UnsafeBuffer target = new UnsafeBuffer(new byte[MOST]);
                final Segments in = new Segments().add(target, 0, 30).add(target, 100, 20);
                final Request send = zero.isend(heap, 0, length, 1, 1);
                assertThatThrownBy(() -> job.engine(1).world().recv(in, 0, 1, null)).isInstanceOf(TruncatedException.class);
                finish(job, send);
                assertThat(target.getByte(29)).isEqualTo(heap.getByte(29));
                assertThat(target.getByte(30)).isZero();
                assertThat(target.getByte(119)).isEqualTo(heap.getByte(49));
                assertThat(target.getByte(120)).isZero();
            }
        }
    }

    @Test
    void shouldTakeBackSegmentsAndReadThemInPlace() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 4)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096)
            .size(GeometrySetting.STAGING_CHUNK, 1024))) {
            final Segments out = new Segments().addBlocks(heap, 0, 1000, 50, 100);
            final Request send = new Request();
            job.engine(0).world().isend(out, 1, 1, send);
            send.cancel();
            finish(job, send);
            assertThat(send.status().outcome()).isEqualTo(Outcome.CANCELLED);
            heap.putLong(99_900, 42);
            job.engine(0).world().isend(new Segments().addBlocks(heap, 0, 100, 8, 100).add(heap, 99_900, 8), 1, 1, send);
            final Message message = new Message();
            job.engine(1).world().mprobe(0, 1, message);
            assertThat(message.buffer().getLong(800)).isEqualTo(42);
            message.close();
            finish(job, send);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldCheckRangesWhenTheyAreAdded() {
        final Segments segments = new Segments();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100]);
        assertThatThrownBy(() -> segments.add(buffer, 93, 8))
            .isInstanceOf(IndexOutOfBoundsException.class).hasMessageContaining("offset=93");
        assertThatThrownBy(() -> segments.add(buffer, -1, 8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segments.add(buffer, 101, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segments.add(buffer, Long.MAX_VALUE, 8)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segments.add(buffer, 0, Long.MAX_VALUE)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segments.addBlocks(buffer, 0, 11, 8, 10)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segments.addBlocks(buffer, 0, Integer.MAX_VALUE, 8, 1L << 40))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segments.addBlocks(buffer, 0, 2, 8, 7)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> segments.addBlocks(buffer, 0, -1, 8, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThat(segments.length()).isZero();
        assertThat(segments.addBlocks(buffer, 2, 10, 8, 10).add(buffer, 100, 0).length()).isEqualTo(80);
        assertThat(segments.clear().length()).isZero();
    }

    /** A message in random pieces that do not overlap. */
    private static final class Pieces {
        private final Segments segments = new Segments();
        private final UnsafeBuffer[] memories;
        private final int[] used;
        private final int[][] places;
        private int count;

        Pieces(final Random random, final int length, final UnsafeBuffer... memories) {
            this.memories = memories;
            this.used = new int[memories.length];
            this.places = new int[length + 64][];
            int left = length;
            while (left > 0) {
                final int memory = random.nextInt(memories.length);
                final int piece = Math.max(random.nextInt(20) == 0 ? 0 : 1, Math.min(left, random.nextInt(1 + left / 2 + 40)));
                final int gap = random.nextInt(3);
                if (random.nextBoolean() || piece < 8) {
                    segments.add(memories[memory], used[memory] + gap, piece);
                    place(memory, gap, piece);
                    left -= piece;
                } else {
                    final int blocks = 1 + random.nextInt(7);
                    final int block = piece / blocks;
                    final int stride = block + random.nextInt(5);
                    segments.addBlocks(memories[memory], used[memory] + gap, blocks, block, stride);
                    for (int i = 0; i < blocks; i++) {
                        place(memory, i == 0 ? gap : stride - block, block);
                    }
                    left -= blocks * block;
                }
            }
        }

        private void place(final int memory, final int gap, final int length) {
            places[count++] = new int[] {memory, used[memory] + gap, length};
            used[memory] += gap + length;
        }

        void write(final byte[] bytes) {
            int done = 0;
            for (int i = 0; i < count; i++) {
                memories[places[i][0]].putBytes(places[i][1], bytes, done, places[i][2]);
                done += places[i][2];
            }
        }

        byte[] read(final int length) {
            final byte[] bytes = new byte[length];
            int done = 0;
            for (int i = 0; i < count; i++) {
                memories[places[i][0]].getBytes(places[i][1], bytes, done, places[i][2]);
                done += places[i][2];
            }
            return bytes;
        }

        /** Checks that the memory beside the pieces is still zero. */
        boolean isOnlyThere() {
            for (int i = 0; i < count; i++) {
                memories[places[i][0]].setMemory(places[i][1], places[i][2], (byte) 0);
            }
            for (int memory = 0; memory < memories.length; memory++) {
                for (int at = 0; at < used[memory] + 8; at++) {
                    if (memories[memory].getByte(at) != 0) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    private static void finish(final LocalJob job, final Request... requests) {
        for (final Request request : requests) {
            while (request.isActive() && !request.test()) {
                TimeLimit.check();
                job.step();
            }
        }
    }
}
