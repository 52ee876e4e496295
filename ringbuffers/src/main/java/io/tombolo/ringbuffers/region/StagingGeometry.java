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
    private static final int LONG_MESSAGES = 4;

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
        if (lanes < 1 || ranks < 1 || !BitUtil.isPowerOfTwo(laneLength) || length > 1 << 30) {
            throw new IllegalArgumentException(
                "no staging file of " + length + " bytes: lanes=" + lanes + " laneLength=" + laneLength + " ranks=" + ranks);
        }
    }

    /**
     * Returns fewer, or more, of the same lanes.
     *
     * @param count positive.
     * @return geometry.
     */
    public StagingGeometry withLanes(final int count) {
        return new StagingGeometry(count, laneLength, ranks);
    }

    /**
     * Returns the most lanes that one message takes: four long ones fit in.
     *
     * @return count, a power of two.
     */
    public int longestRun() {
        return Integer.highestOneBit(Math.max(1, lanes / LONG_MESSAGES));
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
