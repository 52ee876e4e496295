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
 * A size or threshold that all ranks of a job share. The creator of the job file writes it, and a rank with another value is refused.
 * Lengths are in bytes.
 */
public enum GeometrySetting {
    /** Kind of the ring of a pair. */
    RING_KIND(0, "tombolo.ring.kind", 0, 0, 1, 1, "pair ring: 0 stamped slots, 1 Agrona one-to-one"),

    /** Number of 64-byte slots of a pair ring. */
    RING_SLOTS(1, "tombolo.ring.slots", 1024, 16, 1 << 20, GeometrySetting.POWER_OF_TWO, "64-byte slots of a pair ring"),

    /** Number of packets in the pool of a pair. */
    PACKETS(2, "tombolo.packets", 16, 1, 1 << 15, 1, "packets in the pool of a pair"),

    /** Payload length of a pool packet. */
    PACKET_LENGTH(3, "tombolo.packet.length", 8192, 64, 1 << 20, 64, "payload bytes of a packet"),

    /** Number of 32-byte records of a return ring. */
    RETURN_RECORDS(4, "tombolo.return.records", 1024, 16, 1 << 20, GeometrySetting.POWER_OF_TWO, "32-byte records of a return ring"),

    /** Longest payload that travels in a ring record: at most the capacity of an eighth of the ring, and at most a packet. */
    INLINE_LIMIT(5, "tombolo.inline.limit", 8192, 0, 8192, 1, "longest payload that travels in the ring, in bytes"),

    /** Shortest message in registered memory that goes by get. */
    REGISTERED_LIMIT(6, "tombolo.registered.limit", 4096, 0, Long.MAX_VALUE, 1,
        "shortest message in registered memory that goes by get, in bytes"),

    /** Number of staging lanes of a rank. */
    STAGING_LANES(7, "tombolo.staging.lanes", 64, 1, 1024, 1, "staging lanes of a rank"),

    /** Length of a staging lane. */
    STAGING_LANE_LENGTH(8, "tombolo.staging.lane.length", 1 << 16, 4096, 1 << 30, GeometrySetting.POWER_OF_TWO,
        "bytes of a staging lane"),

    /** Most bytes that a staged sender copies before it publishes them. */
    STAGING_CHUNK(9, "tombolo.staging.chunk", 16 << 10, 64, 1 << 30, 64, "most bytes staged between two publications"),

    /** Most unexpected eager bytes of one source at a rank. */
    UNEXPECTED_BYTES(10, "tombolo.unexpected.bytes", 8 << 20, 0, Long.MAX_VALUE, 1,
        "most unexpected eager bytes of one source; beyond, its sends become rendezvous"),

    /** Most matching nodes of a rank, which creates them as it needs them. */
    MATCH_NODES(11, "tombolo.match.nodes", 1 << 20, 64, 1 << 22, 1, "most 64-byte matching nodes of a rank"),

    /** Most long sends of a rank that are pending at once. */
    PENDING_SENDS(12, "tombolo.pending.sends", 1 << 20, 1, 1 << 24, 1, "most long sends of a rank that are pending at once"),

    /** Most memory regions of a rank. */
    REGIONS(13, "tombolo.regions", 1024, 1, 1 << 16, 1, "most memory regions of a rank"),

    /** Most bytes of a registered message that one control packet exposes. */
    EXPOSURE_LIMIT(14, "tombolo.exposure.limit", Long.MAX_VALUE, 1, Long.MAX_VALUE, 1,
        "most bytes of a registered message that one control packet exposes"),

    /** Most posted receives in the head of a rank's list, which models a hardware matching engine. */
    MATCH_HEAD(15, "tombolo.match.head", Long.MAX_VALUE, 0, Long.MAX_VALUE, 1,
        "most posted receives in the head of a rank's list; later ones move to it in order"),

    /** Most shared window locks that are granted past a waiting exclusive one. */
    WINDOW_BYPASSES(16, "tombolo.window.bypasses", 16, 0, Long.MAX_VALUE, 1,
        "most shared window locks granted past a waiting exclusive one"),

    /** Number of first bytes of a long message that travel in its envelope. */
    RTS_BYTES(17, "tombolo.rts.bytes", 0, 0, 4048, 1, "first bytes of a long message that travel in its envelope"),

    /**
     * Time to copy one 64-byte line into a staging lane, in nanoseconds, from which on the sender takes the reader for one that shares no
     * cache with it. The default lies between the times of near and of far readers on current x86-64 processors.
     */
    STAGING_FAR_NS(18, "tombolo.staging.far.ns", 7, 0, 1_000_000_000, 1,
        "nanoseconds to copy a 64-byte line from which on a reader counts as far; 0: all readers do"),

    /** Number of events that the flight recorder of a rank keeps. */
    FLIGHT_EVENTS(19, "tombolo.flight.events", 4096, 64, 1 << 22, GeometrySetting.POWER_OF_TWO,
        "32-byte events that the flight recorder of a rank keeps");

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
     * Returns the place of the value in the job file.
     *
     * @return the code.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the name of the property that sets the value.
     *
     * @return such as {@code tombolo.ring.slots}.
     */
    public String propertyName() {
        return propertyName;
    }

    /**
     * Returns the default where the number of ranks is not known: that of a job of many ranks.
     *
     * @return the default.
     */
    public long defaultValue() {
        return defaultValue;
    }

    /**
     * Returns the default in a job of so many ranks. All rings of a job together take at most 4 MiB if they can. A longer ring lets more
     * messages of some KiB be under way; at most 256 KiB, so that a ring stays in the second-level cache of a core.
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
     * Returns the least value that is allowed.
     *
     * @return the minimum.
     */
    public long min() {
        return min;
    }

    /**
     * Returns the greatest value that is allowed.
     *
     * @return the maximum.
     */
    public long max() {
        return max;
    }

    /**
     * Returns whether only powers of two are allowed.
     *
     * @return true if so.
     */
    public boolean isPowerOfTwo() {
        return multiple == POWER_OF_TWO;
    }

    /**
     * Returns what the setting is, in one line for people.
     *
     * @return the description.
     */
    public String description() {
        return description;
    }

    /**
     * Checks a value of this setting.
     *
     * @param value to check.
     * @return the value.
     * @throws IllegalArgumentException if the value is not allowed; one line names the property, the value and what is allowed.
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
