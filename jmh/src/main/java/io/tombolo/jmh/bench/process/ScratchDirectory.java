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

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A private directory for the files of one pair of JVMs, in memory if there is room.
 */
final class ScratchDirectory {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "tombolo-bench-";

    private ScratchDirectory() {
    }

    /** Makes one with that much room in {@code /dev/shm}, else in {@code java.io.tmpdir}; mode 0700 by the platform's own default. */
    static Path create(final long footprint) throws IOException {
        if (Files.isDirectory(MEMORY) && Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= footprint) {
            return Files.createTempDirectory(MEMORY, PREFIX);
        }
        return Files.createTempDirectory(PREFIX);
    }

    /** Deletes it and all in it; what another process deletes at the same time is no error. */
    static void delete(final Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (final Path entry : entries) {
                    delete(entry);
                }
            }
        }
        Files.deleteIfExists(directory);
    }
}
