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
package io.tombolo.tools.inspect;

import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.RingKind;
import io.tombolo.ringbuffers.pair.RingReading;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;

/**
 * What one rank has sent to another one, between their last incarnations.
 * <p>
 * The source publishes both of its counts when it waits, and now and then while it works. The number of the last record in the ring brings
 * the count of messages up to date, unless the source has sent thousands of messages since.
 *
 * @param source      rank that sends
 * @param destination rank that receives
 * @param messages    messages that have left, of communicators and of endpoints
 * @param ringBytes   bytes of the ring that were written, in its units of allocation: short messages and the envelopes of others
 * @param besideRing  payload bytes of messages that were not in the ring: in packets, lanes and regions
 */
public record PairTraffic(int source, int destination, long messages, long ringBytes, long besideRing) {
    private static final long STAMPED_NUMBERS = 1 << 13;
    private static final long AGRONA_NUMBERS = 1L << Integer.SIZE;

    /**
     * Counts what has left in a pair.
     *
     * @param pair     as it was read
     * @param geometry sizes of the job's pairs
     * @return counts that are not negative, whatever the files hold
     */
    public static PairTraffic of(final PairView pair, final PairGeometry geometry) {
        final RingReading<?> ring = pair.reading() == null ? null : pair.reading().ring();
        return of(pair.source(), pair.destination(), pair.sends().messages(), pair.sends().besideRing(), ring, geometry);
    }

    /**
     * Counts what has left in a pair.
     *
     * @param source      rank that sends
     * @param destination rank that receives
     * @param shown       messages that have left as the source has published them
     * @param besideRing  payload bytes of these messages that were not in the ring
     * @param ring        from source to destination; null if it cannot be read
     * @param geometry    sizes of the job's pairs
     * @return counts that are not negative, whatever the files hold
     */
    public static PairTraffic of(
        final int source, final int destination, final long shown, final long besideRing, final RingReading<?> ring,
        final PairGeometry geometry) {
        final long messages = Math.max(0, shown);
        if (ring == null) {
            return new PairTraffic(source, destination, messages, 0, Math.max(0, besideRing));
        }
        final boolean isStamped = geometry.ringKind() == RingKind.STAMPED;
        final long tail = Math.max(0, ring.tail());
        final int unit = isStamped ? StampedSlotDescriptor.HALF_LENGTH : 1;
        return new PairTraffic(source, destination, messages + since(messages, ring, isStamped ? STAMPED_NUMBERS : AGRONA_NUMBERS),
            Math.min(tail, Long.MAX_VALUE / unit) * unit, Math.max(0, besideRing));
    }

    /** Counts the messages that have left since the source has published their number. Records keep only the low bits of it. */
    private static long since(final long shown, final RingReading<?> ring, final long numbers) {
        final PacketType type = PacketType.of(ring.lastType());
        if (type == null || !ring.damage().isEmpty()) {
            return 0;
        }
        final boolean isMessage =
            type == PacketType.SHORT || type == PacketType.EAGER || type == PacketType.RTS || type == PacketType.EP_SEND;
        final long next = Integer.toUnsignedLong(ring.lastSequence()) + (isMessage ? 1 : 0);
        final long more = Math.floorMod(next - shown, numbers);
        // More than half of the numbers: the record is older than the count.
        return more < numbers >>> 1 ? more : 0;
    }

    /**
     * Returns the bytes that were moved from the source to the destination.
     *
     * @return sum of both counts
     */
    public long bytes() {
        return ringBytes > Long.MAX_VALUE - besideRing ? Long.MAX_VALUE : ringBytes + besideRing;
    }
}
