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
package io.tombolo.tools.run;

import java.io.IOException;

/**
 * Takes the output of ranks line by line, as bytes: no character set is applied.
 * <p>
 * The output threads of all ranks call it at the same time, so implementations must be thread-safe. An {@link IOException} means that the
 * reader has closed the output; the launch then ends its ranks.
 */
@FunctionalInterface
public interface LineConsumer {
    /** In place of a rank: a spare process that has not become a rank yet. */
    int SPARE = -1;

    /**
     * Takes one line of a rank.
     *
     * @param rank   rank that wrote the line, or {@link #SPARE}
     * @param buffer buffer with the line; owned by the caller and overwritten after the call
     * @param offset offset of the first byte
     * @param length length in bytes, without the newline; may be 0
     * @throws IOException if the reader has closed the output
     */
    void line(int rank, byte[] buffer, int offset, int length) throws IOException;

    /**
     * Called after lines that arrived together. A consumer that collects lines now passes them on.
     *
     * @throws IOException if the reader has closed the output
     */
    default void flush() throws IOException {
    }
}
