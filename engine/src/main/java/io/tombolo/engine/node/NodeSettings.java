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
package io.tombolo.engine.node;

import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import io.tombolo.ringbuffers.region.StagingGeometry;

/**
 * The sizes and thresholds of a rank. All but the window shift and the absent timeout are equal on all ranks of the job.
 * Immutable.
 *
 * @param geometry    sizes and thresholds of the job.
 * @param pair        sizes of a pair file.
 * @param staging     sizes of a staging file.
 * @param windowShift log2 of the length in bytes of the windows in which this rank maps memory regions, its own and those of its peers.
 * @param absentNs    longest wait of a send for a rank that no process has joined as, in nanoseconds; {@link Long#MAX_VALUE} for no limit.
 */
public record NodeSettings(JobGeometry geometry, PairGeometry pair, StagingGeometry staging, int windowShift, long absentNs) {
    /**
     * Derives the settings of a rank from those of the job.
     *
     * @param geometry    sizes and thresholds of the job.
     * @param ranks       number of ranks.
     * @param windowShift log2 of the length of a window, bytes.
     * @param absentNs    longest wait for a rank that no process has joined as, nanoseconds.
     * @return settings.
     */
    static NodeSettings of(final JobGeometry geometry, final int ranks, final int windowShift, final long absentNs) {
        final StagingGeometry staging = new StagingGeometry(
            geometry.intValue(GeometrySetting.STAGING_LANES), geometry.intValue(GeometrySetting.STAGING_LANE_LENGTH), ranks);
        return new NodeSettings(geometry, PairGeometry.of(geometry), staging, windowShift, absentNs);
    }

    /**
     * Returns a size or threshold of the job.
     *
     * @param setting which one.
     * @return its value, in the unit of the setting.
     */
    public long value(final GeometrySetting setting) {
        return geometry.value(setting);
    }

    /**
     * Returns a size or threshold of the job as an int.
     *
     * @param setting whose values fit an int.
     * @return its value, in the unit of the setting.
     */
    public int intValue(final GeometrySetting setting) {
        return geometry.intValue(setting);
    }

    /**
     * Returns the longest payload that travels in a ring.
     *
     * @return bytes.
     */
    public int inlineLimit() {
        return PairGeometry.inlineLimit(geometry);
    }

    /**
     * Returns how many bytes of a long message travel in its envelope.
     *
     * @return bytes: the setting, or less if a record of the ring has no room for that many.
     */
    public int rtsBytes() {
        final int most = StampedSlotDescriptor.maxBodyLength(intValue(GeometrySetting.RING_SLOTS));
        return Math.min(intValue(GeometrySetting.RTS_BYTES), most - StampedSlotDescriptor.BODY_LENGTH);
    }
}
