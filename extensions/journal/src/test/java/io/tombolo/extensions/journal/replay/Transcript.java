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
package io.tombolo.extensions.journal.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * What a program has seen, as numbers. One thread.
 */
final class Transcript {
    private final Path file;
    private final StringBuilder lines = new StringBuilder();
    private long hash;

    Transcript(final Path file) {
        this.file = file;
    }

    void add(final long number) {
        hash = hash * 31 + number;
        lines.append(number).append('\n');
    }

    void add(final String text) {
        lines.append(text).append('\n');
    }

    /** Returns a number that depends on all numbers that were added. */
    long hash() {
        return hash;
    }

    /** Writes what was added up to now. If the process is killed meanwhile, the file has what it had before. */
    void write() throws IOException {
        final Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, lines);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
