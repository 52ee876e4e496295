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
package io.tombolo.extensions.journal.excerpt;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The files of a queue, one for each cycle. Their names are times in UTC, so the order of the names is that of the cycles.
 */
public final class QueueFiles {
    /** The word behind the last document of a file that is closed. */
    public static final int END_OF_FILE = 0xc000_0000;

    private static final String SUFFIX = ".cq4";

    private QueueFiles() {
    }

    /**
     * Lists the files.
     *
     * @param directory of the queue.
     * @return oldest first; none if there is no such directory.
     * @throws IOException if it cannot be read.
     */
    public static List<Path> of(final Path directory) throws IOException {
        final List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
                for (final Path entry : entries) {
                    if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                        files.add(entry);
                    }
                }
            } catch (final DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        Collections.sort(files);
        return files;
    }

    /**
     * Where the complete documents of a file end.
     *
     * @param position  behind the last one.
     * @param isClosed  whether the next file follows.
     * @param isCut     whether the file ends before a word that says so: bytes behind the position are missing, or may be.
     * @param hasData   whether there is a document with data.
     */
    public record End(long position, boolean isClosed, boolean isCut, boolean hasData) {
    }

    /**
     * Finds the end of a file.
     *
     * @param path of the file.
     * @return where its complete documents end.
     * @throws IOException if it cannot be read.
     */
    public static End end(final Path path) throws IOException {
        try (QueueFile file = new QueueFile(path)) {
            boolean hasData = false;
            QueueFile.Place place = file.look();
            while (place == QueueFile.Place.DATA) {
                hasData = true;
                file.skip();
                place = file.look();
            }
            final boolean isCut = place == QueueFile.Place.CUT || file.position() + Integer.BYTES > Files.size(path);
            return new End(file.position(), place == QueueFile.Place.CLOSED, isCut, hasData);
        }
    }

    /** Returns the oldest file that is newer than another one, or the oldest of all after null; null if there is none. */
    static Path after(final Path directory, final Path file) throws IOException {
        for (final Path candidate : of(directory)) {
            if (file == null || candidate.getFileName().toString().compareTo(file.getFileName().toString()) > 0) {
                return candidate;
            }
        }
        return null;
    }
}
