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
package io.tombolo.jmh.stress;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.region.StagingFileDescriptor;
import io.tombolo.ringbuffers.region.StagingGeometry;
import io.tombolo.ringbuffers.region.StagingLanes;
import io.tombolo.ringbuffers.region.StagingView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests a staging lane, whose bytes the owner writes and one receiver reads.
 */
public final class StagingStress {
    private static final int LANES = 1 << 14;
    private static final int LANE_LENGTH = 64;
    private static final byte OLD = 9;
    private static final byte NEW = 5;
    private static final int MIXED = -1;
    private static final StagingGeometry GEOMETRY = new StagingGeometry(LANES, LANE_LENGTH, 2);
    private static final Side SILENT = new Side(Integer.MAX_VALUE);
    private static final Side ASKING = new Side(0);

    private StagingStress() {
    }

    /** Both sides of a staging file, and its memory. */
    private static final class Side {
        private final StagingLanes owner;
        private final StagingView receiver;
        private final UnsafeBuffer file;

        /** With a limit of 0 ns for a cache line, the owner asks its receiver to hand lines back. */
        Side(final long farLineNs) {
            try {
                final Path directory = Files.createTempDirectory("tombolo-stress");
                final Path path = directory.resolve("lanes");
                owner = StagingLanes.create(path, 0, GEOMETRY, farLineNs, reader -> false);
                receiver = StagingView.attach(path, 0, GEOMETRY, 1);
                file = MappedFile.attach(path, -1, false).buffer(0, (int) GEOMETRY.fileLength());
                owner.delete();
                Files.delete(directory);
            } catch (final IOException exception) {
                throw new UncheckedIOException(exception);
            }
        }

        int acquire() {
            synchronized (owner) {
                return owner.acquire(true, 1, LANE_LENGTH);
            }
        }

        /** Releases a lane. Returns whether the next message may use it. */
        boolean giveBack(final int lane) {
            synchronized (owner) {
                owner.release(lane);
                return owner.tryReclaim(lane);
            }
        }
    }

    /** A lane whose messages start in the middle, so that they wrap. An actor or the arbiter of each test releases it. */
    private static final class Lane {
        private static final int BEGIN = 24;

        private final int lane;
        private final byte[] source = new byte[LANE_LENGTH];
        private final byte[] target = new byte[LANE_LENGTH];
        private final long start;
        private long done;

        Lane() {
            lane = SILENT.acquire();
            start = SILENT.owner.start(lane);
            write(OLD, BEGIN);
            read(BEGIN);
            write(OLD, LANE_LENGTH);
        }

        int write(final byte value, final int length) {
            Arrays.fill(source, value);
            return (int) SILENT.owner.write(lane, source, Bytes.BYTES_OFFSET, length);
        }

        /** Returns the value of all bytes that were read, 0 if there were none, or {@link #MIXED}. */
        int read(final int length) {
            final long bytes = SILENT.receiver.read(lane, 1, start, done, target, Bytes.BYTES_OFFSET, length);
            done += bytes;
            for (int i = 0; i < bytes; i++) {
                if (target[i] != target[0]) {
                    return MIXED;
                }
            }
            return bytes == 0 ? 0 : target[0];
        }

        void release() {
            SILENT.giveBack(lane);
        }
    }

    /** Bytes are visible when they count as produced. The release store of the produced word and its acquire load are partners. */
    @JCStressTest
    @Outcome(id = "0, 64", expect = Expect.ACCEPTABLE, desc = "Read before the bytes were published.")
    @Outcome(id = "5, 64", expect = Expect.ACCEPTABLE, desc = "Read after: all bytes are new, also behind the wrap.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Bytes were read that had not been written.")
    @State
    public static class Produce {
        private final Lane lane = new Lane();

        /** Leaves old bytes in the lane. */
        public Produce() {
            lane.read(LANE_LENGTH);
        }

        /** Writes a message as long as the lane. */
        @Actor
        public void owner(final II_Result result) {
            result.r2 = lane.write(NEW, LANE_LENGTH);
        }

        /** Reads once. */
        @Actor
        public void receiver(final II_Result result) {
            result.r1 = lane.read(LANE_LENGTH);
        }

        /** Releases the lane. */
        @Arbiter
        public void end(final II_Result result) {
            lane.release();
        }
    }

    /** Bytes are overwritten only after they were read. The release store of the consumed word and its acquire load are partners. */
    @JCStressTest
    @Outcome(id = "9, 0", expect = Expect.ACCEPTABLE, desc = "The owner looked before the bytes were free: the lane is full.")
    @Outcome(id = "9, 64", expect = Expect.ACCEPTABLE, desc = "The owner wrote over the old bytes after they had been read.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Old bytes were overwritten before they had been read.")
    @State
    public static class Consume {
        private final Lane lane = new Lane();

        /** Reads the old bytes. */
        @Actor
        public void receiver(final II_Result result) {
            result.r1 = lane.read(LANE_LENGTH);
        }

        /** Writes as many bytes as are free. */
        @Actor
        public void owner(final II_Result result) {
            result.r2 = lane.write(NEW, LANE_LENGTH);
        }

        /** Releases the lane. */
        @Arbiter
        public void end(final II_Result result) {
            lane.release();
        }
    }

    /**
     * A receiver that hands lines back stores to them, but not after the owner has given the message up and uses the lane again. The fence
     * in HandbackWords.begin and the volatile store in HandbackWords.withdraw are partners.
     */
    @JCStressTest
    @Outcome(id = "64, 0", expect = Expect.ACCEPTABLE, desc = "The owner saw the mark: the lane waits for the receiver.")
    @Outcome(id = "64, 5", expect = Expect.ACCEPTABLE, desc = "The lane was free, and the next message is whole.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The receiver overwrote the next message.")
    @State
    public static class HandBack {
        private final int lane = ASKING.acquire();
        private final int data = (int) StagingFileDescriptor.dataOffset(LANES) + lane * LANE_LENGTH;
        private final long start = ASKING.owner.start(lane);
        private final byte[] target = new byte[LANE_LENGTH];
        private boolean isFree;

        /** Writes a message as long as the lane. */
        public HandBack() {
            Arrays.fill(target, OLD);
            ASKING.owner.write(lane, target, Bytes.BYTES_OFFSET, LANE_LENGTH);
        }

        /** Reads, and hands the line back if that is allowed. */
        @Actor
        public void receiver(final II_Result result) {
            result.r1 = (int) ASKING.receiver.read(lane, 1, start, 0, target, Bytes.BYTES_OFFSET, LANE_LENGTH);
            while (ASKING.receiver.handBack()) {
                Thread.onSpinWait();
            }
        }

        /** Gives the message up and writes the next one if the lane is free. */
        @Actor
        public void owner() {
            isFree = ASKING.giveBack(lane);
            if (isFree) {
                ASKING.file.setMemory(data, LANE_LENGTH, NEW);
            }
        }

        /** Looks at the bytes of the lane. */
        @Arbiter
        public void end(final II_Result result) {
            result.r2 = isFree ? NEW : 0;
            for (int i = 0; isFree && i < LANE_LENGTH; i++) {
                result.r2 = ASKING.file.getByte(data + i) == NEW ? result.r2 : MIXED;
            }
        }
    }
}
