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
package io.tombolo.ringbuffers.flight;

/** Why the order of a rank does not suffice for a replay of it. */
public enum OrderLimit {
    /** Several threads call. */
    THREADS(1, "its threads call at the same time (tombolo.thread.level=multiple)"),

    /** A window in a record of an older version. */
    WINDOW(2, "it was recorded by an older version, which does not record the accesses of a window"),

    /** Endpoints and their receive queues. */
    ENDPOINT(3, "it has opened an endpoint or a receive queue, whose events are not recorded"),

    /** A call has ended because its time was up. */
    TIME_UP(4, "one of its calls has ended because its time was up"),

    /** An operation has failed. */
    FAILURE(5, "one of its operations has failed, mostly because a rank was gone"),

    /** A send was cancelled. */
    CANCELLED_SEND(6, "it has cancelled a send"),

    /** The group of a communicator was repaired. */
    REPAIR(7, "it has called agree, shrink, replace or revoke"),

    /** A listener is told of members. */
    LISTENER(8, "it has a listener for members, whose calls are not recorded"),

    /** Messages in partitions. */
    PARTITIONED(9, "it has prepared a partitioned send or receive"),

    /** Other ranks access the memory of a window directly. */
    DIRECT_WINDOW(10, "it has made a direct window, whose puts nobody sees"),

    /** A part of a window is tainted. */
    TAINTED_WINDOW(11, "a rank was gone while it had a part of a window locked"),

    /** A call has ended because its thread was interrupted. */
    INTERRUPTED(12, "one of its calls has ended because its thread was interrupted"),

    /** A multicast that skips slow receivers. */
    SKIPPING(13, "it has sent a multicast that skips slow receivers"),

    /** Feeds, whose messages are not recorded. */
    FEED(14, "it has made or opened a feed, whose messages are not recorded"),

    /** Collective operations, whose data is not recorded. */
    COLLECTIVE(15, "it has called a collective operation other than barrier, whose data is not recorded");

    private final int code;
    private final String text;

    OrderLimit(final int code, final String text) {
        this.code = code;
        this.text = text;
    }

    /**
     * Finds a limit.
     *
     * @param code as stored.
     * @return the limit, or null if there is none.
     */
    public static OrderLimit of(final long code) {
        for (final OrderLimit limit : values()) {
            if (limit.code == code) {
                return limit;
            }
        }
        return null;
    }

    /**
     * Returns the code in the order.
     *
     * @return from 1.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the reason in words.
     *
     * @return part of a sentence.
     */
    public String text() {
        return text;
    }
}
