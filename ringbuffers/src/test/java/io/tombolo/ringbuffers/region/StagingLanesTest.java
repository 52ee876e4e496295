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
package io.tombolo.ringbuffers.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class StagingLanesTest {
    private static final int LANES = 3;
    private static final int LANE_LENGTH = 256;
    private static final int RANK = 4;
    private static final int READER = 1;
    private static final long NEVER_FAR_NS = 1_000_000_000;
    private static final StagingGeometry GEOMETRY = new StagingGeometry(LANES, LANE_LENGTH, 3);

    @TempDir
    Path directory;

    private StagingLanes lanes;
    private StagingView view;
    private MappedFile mapped;
    private UnsafeBuffer file;

    @BeforeEach
    void open() throws IOException {
        final Path path = directory.resolve("heap-4-0.dat");
        lanes = create(path, RANK, GEOMETRY);
        view = StagingView.attach(path, RANK, GEOMETRY, READER);
        mapped = MappedFile.attach(path, -1, false);
        file = mapped.buffer(0, (int) GEOMETRY.fileLength());
    }

    private static StagingLanes create(final Path path, final int rank, final StagingGeometry geometry) throws IOException {
        return StagingLanes.create(path, rank, geometry, NEVER_FAR_NS, reader -> false);
    }

    @AfterEach
    void close() {
        mapped.close();
        view.close();
        lanes.close();
    }

    /** Holds S3.34: a lane is a byte stream without packet borders. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64, 255, 256, 257, 1000})
    void shouldMoveAMessageInChunksOfAnySize(final int chunk) {
        for (final int length : new int[] {1, 255, 256, 257, 1023, 5000}) {
            final byte[] message = message(length);
            final byte[] received = new byte[length];
            final int lane = lanes.acquire(true, READER, 1);
            final long start = lanes.start(lane);
            long written = 0;
            long read = 0;
            while (read < length) {
                written += lanes.write(lane, message, Bytes.BYTES_OFFSET + written, Math.min(chunk, length - written));
                read += view.read(lane, 1, start, read, received, Bytes.BYTES_OFFSET + read, Math.min(chunk, length - read));
            }
            assertThat(received).as("%d bytes in chunks of %d", length, chunk).isEqualTo(message);
            lanes.release(lane);
        }
    }

    /** Long pieces of memory outside the heap, which the C library copies if it is bound, also across the end of the lane. */
    @Test
    void shouldMoveLongPiecesFromOutsideTheHeap() throws IOException {
        final StagingGeometry geometry = new StagingGeometry(1, 1 << 14, 3);
        final Path path = directory.resolve("heap-4-1.dat");
        final byte[] message = message(300_000);
        final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(message.length));
        source.putBytes(0, message);
        try (StagingLanes longer = create(path, RANK, geometry);
            StagingView reader = StagingView.attach(path, RANK, geometry, READER)) {
            for (final int piece : new int[] {2047, 2048, 5000, 1 << 14}) {
                final byte[] received = new byte[message.length];
                final int lane = longer.acquire(true, READER, message.length);
                long written = 0;
                for (long read = 0; read < message.length;) {
                    written += longer.write(lane, null, source.addressOffset() + written, Math.min(piece, message.length - written));
                    read += reader.read(lane, 1, longer.start(lane), read, received, Bytes.BYTES_OFFSET + read, message.length - read);
                }
                assertThat(received).as("pieces of %d", piece).isEqualTo(message);
                longer.release(lane);
            }
        }
    }

    /** Holds S0.14: the parts may have any lengths. */
    @Test
    void shouldMoveAMessageInAnySplit() {
        final long seed = 3;
        final Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            final byte[] message = message(random.nextInt(4 * LANE_LENGTH));
            final byte[] received = new byte[message.length];
            final int lane = lanes.acquire(true, READER, 1);
            long written = 0;
            long read = 0;
            while (read < message.length) {
                if (random.nextBoolean()) {
                    final long part = random.nextInt((int) (message.length - written) + 1);
                    final long taken = lanes.write(lane, message, Bytes.BYTES_OFFSET + written, part);
                    assertThat(taken).as("seed %d", seed).isEqualTo(Math.min(part, LANE_LENGTH - (written - read)));
                    written += taken;
                } else {
                    final long part = random.nextInt((int) (message.length - read) + 1);
                    final long taken = view.read(lane, 1, lanes.start(lane), read, received, Bytes.BYTES_OFFSET + read, part);
                    assertThat(taken).as("seed %d", seed).isEqualTo(Math.min(part, written - read));
                    read += taken;
                }
            }
            assertThat(received).as("seed %d round %d", seed, round).isEqualTo(message);
            lanes.release(lane);
        }
    }

    @Test
    void shouldKeepLanesApart() {
        final byte[][] messages = {message(LANE_LENGTH), message(200), message(100)};
        final int[] taken = new int[LANES];
        for (int i = 0; i < LANES; i++) {
            taken[i] = lanes.acquire(true, READER, 1);
            assertThat(lanes.write(taken[i], messages[i], Bytes.BYTES_OFFSET, messages[i].length)).isEqualTo(messages[i].length);
        }
        for (int i = 0; i < LANES; i++) {
            final byte[] received = new byte[messages[i].length];
            assertThat(view.read(taken[i], 1, 0, 0, received, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(received.length);
            assertThat(received).isEqualTo(messages[i]);
        }
    }

    @Test
    void shouldTakeLanesInRotation() {
        assertThat(takeAll()).containsExactly(0, 1, 2);
        lanes.release(1);
        lanes.release(0);
        assertThat(List.of(lanes.acquire(true, READER, 1), lanes.acquire(true, READER, 1))).containsExactly(0, 1);
        lanes.release(0);
        lanes.release(2);
        assertThat(List.of(lanes.acquire(true, READER, 1), lanes.acquire(true, READER, 1))).containsExactly(2, 0);
    }

    /** Acquires all lanes, and asserts that a lane, which was released last, comes last. */
    private void acquireAgain(final int lane, final int reader) {
        for (int i = 1; i < LANES; i++) {
            lanes.acquire(true, reader, 1);
        }
        assertThat(lanes.acquire(true, reader, 1)).isEqualTo(lane);
    }

    private List<Integer> takeAll() {
        final List<Integer> taken = new ArrayList<>();
        while (lanes.freeCount() > 0) {
            taken.add(lanes.acquire(true, READER, 1));
        }
        return taken;
    }

    @Test
    void shouldReadLanesWhoseOwnerHasCreatedFewer() throws IOException {
        final Path path = directory.resolve("heap-5-0.dat");
        final byte[] message = message(3 * LANE_LENGTH);
        try (StagingLanes fewer = create(path, RANK + 1, GEOMETRY.withLanes(1));
            StagingView reader = StagingView.attach(path, RANK + 1, GEOMETRY, READER)) {
            assertThat(reader.areLanes(0, 1)).isTrue();
            assertThat(reader.areLanes(1, 1)).isFalse();
            final int lane = fewer.acquire(true, READER, message.length);
            final byte[] target = new byte[message.length];
            for (long done = 0; done < message.length;) {
                final long written = fewer.write(lane, message, Bytes.BYTES_OFFSET + done, message.length - done);
                assertThat(written).isBetween(1L, (long) LANE_LENGTH);
                done += reader.read(lane, 1, fewer.start(lane), done, target, Bytes.BYTES_OFFSET + done, message.length - done);
            }
            assertThat(target).isEqualTo(message);
        }
    }

    /** Runs of lanes that begin where an earlier message ended, between other runs. The reader hands them back or not. */
    @ParameterizedTest
    @CsvSource({"0,256", "0,8192", NEVER_FAR_NS + ",256"})
    void shouldCarryMessagesThroughRunsOfLanes(final long farLineNs, final int laneLength) throws IOException {
        final StagingGeometry geometry = new StagingGeometry(16, laneLength, 3);
        final Path path = directory.resolve("heap-6-0.dat");
        final long seed = 5;
        final Random random = new Random(seed);
        try (StagingLanes owner = StagingLanes.create(path, RANK + 2, geometry, farLineNs, rank -> false);
            StagingView reader = StagingView.attach(path, RANK + 2, geometry, READER)) {
            final List<Carried> under = new ArrayList<>();
            for (int step = 0; step < 20_000; step++) {
                final int length = 1 + random.nextInt(6 * laneLength);
                final int lane = random.nextInt(4) == 0 ? owner.acquire(true, READER, length) : StagingLanes.NONE;
                if (lane != StagingLanes.NONE) {
                    under.add(new Carried(lane, owner.run(lane), owner.start(lane), message(length), new byte[length], new int[2]));
                }
                assertThat(owner.freeCount() + under.stream().mapToInt(Carried::run).sum()).as("seed %d", seed).isEqualTo(16);
                if (!under.isEmpty()) {
                    final int index = random.nextInt(under.size());
                    if (under.get(index).move(owner, reader, random.nextInt(2 * laneLength))) {
                        owner.release(under.remove(index).lane());
                    }
                }
            }
        }
    }

    private record Carried(int lane, int run, long start, byte[] message, byte[] received, int[] done) {
        boolean move(final StagingLanes owner, final StagingView reader, final int most) {
            final int left = Math.min(most, message.length - done[0]);
            final int room = (int) owner.ringLength(lane) - (done[0] - done[1]);
            final long written = owner.write(lane, message, Bytes.BYTES_OFFSET + done[0], left);
            assertThat(written).isEqualTo(Math.min(left, room));
            done[0] += (int) written;
            done[1] += (int) reader.read(lane, run, start, done[1], received, Bytes.BYTES_OFFSET + done[1], most / 2);
            if (done[1] == message.length) {
                assertThat(received).isEqualTo(message);
            }
            return done[1] == message.length;
        }
    }

    @Test
    void shouldTakeAsManyLanesAsAMessageFillsOrAQuarter() throws IOException {
        final StagingGeometry geometry = new StagingGeometry(19, LANE_LENGTH, 3);
        assertThat(geometry.longestRun()).isEqualTo(4);
        assertThat(GEOMETRY.longestRun()).isOne();
        try (StagingLanes owner = create(directory.resolve("heap-7-0.dat"), RANK + 3, geometry)) {
            final int[] lengths = {1, LANE_LENGTH, LANE_LENGTH + 1, 3 * LANE_LENGTH, Integer.MAX_VALUE};
            final int[] expected = {1, 1, 2, 4, 4};
            for (int i = 0; i < lengths.length; i++) {
                final int lane = owner.acquire(true, READER, lengths[i]);
                assertThat(owner.run(lane)).as("%d bytes", lengths[i]).isEqualTo(expected[i]);
                assertThat(lane % expected[i]).isZero();
                assertThat(owner.ringLength(lane)).isEqualTo((long) expected[i] * LANE_LENGTH);
            }
            // Lanes 0, 1, 2 to 3, 4 to 7 and 8 to 11 are taken. A message gets fewer lanes than it fills if no longer run is free, but an
            // unrequested one gets none of the reserve.
            assertThat(owner.run(owner.acquire(true, READER, 4L * LANE_LENGTH))).isEqualTo(4);
            assertThat(owner.run(owner.acquire(false, READER, 4L * LANE_LENGTH))).isEqualTo(2);
            assertThat(owner.run(owner.acquire(true, READER, 4L * LANE_LENGTH))).isEqualTo(1);
            assertThat(owner.acquire(true, READER, 1)).isEqualTo(StagingLanes.NONE);
            owner.release(2);
            owner.release(0);
            assertThat(owner.acquire(true, READER, 2L * LANE_LENGTH)).isEqualTo(2);
            assertThat(owner.freeCount()).isOne();
        }
    }

    @Test
    void shouldKeepLanesInReserve() {
        assertThat(lanes.freeCount()).isEqualTo(LANES);
        assertThat(lanes.acquire(false, READER, 1)).isNotEqualTo(StagingLanes.NONE);
        final int second = lanes.acquire(false, READER, 1);
        assertThat(lanes.acquire(false, READER, 1)).isEqualTo(StagingLanes.NONE);
        lanes.acquire(true, READER, 1);
        assertThat(lanes.acquire(true, READER, 1)).isEqualTo(StagingLanes.NONE);
        lanes.release(second);
        assertThat(lanes.acquire(true, READER, 1)).isEqualTo(second);
        assertThat(view.areLanes(0, 1) && view.areLanes(LANES - 1, 1) && view.areLanes(1, 2)).isTrue();
        assertThat(view.areLanes(-1, 1) || view.areLanes(LANES, 1) || view.areLanes(Integer.MAX_VALUE, 1)).isFalse();
        assertThat(view.areLanes(0, 0) || view.areLanes(0, -1) || view.areLanes(2, 2) || view.areLanes(0, 3) ||
            view.areLanes(0, 4) || view.areLanes(1, Integer.MAX_VALUE)).isFalse();
    }

    @Test
    void shouldGiveALongMessageFewLanesOnlyIfItWasRequested() throws IOException {
        final StagingGeometry geometry = new StagingGeometry(64, LANE_LENGTH, 3);
        assertThat(geometry.reserve()).isEqualTo(4);
        try (StagingLanes owner = create(directory.resolve("heap-8-0.dat"), RANK + 4, geometry)) {
            for (int i = 0; i < 57; i++) {
                assertThat(owner.acquire(false, READER, LANE_LENGTH)).isEqualTo(i);
            }
            final long length = 16L * LANE_LENGTH;
            assertThat(owner.acquire(false, READER, length)).isEqualTo(StagingLanes.NONE);
            assertThat(owner.reclaimFor(length)).isTrue();
            assertThat(owner.run(owner.acquire(true, READER, length))).isEqualTo(4);
            assertThat(owner.freeCount()).isEqualTo(3);
            assertThat(owner.reclaimFor(length)).isFalse();
            assertThat(owner.reclaimFor(3L * LANE_LENGTH)).isFalse();
            assertThat(owner.reclaimFor(2L * LANE_LENGTH)).isTrue();
            assertThat(owner.acquire(false, READER, 1)).isEqualTo(StagingLanes.NONE);
            assertThat(owner.acquire(true, READER, 1)).isEqualTo(57);
            // Two more lanes are free, which form no longer run.
            owner.release(10);
            owner.release(20);
            assertThat(owner.run(owner.acquire(true, READER, length))).isEqualTo(2);
            assertThat(owner.freeCount()).isEqualTo(2);
        }
    }

    @Test
    void shouldBeginAtAnotherOffsetInEachLane() throws IOException {
        final int length = 64 * 1024;
        final StagingGeometry geometry = new StagingGeometry(5, length, 3);
        final Path path = directory.resolve("heap-9-0.dat");
        final byte[] message = message(length);
        try (StagingLanes owner = create(path, RANK + 5, geometry);
            StagingView reader = StagingView.attach(path, RANK + 5, geometry, READER)) {
            for (final long start : new long[] {0, 16_384, 32_768, 49_152, 0}) {
                final byte[] received = new byte[length];
                final int lane = owner.acquire(true, READER, length);
                assertThat(owner.start(lane)).isEqualTo(start);
                assertThat(reader.read(lane, 1, start, 0, received, Bytes.BYTES_OFFSET, length)).isZero();
                assertThat(owner.write(lane, message, Bytes.BYTES_OFFSET, length)).isEqualTo(length);
                assertThat(reader.read(lane, 1, start, 0, received, Bytes.BYTES_OFFSET, length)).isEqualTo(length);
                assertThat(received).isEqualTo(message);
            }
        }
    }

    @Test
    void shouldGoOnBehindAMessageThatItsReceiverDidNotRead() {
        final int lane = lanes.acquire(true, READER, 1);
        final byte[] first = message(200);
        assertThat(lanes.write(lane, first, Bytes.BYTES_OFFSET, 200)).isEqualTo(200);
        // The receiver has died, so the consumed word is still 0.
        lanes.release(lane);
        acquireAgain(lane, READER);
        assertThat(lanes.start(lane)).isEqualTo(200);
        final byte[] second = message(300);
        assertThat(lanes.write(lane, second, Bytes.BYTES_OFFSET, 300)).isEqualTo(LANE_LENGTH);
        assertThat(lanes.write(lane, second, Bytes.BYTES_OFFSET, 1)).isZero();
        final byte[] received = new byte[300];
        assertThat(view.read(lane, 1, 200, 0, received, Bytes.BYTES_OFFSET, 300)).isEqualTo(LANE_LENGTH);
        assertThat(lanes.write(lane, second, Bytes.BYTES_OFFSET + LANE_LENGTH, 300 - LANE_LENGTH)).isEqualTo(300 - LANE_LENGTH);
        assertThat(view.read(lane, 1, 200, LANE_LENGTH, received, Bytes.BYTES_OFFSET + LANE_LENGTH, 300)).isEqualTo(300 - LANE_LENGTH);
        assertThat(received).isEqualTo(second);
    }

    @ParameterizedTest
    @ValueSource(longs = {1001, Long.MAX_VALUE, 1L << 32, 700, 0, -1, Long.MIN_VALUE})
    void shouldNoticeAnImpossibleConsumedPosition(final long consumed) {
        final int lane = lanes.acquire(true, READER, 1);
        final byte[] message = message(1000);
        transfer(lane, message);
        file.putLong((int) GEOMETRY.consumedOffset(READER) + lane * Long.BYTES, consumed);
        // The message is longer than the lane, because the owner reads the word only when it runs out of room.
        assertThat(lanes.write(lane, message, Bytes.BYTES_OFFSET, LANE_LENGTH + 1)).isEqualTo(StagingLanes.CORRUPT);
    }

    @ParameterizedTest
    @ValueSource(longs = {999, 1000 + LANE_LENGTH + 1, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1000 + (1L << 32)})
    void shouldNoticeAnImpossibleProducedPosition(final long produced) {
        final int lane = lanes.acquire(true, READER, 1);
        transfer(lane, message(1000));
        file.putLong((int) StagingFileDescriptor.producedOffset(lane), produced);
        final byte[] target = new byte[LANE_LENGTH];
        assertThat(view.read(lane, 1, 1000, 0, target, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(StagingView.CORRUPT);
        assertThat(target).containsOnly(0);
    }

    @Test
    void shouldNotUseTheConsumedWordOfAnEarlierReceiver() throws IOException {
        final int lane = lanes.acquire(true, READER, 1);
        transfer(lane, message(1000));
        lanes.release(lane);
        acquireAgain(lane, 2);
        final byte[] message = message(LANE_LENGTH);
        assertThat(lanes.write(lane, message, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH);
        // The earlier receiver has not noticed yet that its message has ended.
        final byte[] received = new byte[LANE_LENGTH];
        assertThat(view.read(lane, 1, 1000, 0, received, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH);
        assertThat(lanes.write(lane, message, Bytes.BYTES_OFFSET, 1)).isZero();
        try (StagingView other = StagingView.attach(directory.resolve("heap-4-0.dat"), RANK, GEOMETRY, 2)) {
            assertThat(other.read(lane, 1, 1000, 0, received, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH);
        }
        assertThat(received).isEqualTo(message);
        assertThat(lanes.write(lane, message, Bytes.BYTES_OFFSET, 1)).isOne();
    }

    @Test
    void shouldReadOnlyInsideTheLaneFromAnyPosition() {
        final int lane = lanes.acquire(true, READER, 1);
        transfer(lane, message(1000));
        final byte[] target = new byte[LANE_LENGTH];
        for (final long position : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1001, 743}) {
            assertThat(view.read(lane, 1, position, 0, target, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(StagingView.CORRUPT);
        }
        assertThat(view.read(lane, 1, 1000, 0, target, Bytes.BYTES_OFFSET, LANE_LENGTH)).isZero();
    }

    @Test
    void shouldSkipBytesBeforeTheyArrive() {
        final int lane = lanes.acquire(true, READER, 1);
        final byte[] message = message(200);
        final byte[] target = new byte[200];
        assertThat(view.read(lane, 1, 0, 50, target, Bytes.BYTES_OFFSET, 150)).isZero();
        lanes.write(lane, message, Bytes.BYTES_OFFSET, 50);
        assertThat(view.read(lane, 1, 0, 50, target, Bytes.BYTES_OFFSET, 150)).isZero();
        lanes.write(lane, message, Bytes.BYTES_OFFSET + 50, 150);
        assertThat(view.read(lane, 1, 0, 50, target, Bytes.BYTES_OFFSET, 150)).isEqualTo(150);
        assertThat(Arrays.copyOf(target, 150)).isEqualTo(Arrays.copyOfRange(message, 50, 200));
        assertThat(target[150]).isZero();
        assertThat(lanes.write(lane, message(LANE_LENGTH), Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH);
    }

    @Test
    void shouldRefuseTheFileOfAnother() throws IOException {
        final Path path = directory.resolve("heap-4-0.dat");
        assertThatThrownBy(() -> StagingView.attach(path, RANK + 1, GEOMETRY, READER)).isInstanceOf(IOException.class)
            .hasMessageContaining("is not the staging file of rank 5");
        for (final StagingGeometry other : List.of(
            new StagingGeometry(LANES, LANE_LENGTH / 2, 3), new StagingGeometry(LANES, LANE_LENGTH, 300),
            new StagingGeometry(LANES - 1, LANE_LENGTH, 3), new StagingGeometry(LANES + 1, LANE_LENGTH, 300))) {
            assertThatThrownBy(() -> StagingView.attach(path, RANK, other, READER)).isInstanceOf(IOException.class)
                .hasMessageContaining("is not the staging file of rank 4");
        }
        for (final int length : new int[] {0, -1, 3 * LANE_LENGTH / 4, LANE_LENGTH / 2, 2 * LANE_LENGTH, Integer.MIN_VALUE}) {
            file.putInt(StagingFileDescriptor.LANE_LENGTH_OFFSET, length);
            assertThatThrownBy(() -> StagingView.attach(path, RANK, GEOMETRY, READER)).isInstanceOf(IOException.class);
        }
        file.putInt(StagingFileDescriptor.LANE_LENGTH_OFFSET, LANE_LENGTH);
        file.putLong(StagingFileDescriptor.MAGIC_OFFSET, RegionFileDescriptor.MAGIC);
        assertThatThrownBy(() -> StagingView.attach(path, RANK, GEOMETRY, READER)).isInstanceOf(IOException.class);
        lanes.delete();
        assertThatThrownBy(() -> StagingView.attach(path, RANK, GEOMETRY, READER)).isInstanceOf(NoSuchFileException.class);
    }

    private void transfer(final int lane, final byte[] message) {
        final byte[] target = new byte[message.length];
        for (long done = 0; done < message.length;) {
            lanes.write(lane, message, Bytes.BYTES_OFFSET + done, message.length - done);
            done += view.read(lane, 1, lanes.start(lane), done, target, Bytes.BYTES_OFFSET + done, message.length - done);
        }
    }

    private static byte[] message(final int length) {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
