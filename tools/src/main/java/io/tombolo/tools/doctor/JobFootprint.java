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
package io.tombolo.tools.doctor;

import io.tombolo.ringbuffers.collective.CollectiveFileDescriptor;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobFileDescriptor;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.pair.PairFileDescriptor;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.region.StagingGeometry;
import java.util.function.IntFunction;

/**
 * The space that the files of a job take at most, in bytes, without memory regions of applications: every rank sends to every other, also
 * long messages from private memory, and has one file of slots for its communicators and windows. Latency histograms do not count: a rank
 * goes on without them if there is no room.
 *
 * @param job   length of the job file
 * @param rank  length of one rank file
 * @param lanes length of the staging lanes of one rank
 * @param slots length of the first file for collective operations of one rank
 * @param pair  length of one pair file
 * @param ranks number of ranks
 */
public record JobFootprint(long job, long rank, long lanes, long slots, long pair, int ranks) {
    private static final long BLOCK_LENGTH = 4096;

    static JobFootprint of(final JobGeometry geometry, final int ranks) {
        return new JobFootprint(
            blocks(JobFileDescriptor.length(ranks)),
            blocks(RankFileDescriptor.length(geometry, ranks)),
            blocks(new StagingGeometry(geometry.intValue(GeometrySetting.STAGING_LANES),
                geometry.intValue(GeometrySetting.STAGING_LANE_LENGTH), ranks).fileLength()),
            blocks(CollectiveFileDescriptor.FILE_LENGTH),
            blocks(PairFileDescriptor.fileLength(PairGeometry.of(geometry))), ranks);
    }

    /** Rounds a length up to whole pages of the file system. */
    private static long blocks(final long length) {
        return (length + BLOCK_LENGTH - 1) / BLOCK_LENGTH * BLOCK_LENGTH;
    }

    /** Length of the longest file. */
    long longest() {
        return Math.max(Math.max(job, rank), Math.max(Math.max(lanes, slots), pair));
    }

    /** Sum of the lengths of all files of one rank, without those of its pairs. */
    long ofRank() {
        return rank + lanes + slots;
    }

    /** Sum of the lengths of all files. */
    long total() {
        return job + ranks * ofRank() + (long) ranks * (ranks - 1) * pair;
    }

    /** Maximum number of ranks of a job that fits; {@code geometries} gives the sizes by number of ranks. */
    static int mostRanks(final IntFunction<JobGeometry> geometries, final long bytes) {
        int fits = 0;
        int tooMany = JobFileDescriptor.MAX_RANKS + 1;
        while (tooMany - fits > 1) {
            final int middle = (fits + tooMany) >>> 1;
            if (of(geometries.apply(middle), middle).total() <= bytes) {
                fits = middle;
            } else {
                tooMany = middle;
            }
        }
        return fits;
    }
}
