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
 * The locks {@code rank-R.lock} of one job in this JVM: the process that holds the lock of a rank is that rank. The kernel drops the lock
 * when the process ends, however it ends.
 * <p>
 * Closing <em>any</em> channel of a lock file drops the lock for the whole JVM. So there is one table for all users of this class. Each
 * file is opened at most twice: to hold its lock, and read-only to probe it. The channels stay open until the last user of the job has
 * closed. Other code in the JVM, such as a copy of this class in another class loader, does not follow this rule, so a free lock alone
 * proves nothing. A rank is dead if its lock is free and its {@link LivenessSocket} refuses a connection; without a socket, if its lock is
 * free and its {@link LockHolderProcess} is gone. Only if that process is in another pid namespace does the lock alone decide.
 * <p>
 * Questions about ranks of this JVM are answered from the table. The lock of another rank is probed by a shared {@code tryLock}, which is
 * released at once.
 * <p>
 * <b>Threading:</b> all state is confined to the {@link WatchThread}; any thread may call the methods.
 */
final class RankLocks {
    private static final Set<OpenOption> HOLD =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> PROBE = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Map<String, RankLocks> TABLE = new HashMap<>();
    private static final char SEPARATOR = '#';

    /** Id for any job in a directory, when its id cannot be read. */
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

    /** Returns the locks of a job. The id tells the job from earlier ones in the same directory. Close the locks once for each open. */
    static RankLocks open(final Path directory, final long jobId) throws IOException {
        final String place = directory.toRealPath().toString() + SEPARATOR;
        return WatchThread.call(() -> {
            final String key = jobId == ANY_JOB ? keyOf(place) : place + jobId;
            final RankLocks locks = TABLE.computeIfAbsent(key, k -> new RankLocks(k, directory.toAbsolutePath()));
            locks.users++;
            WatchThread.retain();
            return locks;
        });
    }

    /** Returns the key of this JVM's table for a directory. No channel of its lock files may be opened or closed outside of that table. */
    private static String keyOf(final String place) {
        for (final String key : TABLE.keySet()) {
            if (key.lastIndexOf(SEPARATOR) == place.length() - 1 && key.startsWith(place)) {
                return key;
            }
        }
        return place + ANY_JOB;
    }

    /** Takes the lock of a rank and creates its file. Returns null if a process, this one included, holds it. */
    LivenessLock tryHold(final int rank) throws IOException {
        return WatchThread.call(() -> {
            if (held.containsKey(rank)) {
                return null;
            }
            final LivenessLock hold =
                Uninterrupted.call(() -> LivenessLock.tryTake(channel(rank), JobPaths.life(directory, rank)));
            if (hold != null) {
                held.put(rank, hold);
            }
            return hold;
        });
    }

    /**
     * Takes the lock of a rank of this JVM again, in case it was dropped. Returns false if it has been released: another incarnation of the
     * rank, in this JVM as well, may hold it now.
     */
    boolean renew(final int rank, final LivenessLock hold) throws IOException {
        return WatchThread.call(() -> {
            final boolean isHeld = held.get(rank) == hold;
            if (isHeld) {
                hold.renew();
            }
            return isHeld;
        });
    }

    /** Returns whether a lock has not been released. */
    boolean isHeld(final int rank, final LivenessLock hold) throws IOException {
        return WatchThread.call(() -> held.get(rank) == hold);
    }

    /**
     * Probes whether a rank that has joined may live: false is proof that it is dead. A deleted lock file proves nothing, and neither does
     * a closed table.
     */
    boolean probeAlive(final int rank) throws IOException {
        return WatchThread.call(() -> {
            if (users == 0 || held.containsKey(rank)) {
                return true;
            }
            return Uninterrupted.call(() -> {
                final FileChannel channel = probe(rank);
                return channel == null || probeLocked(channel) || probeHolder(rank, channel);
            });
        });
    }

    private static boolean probeLocked(final FileChannel channel) throws IOException {
        final FileLock lock = LivenessLock.tryLock(channel, 0, Long.MAX_VALUE, true);
        if (lock != null) {
            lock.release();
        }
        return lock == null;
    }

    private boolean probeHolder(final int rank, final FileChannel channel) throws IOException {
        switch (LivenessSocket.ask(JobPaths.life(directory, rank))) {
            case LISTENING:
                return true;
            case REFUSED:
                return false;
            case OUT_OF_REACH:
                final LockHolderProcess unreached = LockHolderProcess.read(channel);
                return unreached != null && unreached.mayRun();
            default:
                final LockHolderProcess holder = LockHolderProcess.read(channel);
                return holder != null && !holder.isAtSocket() && holder.mayRun();
        }
    }

    /** Lets go of a lock; the channel stays open. False if it has been released: another incarnation keeps its lock. */
    boolean release(final int rank, final LivenessLock hold) throws IOException {
        return WatchThread.call(() -> {
            final boolean isHeld = held.remove(rank, hold);
            if (isHeld) {
                hold.release();
            }
            return isHeld;
        });
    }

    /** Lets go of the lock of a rank of this JVM, whichever incarnation holds it. False if none does. */
    boolean releaseAny(final int rank) throws IOException {
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
            WatchThread.release();
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
