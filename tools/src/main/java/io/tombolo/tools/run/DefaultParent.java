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
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where job directories are made when nobody says where: {@code /dev/shm/tombolo-<user>}, which is memory, else the same
 * name below {@code java.io.tmpdir}.
 */
public final class DefaultParent {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private DefaultParent() {
    }

    /**
     * Where the directory is, whether it is there or not.
     *
     * @return its path
     */
    public static Path path() {
        final boolean hasSharedMemory = Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY);
        final Path base = hasSharedMemory ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        return base.resolve("tombolo-" + System.getProperty("user.name"));
    }

    /**
     * The directory, made with mode 0700 if it is missing.
     *
     * @return its path
     * @throws IOException if it cannot be made, or is not a directory of the current user alone
     */
    public static Path make() throws IOException {
        final Path parent = path();
        if (!Files.exists(parent, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(parent, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        final boolean isPrivate = Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS) && Files.isWritable(parent)
            && "rwx------".equals(PosixFilePermissions.toString(Files.getPosixFilePermissions(parent, LinkOption.NOFOLLOW_LINKS)));
        if (!isPrivate) {
            throw new IOException(parent + " is not a directory with mode 0700 of the current user; remove it, or use --dir");
        }
        return parent;
    }
}
