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
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The locks {@code rank-R.lock} of one job in this JVM: whoever holds the lock of a rank is that rank. The kernel drops it at the end of
 * the process, however it ends.
 * <p>
 * Closing <em>any</em> channel of a lock file drops the lock for the whole JVM. So there is one table for all users of this class, each
 * file is opened at most twice, to hold its lock and read-only to probe it, and the channels stay open until the last user of the job has
 * closed. Code of others in the JVM does not know of that, another copy of this class in another class loader included: so a free lock
 * alone proves nothing. A rank is dead if its lock is free and its {@link LivenessSocket} refuses; where there is no socket, if its lock is
 * free and its {@link LockHolderProcess} is gone. Only where that is of another pid namespace, the lock decides alone.
 * <p>
 * Ranks of this JVM are answered from the table; the lock of a foreign rank is probed by a shared {@code tryLock}, which is released at
 * once.
 * <p>
 * <b>Threading:</b> all state is confined to the {@link WatchThread}; the methods may be called by any thread.
 */
final class RankLocks {
    private static final Set<OpenOption> HOLD =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> PROBE = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Map<String, RankLocks> TABLE = new HashMap<>();
    private static final char SEPARATOR = '#';

    /** Stands for whatever job is in a directory, when its id cannot be read. */
    static final long ANY_JOB = 0;

    private final String key;
    private final Path directory;
    private final Map<Integer, FileChannel> channels = new HashMap<>();
    private final Map<Integer, FileChannel> probes = new HashMap<>();
    private final Map<Integer, LivenessLock> held = new HashMap<>();
    private int users;

    private RankLocks(final String key, final Path directory) {
        this.key = key;
        this.directory = directory;
    }

    /** The locks of a job; the job id keeps a job apart from an earlier one in the same directory. Close it once for each open. */
    static RankLocks open(final Path directory, final long jobId) throws IOException {
        final String place = directory.toRealPath().toString() + SEPARATOR;
        return WatchThread.call(() -> {
            final String key = jobId == ANY_JOB ? keyOf(place) : place + jobId;
            final RankLocks locks = TABLE.computeIfAbsent(key, k -> new RankLocks(k, directory.toAbsolutePath()));
            locks.users++;
            WatchThread.keep();
            return locks;
        });
    }

    /** The key of the table that this JVM has of a directory: beside it no channel of a lock file may be opened, nor closed. */
    private static String keyOf(final String place) {
        for (final String key : TABLE.keySet()) {
            if (key.lastIndexOf(SEPARATOR) == place.length() - 1 && key.startsWith(place)) {
                return key;
            }
        }
        return place + ANY_JOB;
    }

    /** Take the lock of a rank, creating its file. False if a process, this one included, holds it. */
    boolean tryHold(final int rank) throws IOException {
        return WatchThread.call(() -> {
            if (held.containsKey(rank)) {
                return false;
            }
            final LivenessLock hold =
                Uninterrupted.call(() -> LivenessLock.tryTake(channel(rank), JobPaths.life(directory, rank)));
            if (hold != null) {
                held.put(rank, hold);
            }
            return hold != null;
        });
    }

    /** Take the lock of a rank of this JVM again in case that somebody has dropped it. False if the rank is not of this JVM. */
    boolean renew(final int rank) throws IOException {
        return WatchThread.call(() -> {
            final LivenessLock hold = held.get(rank);
            if (hold != null) {
                hold.renew();
            }
            return hold != null;
        });
    }

    /** Whether this JVM holds the lock of a rank. */
    boolean isLocal(final int rank) throws IOException {
        return WatchThread.call(() -> held.containsKey(rank));
    }

    /**
     * Whether a rank that has joined may live: false is proof that it is dead. A lock file that somebody has deleted proves nothing, and
     * neither does a table that has been closed.
     */
    boolean isAlive(final int rank) throws IOException {
        return WatchThread.call(() -> {
            if (users == 0 || held.containsKey(rank)) {
                return true;
            }
            return Uninterrupted.call(() -> {
                final FileChannel channel = probe(rank);
                return channel == null || isLocked(channel) || isSeen(rank, channel);
            });
        });
    }

    private static boolean isLocked(final FileChannel channel) throws IOException {
        final FileLock lock = LivenessLock.tryLock(channel, 0, Long.MAX_VALUE, true);
        if (lock != null) {
            lock.release();
        }
        return lock == null;
    }

    private boolean isSeen(final int rank, final FileChannel channel) throws IOException {
        switch (LivenessSocket.ask(JobPaths.life(directory, rank))) {
            case LISTENING:
                return true;
            case REFUSED:
                return false;
            case OUT_OF_REACH:
                final LockHolderProcess unreached = LockHolderProcess.read(channel);
                return unreached != null && unreached.isSeen();
            default:
                final LockHolderProcess holder = LockHolderProcess.read(channel);
                return holder != null && !holder.isAtSocket() && holder.isSeen();
        }
    }

    /** Let go of the lock of a rank of this JVM; the channel stays open. False if it was not held here. */
    boolean release(final int rank) throws IOException {
        return WatchThread.call(() -> {
            final LivenessLock hold = held.remove(rank);
            if (hold != null) {
                hold.release();
            }
            return hold != null;
        });
    }

    /** One user less; the last one closes the channels. */
    void close() throws IOException {
        WatchThread.call(() -> {
            WatchThread.letGo();
            if (--users == 0) {
                TABLE.remove(key);
                for (final LivenessLock hold : held.values()) {
                    hold.release();
                }
                held.clear();
                closeAll(channels);
                closeAll(probes);
            }
            return null;
        });
    }

    private static void closeAll(final Map<Integer, FileChannel> open) throws IOException {
        for (final FileChannel channel : open.values()) {
            channel.close();
        }
        open.clear();
    }

    private FileChannel channel(final int rank) throws IOException {
        FileChannel channel = channels.get(rank);
        if (channel == null || !channel.isOpen()) {
            final Path path = JobPaths.lock(directory, rank);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                OwnerOnly.checkFile(path);
            }
            channel = FileChannel.open(path, HOLD, OwnerOnly.fileMode());
            channels.put(rank, channel);
        }
        return channel;
    }

    private FileChannel probe(final int rank) throws IOException {
        FileChannel channel = probes.get(rank);
        if (channel == null || !channel.isOpen()) {
            final Path path = JobPaths.lock(directory, rank);
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            OwnerOnly.checkFile(path);
            channel = FileChannel.open(path, PROBE);
            probes.put(rank, channel);
        }
        return channel;
    }
}
