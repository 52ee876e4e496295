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
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lock of the launcher of the jobs in a directory: {@code launch.lock}. The launcher holds it until it starts no rank any more; so a
 * job whose ranks are all gone may be followed by another one while it is held. The system releases the lock when the launcher ends.
 * <p>
 * <b>Threading:</b> one thread at a time. Closing any other channel of the file in the same process drops the lock.
 */
public final class LaunchLock implements AutoCloseable {
    private final FileChannel channel;

    private LaunchLock(final FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @param directory of the jobs.
     * @return the lock; the caller closes it.
     * @throws JobException if another launcher holds it; the message is one line.
     * @throws IOException  if the file cannot be created.
     */
    public static LaunchLock take(final Path directory) throws IOException {
        final Path path = path(directory);
        if (!exists(directory)) {
            create(path);
        }
        final FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            if (LockProbe.tryLock(channel, false) == null) {
                throw new JobException("another launch uses " + directory);
            }
            return new LaunchLock(channel);
        } catch (final IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static void create(final Path path) throws IOException {
        try {
            OwnerOnly.createFile(path);
        } catch (final FileAlreadyExistsException meanwhile) {
            // Another launcher begins: one of them gets the lock.
            return;
        }
    }

    /**
     * Returns whether a launcher uses a directory.
     *
     * @param directory any directory; it need not exist.
     * @return true if a process holds the lock.
     * @throws IOException if the file cannot be opened.
     */
    public static boolean isHeld(final Path directory) throws IOException {
        return LockProbe.isHeld(path(directory));
    }

    /**
     * Returns whether a launcher uses or has used a directory.
     *
     * @param directory any directory.
     * @return true if the file is there.
     */
    public static boolean exists(final Path directory) {
        return Files.exists(path(directory), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Deletes the file, by the holder of the lock or when there is none.
     *
     * @param directory of the jobs.
     * @throws IOException if it cannot be deleted; a missing one is no error.
     */
    public static void delete(final Path directory) throws IOException {
        Files.deleteIfExists(path(directory));
    }

    private static Path path(final Path directory) {
        return directory.resolve(JobPaths.LAUNCH_LOCK);
    }

    /** Releases the lock; the file stays. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
