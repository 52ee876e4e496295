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
 * Directories for the files of test jobs. Most jobs fit into 64 MB, the smallest shared memory of containers. The files of a larger job go
 * to the temporary directory if shared memory is too small; they are mapped there in the same way.
 */
public final class TestDirectories {
    private TestDirectories() {
    }

    /** Returns a parent directory with room for a number of bytes. */
    public static Path parent(final long bytes) throws IOException {
        final Path shared = JobDirectory.defaultParent();
        return Files.getFileStore(shared).getUsableSpace() >= bytes ? shared : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Creates a directory in such a parent. It goes with this JVM if it is empty then. */
    public static Path directory(final long bytes) throws IOException {
        final Path directory = Files.createTempDirectory(parent(bytes), "tombolo-test-");
        directory.toFile().deleteOnExit();
        return directory;
    }
}
