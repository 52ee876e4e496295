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

import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The default parent of job directories: one for each user, named after the user or, if the id has no name, after its number.
 */
final class DefaultParent {
    private static final String ADVICE = "; set TOMBOLO_DIR to a directory of this user, or give 'tombolo run' one with --dir";

    private DefaultParent() {
    }

    static Path path() {
        final Path memory = Path.of("/dev/shm");
        final Path parent = Files.isDirectory(memory) && Files.isWritable(memory) ?
            memory : Path.of(System.getProperty("java.io.tmpdir"));
        return parent.resolve("tombolo-" + OwnerOnly.userName()).toAbsolutePath();
    }

    /** Creates the directory, or checks the existing one, which another user may have created. */
    static Path make(final Path path) throws IOException {
        try {
            OwnerOnly.createDirectory(path, OwnerOnly.NO_GROUP);
            return path;
        } catch (final FileSystemException refused) {
            throw new IOException(path + ": cannot be created (" +
                (refused.getReason() == null ? refused.getClass().getSimpleName() : refused.getReason()) + ")" + ADVICE, refused);
        } catch (final IOException refused) {
            throw new IOException(refused.getMessage() + ADVICE, refused);
        }
    }
}
