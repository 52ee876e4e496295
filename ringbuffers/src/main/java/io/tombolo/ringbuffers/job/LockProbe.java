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

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Finds out whether a process holds the lock of a file, by a shared lock of a moment.
 * <p>
 * <b>Threading:</b> any thread. If this JVM itself holds the lock through another channel, the probe drops it on most systems.
 */
public final class LockProbe {
    private LockProbe() {
    }

    /**
     * Returns whether a process holds the lock of a file. One thread of a JVM at a time: to another one, the lock of this probe would look
     * like that of a holder.
     *
     * @param file that may be missing; a symbolic link is refused.
     * @return false if nobody holds it, or there is no such file.
     * @throws IOException if the file cannot be opened.
     */
    public static synchronized boolean isHeld(final Path file) throws IOException {
        try (FileChannel probe = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return tryLock(probe, true) == null;
        } catch (final NoSuchFileException none) {
            return false;
        }
    }

    /** Returns null if another process holds the lock, or this one through any channel. */
    static FileLock tryLock(final FileChannel channel, final boolean isShared) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, isShared);
        } catch (final OverlappingFileLockException heldHere) {
            return null;
        }
    }
}
