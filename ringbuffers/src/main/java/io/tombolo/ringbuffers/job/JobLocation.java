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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A directory in which a job may be: live, dead, half made, or put aside. For tools that list jobs and remove dead ones; what a job says of
 * itself is {@link JobDirectory#inspect}.
 * <p>
 * <b>Threading:</b> immutable; any thread may call anything.
 */
public final class JobLocation {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private final Path path;

    private JobLocation(final Path path) {
        this.path = path;
    }

    /**
     * Name a place; nothing is looked at yet.
     *
     * @param directory that may hold a job.
     * @return the place.
     */
    public static JobLocation at(final Path directory) {
        return new JobLocation(directory.toAbsolutePath().normalize());
    }

    /**
     * The directory.
     *
     * @return an absolute path.
     */
    public Path path() {
        return path;
    }

    /**
     * Where the job before is kept for post mortem.
     *
     * @return {@code previous/} in this directory, whether it is there or not.
     */
    public JobLocation previous() {
        return new JobLocation(path.resolve(JobPaths.PREVIOUS));
    }

    /**
     * Whether the lock file of a rank is here. The files of a dead job move to {@code previous/} one by one, the job file first: where
     * the mover was killed, they may never follow.
     *
     * @param rank of the job.
     * @return false if there is no such file.
     */
    public boolean hasLock(final int rank) {
        return Files.exists(JobPaths.lock(path, rank), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Whether there is a job file.
     *
     * @return true if there is one, of whatever contents.
     */
    public boolean hasJob() {
        return Files.isRegularFile(path.resolve(JobPaths.JOB_FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Whether somebody has begun to make a job here.
     *
     * @return true if the directory was made for a job, or the lock file of job creation is there.
     */
    public boolean isTouched() {
        return JobPaths.isMade(path) || Files.exists(path.resolve(JobPaths.CREATE_LOCK), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * What the files in the directory take, those in {@code previous/} not counted.
     *
     * @return bytes; a file that goes meanwhile counts as gone.
     * @throws IOException if the directory cannot be read.
     */
    public long bytes() throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (final Path file : files) {
                sum += bytesOf(file);
            }
        } catch (final NoSuchFileException | NotDirectoryException gone) {
            return sum;
        } catch (final DirectoryIteratorException ex) {
            throw ex.getCause();
        }
        return sum;
    }

    private static long bytesOf(final Path file) throws IOException {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
        } catch (final NoSuchFileException gone) {
            return 0;
        }
    }

    /**
     * Find a rank that lives, by a probe that does not disturb: also in a job whose file cannot be read.
     *
     * @return the lowest such rank, or -1 if none lives.
     * @throws IOException if a lock file is refused.
     */
    public int aliveRank() throws IOException {
        final RankLocks locks = RankLocks.open(path, jobId());
        try {
            for (int rank = 0; rank < JobFileDescriptor.MAX_RANKS; rank++) {
                if (Files.exists(JobPaths.lock(path, rank), LinkOption.NOFOLLOW_LINKS) && locks.isAlive(rank)) {
                    return rank;
                }
            }
            return -1;
        } finally {
            locks.close();
        }
    }

    /** The id under which ranks of this JVM hold their locks, or that of any job if the job file cannot be read. */
    private long jobId() {
        try {
            return JobFile.attach(path.resolve(JobPaths.JOB_FILE), true).jobId();
        } catch (final IOException unreadable) {
            return RankLocks.ANY_JOB;
        }
    }

    /**
     * Make a directory for one job, with a name that no other has.
     *
     * @param parent of the directory; made if it is missing.
     * @param prefix of its name.
     * @return the place; the directory goes with its job.
     * @throws IOException if it cannot be made.
     */
    public static JobLocation fresh(final Path parent, final String prefix) throws IOException {
        JobLocation place;
        do {
            place = at(parent.resolve(prefix + Integer.toUnsignedString(ThreadLocalRandom.current().nextInt())));
        } while (!place.make());
        return place;
    }

    /**
     * Make the directory, with mode 0700, its missing parents too, or check the one that is there. One that was made goes with its job, one
     * that was there stays.
     *
     * @return true if this call has made it.
     * @throws IOException if it cannot be made or is refused.
     */
    public boolean make() throws IOException {
        return JobPaths.make(path);
    }

    /**
     * Delete the files of a dead job, its {@code previous/}, and the directory if it was made for a job and nothing else is in it. Nobody
     * can join meanwhile.
     *
     * @return false if the directory is left.
     * @throws JobException if a rank lives, or a rank is just joining; nothing was touched.
     * @throws IOException  if the directory is refused or a file cannot be deleted.
     */
    public boolean remove() throws IOException {
        OwnerOnly.checkDirectory(path);
        try (CreateLock lock = CreateLock.acquire(path, TIMEOUT_NS)) {
            refuseLiving();
            JobPaths.destroy(lock.directory());
        }
        return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Delete {@code previous/} and leave the job itself alone, whether it lives or not.
     *
     * @throws JobException if the directory has no lock file of job creation; nothing was touched.
     * @throws IOException  if the directory is refused or a file cannot be deleted.
     */
    public void removePrevious() throws IOException {
        OwnerOnly.checkDirectory(path);
        try (CreateLock lock = CreateLock.acquireExisting(path, TIMEOUT_NS)) {
            if (lock == null) {
                throw new JobException(path + ": no lock file of job creation, so no job of ours: remove it by hand");
            }
            JobPaths.destroyPrevious(lock.directory());
        }
    }

    private void refuseLiving() throws IOException {
        final int rank = aliveRank();
        if (rank >= 0) {
            throw new JobException(path + ": rank " + rank + " is alive");
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
