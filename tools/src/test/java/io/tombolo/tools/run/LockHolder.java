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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A JVM that holds a file lock until it is killed.
 */
final class LockHolder {
    private LockHolder() {
    }

    public static void main(final String[] arguments) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            FileLock lock = channel.lock()) {
            System.out.write(lock.isValid() ? 1 : 0);
            System.out.flush();
            System.in.read();
        }
    }

    /** Starts such a JVM and returns when it holds the lock. */
    static Process start(final Path file) throws IOException {
        final Process process = new ProcessBuilder(
            TestJvm.java(), "-cp", TestJvm.classPath(), LockHolder.class.getName(), file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        assertThat(process.getInputStream().read()).isEqualTo(1);
        return process;
    }
}
