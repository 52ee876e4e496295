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
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import org.agrona.CloseHelper;

/**
 * What a living rank holds: its lock and its {@link LivenessSocket}. Other code of this process may drop the lock without knowing, by
 * closing the lock file that it has read: so two bytes of the file are locked, and taken again in turns. Meanwhile the other one stays
 * locked, if it was: nobody finds the lock free in between. {@link WatchThread} alone.
 */
final class LivenessLock {
    private static final int BYTES = 2;

    private final FileChannel channel;
    private final FileLock[] locks;
    private final LivenessSocket socket;
    private int next;

    private LivenessLock(final FileChannel channel, final FileLock[] locks, final LivenessSocket socket) {
        this.channel = channel;
        this.locks = locks;
        this.socket = socket;
    }

    /**
     * Take the lock, open the socket and write down who has it.
     *
     * @param channel of the lock file, which stays the caller's.
     * @param socket  path of the socket.
     * @return what is held; null if a process, this one included, holds the lock.
     */
    static LivenessLock tryTake(final FileChannel channel, final Path socket) throws IOException {
        final FileLock[] locks = new FileLock[BYTES];
        for (int i = 0; i < BYTES; i++) {
            locks[i] = tryLock(channel, i, 1, false);
            if (locks[i] == null) {
                release(locks);
                return null;
            }
        }
        final LivenessLock hold = new LivenessLock(channel, locks, LivenessSocket.open(socket));
        hold.describe();
        return hold;
    }

    private void describe() throws IOException {
        try {
            LockHolderProcess.own(socket != null).write(channel);
        } catch (final ClosedByInterruptException interrupted) {
            // The lock is gone with the channel, and so the socket has to go.
            CloseHelper.quietClose(socket);
            throw interrupted;
        } catch (final IOException ignored) {
            // No room for a line: where there is no socket either, the lock alone says that the rank lives.
            return;
        }
    }

    /** Take the lock again in case that it was dropped. A moment at which a prober has it is waited for till the next time. */
    void renew() throws IOException {
        final int turn = next;
        next = (turn + 1) % BYTES;
        if (locks[turn] != null) {
            locks[turn].release();
        }
        locks[turn] = tryLock(channel, turn, 1, false);
        if (socket != null) {
            socket.drain();
        }
    }

    /** Let go of all of it, as the end of the process does; the channel stays open. */
    void release() throws IOException {
        if (socket != null) {
            socket.close();
        }
        try {
            // The process goes on without the rank: it is no sign of life any more.
            channel.truncate(0);
        } finally {
            if (channel.isOpen()) {
                release(locks);
            }
        }
    }

    private static void release(final FileLock[] locks) throws IOException {
        for (final FileLock lock : locks) {
            if (lock != null) {
                lock.release();
            }
        }
    }

    /** Null if a process, this one included, has a lock that is in the way. */
    static FileLock tryLock(final FileChannel channel, final long position, final long length, final boolean isShared)
        throws IOException {
        try {
            return channel.tryLock(position, length, isShared);
        } catch (final OverlappingFileLockException held) {
            // In this JVM, by another copy of this class.
            return null;
        }
    }
}
