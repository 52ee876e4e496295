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

import io.tombolo.extensions.journal.excerpt.ExcerptFormat;
import io.tombolo.extensions.journal.excerpt.ExcerptWriter;
import io.tombolo.extensions.journal.excerpt.QueueFiles;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/**
 * Appends to the queue of one rank. Space is reserved before each append, and a new file before each roll, so the library never stores to a
 * hole. The queue has the cycle that this object chooses, not that of the clock: it rolls only when the file of the next cycle is reserved.
 * A queue that a killed recorder has left is repaired first. One thread at a time.
 */
final class QueueWriter implements AutoCloseable {
    /** Bytes of a file that the library maps at a time. */
    static final int BLOCK_LENGTH = 4 << 20;

    private static final RollCycle CYCLE = RollCycles.TEN_MINUTELY;
    private static final DateTimeFormatter NAMES = DateTimeFormatter.ofPattern(CYCLE.format(), Locale.ROOT).withZone(ZoneOffset.UTC);
    /** File of the library beside those of the queue. */
    static final String METADATA = "metadata.cq4t";
    private static final int METADATA_LENGTH = 128 * 1024;
    /** For the index that the library may add behind an excerpt, twice. */
    private static final int SPARE = 128 * 1024;
    private static final int PAGE = 4096;
    /** The library waits that long for another writer that might be filling a new file. There is none. */
    private static final long TIMEOUT_MS = 5;

    private final Path directory;
    private final StartExcerpt identity;
    private final FreeSpace space;
    private final LongSupplier clock;
    private long cycle;
    private long payloadNext;
    private long orderNext;
    private long end;
    private ReservedFile file;
    private ChronicleQueue queue;
    private ExcerptWriter writer;

    /** Prepares to write; nothing is changed before the first {@link #prepare}. */
    QueueWriter(final Path directory, final StartExcerpt identity, final FreeSpace space) {
        this(directory, identity, space, System::currentTimeMillis);
    }

    /** Prepares to write by another clock, in milliseconds since the epoch. */
    QueueWriter(final Path directory, final StartExcerpt identity, final FreeSpace space, final LongSupplier clock) {
        this.clock = clock;
        this.directory = directory;
        this.identity = identity;
        this.space = space;
    }

    /** Sets the positions of the bytes of the streams that are appended next. */
    void streams(final long payload, final long order) {
        payloadNext = payload;
        orderNext = order;
    }

    /** Makes room for one more excerpt with events. */
    boolean prepare(final long position) throws IOException {
        return prepare(position, ExcerptFormat.MAX_EVENTS * ExcerptFormat.EVENT_LENGTH);
    }

    /**
     * Makes room for one more excerpt. Opens the queue, or rolls to the present cycle, if that is due.
     *
     * @param position of the event or gap that is appended next.
     * @param bytes    of data that the excerpt has at most.
     * @return false if there is no room: a pause has begun.
     */
    boolean prepare(final long position, final int bytes) throws IOException {
        final long now = clock.getAsLong() / CYCLE.lengthInMillis();
        if (queue == null ? !open(now, position) : now > cycle && !roll(now, position)) {
            return false;
        }
        return hasRoom(bytes + PAGE) || file.extend(ReservedFile.STEP);
    }

    /** Returns whether a short excerpt can still be appended in the space that is reserved. */
    boolean hasRoomForLast() {
        return queue != null && file.reserved() - writer.end() >= SPARE / 2;
    }

    private boolean hasRoom(final int bytes) {
        return file.reserved() - Math.max(end, writer.end()) >= bytes + SPARE;
    }

    /** Returns what appends; {@link #prepare} must have returned true before. */
    ExcerptWriter writer() {
        return writer;
    }

    /** Returns the file that is written; null if there is none. */
    Path path() {
        return queue == null ? null : path(cycle);
    }

    private boolean open(final long now, final long position) throws IOException {
        if (!hasDirectory()) {
            return false;
        }
        cycle = Math.max(now, repair());
        if (!reserve(cycle)) {
            return false;
        }
        try (ReservedFile metadata = ReservedFile.create(directory.resolve(METADATA), 0, space)) {
            if (metadata == null || !metadata.extend(METADATA_LENGTH)) {
                release();
                return false;
            }
        }
        queue = SingleChronicleQueueBuilder.binary(directory)
            .rollCycle(CYCLE)
            .blockSize(BLOCK_LENGTH)
            .timeProvider(() -> cycle * CYCLE.lengthInMillis())
            .timeoutMS(TIMEOUT_MS)
            .checkInterrupts(false)
            .build();
        writer = new ExcerptWriter(queue.createAppender());
        writer.start(identity.at(position, payloadNext, orderNext));
        return true;
    }

    private boolean hasDirectory() throws IOException {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory, OwnerOnly.directoryMode());
            }
            return true;
        } catch (final FileSystemException refused) {
            space.refusedToCreate(refused);
            return false;
        }
    }

    /** Reserves the first bytes that will be stored to the file of a cycle. */
    private boolean reserve(final long next) throws IOException {
        final Path path = path(next);
        end = Files.exists(path) ? QueueFiles.end(path).position() : 0;
        final ReservedFile created = ReservedFile.create(path, end, space);
        if (created == null) {
            return false;
        }
        file = created;
        if (file.extend(ReservedFile.STEP)) {
            return true;
        }
        release();
        return false;
    }

    /** Closes the file that was reserved, and deletes it if it was new. */
    private void release() throws IOException {
        file.close();
        if (end == 0) {
            Files.deleteIfExists(path(cycle));
        }
        file = null;
    }

    private boolean roll(final long next, final long position) throws IOException {
        final ReservedFile before = file;
        final long endBefore = end;
        final long cycleBefore = cycle;
        cycle = next;
        if (!reserve(next)) {
            file = before;
            end = endBefore;
            cycle = cycleBefore;
            return false;
        }
        writer.start(identity.at(position, payloadNext, orderNext));
        finish(before, path(cycleBefore));
        return true;
    }

    private static void finish(final ReservedFile closed, final Path path) throws IOException {
        if (Files.exists(path)) {
            closed.shrink(QueueFiles.end(path).position(), PAGE);
        }
        closed.close();
    }

    /** Removes what a killed recorder has left half written; returns the first cycle to which may be appended. */
    private long repair() throws IOException {
        Files.deleteIfExists(directory.resolve(METADATA));
        final List<Path> files = QueueFiles.of(directory);
        for (int i = files.size() - 1; i >= 0; i--) {
            final QueueFiles.End found = QueueFiles.end(files.get(i));
            if (found.hasData()) {
                repair(files.get(i), found);
                return cycle(files.get(i)) + (found.isClosed() || found.isCut() ? 1 : 0);
            }
            Files.delete(files.get(i));
        }
        return 0;
    }

    /** The library can go on in a file that a killed recorder has left, but not in one that was cut: the next one follows that. */
    private void repair(final Path path, final QueueFiles.End found) throws IOException {
        if (!found.isClosed()) {
            try (ReservedFile damaged = new ReservedFile(path, found.position(), space)) {
                damaged.clearFrom(found.position());
                if (found.isCut()) {
                    damaged.put(found.position(), QueueFiles.END_OF_FILE);
                }
            }
        }
    }

    private Path path(final long number) {
        return directory.resolve(NAMES.format(Instant.ofEpochMilli(number * CYCLE.lengthInMillis())) + ".cq4");
    }

    private static long cycle(final Path file) {
        final String name = file.getFileName().toString();
        return NAMES.parse(name.substring(0, name.lastIndexOf('.')), Instant::from).toEpochMilli() / CYCLE.lengthInMillis();
    }

    @Override
    public void close() throws IOException {
        if (queue != null) {
            queue.close();
            queue = null;
            finish(file, path(cycle));
        }
    }
}
