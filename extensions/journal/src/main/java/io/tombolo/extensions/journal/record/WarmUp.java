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
package io.tombolo.extensions.journal.record;

import io.tombolo.extensions.journal.excerpt.EventBatch;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.flight.FlightEvent;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Uses the library once before the ranks start. It takes a second to load, in which the events of a fast rank would be lost.
 */
final class WarmUp {
    private static final int EXCERPTS = 64;
    private static final String PREFIX = ".warm-up-";

    private WarmUp() {
    }

    /** Writes a small queue and deletes it again. If there is no room, nothing happens. */
    static void run(final Path journal, final FreeSpace space) throws IOException {
        deleteLeftOver(journal);
        final Path directory = journal.resolve(PREFIX + ProcessHandle.current().pid());
        final StartExcerpt start = new StartExcerpt(
            1, 0, 1, "", 0, 0, false, 0, 0, 0, StartExcerpt.Stream.NONE, StartExcerpt.Stream.NONE);
        try (QueueWriter writer = new QueueWriter(directory, start, space)) {
            final EventBatch batch = new EventBatch();
            final FlightEvent event = new FlightEvent();
            for (int i = 0; i < EXCERPTS && writer.prepare(i); i++) {
                batch.begin(i);
                batch.add(event);
                writer.writer().events(batch);
            }
        } finally {
            delete(directory);
        }
    }

    /** Deletes what killed recorders have left. */
    private static void deleteLeftOver(final Path journal) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(journal, PREFIX + "*")) {
            for (final Path entry : entries) {
                final String pid = entry.getFileName().toString().substring(PREFIX.length());
                if (pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
                    delete(entry);
                }
            }
        }
    }

    private static void delete(final Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (final Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(directory);
        }
    }
}
