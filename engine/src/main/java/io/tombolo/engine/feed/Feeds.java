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
package io.tombolo.engine.feed;

import io.tombolo.engine.api.feed.FeedMode;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.feed.ConflatedCursor;
import io.tombolo.ringbuffers.feed.FeedCursor;
import io.tombolo.ringbuffers.feed.FeedFile;
import io.tombolo.ringbuffers.feed.FeedFileDescriptor;
import io.tombolo.ringbuffers.feed.FeedGeometry;
import io.tombolo.ringbuffers.feed.FeedKind;
import io.tombolo.ringbuffers.feed.FeedName;
import io.tombolo.ringbuffers.feed.FeedReaders;
import io.tombolo.ringbuffers.feed.FeedSlot;
import io.tombolo.ringbuffers.feed.LatestCursor;
import io.tombolo.ringbuffers.feed.ReliableCursor;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.NumberedPath;
import io.tombolo.ringbuffers.job.RankRequest;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes and finds the feeds of a job. Not collective: the rank that writes makes a file, and readers find it by the name in its head. Any
 * thread that the engine's level allows.
 */
public final class Feeds {
    private static final int DEFAULT_VALUE = 256;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Node node;
    private final Progress progress;
    private final FeedSettings settings;
    private final FeedRanks ranks;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Set<EngineFeedWriter> writers = ConcurrentHashMap.newKeySet();
    private final Set<EngineFeedReader> readers = ConcurrentHashMap.newKeySet();

    /**
     * Creates the feeds of a rank, which has none.
     *
     * @param node     of the rank.
     * @param progress of the rank.
     * @param settings of the rank.
     */
    public Feeds(final Node node, final Progress progress, final FeedSettings settings) {
        this.node = node;
        this.progress = progress;
        this.settings = settings;
        this.ranks = new FeedRanks(node, progress);
        progress.shutdown().whenDrained(this::end);
    }

    /**
     * Makes a feed.
     *
     * @param name    of the feed.
     * @param options of the feed.
     * @return its writer.
     * @throws IllegalArgumentException if the name or an option is impossible.
     * @throws IllegalStateException    if a living rank writes a feed of that name, or this rank has its most feeds.
     */
    public FeedWriter create(final String name, final FeedOptions options) {
        check(name);
        final FeedGeometry geometry = geometry(options);
        if (writers.size() >= settings.feeds()) {
            throw new IllegalStateException(
                "this rank writes " + writers.size() + " feeds: close one, or raise " + FeedSettings.FEEDS_PROPERTY);
        }
        try {
            refuseSecond(find(name, new HashSet<>()), name);
            final int number = numbers.incrementAndGet();
            final JobDirectory job = node.job();
            final FeedFile file =
                FeedFile.create(job.feedPath(job.rank(), job.incarnation(), number), job.rank(), job.incarnation(), number, name, geometry);
            final EngineFeedWriter writer = new EngineFeedWriter(this, progress, ranks, file);
            try {
                takeName(file, job.rank(), number);
            } catch (final IOException | RuntimeException refused) {
                writer.end();
                throw refused;
            }
            writers.add(writer);
            // For ranks that wait for the feed.
            node.ringAll();
            return writer;
        } catch (final IOException exception) {
            throw SystemLimits.unchecked(exception);
        }
    }

    private void check(final String name) {
        progress.checkOpen();
        progress.endpoints().checkThread();
        RankRequest.checkName(name);
        if (node.orderRecorder() != null) {
            node.orderRecorder().limit(OrderLimit.FEED);
        }
    }

    private FeedGeometry geometry(final FeedOptions options) {
        final FeedKind kind = options.keys() != 0 ? FeedKind.CONFLATED :
            options.mode() == FeedMode.RELIABLE ? FeedKind.RELIABLE : FeedKind.LATEST;
        if (options.keys() != 0 && options.mode() == FeedMode.RELIABLE) {
            throw new IllegalArgumentException("keys=" + options.keys() + " of a reliable feed must be 0: only a latest feed has keys");
        }
        final int capacity = options.capacity() == 0 ? settings.capacity() : options.capacity();
        final int longest = options.longest() != FeedOptions.DEFAULT_LONGEST ? options.longest() :
            kind == FeedKind.CONFLATED ? DEFAULT_VALUE : FeedGeometry.longest(capacity);
        final long given = options.cutOffNs() != 0 || kind != FeedKind.RELIABLE ? options.cutOffNs() : settings.cutOffNs();
        return new FeedGeometry(kind, capacity, longest, options.readers() == 0 ? settings.readers() : options.readers(), options.keys(),
            given == Long.MAX_VALUE ? 0 : given);
    }

    private static void refuseSecond(final FoundFeed other, final String name) {
        if (other != null) {
            other.file().unmap();
            throw new IllegalStateException("rank " + other.rank() + " writes a feed with the name " + name + ": choose another name");
        }
    }

    /** Takes the name of a new feed, or throws if another one has it, or wants it as well and is before this one. */
    private void takeName(final FeedFile own, final int rank, final int number) throws IOException {
        for (final NumberedPath path : node.job().feedPaths()) {
            final boolean isOwn = path.rank() == rank && path.number() == number;
            final FoundFeed other = isOwn ? null : findAt(path, own.name(), new HashSet<>());
            if (other != null) {
                final FeedName itsName = new FeedName(other.file());
                final boolean isBefore = path.rank() < rank || path.rank() == rank && path.number() < number;
                if (itsName.isTaken() || itsName.isWanted() && isBefore || !itsName.lose()) {
                    refuseSecond(other, own.name());
                }
                other.file().unmap();
            }
        }
        if (!new FeedName(own).take()) {
            throw new IllegalStateException("another rank writes a feed with the name " + own.name() + ": choose another name");
        }
    }

    /**
     * Finds the feed of a living rank that has a name, or returns null.
     *
     * @param others files that are known to be feeds of other names, which are not mapped again; more are added.
     */
    private FoundFeed find(final String name, final Set<Path> others) throws IOException {
        for (final NumberedPath path : node.job().feedPaths()) {
            final FoundFeed feed = others.contains(path.path()) ? null : findAt(path, name, others);
            if (feed != null && new FeedName(feed.file()).isTaken()) {
                return feed;
            }
            if (feed != null) {
                feed.file().unmap();
            }
        }
        return null;
    }

    /** Maps the feed of a living rank if it has or wants a name, or returns null. */
    private FoundFeed findAt(final NumberedPath path, final String name, final Set<Path> others) {
        if (node.job().state(path.rank(), path.incarnation()) != RankState.LIVE) {
            return null;
        }
        final FeedFile file = attach(path);
        if (file == null) {
            return null;
        }
        if (!file.name().equals(name)) {
            others.add(path.path());
        } else if (file.memory().getIntAcquire(FeedFileDescriptor.CLOSED_OFFSET) == 0) {
            return new FoundFeed(path.rank(), path.incarnation(), file);
        }
        file.unmap();
        return null;
    }

    /** Maps the file of a feed, or returns null if it cannot be used: its writer may have closed it by now. */
    private static FeedFile attach(final NumberedPath path) {
        try {
            return FeedFile.attach(path.path(), path.rank(), path.incarnation(), false);
        } catch (final IOException unusable) {
            return null;
        }
    }

    /**
     * Opens a feed if there is one.
     *
     * @param name of the feed.
     * @param from where to begin.
     * @return its reader, or null if no living rank writes a feed of that name.
     * @throws IllegalStateException if the feed has its most readers.
     */
    public FeedReader tryOpen(final String name, final FeedStart from) {
        return tryOpen(name, from, new HashSet<>());
    }

    private FeedReader tryOpen(final String name, final FeedStart from, final Set<Path> others) {
        check(name);
        final FoundFeed feed;
        try {
            feed = find(name, others);
        } catch (final IOException exception) {
            throw SystemLimits.unchecked(exception);
        }
        if (feed == null) {
            return null;
        }
        final FeedSlot slot = new FeedReaders(feed.file()).claim(node.rank(), node.job().incarnation(), ranks);
        if (slot == null) {
            final int most = feed.file().geometry().readers();
            feed.file().unmap();
            throw new IllegalStateException("the feed " + name + " has " + most +
                " readers: close one, or make the feed with FeedOptions.withReaders of a larger number");
        }
        try {
            final EngineFeedReader reader =
                new EngineFeedReader(this, progress, ranks, feed, slot, cursor(feed.file(), slot, from == FeedStart.FROM_OLDEST));
            readers.add(reader);
            return reader;
        } catch (final RuntimeException | Error failure) {
            slot.leave();
            throw failure;
        }
    }

    private static FeedCursor cursor(final FeedFile file, final FeedSlot slot, final boolean fromOldest) {
        return switch (file.geometry().kind()) {
            case RELIABLE -> new ReliableCursor(slot, fromOldest);
            case LATEST -> new LatestCursor(slot, fromOldest);
            case CONFLATED -> new ConflatedCursor(slot, fromOldest);
        };
    }

    /**
     * Opens a feed.
     *
     * @param name of the feed.
     * @param from where to begin.
     * @return its reader.
     * @throws IllegalArgumentException if no living rank writes a feed of that name.
     * @throws IllegalStateException    if the feed has its most readers.
     */
    public FeedReader open(final String name, final FeedStart from) {
        final FeedReader reader = tryOpen(name, from);
        if (reader == null) {
            throw new IllegalArgumentException(
                "no living rank writes a feed with the name " + name + ": open it later, or with a time limit to wait for it");
        }
        return reader;
    }

    /**
     * Opens a feed, and waits until there is one. Makes progress meanwhile.
     *
     * @param name      of the feed.
     * @param from      where to begin.
     * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     * @return its reader.
     * @throws io.tombolo.engine.api.DeadlineException  if the time is up.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted.
     */
    public FeedReader open(final String name, final FeedStart from, final long timeoutNs) {
        final Set<Path> others = new HashSet<>();
        FeedReader reader = tryOpen(name, from, others);
        final long deadline = Deadline.after(timeoutNs);
        final FeedWait wait = new FeedWait(
            progress, () -> false, sleeps -> { }, WaitCall.FEED_OPEN, WaitKind.FEED_MESSAGE, WaitKind.NO_RANK, 0);
        try {
            while (reader == null) {
                if (Deadline.isUp(deadline)) {
                    throw Deadline.exception(timeoutNs, "the feed " + name, "no living rank writes it");
                }
                final long lookAgain = Deadline.earlier(Deadline.after(LOOK_NS), deadline);
                do {
                    wait.step(Math.min(LOOK_NS, Deadline.leftNs(deadline)), deadline, "a feed");
                } while (!Deadline.isUp(lookAgain));
                reader = tryOpen(name, from, others);
            }
            return reader;
        } finally {
            wait.end();
        }
    }

    /** Forgets a writer that is closed. */
    void closed(final EngineFeedWriter writer) {
        writers.remove(writer);
    }

    /** Forgets a reader that is closed. */
    void closed(final EngineFeedReader reader) {
        readers.remove(reader);
    }

    /** Reports an asynchronous error. */
    void error(final IOException exception) {
        node.error(exception);
    }

    /** Ends all feeds with the engine. */
    private void end() {
        writers.forEach(EngineFeedWriter::end);
        readers.forEach(EngineFeedReader::abandon);
    }
}
