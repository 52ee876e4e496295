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
 * The proof that a rank lives: its file lock and its {@link LivenessSocket}. Other code of this process may drop the lock unknowingly, by
 * closing a channel of the lock file. So two bytes of the file are locked, and each in turn is released and locked again: the other byte
 * stays locked meanwhile, and no prober finds the whole lock free. Only {@link WatchThread} may call it.
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
     * Takes the lock, opens the socket, and writes the holder into the lock file.
     *
     * @param channel of the lock file; the caller closes it.
     * @param socket  path of the socket.
     * @return the lock; null if a process, this one included, holds it already.
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
            // The lock is gone with the channel, so the socket must go too.
            CloseHelper.quietClose(socket);
            throw interrupted;
        } catch (final IOException ignored) {
            // No room for a line: without a socket, the lock alone then says that the rank lives.
            return;
        }
    }

    /** Takes the lock of one byte again, in case it was dropped. If a prober holds it at this moment, the next call tries again. */
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

    /** Lets go of all of it, as the end of the process does; the channel stays open. */
    void release() throws IOException {
        if (socket != null) {
            socket.close();
        }
        try {
            // The process goes on without the rank: it is no longer a sign of life.
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

    /** Returns null if a process, this one included, holds a conflicting lock. */
    static FileLock tryLock(final FileChannel channel, final long position, final long length, final boolean isShared)
        throws IOException {
        try {
            return channel.tryLock(position, length, isShared);
        } catch (final OverlappingFileLockException held) {
            // Another copy of this class in this JVM holds it.
            return null;
        }
    }
}
