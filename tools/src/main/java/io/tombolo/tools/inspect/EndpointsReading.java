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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.queue.QueueFile;
import io.tombolo.ringbuffers.queue.QueueFileDescriptor;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The receive queues, event dispatchers and endpoints of a rank, read from its queue files.
 *
 * @param queues      shared receive queues, by index
 * @param dispatchers event dispatchers, by index
 * @param endpoints   endpoints that are not freed, by index
 * @param problems    why files could not be read, one line for each
 */
public record EndpointsReading(
    List<ReceiveQueueEntry> queues, List<EventQueueEntry> dispatchers, List<EndpointEntry> endpoints, List<String> problems) {
    /** A rank that has none, or whose files cannot be read. */
    static final EndpointsReading NONE = new EndpointsReading(List.of(), List.of(), List.of(), List.of());

    static EndpointsReading of(final Path directory, final int rank, final int incarnation, final RankClock clock) throws IOException {
        final List<QueueFile> files = new ArrayList<>();
        final List<String> problems = new ArrayList<>();
        try {
            open(directory, rank, incarnation, files, problems);
            return read(files, clock, problems);
        } finally {
            files.forEach(QueueFile::unmap);
        }
    }

    private static void open(
        final Path directory, final int rank, final int incarnation, final List<QueueFile> files, final List<String> problems)
        throws IOException {
        final String names = "queue-" + rank + "." + incarnation + "-*.dat";
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory, names)) {
            for (final Path path : paths) {
                try {
                    files.add(QueueFile.inspect(path, rank));
                } catch (final NoSuchFileException gone) {
                    // Removed since the directory was listed.
                    continue;
                } catch (final IOException refused) {
                    problems.add(refused.getMessage());
                }
            }
        }
    }

    private static EndpointsReading read(final List<QueueFile> files, final RankClock clock, final List<String> problems) {
        final List<ReceiveQueueEntry> queues = new ArrayList<>();
        final List<EventQueueEntry> dispatchers = new ArrayList<>();
        final List<EndpointEntry> endpoints = new ArrayList<>();
        for (final QueueFile file : files) {
            final AtomicBuffer memory = file.memory();
            switch (file.head(QueueFileDescriptor.KIND_OFFSET)) {
                case QueueFileDescriptor.ENDPOINTS -> endpoints.addAll(EndpointEntry.of(memory, clock));
                case QueueFileDescriptor.EVENTS -> dispatchers.add(EventQueueEntry.of(memory));
                case QueueFileDescriptor.RECEIVES -> {
                    if (file.head(QueueFileDescriptor.PART_OFFSET) == 0) {
                        queues.add(ReceiveQueueEntry.of(memory, chunks(files, file)));
                    }
                }
                default -> problems.add("a queue file is of kind " + file.head(QueueFileDescriptor.KIND_OFFSET) + ", which is unknown");
            }
        }
        queues.sort((a, b) -> Integer.compare(a.index(), b.index()));
        dispatchers.sort((a, b) -> Integer.compare(a.index(), b.index()));
        return new EndpointsReading(List.copyOf(queues), List.copyOf(dispatchers), List.copyOf(endpoints), List.copyOf(problems));
    }

    private static List<AtomicBuffer> chunks(final List<QueueFile> files, final QueueFile first) {
        return files.stream().filter(file -> file.head(QueueFileDescriptor.KIND_OFFSET) == QueueFileDescriptor.RECEIVES &&
            file.head(QueueFileDescriptor.INDEX_OFFSET) == first.head(QueueFileDescriptor.INDEX_OFFSET) &&
            file.head(QueueFileDescriptor.GENERATION_OFFSET) == first.head(QueueFileDescriptor.GENERATION_OFFSET) &&
            file.head(QueueFileDescriptor.PART_OFFSET) > 0).map(QueueFile::memory).toList();
    }

    /** Whether there is nothing to show. */
    boolean isEmpty() {
        return queues.isEmpty() && dispatchers.isEmpty() && endpoints.isEmpty() && problems.isEmpty();
    }
}
