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
package io.tombolo.engine;

import io.tombolo.ringbuffers.job.JobDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Chooses where a test puts the files of its job. Most fit the smallest shared memory of a container, 64 MB. Larger files go to the
 * temporary directory if they do not fit; they are mapped there in the same way.
 */
public final class Room {
    private Room() {
    }

    /** Returns a parent directory with room for this many bytes. */
    public static Path parent(final long bytes) throws IOException {
        final Path shared = JobDirectory.defaultParent();
        return Files.getFileStore(shared).getUsableSpace() >= bytes ? shared : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** A new directory in such a parent. */
    public static Path directory(final long bytes) throws IOException {
        return Files.createTempDirectory(parent(bytes), "tombolo-test-");
    }
}
