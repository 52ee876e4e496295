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
package io.tombolo.ringbuffers.pair;

import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import org.agrona.BitUtil;

/**
 * Sizes of a pair file; equal on all ranks of a job.
 *
 * @param ringKind      how records lie in the ring.
 * @param ringSlots     capacity of the ring in units of 64 bytes, a power of two from 16 to {@link #MAX_RECORDS}.
 * @param packets       packets in the pool, 1 to {@link #MAX_PACKETS}.
 * @param packetLength  payload of a packet in bytes, a multiple of 64 up to {@link #MAX_PACKET_LENGTH}.
 * @param returnRecords capacity of the return ring in records, a power of two from 16 to {@link #MAX_RECORDS}.
 */
public record PairGeometry(RingKind ringKind, int ringSlots, int packets, int packetLength, int returnRecords) {
    /** Largest pool: a packet's index travels in 16 bits. */
    public static final int MAX_PACKETS = 1 << 15;

    /** Smallest ring, in slots or records. */
    public static final int MIN_RECORDS = 16;

    /** Largest ring, in slots or records. */
    public static final int MAX_RECORDS = 1 << 20;

    /** Largest payload of a packet. Bytes. */
    public static final int MAX_PACKET_LENGTH = 1 << 20;

    /**
     * Checks each component against its range.
     *
     * @param ringKind      how records lie in the ring.
     * @param ringSlots     capacity of the ring in slots.
     * @param packets       in the pool.
     * @param packetLength  payload of a packet in bytes.
     * @param returnRecords capacity of the return ring in records.
     * @throws IllegalArgumentException naming the component that is out of range and its value.
     */
    public PairGeometry {
        check(isCapacity(ringSlots), "ringSlots", ringSlots);
        check(packets >= 1 && packets <= MAX_PACKETS, "packets", packets);
        check(packetLength > 0 && packetLength <= MAX_PACKET_LENGTH && packetLength % PairFileDescriptor.LINE_LENGTH == 0,
            "packetLength", packetLength);
        check(isCapacity(returnRecords), "returnRecords", returnRecords);
    }

    /**
     * Takes the sizes of a pair file from those of its job.
     *
     * @param job sizes and thresholds of the job.
     * @return sizes of each of its pair files.
     */
    public static PairGeometry of(final JobGeometry job) {
        return new PairGeometry(
            RingKind.of(job.value(GeometrySetting.RING_KIND)), job.intValue(GeometrySetting.RING_SLOTS),
            job.intValue(GeometrySetting.PACKETS), job.intValue(GeometrySetting.PACKET_LENGTH),
            job.intValue(GeometrySetting.RETURN_RECORDS));
    }

    /**
     * Returns the longest payload that travels in a ring of the job.
     *
     * @param job sizes and thresholds of the job.
     * @return bytes: what is set, or what a record or a packet has room for if that is less.
     */
    public static int inlineLimit(final JobGeometry job) {
        final int most = StampedSlotDescriptor.maxBodyLength(job.intValue(GeometrySetting.RING_SLOTS));
        return Math.min(job.intValue(GeometrySetting.INLINE_LIMIT), Math.min(most, job.intValue(GeometrySetting.PACKET_LENGTH)));
    }

    private static boolean isCapacity(final int records) {
        return BitUtil.isPowerOfTwo(records) && records >= MIN_RECORDS && records <= MAX_RECORDS;
    }

    private static void check(final boolean holds, final String name, final int value) {
        if (!holds) {
            throw new IllegalArgumentException("out of range: " + name + "=" + value);
        }
    }
}
