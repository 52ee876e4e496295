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
package io.tombolo.extensions.journal;

import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.extensions.journal.excerpt.QueueFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A journal on disk: one queue for each rank and incarnation, in {@code DIR/<job id>/rank-R-I/}. It may hold several jobs.
 * <pre>{@code
 * for (JournalRank rank : Journal.open(directory)) {
 *     try (JournalCursor cursor = rank.cursor()) {
 *         while (cursor.next()) {
 *             JournalEvent event = cursor.event();
 *             if (event.isFlight() && event.flight().kind() == FlightKind.RECEIVE_COMPLETED) {
 *                 System.out.println(event.epochNs() + " from " + event.flight().peer());
 *             }
 *         }
 *     }
 * }
 * }</pre>
 * The files are read, never mapped and never changed, so a journal can be read while it is written.
 * <p>
 * <b>Threading:</b> immutable: it lists what was there when it was opened.
 */
public final class Journal implements Iterable<JournalRank> {
    private static final Pattern JOB = Pattern.compile("[0-9a-f]{1,16}");
    private static final Pattern RANK = Pattern.compile("rank-(\\d{1,4})-(\\d{1,9})");
    private static final int HEXADECIMAL = 16;

    private final Path directory;
    private final List<JournalRank> ranks;

    private Journal(final Path directory, final List<JournalRank> ranks) {
        this.directory = directory;
        this.ranks = ranks;
    }

    /**
     * Opens a journal.
     *
     * @param directory of the journal, or of one job in it.
     * @return what is there now.
     * @throws JournalException if there is no journal; the message is one line.
     * @throws IOException      if a directory cannot be read.
     */
    public static Journal open(final Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new JournalException(directory + ": there is no such directory");
        }
        final List<JournalRank> ranks = new ArrayList<>(ranksOf(directory));
        for (final Path job : entries(directory)) {
            ranks.addAll(ranksOf(job));
        }
        if (ranks.isEmpty()) {
            throw new JournalException(directory + ": not a journal, it has no JOB/rank-R-I with a queue");
        }
        Collections.sort(ranks);
        return new Journal(directory, List.copyOf(ranks));
    }

    private static List<JournalRank> ranksOf(final Path job) throws IOException {
        final List<JournalRank> ranks = new ArrayList<>();
        if (JOB.matcher(name(job)).matches() && Files.isDirectory(job)) {
            for (final Path queue : entries(job)) {
                final Matcher numbers = RANK.matcher(name(queue));
                if (numbers.matches() && !QueueFiles.of(queue).isEmpty()) {
                    ranks.add(new JournalRank(
                        queue, Long.parseUnsignedLong(name(job), HEXADECIMAL), Integer.parseInt(numbers.group(1)),
                        Integer.parseInt(numbers.group(2))));
                }
            }
        }
        return ranks;
    }

    private static String name(final Path path) {
        final Path last = path.toAbsolutePath().normalize().getFileName();
        return last == null ? "" : last.toString();
    }

    private static List<Path> entries(final Path directory) throws IOException {
        final List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (final DirectoryIteratorException e) {
            throw e.getCause();
        }
        return entries;
    }

    /**
     * Returns the directory of the queue of a rank, whether it exists or not.
     *
     * @param directory   of the journal.
     * @param jobId       of the job.
     * @param rank        from 0.
     * @param incarnation of the rank.
     * @return a path.
     */
    public static Path queue(final Path directory, final long jobId, final int rank, final int incarnation) {
        return directory.resolve(Long.toHexString(jobId)).resolve("rank-" + rank + "-" + incarnation);
    }

    /**
     * Returns the directory.
     *
     * @return as given.
     */
    public Path directory() {
        return directory;
    }

    /**
     * Returns the ranks, by job, rank and incarnation.
     *
     * @return at least one.
     */
    public List<JournalRank> ranks() {
        return ranks;
    }

    @Override
    public Iterator<JournalRank> iterator() {
        return ranks.iterator();
    }
}
