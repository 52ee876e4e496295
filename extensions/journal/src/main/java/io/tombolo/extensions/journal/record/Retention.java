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

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.ExcerptKind;
import io.tombolo.extensions.journal.excerpt.ExcerptReader;
import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.extensions.journal.excerpt.QueueFiles;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Deletes old files of a journal, oldest first: those that are older than a limit, and as many more as are needed to have no more bytes
 * than a limit. A file that is written stays, and so does the newest file of a rank that has not ended, from which a recorder goes on. A
 * rank has ended if its queue says so, or if a later incarnation is there.
 */
final class Retention {
    private record Closed(Path path, long length, long changedMs) {
        private static final Comparator<Closed> OLDEST_FIRST =
            Comparator.comparing((Closed file) -> file.path.getFileName().toString()).thenComparing(Closed::path);
    }

    private record Ending(long length, boolean isThere) {
    }

    private final Map<Path, Ending> endings = new HashMap<>();
    private final Path journal;
    private final long keepBytes;
    private final long keepMs;

    Retention(final RecorderOptions options) {
        this.journal = options.journal();
        this.keepBytes = options.keepBytes();
        this.keepMs = options.keepMs();
    }

    /** Deletes what is too much at a time in milliseconds since the epoch; returns how many files that were. */
    int apply(final long nowMs, final Set<Path> written) throws IOException {
        if (keepBytes == RecorderOptions.NO_LIMIT && keepMs == RecorderOptions.NO_LIMIT) {
            return 0;
        }
        final List<Closed> files = closed(written);
        long bytes = files.stream().mapToLong(Closed::length).sum();
        int deleted = 0;
        for (final Closed file : files) {
            if (bytes > keepBytes || nowMs - file.changedMs() > keepMs) {
                Files.deleteIfExists(file.path());
                endings.remove(file.path());
                deleteIfEmpty(file.path().getParent());
                bytes -= file.length();
                deleted++;
            }
        }
        return deleted;
    }

    private List<Closed> closed(final Set<Path> written) throws IOException {
        final List<Closed> closed = new ArrayList<>();
        JournalRank later = null;
        final List<JournalRank> ranks = ranks();
        for (int i = ranks.size() - 1; i >= 0; i--) {
            final JournalRank rank = ranks.get(i);
            final boolean isReplaced = later != null && later.jobId() == rank.jobId() && later.rank() == rank.rank();
            later = rank;
            final List<Path> files = QueueFiles.of(rank.path());
            for (int j = 0; j < files.size(); j++) {
                final Path file = files.get(j);
                if (!written.contains(file) && (j < files.size() - 1 || isReplaced || hasEnd(file))) {
                    add(closed, file);
                }
            }
        }
        closed.sort(Closed.OLDEST_FIRST);
        return closed;
    }

    /** Returns whether a file has the end of its rank. It is read again only if its length has changed. */
    private boolean hasEnd(final Path file) throws IOException {
        try {
            final long length = Files.size(file);
            Ending ending = endings.get(file);
            if (ending == null || ending.length() != length) {
                ending = new Ending(length, readsEnd(file));
                endings.put(file, ending);
            }
            return ending.isThere();
        } catch (final NoSuchFileException gone) {
            return false;
        }
    }

    private static boolean readsEnd(final Path file) throws IOException {
        try (ExcerptReader reader = ExcerptReader.from(file)) {
            ExcerptKind kind = reader.next();
            while (kind != null && kind != ExcerptKind.END) {
                kind = reader.next();
            }
            return kind == ExcerptKind.END;
        } catch (final JournalException refused) {
            return false;
        }
    }

    /** Deletes the directory of a queue without files, and that of a job without queues. */
    private static void deleteIfEmpty(final Path queue) throws IOException {
        if (QueueFiles.of(queue).isEmpty()) {
            Files.deleteIfExists(queue.resolve(QueueWriter.METADATA));
            try {
                Files.deleteIfExists(queue);
                Files.deleteIfExists(queue.getParent());
            } catch (final DirectoryNotEmptyException used) {
                return;
            }
        }
    }

    private List<JournalRank> ranks() throws IOException {
        try {
            return Journal.open(journal).ranks();
        } catch (final JournalException empty) {
            return List.of();
        }
    }

    private static void add(final List<Closed> closed, final Path file) throws IOException {
        try {
            closed.add(new Closed(file, Files.size(file), Files.getLastModifiedTime(file).toMillis()));
        } catch (final NoSuchFileException gone) {
            // Another recorder of the same journal has deleted it.
            return;
        }
    }
}
