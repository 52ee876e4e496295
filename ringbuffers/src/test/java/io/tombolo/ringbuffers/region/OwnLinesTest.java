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

import static io.tombolo.ringbuffers.region.StagingFileDescriptor.NOBODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lines that the sender clears before it copies to them: they hold zeros where all else holds ones. All readers are far. */
@Timeout(30)
class OwnLinesTest {
    private static final int LANES = 16;
    private static final int LANE_LENGTH = 32 * 1024;
    private static final int PART = 16 * 1024;
    private static final int READER = 1;
    private static final int OTHER = 2;
    private static final StagingGeometry GEOMETRY = new StagingGeometry(LANES, LANE_LENGTH, 3);
    private static final int LIMIT = 2 * LANE_LENGTH;
    private static final int DATA_OFFSET = (int) StagingFileDescriptor.dataOffset(LANES);
    private static final byte ONE = 1;

    @TempDir
    Path directory;

    private final byte[] ones = new byte[LIMIT];
    private StagingLanes lanes;
    private MappedFile mapped;
    private UnsafeBuffer file;

    @BeforeEach
    void open() throws IOException {
        final Path path = directory.resolve("heap-0-0.dat");
        lanes = StagingLanes.create(path, 0, GEOMETRY, 0, LIMIT, reader -> false);
        mapped = MappedFile.attach(path, -1, false);
        file = mapped.buffer(0, (int) GEOMETRY.fileLength());
        Arrays.fill(ones, ONE);
        fill();
    }

    @AfterEach
    void close() {
        mapped.close();
        lanes.close();
    }

    private void fill() {
        file.setMemory(DATA_OFFSET, LANES * LANE_LENGTH, ONE);
    }

    private int acquire(final int length) {
        return lanes.acquire(true, READER, length);
    }

    private void write(final int lane, final int bytes) {
        assertThat(lanes.write(lane, ones, Bytes.BYTES_OFFSET, bytes)).isEqualTo(bytes);
    }

    private int send(final int length) {
        final int lane = acquire(length);
        write(lane, length);
        return lane;
    }

    private static int parts(final StagingLanes owner) {
        int parts = 0;
        while (owner.ownAhead()) {
            parts++;
        }
        return parts;
    }

    /** So many bytes of a run of lanes from one position on are zeros, and no others of all lanes; the last one of a part may be either. */
    private void assertThatZerosAre(final int lane, final int count, final long position, final int length) {
        final int ring = count * LANE_LENGTH;
        for (int i = 0; i < LANES * LANE_LENGTH; i++) {
            final int behind = (int) (i - lane * LANE_LENGTH - position & ring - 1);
            final boolean isZero = i / LANE_LENGTH >= lane && i / LANE_LENGTH < lane + count && behind < length;
            if (behind != length - 1 && behind != PART - 1) {
                assertThat(file.getByte(DATA_OFFSET + i)).as("byte %d of all lanes", i).isEqualTo(isZero ? 0 : ONE);
            }
        }
    }

    /** Some parts ahead, then the rest, and not what lies behind the message. */
    @Test
    void shouldBeMadeOwnBeforeTheCopy() {
        final int length = LANE_LENGTH - 1000;
        final int lane = acquire(length);
        final long start = lanes.start(lane);
        write(lane, 1000);
        assertThatZerosAre(lane, 1, start + 1000, PART - 1000);
        write(lane, PART - 1000);
        assertThatZerosAre(lane, 1, 0, 0);
        write(lane, 1000);
        assertThatZerosAre(lane, 1, start + PART + 1000, length - PART - 1000);
    }

    @Test
    void shouldBeMadeOwnInLongPartsWhereLongOnesAreCopied() {
        final int lane = acquire(LIMIT);
        write(lane, PART - 1000);
        final int part = 4 * (PART - 1000);
        assertThat(file.getByte(DATA_OFFSET + lane * LANE_LENGTH + part - 2)).isZero();
        assertThat(file.getByte(DATA_OFFSET + lane * LANE_LENGTH + part)).isEqualTo(ONE);
    }

    @Test
    void shouldAskForMessagesThatAreShortOrLongerThanTheLimitOrTheirLanes() throws IOException {
        assertThat(asked(file, acquire(LIMIT))).isEqualTo(NOBODY);
        assertThat(asked(file, acquire(LIMIT + 1))).isNotEqualTo(NOBODY);
        assertThat(asked(file, acquire(8192))).isEqualTo(NOBODY);
        assertThat(asked(file, acquire(8191))).isNotEqualTo(NOBODY);
        final Path path = directory.resolve("heap-1-0.dat");
        try (StagingLanes small = StagingLanes.create(path, 1, new StagingGeometry(1, LANE_LENGTH, 3), 0, LIMIT, reader -> false);
            MappedFile shown = MappedFile.attach(path, -1, false)) {
            final int lane = small.acquire(true, READER, LANE_LENGTH + 1);
            assertThat(asked(shown.buffer(0, DATA_OFFSET), lane)).isNotEqualTo(NOBODY);
        }
    }

    private static long asked(final UnsafeBuffer words, final int lane) {
        return words.getLong((int) StagingFileDescriptor.askedOffset(lane));
    }

    @Test
    void shouldBeMadeOwnForTheNextMessageAndNotOnceMore() {
        final int length = PART + 5000;
        final int lane = send(length);
        fill();
        assertThat(lanes.ownAhead()).isTrue();
        // A lane starts elsewhere in its own ring than the one before it.
        final long start = file.getLong((int) StagingFileDescriptor.producedOffset(lane + 1));
        assertThatZerosAre(lane + 1, 1, start, PART);
        assertThat(parts(lanes)).isOne();
        assertThatZerosAre(lane + 1, 1, start, length);
        fill();
        assertThat(acquire(length)).isEqualTo(lane + 1);
        assertThat(lanes.start(lane + 1)).isEqualTo(start);
        write(lane + 1, 1000);
        assertThatZerosAre(lane + 1, 1, 0, 0);
    }

    @Test
    void shouldGoOnWithinTheMessageWhereTheTimeBeforeItWasShort() {
        final int length = 2 * PART;
        final int lane = send(length);
        lanes.ownAhead();
        fill();
        assertThat(acquire(length)).isEqualTo(lane + 1);
        write(lane + 1, 1000);
        assertThatZerosAre(lane + 1, 1, 0, 0);
        write(lane + 1, PART);
        assertThatZerosAre(lane + 1, 1, lanes.start(lane + 1) + PART + 1000, PART - 1000);
    }

    /** The last two lanes may be taken by one message, and then come the first two. */
    @Test
    void shouldBeginAgainAtTheFirstLane() {
        final int length = 2 * LANE_LENGTH;
        for (int lane = 0; lane < LANES; lane += 2) {
            assertThat(acquire(length)).isEqualTo(lane);
            write(lane, length);
            lanes.release(lane);
        }
        fill();
        final long start = file.getLong((int) StagingFileDescriptor.producedOffset(0));
        assertThat(lanes.ownAhead()).isTrue();
        assertThatZerosAre(0, 2, start, PART);
        assertThat(parts(lanes)).isEqualTo(length / PART - 1);
    }

    @Test
    void shouldBeLeftAloneAsLongAsTheyCarryAMessage() {
        final int first = send(2 * LANE_LENGTH);
        for (int lane = 2; lane < LANES; lane++) {
            assertThat(send(LANE_LENGTH)).isEqualTo(lane);
        }
        assertThat(parts(lanes)).isZero();
        assertThatZerosAre(0, 1, 0, 0);
        lanes.release(first);
        assertThat(parts(lanes)).isEqualTo(LANE_LENGTH / PART);
        assertThat(lanes.acquire(true, READER, 1)).isEqualTo(first);
    }

    @Test
    void shouldBeLeftAloneBehindAMessageThatAsks() {
        final int first = send(LANE_LENGTH);
        assertThat(parts(lanes)).isEqualTo(LANE_LENGTH / PART);
        lanes.release(acquire(LIMIT + 1));
        fill();
        assertThat(parts(lanes)).isZero();
        assertThatZerosAre(0, 1, 0, 0);
        for (int lane = 8; lane < LANES; lane++) {
            assertThat(send(1)).isEqualTo(lane);
        }
        final int again = acquire(LANE_LENGTH);
        assertThat(again).as("the lane that was ready").isEqualTo(first + 1);
        write(again, 1000);
        assertThatZerosAre(again, 1, lanes.start(again) + 1000, PART - 1000);
    }

    @Test
    void shouldBeLeftAloneWhereMessagesHaveEndedThatMayStillBeRead() {
        send(LANE_LENGTH);
        assertThat(lanes.ownAhead()).isTrue();
        lanes.expectNone();
        assertThat(parts(lanes)).isZero();
    }

    @Test
    void shouldBeLeftAloneForNearReaders() throws IOException {
        try (StagingLanes near = StagingLanes.create(directory.resolve("heap-2-0.dat"), 2, GEOMETRY, 1_000_000, LIMIT, reader -> false)) {
            assertThat(near.write(near.acquire(true, READER, LANE_LENGTH), ones, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH);
            assertThat(near.ownAhead()).isFalse();
        }
    }

    /** The last lane of nine is no run of two: behind it stand the words of readers. */
    @Test
    void shouldBeOfLanesAloneWhereTheLastOnesAreFewerThanARun() throws IOException {
        final StagingGeometry odd = new StagingGeometry(9, LANE_LENGTH, 3);
        final Path path = directory.resolve("heap-3-0.dat");
        try (StagingLanes owner = StagingLanes.create(path, 3, odd, 0, LIMIT, reader -> false);
            MappedFile shown = MappedFile.attach(path, -1, false)) {
            final int data = (int) StagingFileDescriptor.dataOffset(9);
            final int behind = (int) odd.fileLength() - data - 9 * LANE_LENGTH;
            for (int lane = 0; lane < 8; lane += 2) {
                assertThat(owner.acquire(true, READER, 2 * LANE_LENGTH)).isEqualTo(lane);
                owner.write(lane, ones, Bytes.BYTES_OFFSET, 2 * LANE_LENGTH);
                owner.release(lane);
            }
            final UnsafeBuffer last = shown.buffer(data + 8 * LANE_LENGTH, LANE_LENGTH + behind);
            last.setMemory(0, LANE_LENGTH + behind, ONE);
            assertThat(owner.ownAhead()).isTrue();
            for (int i = 0; i < LANE_LENGTH + behind; i++) {
                assertThat(last.getByte(i)).isEqualTo(ONE);
            }
            assertThat(owner.acquire(true, READER, 2 * LANE_LENGTH)).isZero();
        }
    }

    /** The lane of the next message is that of the last: its lines are made own from where that ends, and when it has ended. */
    @Test
    void shouldBeMadeOwnFromWhereTheMessageBeforeEnds() throws IOException {
        final int length = 20_000;
        final Path path = directory.resolve("heap-4-0.dat");
        final StagingGeometry single = new StagingGeometry(1, LANE_LENGTH, 3);
        try (StagingLanes owner = StagingLanes.create(path, 4, single, 0, LIMIT, reader -> false);
            MappedFile shown = MappedFile.attach(path, -1, false)) {
            final int lane = owner.acquire(true, READER, length);
            owner.write(lane, ones, Bytes.BYTES_OFFSET, length);
            assertThat(owner.ownAhead()).isFalse();
            owner.release(lane);
            final UnsafeBuffer data = shown.buffer((int) StagingFileDescriptor.dataOffset(1), LANE_LENGTH);
            data.setMemory(0, LANE_LENGTH, ONE);
            assertThat(owner.ownAhead()).isTrue();
            for (int i = 0; i < LANE_LENGTH; i++) {
                final int behind = i - length & LANE_LENGTH - 1;
                if (behind != PART - 1 && i != LANE_LENGTH - 1) {
                    assertThat(data.getByte(i)).as("byte %d", i).isEqualTo(behind < PART ? 0 : ONE);
                }
            }
        }
    }

    /** Copies to such lines are fast whoever has read them: they say nothing about that reader. Below zero, all that are timed are slow. */
    @Test
    void shouldNotTellWhetherTheirReaderIsFar() throws IOException {
        try (StagingLanes owner = StagingLanes.create(directory.resolve("heap-5-0.dat"), 5, GEOMETRY, -1, LIMIT, reader -> false)) {
            int messages = 0;
            while (parts(owner) == 0) {
                assertThat(messages++).as("messages until the reader is found out to be far").isLessThan(10_000);
                sendAndRelease(owner, READER);
            }
            for (int i = 0; i < 10_000; i++) {
                sendAndRelease(owner, OTHER);
                assertThat(parts(owner)).as("%d messages to another", i).isZero();
                sendAndRelease(owner, READER);
                assertThat(parts(owner)).isEqualTo(LANE_LENGTH / PART);
            }
        }
    }

    private void sendAndRelease(final StagingLanes owner, final int reader) {
        final int lane = owner.acquire(true, reader, LANE_LENGTH);
        owner.write(lane, ones, Bytes.BYTES_OFFSET, LANE_LENGTH);
        owner.release(lane);
    }
}
