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
 * Takes the output of ranks, line by line, as bytes: no character set is applied on the way.
 * <p>
 * Called by the pump threads of all ranks, at the same time: implementations are thread-safe. An {@link IOException} means
 * that nobody reads any more; the launch then ends its ranks as a closed pipe would.
 */
@FunctionalInterface
public interface LineConsumer {
    /**
     * One line of one rank.
     *
     * @param rank   that wrote it, from 0
     * @param buffer holds the line; owned by the caller and overwritten after the call
     * @param offset of the first byte
     * @param length in bytes, without the newline; may be 0
     * @throws IOException when nobody reads any more
     */
    void line(int rank, byte[] buffer, int offset, int length) throws IOException;

    /**
     * Called after the lines that came in together; a consumer that gathers lines hands them on now.
     *
     * @throws IOException when nobody reads any more
     */
    default void flush() throws IOException {
    }
}
