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
package io.tombolo.extensions.journal.excerpt;

/**
 * Whose events a journal holds.
 *
 * @param jobId           of the job.
 * @param rank            from 0.
 * @param incarnation     of the rank, from 1.
 * @param name            of the rank; empty if it has none.
 * @param anchorNanoTime  {@link System#nanoTime()} of the rank at some moment.
 * @param anchorEpochNs   the same moment in nanoseconds since the epoch.
 * @param hasAllMessages  whether the rank records all messages; if not, it leaves out short ones that complete at once.
 * @param pid             of the process.
 * @param startTimeMs     when the process was started, in milliseconds since the epoch.
 * @param first           position of the event or gap that follows.
 * @param payload         stream of payload.
 * @param order           stream of the order.
 */
public record StartExcerpt(
    long jobId, int rank, int incarnation, String name, long anchorNanoTime, long anchorEpochNs, boolean hasAllMessages, long pid,
    long startTimeMs, long first, Stream payload, Stream order) {
    /**
     * A stream of bytes.
     *
     * @param capacity bytes that the ring of the rank has room for; 0 if it has no such stream.
     * @param first    position of the bytes or gap that follow.
     */
    public record Stream(int capacity, long first) {
        /** No stream. */
        public static final Stream NONE = new Stream(0, 0);
    }

    /**
     * Returns the same start for another place of the journal.
     *
     * @param position     of the event or gap that follows.
     * @param payloadFirst position of the bytes of payload that follow.
     * @param orderFirst   position of the bytes of the order that follow.
     * @return a start.
     */
    public StartExcerpt at(final long position, final long payloadFirst, final long orderFirst) {
        return new StartExcerpt(
            jobId, rank, incarnation, name, anchorNanoTime, anchorEpochNs, hasAllMessages, pid, startTimeMs, position,
            new Stream(payload.capacity, payloadFirst), new Stream(order.capacity, orderFirst));
    }

    /**
     * Converts the time of an event.
     *
     * @param time {@link System#nanoTime()} of the rank.
     * @return nanoseconds since the epoch, by the anchor of the rank.
     */
    public long epochNs(final long time) {
        return anchorEpochNs + time - anchorNanoTime;
    }
}
