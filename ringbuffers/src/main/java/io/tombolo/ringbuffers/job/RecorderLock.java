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
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lock of the process that records the events of the jobs in a directory: {@code recorder.lock}. There is one recorder a directory. It
 * may hold the lock before there is a job. While it does, the last rank that leaves does not delete the files of the job. The system
 * releases the lock when the process ends.
 * <p>
 * <b>Threading:</b> one thread at a time. Closing any other channel of the file in the same process drops the lock.
 */
public final class RecorderLock implements AutoCloseable {
    private static final int ATTEMPTS = 20;
    private static final long PAUSE_MS = 5;

    private final Path path;
    private final FileChannel channel;

    private RecorderLock(final Path path, final FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @param directory of the jobs.
     * @return the lock; the caller closes it.
     * @throws JobException if another process records there; the message is one line.
     * @throws IOException  if the file cannot be created.
     */
    public static RecorderLock take(final Path directory) throws IOException {
        final Path path = path(directory);
        try {
            // Again if another recorder has deleted the file meanwhile: this lock would be seen by nobody. A probe may refuse it once.
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                final FileChannel channel = tryTake(path);
                if (channel != null) {
                    return new RecorderLock(path, channel);
                }
                Thread.sleep(PAUSE_MS);
            }
        } catch (final InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        throw new JobException(directory + ": another process records this job; end it first");
    }

    private static FileChannel tryTake(final Path path) throws IOException {
        createIfMissing(path);
        final FileChannel channel = open(path);
        if (channel == null) {
            return null;
        }
        try {
            final Object opened = OwnerOnly.checkFile(path).fileKey();
            if (LockProbe.tryLock(channel, false) != null && OwnerOnly.checkFile(path).fileKey().equals(opened)) {
                return channel;
            }
        } catch (final NoSuchFileException deleted) {
            channel.close();
            return null;
        } catch (final IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
        channel.close();
        return null;
    }

    private static void createIfMissing(final Path path) throws IOException {
        try {
            OwnerOnly.createFile(path);
        } catch (final FileAlreadyExistsException exists) {
            return;
        }
    }

    /** Returns null if another recorder has deleted the file meanwhile. */
    private static FileChannel open(final Path path) throws IOException {
        try {
            OwnerOnly.checkFile(path);
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (final NoSuchFileException deleted) {
            return null;
        }
    }

    /**
     * Returns whether a process records the jobs in a directory.
     *
     * @param directory of the jobs.
     * @return true if a process holds the lock.
     * @throws IOException if the file cannot be opened.
     */
    public static boolean isHeld(final Path directory) throws IOException {
        return LockProbe.isHeld(path(directory));
    }

    private static Path path(final Path directory) {
        return directory.resolve(JobPaths.RECORDER_LOCK);
    }

    /** Deletes the file and releases the lock. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        channel.close();
    }
}
