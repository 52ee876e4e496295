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
 * A directory that may hold a job: live, dead, half created, or moved aside. It is for tools that list jobs and remove dead ones; for the
 * contents of a job use {@link JobDirectory#inspect}.
 * <p>
 * <b>Threading:</b> immutable; any thread may call any method.
 */
public final class JobLocation {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private final Path path;

    private JobLocation(final Path path) {
        this.path = path;
    }

    /**
     * Creates a location; the file system is not accessed.
     *
     * @param directory that may hold a job.
     * @return the location.
     */
    public static JobLocation at(final Path directory) {
        return new JobLocation(directory.toAbsolutePath().normalize());
    }

    /**
     * Returns the directory.
     *
     * @return an absolute path.
     */
    public Path path() {
        return path;
    }

    /**
     * Returns the location of the previous job, which is kept for post-mortem inspection.
     *
     * @return {@code previous/} in this directory, whether it exists or not.
     */
    public JobLocation previous() {
        return new JobLocation(path.resolve(JobPaths.PREVIOUS));
    }

    /**
     * Returns whether the lock file of a rank is here. The files of a dead job move to {@code previous/} one by one, the job file first. If
     * the mover was killed, the others may have stayed.
     *
     * @param rank of the job.
     * @return false if there is no such file.
     */
    public boolean hasLock(final int rank) {
        return Files.exists(JobPaths.lock(path, rank), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Returns whether there is a job file.
     *
     * @return true if there is one, whatever it contains.
     */
    public boolean hasJob() {
        return Files.isRegularFile(path.resolve(JobPaths.JOB_FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Returns whether a process has begun to create a job here.
     *
     * @return true if the directory was created for a job, or has a {@code create.lock}.
     */
    public boolean isTouched() {
        return JobPaths.isMade(path) || Files.exists(path.resolve(JobPaths.CREATE_LOCK), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Returns the size of the files in the directory, without {@code previous/}.
     *
     * @return bytes; a file that is deleted meanwhile does not count.
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
     * Finds a living rank, by a probe that does not disturb it. This also works if the job file cannot be read.
     *
     * @return the lowest such rank, or -1 if none lives.
     * @throws IOException if a lock file is refused.
     */
    public int aliveRank() throws IOException {
        final RankLocks locks = RankLocks.open(path, jobId());
        try {
            for (int rank = 0; rank < JobFileDescriptor.MAX_RANKS; rank++) {
                if (Files.exists(JobPaths.lock(path, rank), LinkOption.NOFOLLOW_LINKS) && locks.probeAlive(rank)) {
                    return rank;
                }
            }
            return -1;
        } finally {
            locks.close();
        }
    }

    /** Returns the id of the job, under which ranks of this JVM hold their locks; the id of any job if the job file cannot be read. */
    private long jobId() {
        try {
            return JobFile.attach(path.resolve(JobPaths.JOB_FILE), true).jobId();
        } catch (final IOException unreadable) {
            return RankLocks.ANY_JOB;
        }
    }

    /**
     * Creates a directory for one job, with a unique name.
     *
     * @param parent of the directory; created if it is missing.
     * @param prefix of its name.
     * @return the location; the directory is deleted with its job.
     * @throws IOException if it cannot be created.
     */
    public static JobLocation fresh(final Path parent, final String prefix) throws IOException {
        JobLocation location;
        do {
            location = at(parent.resolve(prefix + Integer.toUnsignedString(ThreadLocalRandom.current().nextInt())));
        } while (!location.make(OwnerOnly.NO_GROUP));
        return location;
    }

    /**
     * Creates the directory and its missing parents, with mode 0700, or checks the existing one. A directory created here is deleted with
     * its job; an existing one stays.
     *
     * @param group that shares the directory, which gets mode 2770 then; {@link OwnerOnly#NO_GROUP} for none.
     * @return true if this call has created it.
     * @throws IOException if it cannot be created or is refused.
     */
    public boolean make(final String group) throws IOException {
        return JobPaths.make(path, group);
    }

    /**
     * Checks what {@link #remove} checks first. Nothing changes.
     *
     * @throws JobException if a rank lives.
     * @throws IOException  if the directory is refused.
     */
    public void checkRemovable() throws IOException {
        OwnerOnly.checkDirectory(path);
        refuseLiving();
    }

    /**
     * Deletes the files of a dead job, its {@code previous/}, and the directory if it was created for a job and is then empty. No rank can
     * join meanwhile.
     *
     * @return false if the directory remains.
     * @throws JobException if a rank lives or is just joining; nothing is deleted then.
     * @throws IOException  if the directory is refused or a file cannot be deleted.
     */
    public boolean remove() throws IOException {
        OwnerOnly.checkDirectory(path);
        try (CreateLock lock = CreateLock.acquire(path, OwnerOnly.groupOf(path), TIMEOUT_NS)) {
            refuseLiving();
            JobPaths.destroy(lock.directory());
        }
        return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Checks what {@link #removePrevious} checks first. Nothing changes.
     *
     * @throws JobException if the directory has no {@code create.lock}.
     * @throws IOException  if the directory is refused.
     */
    public void checkPreviousRemovable() throws IOException {
        OwnerOnly.checkDirectory(path);
        if (!Files.exists(path.resolve(JobPaths.CREATE_LOCK), LinkOption.NOFOLLOW_LINKS)) {
            throw withoutLock();
        }
    }

    private JobException withoutLock() {
        return new JobException(path + ": has no " + JobPaths.CREATE_LOCK + ", so it is not a job directory; remove it by hand");
    }

    /**
     * Deletes {@code previous/}, but not the job itself, whether it lives or not.
     *
     * @throws JobException if the directory has no {@code create.lock}; nothing is deleted then.
     * @throws IOException  if the directory is refused or a file cannot be deleted.
     */
    public void removePrevious() throws IOException {
        OwnerOnly.checkDirectory(path);
        try (CreateLock lock = CreateLock.acquireExisting(path, TIMEOUT_NS)) {
            if (lock == null) {
                throw withoutLock();
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
