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
package io.tombolo.ringbuffers.job;

import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the files of a job directory, and the operations on all of them: they move to {@code previous/}, or they are deleted. Other
 * files are never touched.
 */
final class JobPaths {
    static final String JOB_FILE = "job.dat";
    static final String CREATE_LOCK = "create.lock";
    static final String LAUNCH_LOCK = "launch.lock";
    static final String RECORDER_FILE = "recorder.dat";
    static final String RECORDER_LOCK = "recorder.lock";
    static final String PREVIOUS = "previous";
    /** Marks a directory that was created for a job and is deleted with it. */
    private static final String MADE = ".made";

    /** Kind of the numbered files of feeds. */
    static final String FEED = "feed";
    /** Kind of the numbered files for collective operations. */
    static final String COLLECTIVE = "collective";

    private static final String LOCK_SUFFIX = ".lock";
    private static final String SOCKET_SUFFIX = ".sock";
    private static final String LIFE_SUFFIX = ".life";

    private static final Pattern OURS = Pattern.compile(
        "job\\.dat|recorder\\.dat|rank-[\\d.]+(lock|dat|sock|life)|record-[\\d.]+dat|pair-[\\d.-]+dat|" +
        "(heap|nodes|latency|window|queue|feed|collective)-[\\d.-]+dat|" +
        "\\.(job|recorder|record|rank|nodes|latency|pair|heap|window|queue|feed|collective)[-.\\w]*\\.tmp");

    /** A file of one rank, or of a pair: its source comes first. A dot in front marks a file that its creator has not published yet. */
    private static final Pattern OF_RANKS = Pattern.compile(
        "(?<hidden>\\.?)(rank|record|heap|nodes|latency|window|queue|feed|collective|pair)-(?<rank>\\d+)\\.(?<incarnation>\\d+)" +
        "(-(?<other>\\d+)\\.(?<otherIncarnation>\\d+))?[.-].*");

    private static final Pattern NUMBERED = Pattern.compile("(\\w+)-(\\d{1,4})\\.(\\d{1,9})-(\\d{1,9})\\.dat");

    private JobPaths() {
    }

    static Path lock(final Path directory, final int rank) {
        return directory.resolve("rank-" + rank + LOCK_SUFFIX);
    }

    static Path rank(final Path directory, final int rank, final int incarnation) {
        return directory.resolve("rank-" + one(rank, incarnation) + ".dat");
    }

    static Path streams(final Path directory, final int rank, final int incarnation) {
        return directory.resolve("record-" + one(rank, incarnation) + ".dat");
    }

    static Path socket(final Path directory, final int rank, final int incarnation) {
        return directory.resolve("rank-" + one(rank, incarnation) + SOCKET_SUFFIX);
    }

    static Path life(final Path directory, final int rank) {
        return directory.resolve("rank-" + rank + LIFE_SUFFIX);
    }

    static Path pair(final Path directory, final PairEnds pair) {
        return directory.resolve("pair-" + one(pair.source(), pair.sourceIncarnation()) + "-" +
            one(pair.destination(), pair.destinationIncarnation()) + ".dat");
    }

    /** Path of a numbered file of a rank: of the kind heap, nodes, latency, window, queue, feed or collective. */
    static Path numbered(final Path directory, final String kind, final int rank, final int incarnation, final int number) {
        return directory.resolve(kind + "-" + one(rank, incarnation) + "-" + number + ".dat");
    }

    /** Lists the numbered files of a kind. */
    static List<NumberedPath> numbered(final Path directory, final String kind) throws IOException {
        final List<NumberedPath> files = new ArrayList<>();
        for (final String name : names(directory)) {
            final Matcher file = NUMBERED.matcher(name);
            if (file.matches() && file.group(1).equals(kind)) {
                files.add(new NumberedPath(
                    Integer.parseInt(file.group(2)), Integer.parseInt(file.group(3)), Integer.parseInt(file.group(4)),
                    directory.resolve(name)));
            }
        }
        return files;
    }

    /** Returns the name of one incarnation of a rank in the names of files. */
    private static String one(final int rank, final int incarnation) {
        return rank + "." + incarnation;
    }

    /**
     * Deletes the files of a rank's old incarnations, and those of the pairs from and to them. Other processes may do the same.
     *
     * @param rank of the incarnations.
     * @param last incarnation whose files are deleted; later ones are left alone.
     */
    static void deleteOld(final Path directory, final int rank, final int last) throws IOException {
        for (final String name : names(directory)) {
            final Matcher file = OF_RANKS.matcher(name);
            if (file.matches() && (isOld(file, "rank", "incarnation", rank, last) ||
                file.group("hidden").isEmpty() && isOld(file, "other", "otherIncarnation", rank, last))) {
                Files.deleteIfExists(directory.resolve(name));
            }
        }
    }

    private static boolean isOld(
        final Matcher file, final String rankGroup, final String incarnationGroup, final int rank, final int last) {
        final String name = file.group(rankGroup);
        return name != null && name.equals(Integer.toString(rank)) && Long.parseLong(file.group(incarnationGroup)) <= last;
    }

    /**
     * Creates a directory for a job, or checks the existing one.
     *
     * @param group that shares it, or {@link OwnerOnly#NO_GROUP}.
     * @return true if this call has created it.
     */
    static boolean make(final Path directory, final String group) throws IOException {
        final boolean isNew = OwnerOnly.createDirectory(directory, group);
        if (isNew) {
            try {
                mark(directory);
            } catch (final IOException | RuntimeException | Error e) {
                deleteUnmarked(directory, e);
                throw e;
            }
        }
        return isNew;
    }

    /** Deletes a directory without a mark, because no other process would. */
    private static void deleteUnmarked(final Path directory, final Throwable why) {
        try {
            Files.deleteIfExists(directory);
        } catch (final IOException inUse) {
            why.addSuppressed(inUse);
        }
    }

    /** Returns whether a directory was created for a job, by {@link #make}. */
    static boolean isMade(final Path directory) {
        return Files.exists(directory.resolve(MADE), LinkOption.NOFOLLOW_LINKS);
    }

    private static void mark(final Path directory) throws IOException {
        try {
            Files.createFile(directory.resolve(MADE), OwnerOnly.fileMode());
        } catch (final FileAlreadyExistsException | NoSuchFileException ignored) {
            // Another process has marked it, or has deleted it with its job.
            return;
        }
    }

    /**
     * Moves the files of a dead job to {@code previous/}, after deleting those of the job before it. Sockets are deleted, because they hold
     * no information. Call it under create.lock.
     */
    static void rotate(final Path directory) throws IOException {
        final Path previous = directory.resolve(PREVIOUS);
        deleteAll(previous);
        make(previous, OwnerOnly.groupOf(directory));
        // The job file moves first: if this process is killed, the rest is no job.
        final Path job = directory.resolve(JOB_FILE);
        Files.move(job, previous.resolve(JOB_FILE), StandardCopyOption.REPLACE_EXISTING);
        for (final Path file : ours(directory)) {
            if (isSocket(file.getFileName().toString())) {
                Files.deleteIfExists(file);
            } else {
                Files.move(file, previous.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static boolean isSocket(final String name) {
        return name.endsWith(SOCKET_SUFFIX) || name.endsWith(LIFE_SUFFIX);
    }

    /** Deletes files without a job file, left by a process that was killed while it moved or deleted a job. Call it under create.lock. */
    static void sweep(final Path directory) throws IOException {
        deleteFiles(directory);
    }

    /** Undoes the creation of a job that no rank has joined. Call it under create.lock, which stays if there is a previous job. */
    static void discard(final Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(JOB_FILE));
        deleteFiles(directory);
        if (!Files.exists(directory.resolve(PREVIOUS), LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(directory.resolve(CREATE_LOCK));
            deleteDirectory(directory);
        }
    }

    /**
     * Deletes the files of a job that has ended, {@code previous/}, and the directory if it was created for a job. Call it under
     * create.lock, which is deleted last.
     */
    static void destroy(final Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(JOB_FILE));
        Files.deleteIfExists(directory.resolve(RECORDER_LOCK));
        destroyPrevious(directory);
        deleteFiles(directory);
        Files.deleteIfExists(directory.resolve(CREATE_LOCK));
        deleteDirectory(directory);
    }

    /** Deletes {@code previous/}. Call it under create.lock. */
    static void destroyPrevious(final Path directory) throws IOException {
        deleteAll(directory.resolve(PREVIOUS));
    }

    private static void deleteAll(final Path directory) throws IOException {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            deleteFiles(directory);
            deleteDirectory(directory);
            // A process that was killed before it marked the directory has left it empty.
            if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) && names(directory).isEmpty()) {
                Files.deleteIfExists(directory);
            }
        }
    }

    private static void deleteFiles(final Path directory) throws IOException {
        for (final Path file : ours(directory)) {
            Files.deleteIfExists(file);
        }
    }

    /** Deletes a directory that was created for a job and is still empty. */
    static void deleteEmpty(final Path directory) throws IOException {
        if (isMade(directory) && names(directory).equals(List.of(MADE))) {
            deleteDirectory(directory);
        }
    }

    /** Deletes a directory that was created for a job, if it is empty. */
    private static void deleteDirectory(final Path directory) throws IOException {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) && Files.deleteIfExists(directory.resolve(MADE))) {
            try {
                Files.deleteIfExists(directory);
            } catch (final DirectoryNotEmptyException ignored) {
                // A launcher or a new job that still uses it deletes it later. Files of others remain theirs to delete.
                if (names(directory).stream().anyMatch(name -> name.endsWith(LOCK_SUFFIX))) {
                    mark(directory);
                }
            }
        }
    }

    private static List<Path> ours(final Path directory) throws IOException {
        return names(directory).stream().filter(name -> OURS.matcher(name).matches()).map(directory::resolve).toList();
    }

    private static List<String> names(final Path directory) throws IOException {
        final List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (final Path file : stream) {
                names.add(file.getFileName().toString());
            }
        } catch (final NoSuchFileException ignored) {
            names.clear();
        } catch (final DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }
}
