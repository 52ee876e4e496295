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

import static io.tombolo.ringbuffers.line.HandbackWords.NOBODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The receiver of a lane hands cache lines back on request, which means that it stores to them. */
@Timeout(30)
class LaneHandbackTest {
    private static final int LANES = 4;
    private static final int LANE_LENGTH = 16 * 1024;
    private static final int LINE_LENGTH = 64;
    private static final int READER = 1;
    private static final int OTHER = 2;
    private static final StagingGeometry GEOMETRY = new StagingGeometry(LANES, LANE_LENGTH, 3);

    @TempDir
    Path directory;

    private final byte[] message = new byte[LANE_LENGTH];
    private final byte[] received = new byte[LANE_LENGTH];
    private StagingLanes lanes;
    private StagingView view;
    private StagingView otherView;
    private MappedFile mapped;
    private UnsafeBuffer file;
    private boolean isDead;

    @BeforeEach
    void open() throws IOException {
        final Path path = directory.resolve("heap-0-0.dat");
        lanes = StagingLanes.create(path, 0, GEOMETRY, 0, reader -> isDead && reader == READER);
        view = StagingView.attach(path, 0, GEOMETRY, READER);
        otherView = StagingView.attach(path, 0, GEOMETRY, OTHER);
        mapped = MappedFile.attach(path, -1, false);
        file = mapped.buffer(0, (int) GEOMETRY.fileLength());
        new Random(1).nextBytes(message);
    }

    @AfterEach
    void close() {
        mapped.close();
        otherView.close();
        view.close();
        lanes.close();
    }

    private int send(final int length) {
        final int lane = lanes.acquire(true, READER, length);
        assertThat(lanes.write(lane, message, Bytes.BYTES_OFFSET, length)).isEqualTo(length);
        return lane;
    }

    private static int handAllBack(final StagingView reader) {
        int turns = 0;
        while (reader.handBack()) {
            turns++;
        }
        return turns;
    }

    private int read(final StagingView reader, final int lane) {
        return (int) reader.read(lane, 1, lanes.start(lane), 0, received, Bytes.BYTES_OFFSET, LANE_LENGTH);
    }

    private int consumedOffset(final int lane) {
        return (int) GEOMETRY.consumedOffset(READER) + lane * Long.BYTES;
    }

    /** Stores the mark that a receiver sets before it stores to the lane, and clears afterwards. */
    private void storing(final int lane, final long name) {
        file.putLong(consumedOffset(lane) + (int) StagingFileDescriptor.activeDistance(LANES), name);
    }

    private long asked(final int lane) {
        return asked(file, lane);
    }

    @Test
    void shouldRequestAHandbackAsLongAsTheMessageHasTheLane() {
        final int lane = send(12_345);
        assertThat(asked(lane)).isEqualTo(StagingFileDescriptor.wholeName(lanes.start(lane), 1, READER)).isNotEqualTo(NOBODY);
        assertThat(read(view, lane)).isEqualTo(12_345);
        assertThat(received).startsWith(Arrays.copyOf(message, 12_345));
        assertThat(file.getLong(consumedOffset(lane))).isEqualTo(lanes.start(lane) + 12_345);
        assertThat(handAllBack(view)).isPositive();
        assertThat(file.getLong(consumedOffset(lane) + (int) StagingFileDescriptor.activeDistance(LANES))).isEqualTo(NOBODY);
        lanes.release(lane);
        assertThat(lanes.freeCount()).isEqualTo(LANES);
        assertThat(lanes.tryReclaim(lane)).isTrue();
        assertThat(asked(lane)).isEqualTo(NOBODY);
    }

    @Test
    void shouldNameAMessageThatIsLongerThanItsLanesDifferently() {
        final int lane = lanes.acquire(true, READER, LANE_LENGTH + 1);
        assertThat(lanes.run(lane)).isOne();
        lanes.write(lane, message, Bytes.BYTES_OFFSET, LANE_LENGTH);
        assertThat(asked(lane)).isEqualTo(StagingFileDescriptor.name(lanes.start(lane), 1, READER));
        assertThat(read(view, lane)).isEqualTo(LANE_LENGTH);
        assertThat(handAllBack(view)).as("lines handed back before the owner may write there again").isZero();
    }

    /** Each turn hands a part of a message back. When the queue is full, the oldest messages have been handed back. */
    @Test
    void shouldHandReadLinesBackInTurns() {
        final int first = send(LANE_LENGTH);
        assertThat(view.read(first, 1, lanes.start(first), 0, received, Bytes.BYTES_OFFSET, 1000)).isEqualTo(1000);
        assertThat(view.read(first, 1, lanes.start(first), 1000, received, Bytes.BYTES_OFFSET, LANE_LENGTH)).isEqualTo(LANE_LENGTH - 1000);
        final int turns = handAllBack(view);
        assertThat(turns).isBetween(2, LANE_LENGTH / LINE_LENGTH);
        for (int messages = 1; messages < LANES; messages++) {
            read(view, send(LANE_LENGTH));
        }
        assertThat(handAllBack(view)).isEqualTo(2 * turns);
    }

    @Test
    void shouldNotHandBackAfterTheRequestWasWithdrawn() {
        final int lane = send(LANE_LENGTH);
        read(view, lane);
        lanes.release(lane);
        assertThat(lanes.tryReclaim(lane)).isTrue();
        assertThat(handAllBack(view)).as("turns until the reader notices the withdrawal").isOne();
    }

    @Test
    void shouldGiveEachMessageItsOwnName() {
        final Set<Long> names = new HashSet<>();
        for (final long start : new long[] {0, 1, LANE_LENGTH, 1L << 47}) {
            for (int run = 1; run <= 1 << 15; run <<= 1) {
                for (final int reader : new int[] {0, 1, 512, 1023}) {
                    assertThat(names.add(StagingFileDescriptor.name(start, run, reader))).isTrue();
                    assertThat(names.add(StagingFileDescriptor.wholeName(start, run, reader))).isTrue();
                }
            }
        }
        assertThat(names).doesNotContain(NOBODY);
    }

    private int acquirable() {
        int count = 0;
        while (lanes.acquire(true, READER, 1) != StagingLanes.NONE) {
            count++;
        }
        return count;
    }

    @Test
    void shouldKeepALaneUntilItsReceiverHasFinishedStoring() {
        final int lane = send(LANE_LENGTH);
        storing(lane, asked(lane));
        file.putLong(consumedOffset(lane), -1);
        lanes.release(lane);
        assertThat(lanes.tryReclaim(lane)).as("reclaimed while the receiver stores, with a damaged word").isFalse();
        assertThat(acquirable()).isEqualTo(LANES - 1);
        assertThat(lanes.tryReclaim(lane)).as("reclaimed at the second attempt").isFalse();
        storing(lane, NOBODY);
        assertThat(lanes.tryReclaim(lane)).isTrue();
        assertThat(lanes.acquire(true, READER, LANE_LENGTH)).isEqualTo(lane);
    }

    /** A lane whose receiver stores to it is not free, and the reserve for requested messages consists of other lanes. */
    @Test
    void shouldNotCountLanesUnderHandbackAsReserve() {
        final int lane = send(LANE_LENGTH);
        storing(lane, asked(lane));
        lanes.release(lane);
        int unasked = 0;
        while (lanes.acquire(false, READER, LANE_LENGTH) != StagingLanes.NONE) {
            unasked++;
        }
        assertThat(unasked).isEqualTo(LANES - 1 - GEOMETRY.reserve());
        assertThat(lanes.reclaimFor(LANE_LENGTH)).isTrue();
        assertThat(acquirable()).isEqualTo(GEOMETRY.reserve());
        assertThat(lanes.reclaimFor(LANE_LENGTH)).isFalse();
        storing(lane, NOBODY);
        assertThat(lanes.reclaimFor(LANE_LENGTH)).isTrue();
    }

    /** The owner keeps the whole run, and no lane beside it. */
    @Test
    void shouldKeepARunThatItsReceiverStoresTo() throws IOException {
        final StagingGeometry eight = new StagingGeometry(8, LANE_LENGTH, 3);
        final Path path = directory.resolve("heap-6-0.dat");
        try (StagingLanes owner = StagingLanes.create(path, 6, eight, 0, reader -> false);
            MappedFile shown = MappedFile.attach(path, -1, false)) {
            final UnsafeBuffer words = shown.buffer(0, (int) eight.fileLength());
            final int run = owner.acquire(true, READER, 2 * LANE_LENGTH);
            assertThat(owner.run(run)).isEqualTo(2);
            final int storing = (int) (eight.consumedOffset(READER) + run * Long.BYTES + StagingFileDescriptor.activeDistance(8));
            words.putLong(storing, words.getLong((int) StagingFileDescriptor.requestOffset(run)));
            owner.release(run);
            for (int lane = 0; lane < 8; lane++) {
                assertThat(owner.tryReclaim(lane)).as("lane %d", lane).isEqualTo(lane != run && lane != run + 1);
            }
            words.putLong(storing, NOBODY);
            assertThat(owner.tryReclaim(run + 1)).isTrue();
            words.putLong(storing, words.getLong((int) StagingFileDescriptor.requestOffset(run)));
            assertThat(owner.tryReclaim(run)).as("reclaimed in spite of a mark without a request").isTrue();
        }
    }

    @Test
    void shouldReclaimLanesOfAReceiverThatDiedWhileItStored() {
        final int first = send(LANE_LENGTH);
        final int second = send(LANE_LENGTH);
        storing(first, asked(first));
        storing(second, asked(second));
        lanes.release(first);
        assertThat(lanes.tryReclaim(first)).isFalse();
        isDead = true;
        lanes.release(second);
        assertThat(lanes.tryReclaim(first)).isTrue();
        assertThat(lanes.tryReclaim(second)).isTrue();
        assertThat(acquirable()).isEqualTo(LANES);
    }

    @Test
    void shouldNotKeepLanesForAnotherName() {
        for (final int bit : new int[] {0, 10, 15, 16, 63}) {
            final int lane = send(LANE_LENGTH);
            storing(lane, asked(lane) ^ 1L << bit);
            lanes.release(lane);
            assertThat(lanes.tryReclaim(lane)).isTrue();
        }
    }

    /** The owner ends a message at any moment. It uses the lane for the next one to the same receiver at once if the lane is free. */
    @ParameterizedTest
    @ValueSource(ints = {LANE_LENGTH, LANE_LENGTH + 1})
    void shouldNotStoreToLanesThatCarryAnotherMessage(final int length) throws IOException {
        final StagingGeometry one = new StagingGeometry(1, LANE_LENGTH, 3);
        final Path path = directory.resolve("heap-3-0.dat");
        try (StagingLanes lane = StagingLanes.create(path, 3, one, 0, reader -> false);
            StagingView reader = StagingView.attach(path, 3, one, READER);
            MappedFile shown = MappedFile.attach(path, -1, false)) {
            final UnsafeBuffer data = shown.buffer(StagingFileDescriptor.dataOffset(1), LANE_LENGTH);
            int given = 0;
            for (int round = 0; round < 2000; round++) {
                assertThat(lane.acquire(true, READER, length)).isZero();
                lane.write(0, message, Bytes.BYTES_OFFSET, LANE_LENGTH);
                final long start = lane.start(0);
                final AtomicBoolean isReading = new AtomicBoolean();
                final CompletableFuture<Long> read = CompletableFuture.supplyAsync(() -> {
                    isReading.set(true);
                    final long bytes = reader.read(0, 1, start, 0, received, Bytes.BYTES_OFFSET, LANE_LENGTH);
                    handAllBack(reader);
                    return bytes;
                });
                while (!isReading.get()) {
                    Thread.onSpinWait();
                }
                lane.release(0);
                if (lane.tryReclaim(0)) {
                    given++;
                    assertThat(lane.acquire(true, READER, length)).isZero();
                    assertThatNobodyStores(data, read);
                    lane.release(0);
                }
                read.join();
                assertThat(lane.tryReclaim(0)).isTrue();
            }
            assertThat(given).isPositive();
        }
    }

    /** A line that is handed back too late, when the owner may already write to it, would overwrite the next bytes. */
    @Test
    void shouldReceiveAMessageThatIsLongerThanItsLanesWhileItHandsThemBack() throws IOException {
        final StagingGeometry one = new StagingGeometry(1, 4096, 3);
        final Path path = directory.resolve("heap-7-0.dat");
        try (StagingLanes owner = StagingLanes.create(path, 7, one, 0, reader -> false);
            StagingView reader = StagingView.attach(path, 7, one, READER)) {
            final byte[] sent = new byte[16 << 20];
            new Random(2).nextBytes(sent);
            final byte[] got = new byte[sent.length];
            assertThat(owner.acquire(true, READER, sent.length)).isZero();
            final long start = owner.start(0);
            final CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> {
                long done = 0;
                while (done < got.length) {
                    done += reader.read(0, 1, start, done, got, Bytes.BYTES_OFFSET + done, got.length - done);
                    reader.handBack();
                }
            });
            long written = 0;
            while (written < sent.length && !reading.isDone()) {
                written += owner.write(0, sent, Bytes.BYTES_OFFSET + written, sent.length - written);
            }
            reading.join();
            assertThat(got).isEqualTo(sent);
        }
    }

    /** A damaged envelope names lanes of a message to another rank. Its start may be valid. */
    @Test
    void shouldNotStoreToLanesOfAMessageToAnother() {
        final int lane = send(LANE_LENGTH);
        final UnsafeBuffer data = new UnsafeBuffer(file, (int) StagingFileDescriptor.dataOffset(LANES) + lane * LANE_LENGTH, LANE_LENGTH);
        assertThatNobodyStores(data, CompletableFuture.supplyAsync(() -> {
            int bytes = 0;
            for (int i = 0; i < 100_000; i++) {
                bytes += read(otherView, lane);
                handAllBack(otherView);
            }
            return bytes;
        }));
    }

    private static void assertThatNobodyStores(final UnsafeBuffer data, final CompletableFuture<?> read) {
        byte value = 0;
        try {
            while (!read.isDone()) {
                data.setMemory(0, LANE_LENGTH, ++value);
                assertThatAllAre(data, value);
            }
        } finally {
            read.join();
        }
        assertThatAllAre(data, value);
    }

    private static void assertThatAllAre(final UnsafeBuffer data, final byte value) {
        for (int i = 0; i < LANE_LENGTH && value != 0; i += Long.BYTES) {
            assertThat(data.getLong(i)).isEqualTo((value & 0xFF) * 0x0101_0101_0101_0101L);
        }
    }

    /** With a limit below zero, each timed copy counts as slow. */
    @Test
    void shouldRequestHandbackFromTheReaderOfSlowCopies() throws IOException {
        final int part = 8192;
        final Path path = directory.resolve("heap-5-0.dat");
        try (StagingLanes timed = StagingLanes.create(path, 5, GEOMETRY, -1, reader -> false);
            MappedFile shown = MappedFile.attach(path, -1, false)) {
            int unasked = 0;
            while (unasked < 10_000 && !isAsked(timed, shown, OTHER, part - 1)) {
                unasked++;
            }
            assertThat(unasked).as("messages in parts that are too short to be timed").isEqualTo(10_000);
            unasked = 0;
            while (unasked < 10_000 && !isAsked(timed, shown, OTHER, part)) {
                unasked++;
            }
            assertThat(unasked).as("messages before the first request").isBetween(LANES, 9_999);
            assertThat(isAsked(timed, shown, READER, part)).as("a request to another reader").isFalse();
        }
    }

    private static long asked(final UnsafeBuffer words, final int lane) {
        return words.getLong((int) StagingFileDescriptor.requestOffset(lane));
    }

    private boolean isAsked(final StagingLanes timed, final MappedFile shown, final int reader, final int part) {
        final int lane = timed.acquire(true, reader, LANE_LENGTH);
        for (int done = 0; done < LANE_LENGTH; done += part) {
            timed.write(lane, message, Bytes.BYTES_OFFSET, Math.min(part, LANE_LENGTH - done));
        }
        final boolean isAsked = shown.buffer(StagingFileDescriptor.requestOffset(lane), Long.BYTES).getLong(0) != NOBODY;
        timed.release(lane);
        return isAsked;
    }
}
