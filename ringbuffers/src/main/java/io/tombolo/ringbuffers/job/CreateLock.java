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
import java.nio.channels.FileChannel;
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
 * Held by the one thread, of all processes, that creates, joins, moves or deletes a job. It is polled for, never waited for in
 * the kernel. Within this JVM a mutex comes first, because a second channel on the same file would drop the lock at its close.
 */
final class CreateLock implements AutoCloseable {
    // Many that poll often keep the one that holds the lock from its core: a queue of 32 starting JVMs on two cores stood still at 1 ms.
    private static final long MIN_POLL_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_POLL_NS = TimeUnit.MILLISECONDS.toNanos(64);
    private static final ReentrantLock MUTEX = new ReentrantLock();

    private final Path path;
    private final FileChannel channel;

    private CreateLock(final Path path, final FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Take the lock of a directory, which is created if it is missing. */
    static CreateLock acquire(final Path directory, final long timeoutNs) throws IOException {
        return acquire(directory, timeoutNs, true);
    }

    /** Take the lock of a directory that has one, or give up: null when the directory or its lock is gone. */
    static CreateLock acquireExisting(final Path directory, final long timeoutNs) throws IOException {
        return acquire(directory, timeoutNs, false);
    }

    private static CreateLock acquire(final Path directory, final long timeoutNs, final boolean create) throws IOException {
        final Path path = directory.resolve(JobPaths.CREATE_LOCK);
        final long startNs = System.nanoTime();
        for (long pauseNs = MIN_POLL_NS;; pauseNs = Math.min(MAX_POLL_NS, pauseNs * 2)) {
            if (create) {
                JobPaths.make(directory);
                createFile(path);
            } else if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            final CreateLock lock = Uninterrupted.call(() -> poll(path));
            if (lock != null) {
                return lock;
            }
            if (System.nanoTime() - startNs >= timeoutNs) {
                throw new JobException(path + ": still held by another process after " +
                    TimeUnit.NANOSECONDS.toMillis(timeoutNs) + " ms");
            }
            final long mostNs = pauseNs;
            Uninterrupted.call(() -> pause(mostNs));
        }
    }

    /** The directory that nobody else creates, joins, moves or deletes until close. */
    Path directory() {
        return path.getParent();
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            MUTEX.unlock();
        }
    }

    /** Between half and all of the time, so that those who began together do not poll together. */
    private static Void pause(final long mostNs) {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(mostNs / 2, mostNs));
        return null;
    }

    private static void createFile(final Path path) throws IOException {
        try {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.createFile(path, OwnerOnly.fileMode());
            }
        } catch (final FileAlreadyExistsException | NoSuchFileException ignored) {
            // Another rank was quicker, or the directory has just been deleted: the next poll finds out.
            return;
        }
    }

    private static CreateLock poll(final Path path) throws IOException {
        if (!MUTEX.tryLock()) {
            return null;
        }
        FileChannel channel = null;
        boolean locked = false;
        try {
            final Object before = OwnerOnly.checkFile(path).fileKey();
            channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            // The file may have been deleted with its job, and made anew, before it was locked.
            locked = channel.tryLock() != null && before.equals(OwnerOnly.checkFile(path).fileKey());
            return locked ? new CreateLock(path, channel) : null;
        } catch (final NoSuchFileException ignored) {
            return null;
        } finally {
            if (!locked) {
                if (channel != null) {
                    channel.close();
                }
                MUTEX.unlock();
            }
        }
    }
}
