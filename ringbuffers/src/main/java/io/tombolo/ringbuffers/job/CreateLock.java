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
import io.tombolo.ringbuffers.file.Uninterrupted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock on the creation, move and deletion of a job, across processes. A thread that does one of these holds it exclusively. Processes
 * that join an existing job share it and do not wait for one another. Waiters poll; they never block in the kernel. Within this JVM a mutex
 * is taken first, because closing a second channel on the same file would drop the lock.
 * <p>
 * The file holds a text about its last holder, for {@link StallTimeout}.
 */
final class CreateLock implements AutoCloseable {
    // Polls become rarer with time: many processes that poll often would keep the holder of the lock from its core.
    private static final long MIN_POLL_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_POLL_NS = TimeUnit.MILLISECONDS.toNanos(64);
    private static final int HOLDER_BYTES = 64;
    // Fair: threads of one JVM take turns in the order in which they arrived.
    private static final ReentrantLock MUTEX = new ReentrantLock(true);
    /** System property that is set while a thread of this JVM has the lock: a copy of this class in another loader has another mutex. */
    private static final String JVM_MUTEX = "io.tombolo.create.lock";

    private final Path path;
    private final FileChannel channel;
    private final boolean isShared;

    private CreateLock(final Path path, final FileChannel channel, final boolean isShared) {
        this.path = path;
        this.channel = channel;
        this.isShared = isShared;
    }

    /** Takes the lock of a directory exclusively. Creates the directory for its owner or a group if it is missing. */
    static CreateLock acquire(final Path directory, final String group, final long timeoutNs) throws IOException {
        return new Wait(directory, group, timeoutNs, true).acquire(false);
    }

    /** Takes the lock of a directory: shared if it holds a job, exclusively if not. Creates it as {@link #acquire} does. */
    static CreateLock acquireToJoin(final Path directory, final String group, final long timeoutNs) throws IOException {
        return new Wait(directory, group, timeoutNs, true).acquire(true);
    }

    /** Takes an existing lock exclusively. Returns null if the directory or its lock file is gone. */
    static CreateLock acquireExisting(final Path directory, final long timeoutNs) throws IOException {
        return new Wait(directory, OwnerOnly.NO_GROUP, timeoutNs, false).acquire(false);
    }

    /** Returns the directory. No other process creates, moves or deletes a job in it until {@link #close()}. */
    Path directory() {
        return path.getParent();
    }

    /** Returns whether other processes may join meanwhile. */
    boolean isShared() {
        return isShared;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            unlockJvm();
        }
    }

    private static boolean lockJvm(final long longestNs) {
        boolean isLocked = false;
        if (tryMutex(longestNs)) {
            try {
                isLocked = System.getProperties().putIfAbsent(JVM_MUTEX, holder()) == null;
            } finally {
                if (!isLocked) {
                    MUTEX.unlock();
                }
            }
        }
        return isLocked;
    }

    private static boolean tryMutex(final long longestNs) {
        try {
            return MUTEX.tryLock(longestNs, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return MUTEX.tryLock();
        }
    }

    private static void unlockJvm() {
        System.getProperties().remove(JVM_MUTEX);
        MUTEX.unlock();
    }

    /** Returns a text with the pid of this process and a number that differs at each call. */
    private static String holder() {
        return ProcessHandle.current().pid() + " " + System.nanoTime();
    }

    /** One thread's wait for the lock of a directory. */
    private static final class Wait {
        private final Path directory;
        private final String group;
        private final Path path;
        private final long timeoutNs;
        private final boolean isCreating;
        private final StallTimeout timeout;

        Wait(final Path directory, final String group, final long timeoutNs, final boolean isCreating) {
            this.directory = directory;
            this.group = group;
            this.path = directory.resolve(JobPaths.CREATE_LOCK);
            this.timeoutNs = timeoutNs;
            this.isCreating = isCreating;
            this.timeout = new StallTimeout(timeoutNs, System.nanoTime());
        }

        CreateLock acquire(final boolean isSharing) throws IOException {
            for (long pauseNs = MIN_POLL_NS;; pauseNs = Math.min(MAX_POLL_NS, pauseNs * 2)) {
                if (isCreating) {
                    JobPaths.make(directory, group);
                    createFile(path);
                } else if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    return null;
                }
                final long mostNs = pauseNs;
                final CreateLock lock = Uninterrupted.call(() -> poll(isSharing, mostNs));
                if (lock != null) {
                    return lock;
                }
                if (timeout.isExpired(System.nanoTime())) {
                    throw timeout(isSharing);
                }
                Uninterrupted.call(() -> pause(mostNs));
            }
        }

        private CreateLock poll(final boolean isSharing, final long mostNs) throws IOException {
            if (!lockJvm(mostNs)) {
                timeout.observe(System.getProperty(JVM_MUTEX, ""), System.nanoTime());
                return null;
            }
            FileChannel channel = null;
            CreateLock lock = null;
            try {
                final Object before = OwnerOnly.checkFile(path).fileKey();
                channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                final boolean isShared = isSharing && Files.exists(directory.resolve(JobPaths.JOB_FILE), LinkOption.NOFOLLOW_LINKS);
                // The file may have been deleted with its job, and created again, before it was locked.
                if (tryLock(channel, isShared) && before.equals(OwnerOnly.checkFile(path).fileKey())) {
                    writeHolder(channel);
                    lock = new CreateLock(path, channel, isShared);
                } else {
                    timeout.observe(readHolder(channel), System.nanoTime());
                }
                return lock;
            } catch (final NoSuchFileException ignored) {
                return null;
            } finally {
                if (lock == null) {
                    if (channel != null) {
                        channel.close();
                    }
                    unlockJvm();
                }
            }
        }

        private JobException timeout(final boolean isJoining) {
            final String holder = timeout.seen();
            return new JobException(path + ": still held by another process after " + TimeUnit.NANOSECONDS.toMillis(timeoutNs) + " ms" +
                (holder.isEmpty() ? "" : " (recorded pid " + holder.split(" ")[0] + ")") +
                (isJoining ? ": end it, or raise tombolo.join.timeout.ms" : ": end it"));
        }

        private static String readHolder(final FileChannel channel) throws IOException {
            final ByteBuffer bytes = ByteBuffer.allocate(HOLDER_BYTES);
            channel.read(bytes, 0);
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).strip();
        }

        private static boolean tryLock(final FileChannel channel, final boolean isShared) throws IOException {
            try {
                final FileLock lock = channel.tryLock(0, Long.MAX_VALUE, isShared);
                return lock != null;
            } catch (final OverlappingFileLockException heldByCodeOfOthers) {
                return false;
            }
        }

        private static void writeHolder(final FileChannel channel) throws IOException {
            final String line = holder();
            final byte[] bytes = (line + " ".repeat(HOLDER_BYTES - 1 - line.length()) + "\n").getBytes(StandardCharsets.US_ASCII);
            try {
                channel.write(ByteBuffer.wrap(bytes), 0);
            } catch (final ClosedByInterruptException interrupted) {
                // The lock is gone with the channel.
                throw interrupted;
            } catch (final IOException ignored) {
                // No room for a line: a waiting process cannot be told who holds the lock.
                return;
            }
        }

        private static void createFile(final Path path) throws IOException {
            try {
                if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    OwnerOnly.createFile(path);
                }
            } catch (final FileAlreadyExistsException | NoSuchFileException ignored) {
                // Another rank was faster, or the directory has just been deleted: the next poll finds out.
                return;
            }
        }

        /** Parks for a random part of the time, at least half, so that processes that began together do not poll together. */
        private static Void pause(final long mostNs) {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(mostNs / 2, mostNs));
            return null;
        }
    }
}
