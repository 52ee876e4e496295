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
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class StagingLanesTest {
    private static final int LANES = 3;
    private static final int LANE_LENGTH = 256;
    private static final int RANK = 4;
    private static final int READER = 1;
    private static final StagingGeometry GEOMETRY = new StagingGeometry(LANES, LANE_LENGTH, 3);

    @TempDir
    Path directory;

    private StagingLanes lanes;
    private StagingView view;
    private UnsafeBuffer file;

    @BeforeEach
    void open() throws IOException {
        final Path path = directory.resolve("heap-4-0.dat");
        lanes = StagingLanes.create(path, RANK, GEOMETRY);
        view = StagingView.attach(path, RANK, GEOMETRY, READER);
        file = MappedFile.attach(path, -1, false).buffer(0, (int) GEOMETRY.fileLength());
    }

    @AfterEach
    void close() {
        view.close();
        lanes.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64, 255, 256, 257, 1000})
    void shouldMoveAMessageInChunksOfAnySize(final int chunk) {
        for (final int length : new int[] {1, 255, 256, 257, 1023, 5000}) {
            final byte[] message = message(length);
            final byte[] received = new byte[length];
            final int lane = lanes.acquire(0, READER);
            final long start = lanes.start(lane);
            long written = 0;
            long read = 0;
            while (read < length) {
                written += lanes.write(lane, message, Bytes.BYTES_OFFSET + written, Math.min(chunk, length - written));
                read += view.read(lane, start, read, received, Bytes.BYTES_OFFSET + read, Math.min(chunk, length - read));
            }
            assertThat(received).as("%d bytes in chunks of %d", length, chunk).isEqualTo(message);
            lanes.release(lane);
        }
    }

    /** Long pieces from outside the heap, which go by the C library where it is bound, also across the end of the lane. */
    @Test
    void shouldMoveLongPiecesFromOutsideTheHeap() throws IOException {
        final StagingGeometry geometry = new StagingGeometry(1, 1 << 14, 3);
        final Path path = directory.resolve("heap-4-1.dat");
        final byte[] message = message(300_000);
        final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(message.length));
        source.putBytes(0, message);
        try (StagingLanes longer = StagingLanes.create(path, RANK, geometry);
            StagingView reader = StagingView.attach(path, RANK, geometry, READER)) {
            for (final int piece : new int[] {2047, 2048, 5000, 1 << 14}) {
                final byte[] received = new byte[message.length];
                final int lane = longer.acquire(0, READER);
                long written = 0;
                for (long read = 0; read < message.length;) {
                    written += longer.write(lane, null, source.addressOffset() + written, Math.min(piece, message.length - written));
                    read += reader.read(lane, longer.start(lane), read, received, Bytes.BYTES_OFFSET + read, message.length - read);
                }
                assertThat(received).as("pieces of %d", piece).isEqualTo(message);
                longer.release(lane);
            }
        }
    }

    @Test
    void shouldMoveAMessageInAnySplit() {
        final long seed = 3;
        final Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            final byte[] message = message(random.nextInt(4 * LANE_LENGTH));
            final byte[] received = new byte[message.length];
            final int lane = lanes.acquire(0, READER);
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
                    final long taken = view.read(lane, lanes.start(lane), read, received, Bytes.BYTES_OFFSET + read, part);
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
            taken[i] = lanes.acquire(0, READER);
            assertThat(lanes.write(taken[i], messages[i], Bytes.BYTES_OFFSET, messages[i].length)).isEqualTo(messages[i].length);
        }
        for (int i = 0; i < LANES; i++) {
            final byte[] received = new byte[messages[i].length];
            assertThat(view.read(taken[i], 0, 0, received, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(received.length);
            assertThat(received).isEqualTo(messages[i]);
        }
    }

    @Test
    void shouldTakeTheLaneThatIsFreeForLongest() {
        final List<Integer> first = takeAll();
        assertThat(first).doesNotHaveDuplicates();
        lanes.release(first.get(1));
        lanes.release(first.get(0));
        assertThat(lanes.acquire(0, READER)).isEqualTo(first.get(1));
        lanes.release(first.get(2));
        lanes.release(first.get(1));
        assertThat(List.of(lanes.acquire(0, READER), lanes.acquire(0, READER), lanes.acquire(0, READER)))
            .containsExactly(first.get(0), first.get(2), first.get(1));
    }

    /** It is the last to be taken. */
    private void acquireAgain(final int lane, final int reader) {
        for (int i = 1; i < LANES; i++) {
            lanes.acquire(0, reader);
        }
        assertThat(lanes.acquire(0, reader)).isEqualTo(lane);
    }

    private List<Integer> takeAll() {
        final List<Integer> taken = new ArrayList<>();
        while (lanes.freeCount() > 0) {
            taken.add(lanes.acquire(0, READER));
        }
        return taken;
    }

    @Test
    void shouldReadLanesThatTheirOwnerHasMadeShorter() throws IOException {
        final Path path = directory.resolve("heap-5-0.dat");
        final byte[] message = message(3 * LANE_LENGTH);
        try (StagingLanes shorter = StagingLanes.create(path, RANK + 1, GEOMETRY.withLaneLength(LANE_LENGTH / 4));
            StagingView reader = StagingView.attach(path, RANK + 1, GEOMETRY, READER)) {
            final int lane = shorter.acquire(0, READER);
            final byte[] target = new byte[message.length];
            for (long done = 0; done < message.length;) {
                final long written = shorter.write(lane, message, Bytes.BYTES_OFFSET + done, message.length - done);
                assertThat(written).isBetween(1L, LANE_LENGTH / 4L);
                done += reader.read(lane, shorter.start(lane), done, target, Bytes.BYTES_OFFSET + done, message.length - done);
            }
            assertThat(target).isEqualTo(message);
        }
    }

    @Test
    void shouldKeepLanesInReserve() {
        assertThat(lanes.freeCount()).isEqualTo(LANES);
        assertThat(lanes.acquire(LANES, READER)).isEqualTo(StagingLanes.NONE);
        assertThat(lanes.acquire(2, READER)).isNotEqualTo(StagingLanes.NONE);
        assertThat(lanes.acquire(2, READER)).isEqualTo(StagingLanes.NONE);
        final int second = lanes.acquire(1, READER);
        lanes.acquire(0, READER);
        assertThat(lanes.acquire(0, READER)).isEqualTo(StagingLanes.NONE);
        lanes.release(second);
        assertThat(lanes.acquire(0, READER)).isEqualTo(second);
        assertThat(lanes.laneLength()).isEqualTo(LANE_LENGTH);
        assertThat(view.isLane(0) && view.isLane(LANES - 1)).isTrue();
        assertThat(view.isLane(-1) || view.isLane(LANES) || view.isLane(Integer.MAX_VALUE)).isFalse();
    }

    @Test
    void shouldGoOnWhereAnEarlierReceiverLeftOffWithoutReading() {
        final int lane = lanes.acquire(0, READER);
        final byte[] first = message(200);
        assertThat(lanes.write(lane, first, Bytes.BYTES_OFFSET, 200)).isEqualTo(200);
        // Its receiver died: the consumed word still says 0.
        lanes.release(lane);
        acquireAgain(lane, READER);
        assertThat(lanes.start(lane)).isEqualTo(200);
        final byte[] second = message(300);
        assertThat(lanes.write(lane, second, Bytes.BYTES_OFFSET, 300)).isEqualTo(LANE_LENGTH);
        assertThat(lanes.write(lane, second, Bytes.BYTES_OFFSET, 1)).isZero();
        final byte[] received = new byte[300];
        assertThat(view.read(lane, 200, 0, received, Bytes.BYTES_OFFSET, 300)).isEqualTo(LANE_LENGTH);
        assertThat(lanes.write(lane, second, Bytes.BYTES_OFFSET + LANE_LENGTH, 300 - LANE_LENGTH)).isEqualTo(300 - LANE_LENGTH);
        assertThat(view.read(lane, 200, LANE_LENGTH, received, Bytes.BYTES_OFFSET + LANE_LENGTH, 300)).isEqualTo(300 - LANE_LENGTH);
        assertThat(received).isEqualTo(second);
    }

    @ParameterizedTest
    @ValueSource(longs = {1001, Long.MAX_VALUE, 1L << 32, 700, 0, -1, Long.MIN_VALUE})
    void shouldNoticeAConsumedPositionThatCannotBe(final long consumed) {
        final int lane = lanes.acquire(0, READER);
        final byte[] message = message(1000);
        transfer(lane, message);
        file.putLong((int) GEOMETRY.consumedOffset(READER) + lane * Long.BYTES, consumed);
        // More than there can be room for: the word is looked at where room runs out.
        assertThat(lanes.write(lane, message, Bytes.BYTES_OFFSET, LANE_LENGTH + 1)).isEqualTo(StagingLanes.CORRUPT);
    }

    @ParameterizedTest
    @ValueSource(longs = {999, 1000 + LANE_LENGTH + 1, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1000 + (1L << 32)})
    void shouldNoticeAProducedPositionThatCannotBe(final long produced) {
        final int lane = lanes.acquire(0, READER);
        transfer(lane, message(1000));
        file.putLong((int) StagingFileDescriptor.laneOffset(lane, LANE_LENGTH) + StagingFileDescriptor.PRODUCED_OFFSET, produced);
        final byte[] target = new byte[LANE_LENGTH];
        assertThat(view.read(lane, 1000, 0, target, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(StagingView.CORRUPT);
        assertThat(target).containsOnly(0);
    }

    @Test
    void shouldNotTakeTheWordOfAnEarlierReceiverForTheOneOfThisMessage() throws IOException {
        final int lane = lanes.acquire(0, READER);
        transfer(lane, message(1000));
        lanes.release(lane);
        acquireAgain(lane, 2);
        final byte[] message = message(LANE_LENGTH);
        assertThat(lanes.write(lane, message, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH);
        // The earlier receiver has not noticed yet that its message has ended.
        final byte[] received = new byte[LANE_LENGTH];
        assertThat(view.read(lane, 1000, 0, received, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH);
        assertThat(lanes.write(lane, message, Bytes.BYTES_OFFSET, 1)).isZero();
        try (StagingView other = StagingView.attach(directory.resolve("heap-4-0.dat"), RANK, GEOMETRY, 2)) {
            assertThat(other.read(lane, 1000, 0, received, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH);
        }
        assertThat(received).isEqualTo(message);
        assertThat(lanes.write(lane, message, Bytes.BYTES_OFFSET, 1)).isOne();
    }

    @Test
    void shouldReadInsideTheLaneFromAnyNamedPosition() {
        final int lane = lanes.acquire(0, READER);
        transfer(lane, message(1000));
        final byte[] target = new byte[LANE_LENGTH];
        for (final long position : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1001, 743}) {
            assertThat(view.read(lane, position, 0, target, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(StagingView.CORRUPT);
        }
        assertThat(view.read(lane, 1000, 0, target, Bytes.BYTES_OFFSET, LANE_LENGTH)).isZero();
    }

    @Test
    void shouldLeaveOutBytesThatAreNotWantedBeforeTheyAreThere() {
        final int lane = lanes.acquire(0, READER);
        final byte[] message = message(200);
        final byte[] target = new byte[200];
        assertThat(view.read(lane, 0, 50, target, Bytes.BYTES_OFFSET, 150)).isZero();
        lanes.write(lane, message, Bytes.BYTES_OFFSET, 50);
        assertThat(view.read(lane, 0, 50, target, Bytes.BYTES_OFFSET, 150)).isZero();
        lanes.write(lane, message, Bytes.BYTES_OFFSET + 50, 150);
        assertThat(view.read(lane, 0, 50, target, Bytes.BYTES_OFFSET, 150)).isEqualTo(150);
        assertThat(Arrays.copyOf(target, 150)).isEqualTo(Arrays.copyOfRange(message, 50, 200));
        assertThat(target[150]).isZero();
        assertThat(lanes.write(lane, message(LANE_LENGTH), Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH);
    }

    @Test
    void shouldRefuseTheFileOfAnother() throws IOException {
        final Path path = directory.resolve("heap-4-0.dat");
        assertThatThrownBy(() -> StagingView.attach(path, RANK + 1, GEOMETRY, READER)).isInstanceOf(IOException.class)
            .hasMessageContaining("is not the staging file of rank 5");
        for (final StagingGeometry other : List.of(GEOMETRY.withLaneLength(LANE_LENGTH / 2), new StagingGeometry(LANES, LANE_LENGTH, 300),
            new StagingGeometry(LANES + 1, LANE_LENGTH, 3))) {
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
            done += view.read(lane, lanes.start(lane), done, target, Bytes.BYTES_OFFSET + done, message.length - done);
        }
    }

    private static byte[] message(final int length) {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
