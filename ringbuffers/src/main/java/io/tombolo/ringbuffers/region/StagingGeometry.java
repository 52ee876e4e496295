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

import org.agrona.BitUtil;

/**
 * Sizes of a staging file, the same at its owner and at its readers.
 *
 * @param lanes      count, positive.
 * @param laneLength bytes of data of each, a power of two.
 * @param ranks      of the job, each of which may read.
 */
public record StagingGeometry(int lanes, int laneLength, int ranks) {
    // An envelope has 16 bits for the number of one.
    private static final int MOST_LANES = (1 << 16) - 1;
    private static final int LONG_MESSAGES = 4;
    private static final int RESERVED_PART = 16;

    /**
     * Checks the sizes.
     *
     * @param lanes      count, positive.
     * @param laneLength bytes of data of each, a power of two.
     * @param ranks      of the job, each of which may read.
     * @throws IllegalArgumentException if the file would pass 1 GiB, or a lane is not a power of two.
     */
    public StagingGeometry {
        final long length = StagingFileDescriptor.fileLength(lanes, laneLength, ranks);
        if (lanes < 1 || lanes > MOST_LANES || ranks < 1 || !BitUtil.isPowerOfTwo(laneLength) || length > 1 << 30) {
            throw new IllegalArgumentException(
                "no staging file of " + length + " bytes: lanes=" + lanes + " laneLength=" + laneLength + " ranks=" + ranks);
        }
    }

    /**
     * Returns the geometry with another number of lanes.
     *
     * @param count positive.
     * @return geometry.
     */
    public StagingGeometry withLanes(final int count) {
        return new StagingGeometry(count, laneLength, ranks);
    }

    /**
     * Returns the most lanes that one message takes: four long messages fit.
     *
     * @return count, a power of two.
     */
    public int longestRun() {
        return Integer.highestOneBit(Math.max(1, lanes / LONG_MESSAGES));
    }

    /**
     * Returns the lanes that are kept for messages whose receiver has asked for them.
     *
     * @return count, at least one; so a single lane is for such messages alone.
     */
    public int reserve() {
        return Math.max(1, lanes / RESERVED_PART);
    }

    /**
     * Returns the lanes that a message fills, or as many as it may have.
     *
     * @param length of the message in bytes.
     * @return count, a power of two.
     */
    public int run(final long length) {
        final int most = longestRun();
        return length >= (long) most * laneLength ? most :
            BitUtil.findNextPositivePowerOfTwo((int) ((length + laneLength - 1) / laneLength));
    }

    /**
     * Returns the length of the whole file.
     *
     * @return bytes.
     */
    public long fileLength() {
        return StagingFileDescriptor.fileLength(lanes, laneLength, ranks);
    }

    /**
     * Returns where the words begin that one reader writes.
     *
     * @param reader rank.
     * @return offset in bytes.
     */
    public long consumedOffset(final int reader) {
        return StagingFileDescriptor.consumedOffset(lanes, laneLength, reader);
    }
}
