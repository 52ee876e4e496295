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

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What a process asks for when it joins a job: a row by its number, by a name, or both.
 *
 * @param rank   number of the rank, from 0; or {@link #BY_NAME}: the row that has the name, or the lowest free row if none has it.
 * @param name   of the rank, or null. A name stays with its row. Two living ranks never have the same name.
 * @param isKept whether the job shall stay in place when its last rank has left or died.
 */
public record RankRequest(int rank, String name, boolean isKept) {
    /** In place of a number: the name finds the row. */
    public static final int BY_NAME = -1;

    /** Most bytes of a name in UTF-8. */
    public static final int MAX_NAME_BYTES = JobFileDescriptor.NAME_CAPACITY;

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}._-]*");

    /**
     * Checks the name.
     *
     * @param rank   number of the rank, or {@link #BY_NAME}.
     * @param name   of the rank, or null.
     * @param isKept whether the job shall stay in place.
     * @throws IllegalArgumentException if the name is impossible, or there is neither a number nor a name. The message is one line.
     */
    public RankRequest {
        if (name != null) {
            checkName(name);
        }
        if (rank == BY_NAME && name == null) {
            throw new IllegalArgumentException("a rank needs a number or a name");
        }
    }

    /**
     * Checks whether a rank can have a name.
     *
     * @param name to check, not null.
     * @return the name.
     * @throws IllegalArgumentException if it is impossible. The message is one line.
     */
    public static String checkName(final String name) {
        if (!NAME.matcher(name).matches() || name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("name=" + name +
                " must begin with a letter or '_', consist of letters, digits, '.', '_' and '-', and have at most " + MAX_NAME_BYTES +
                " bytes in UTF-8");
        }
        return name;
    }

    /**
     * Asks for a row by its number.
     *
     * @param rank from 0.
     * @return request without a name, for a job that is not kept.
     */
    public static RankRequest of(final int rank) {
        return new RankRequest(rank, null, false);
    }

    @Override
    public String toString() {
        return name == null ? "rank " + rank : rank == BY_NAME ? name : "rank " + rank + " (" + name + ")";
    }
}
