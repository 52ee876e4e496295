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
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Writes each line as {@code [rank] line} or {@code [name] line} to one stream. Lines of different ranks are never mixed.
 */
public final class PrefixedLines implements LineConsumer {
    private static final int CAPACITY = 64 * 1024;

    private final PrintStream out;
    private final List<String> names;
    private final byte[] gathered = new byte[CAPACITY];
    private int position;

    /**
     * Makes a consumer that writes to a stream.
     *
     * @param out gets the lines; owned by the caller, flushed but never closed
     */
    public PrefixedLines(final PrintStream out) {
        this(out, List.of());
    }

    /**
     * Makes a consumer that writes names in place of numbers.
     *
     * @param out   gets the lines; owned by the caller, flushed but never closed
     * @param names name of each rank; an empty one stands for the number, as does a missing one
     */
    public PrefixedLines(final PrintStream out, final List<String> names) {
        this.out = Objects.requireNonNull(out, "out");
        this.names = List.copyOf(names);
    }

    @Override
    public synchronized void line(final int rank, final byte[] buffer, final int offset, final int length) throws IOException {
        final byte[] prefix = ("[" + label(rank) + "] ").getBytes(StandardCharsets.UTF_8);
        gather(prefix, 0, prefix.length);
        gather(buffer, offset, length);
        if (position == CAPACITY) {
            write();
        }
        gathered[position++] = '\n';
    }

    @Override
    public synchronized void flush() throws IOException {
        write();
        out.flush();
        if (out.checkError()) {
            throw new IOException("the output was closed by its reader");
        }
    }

    private String label(final int rank) {
        if (rank == SPARE) {
            return "spare";
        }
        return rank < names.size() && !names.get(rank).isEmpty() ? names.get(rank) : Integer.toString(rank);
    }

    private void gather(final byte[] bytes, final int offset, final int length) {
        if (length > CAPACITY - position) {
            write();
        }
        if (length > CAPACITY) {
            out.write(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, gathered, position, length);
            position += length;
        }
    }

    private void write() {
        out.write(gathered, 0, position);
        position = 0;
    }
}
