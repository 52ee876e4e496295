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
 * One thing to measure.
 *
 * @param size   of the message in bytes.
 * @param buffer where the buffers lie; of no meaning for the floor.
 * @param fill   whether the sender rewrites its buffer each time; {@link Fill#CLEAN} below {@link #COPY_FROM}.
 * @param matching   what lies in the responder's matching lists; {@link MatchingSetup#NONE} but with {@link TrafficPattern#MATCHING}.
 * @param access of a window; {@link WindowAccess#NONE} but with {@link TrafficPattern#RMA}.
 */
public record Work(int size, BufferKind buffer, Fill fill, MatchingSetup matching, WindowAccess access) {

    /** From this size in bytes on, the floor holds a copy and fresh buffers are told apart from clean ones. */
    public static final int COPY_FROM = 4096;

    private static final String SEPARATOR = ":";

    /**
     * Work with empty matching lists.
     *
     * @param size   of the message in bytes.
     * @param buffer where the buffers lie.
     * @param fill   whether the sender rewrites its buffer each time.
     */
    public Work(final int size, final BufferKind buffer, final Fill fill) {
        this(size, buffer, fill, MatchingSetup.NONE, WindowAccess.NONE);
    }

    /**
     * Work with matching lists.
     *
     * @param size   of the message in bytes.
     * @param buffer where the buffers lie.
     * @param fill   whether the sender rewrites its buffer each time.
     * @param matching   what lies in the responder's matching lists.
     */
    public Work(final int size, final BufferKind buffer, final Fill fill, final MatchingSetup matching) {
        this(size, buffer, fill, matching, WindowAccess.NONE);
    }

    /**
     * Work on a window.
     *
     * @param size   of an access in bytes.
     * @param buffer where the buffers lie.
     * @param fill   whether they are rewritten each time.
     * @param access what is done.
     */
    public Work(final int size, final BufferKind buffer, final Fill fill, final WindowAccess access) {
        this(size, buffer, fill, MatchingSetup.NONE, access);
    }

    /**
     * Whether the floor of this size holds a copy.
     *
     * @return true from {@link #COPY_FROM} on.
     */
    public boolean copies() {
        return size >= COPY_FROM;
    }

    /**
     * The work as one word.
     *
     * @return what {@link #decode(String)} takes.
     */
    public String encode() {
        return String.join(SEPARATOR, Integer.toString(size), buffer.label(), fill.label(), matching.encode(), access.encode());
    }

    /**
     * Reads work back.
     *
     * @param word from {@link #encode()}.
     * @return equal work.
     */
    public static Work decode(final String word) {
        final String[] parts = word.toUpperCase(Locale.ROOT).split(SEPARATOR);
        return new Work(Integer.parseInt(parts[0]), BufferKind.valueOf(parts[1]), Fill.valueOf(parts[2]), MatchingSetup.decode(parts[3]),
            WindowAccess.decode(parts[4]));
    }
}
