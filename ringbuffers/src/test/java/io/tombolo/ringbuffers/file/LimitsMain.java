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
package io.tombolo.ringbuffers.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Reaches a limit of the system and prints the message. */
final class LimitsMain {
    private static final int FILE_LENGTH = 1 << 20;

    private LimitsMain() {
    }

    public static void main(final String[] arguments) throws IOException {
        // Loads all classes before files run out.
        SystemLimits.explain(new IOException("warm-up"), Long.MAX_VALUE);
        try {
            switch (arguments[0]) {
                case "open" -> SystemLimits.checkOpenFiles(Integer.parseInt(arguments[1]));
                case "create" -> MappedFile.create(Path.of(arguments[1]), FILE_LENGTH, file -> { }).close();
                default -> exhaust(Path.of(arguments[1]));
            }
            System.out.println("nothing was refused");
        } catch (final IOException refused) {
            System.out.println(SystemLimits.explain(refused, 0).getMessage());
        }
    }

    private static void exhaust(final Path path) throws IOException {
        final List<FileChannel> open = new ArrayList<>();
        while (open.size() < FILE_LENGTH) {
            open.add(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        }
    }
}
