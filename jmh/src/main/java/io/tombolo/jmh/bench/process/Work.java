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
package io.tombolo.jmh.bench.process;

import io.tombolo.jmh.bench.line.Fill;
import java.util.Locale;

/**
 * One piece of work: a size with everything else that tells its row from others.
 *
 * @param size       length of the message, the access or the block of a collective operation in bytes.
 * @param buffer     memory of the buffers; without meaning for the floor.
 * @param fill       whether the sender rewrites its buffer each time; {@link Fill#CLEAN} below {@link #COPY_FROM}.
 * @param matching   the matching lists of the responder; {@link MatchingSetup#NONE} unless the pattern is {@link TrafficPattern#MATCHING}.
 * @param access     access to a window; {@link WindowAccess#NONE} unless the pattern is {@link TrafficPattern#RMA}.
 * @param collective the collective operation; {@link CollectiveSetup#NONE} unless the pattern is {@link TrafficPattern#COLLECTIVE}.
 */
public record Work(
    int size, BufferKind buffer, Fill fill, MatchingSetup matching, WindowAccess access, CollectiveSetup collective) {

    /** From this size in bytes on, the floor contains a copy, and fresh and clean buffers are measured apart. */
    public static final int COPY_FROM = 4096;

    private static final int MOST_IN_ROUND = 16_384;
    private static final int LEAST_IN_ROUND = 16;
    private static final int ROUND_BYTES = 16 << 20;

    private static final String SEPARATOR = ":";

    /**
     * Makes work with messages.
     *
     * @param size   length of the message in bytes.
     * @param buffer memory of the buffers.
     * @param fill   whether the sender rewrites its buffer each time.
     */
    public Work(final int size, final BufferKind buffer, final Fill fill) {
        this(size, buffer, fill, MatchingSetup.NONE, WindowAccess.NONE, CollectiveSetup.NONE);
    }

    /**
     * Makes work with messages that are matched in lists of some depth.
     *
     * @param size     length of the message in bytes.
     * @param buffer   memory of the buffers.
     * @param fill     whether the sender rewrites its buffer each time.
     * @param matching the matching lists of the responder.
     */
    public Work(final int size, final BufferKind buffer, final Fill fill, final MatchingSetup matching) {
        this(size, buffer, fill, matching, WindowAccess.NONE, CollectiveSetup.NONE);
    }

    /**
     * Makes work with accesses to a window.
     *
     * @param size   length of an access in bytes.
     * @param buffer memory of the buffers.
     * @param fill   whether they are rewritten each time.
     * @param access the access.
     */
    public Work(final int size, final BufferKind buffer, final Fill fill, final WindowAccess access) {
        this(size, buffer, fill, MatchingSetup.NONE, access, CollectiveSetup.NONE);
    }

    /**
     * Makes work with collective operations. The ranks that send change their buffers before each one.
     *
     * @param size       length of a block in bytes.
     * @param buffer     memory of the buffers.
     * @param collective the operation.
     */
    public Work(final int size, final BufferKind buffer, final CollectiveSetup collective) {
        this(size, buffer, Fill.FRESH, MatchingSetup.NONE, WindowAccess.NONE, collective);
    }

    /**
     * Tells whether the floor of this size contains a copy.
     *
     * @return true from {@link #COPY_FROM} on.
     */
    public boolean copies() {
        return size >= COPY_FROM;
    }

    /**
     * Returns the messages that a sender of one-way traffic sends before it waits for an answer, so many that the answer does not count.
     *
     * @return number of messages.
     */
    public int messagesInRound() {
        return Math.min(MOST_IN_ROUND, Math.max(LEAST_IN_ROUND, ROUND_BYTES / Math.max(1, size)));
    }

    /**
     * Encodes the work as one word without white space.
     *
     * @return what {@link #decode(String)} takes.
     */
    public String encode() {
        return String.join(SEPARATOR, Integer.toString(size), buffer.label(), fill.label(), matching.encode(), access.encode(),
            collective.encode());
    }

    /**
     * Decodes work.
     *
     * @param word a word of {@link #encode()}.
     * @return equal work.
     */
    public static Work decode(final String word) {
        final String[] parts = word.toUpperCase(Locale.ROOT).split(SEPARATOR);
        return new Work(Integer.parseInt(parts[0]), BufferKind.valueOf(parts[1]), Fill.valueOf(parts[2]), MatchingSetup.decode(parts[3]),
            WindowAccess.decode(parts[4]), CollectiveSetup.decode(parts[5]));
    }
}
