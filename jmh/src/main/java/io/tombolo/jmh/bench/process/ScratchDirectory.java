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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A private directory for the files of the measured processes, in memory if there is space.
 */
final class ScratchDirectory {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "tombolo-bench-";

    private ScratchDirectory() {
    }

    /** Makes a directory with mode 0700, in {@code /dev/shm} if that has enough space, otherwise in {@code java.io.tmpdir}. */
    static Path create(final long footprint) throws IOException {
        if (Files.isDirectory(MEMORY) && Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= footprint) {
            return Files.createTempDirectory(MEMORY, PREFIX);
        }
        return Files.createTempDirectory(PREFIX);
    }

    /** Deletes the directory with its content. Another process may delete it at the same time. */
    static void delete(final Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (final Path entry : entries) {
                    delete(entry);
                }
            } catch (final NoSuchFileException ex) {
                return; // another process or the exit hook has deleted it
            }
        }
        Files.deleteIfExists(directory);
    }
}
