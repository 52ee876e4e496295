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
package io.tombolo.ringbuffers.job;

/**
 * A size or threshold that all ranks of a job share: the creator of the job file writes it and every other rank must agree.
 * Lengths are in bytes.
 */
public enum GeometrySetting {
    /** Which ring a pair uses. */
    RING_KIND(0, "tombolo.ring.kind", 0, 0, 1, 1, "pair ring: 0 stamped slots, 1 Agrona one-to-one"),

    /** Slots of 64 bytes of a pair ring. */
    RING_SLOTS(1, "tombolo.ring.slots", 1024, 16, 1 << 20, GeometrySetting.POWER_OF_TWO, "64-byte slots of a pair ring"),

    /** Pool packets of a pair. */
    PACKETS(2, "tombolo.packets", 16, 1, 1 << 15, 1, "packets in the pool of a pair"),

    /** Payload length of a pool packet. */
    PACKET_LENGTH(3, "tombolo.packet.length", 8192, 64, 1 << 20, 64, "payload bytes of a packet"),

    /** Records of 32 bytes of a return ring. */
    RETURN_RECORDS(4, "tombolo.return.records", 1024, 16, 1 << 20, GeometrySetting.POWER_OF_TWO, "32-byte records of a return ring"),

    /** Longest payload that travels inside a ring record; at most what an eighth of the ring carries, and a packet. */
    INLINE_LIMIT(5, "tombolo.inline.limit", 8192, 0, 8192, 1, "longest payload that travels in the ring, in bytes"),

    /** Length from which messages in registered memory go by get. */
    REGISTERED_LIMIT(6, "tombolo.registered.limit", 4096, 0, Long.MAX_VALUE, 1,
        "messages in registered memory go by get from this length, in bytes"),

    /** Staging lanes of a rank. */
    STAGING_LANES(7, "tombolo.staging.lanes", 64, 1, 1024, 1, "staging lanes of a rank"),

    /** Length of a staging lane. */
    STAGING_LANE_LENGTH(8, "tombolo.staging.lane.length", 1 << 16, 4096, 1 << 30, GeometrySetting.POWER_OF_TWO,
        "bytes of a staging lane"),

    /** Bytes after which a staged sender publishes. */
    STAGING_CHUNK(9, "tombolo.staging.chunk", 16 << 10, 64, 1 << 30, 64, "most bytes staged between two publications"),

    /** Unexpected eager bytes that a source may have at a rank. */
    UNEXPECTED_BYTES(10, "tombolo.unexpected.bytes", 8 << 20, 0, Long.MAX_VALUE, 1,
        "unexpected eager bytes held of one source before its sends turn into rendezvous"),

    /** Most matching nodes of a rank: it makes them as it needs them. */
    MATCH_NODES(11, "tombolo.match.nodes", 1 << 20, 64, 1 << 22, 1, "most 64-byte matching nodes of a rank"),

    /** Most long sends of a rank that may be pending. */
    PENDING_SENDS(12, "tombolo.pending.sends", 1 << 20, 1, 1 << 24, 1, "most long sends of a rank that are pending at once"),

    /** Memory regions of a rank. */
    REGIONS(13, "tombolo.regions", 1024, 1, 1 << 16, 1, "most memory regions of a rank"),

    /** Bytes of a registered message that are exposed at once. */
    EXPOSURE_LIMIT(14, "tombolo.exposure.limit", Long.MAX_VALUE, 1, Long.MAX_VALUE, 1,
        "bytes of a registered message that one control packet exposes"),

    /** Posted receives in the head of a rank's list, which stands for a matching engine. */
    MATCH_HEAD(15, "tombolo.match.head", Long.MAX_VALUE, 0, Long.MAX_VALUE, 1,
        "posted receives in the head of a rank's list; those behind it move over in order"),

    /** Shared window locks that may go past an exclusive one that waits. */
    WINDOW_BYPASSES(16, "tombolo.window.bypasses", 16, 0, Long.MAX_VALUE, 1,
        "shared window locks granted past an exclusive one that waits"),

    /** First bytes of a long message that travel in its envelope. */
    RTS_BYTES(17, "tombolo.rts.bytes", 0, 0, 4048, 1, "first bytes of a long message that travel in its envelope"),

    /**
     * Nanoseconds a line from which on a copy into a staging lane is slow (copies of 4 to 16 KiB). Zen 5: 1.1 to 1.8 where who has read the
     * lines shares a cache with the writer, 7.5 to 11 where it does not, but 2.5 to 3.6 by string instructions, and 3 to 5 where it has
     * stored to them. Zen 4: 2 to 6, and 10 to 25.
     */
    STAGING_FAR_NS(18, "tombolo.staging.far.ns", 7, 0, 1_000_000_000, 1,
        "nanoseconds a line from which on a copy into a staging lane is slow, and who has read it far; 0: all are"),

    /** Bytes up to which messages to a far receiver have the lines of their lanes made the sender's own, on JDK 17 to 21 and x86-64. */
    STAGING_OWN_LIMIT(19, "tombolo.staging.own.limit", 1 << 20, 0, Long.MAX_VALUE, 1,
        "bytes up to which a sender itself takes lines of a staging lane back from a far receiver, on JDK 17 to 21");

    /** Marks a setting whose values are powers of two. */
    static final long POWER_OF_TWO = 0;

    // 4 MiB of slots, and 256 KiB.
    private static final long SLOTS_OF_ALL_RINGS = 1 << 16;
    private static final long LONGEST_DEFAULT_RING = 1 << 12;

    private final int code;
    private final String propertyName;
    private final long defaultValue;
    private final long min;
    private final long max;
    private final long multiple;
    private final String description;

    GeometrySetting(
        final int code,
        final String propertyName,
        final long defaultValue,
        final long min,
        final long max,
        final long multiple,
        final String description) {
        this.code = code;
        this.propertyName = propertyName;
        this.defaultValue = defaultValue;
        this.min = min;
        this.max = max;
        this.multiple = multiple;
        this.description = description;
    }

    /**
     * Place of the value in the job file.
     *
     * @return the code.
     */
    public int code() {
        return code;
    }

    /**
     * Name of the property that sets it.
     *
     * @return such as {@code tombolo.ring.slots}.
     */
    public String propertyName() {
        return propertyName;
    }

    /**
     * Value without a setting, where the job's size is not known: in a job of many ranks.
     *
     * @return the default.
     */
    public long defaultValue() {
        return defaultValue;
    }

    /**
     * Value without a setting. Rings are as long as all of the job have room for in 4 MiB, but at most 256 KiB, so that they stay in the
     * second cache of a core: of 1 MiB, windows of 1 KiB take 1.2 to 1.4 times as long, half trips of 4 KiB 1.03 to 1.1, those of 8 bytes
     * as long. Of 64 KiB, windows of 8 KiB take 1.6 times as long (bench latency, rate and bandwidth, both JDKs, near).
     *
     * @param ranks of the job, positive.
     * @return the default.
     */
    public long defaultValue(final int ranks) {
        if (this != RING_SLOTS || ranks == 1) {
            return defaultValue;
        }
        final long pairs = (long) ranks * (ranks - 1);
        return Math.max(defaultValue, Math.min(LONGEST_DEFAULT_RING, Long.highestOneBit(SLOTS_OF_ALL_RINGS / pairs)));
    }

    /**
     * Least value allowed.
     *
     * @return the minimum.
     */
    public long min() {
        return min;
    }

    /**
     * Greatest value allowed.
     *
     * @return the maximum.
     */
    public long max() {
        return max;
    }

    /**
     * Whether only powers of two are allowed.
     *
     * @return true if so.
     */
    public boolean isPowerOfTwo() {
        return multiple == POWER_OF_TWO;
    }

    /**
     * What it is, in one line for people.
     *
     * @return the description.
     */
    public String description() {
        return description;
    }

    /**
     * Check a value.
     *
     * @param value to check.
     * @return the value.
     * @throws IllegalArgumentException with one line that names the property, the value and what is allowed.
     */
    public long check(final long value) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(propertyName + "=" + value + " must be from " + min + " to " + max);
        }
        if (isPowerOfTwo() && Long.bitCount(value) != 1) {
            throw new IllegalArgumentException(propertyName + "=" + value + " must be a power of two");
        }
        if (!isPowerOfTwo() && value % multiple != 0) {
            throw new IllegalArgumentException(propertyName + "=" + value + " must be a multiple of " + multiple);
        }
        return value;
    }
}
