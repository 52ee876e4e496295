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

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds programs on the PATH, as a shell does.
 */
public final class ProgramLookup {
    private ProgramLookup() {
    }

    /**
     * Finds a program.
     *
     * @param name a path if it contains a separator, otherwise a name to look up on the PATH
     * @return the executable file, or empty if there is none
     * @throws InvalidPathException if it is a path with characters outside of the character set of this process
     */
    public static Optional<Path> find(final String name) {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        if (name.indexOf(File.separatorChar) >= 0) {
            return Optional.of(Path.of(name)).filter(ProgramLookup::isProgram);
        }
        final String path = System.getenv("PATH");
        return find(name, (path == null ? "/usr/bin:/bin" : path).split(File.pathSeparator, -1));
    }

    /** Looks in each folder. Folders whose names are not valid in the character set of this process are ignored. */
    static Optional<Path> find(final String name, final String... folders) {
        for (final String folder : folders) {
            try {
                final Path candidate = Path.of(folder, name);
                if (isProgram(candidate)) {
                    return Optional.of(candidate);
                }
            } catch (final InvalidPathException foreign) {
                continue;
            }
        }
        return Optional.empty();
    }

    private static boolean isProgram(final Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
