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

import io.tombolo.engine.api.feed.FeedCutException;
import io.tombolo.engine.api.feed.FeedEnd;
import io.tombolo.engine.api.feed.FeedHandler;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.KeyedFeedHandler;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.feed.FeedCursor;
import io.tombolo.ringbuffers.feed.FeedSlot;
import io.tombolo.ringbuffers.feed.ReliableCursor;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The application's handle of a feed that this rank reads.
 */
final class EngineFeedReader implements FeedReader {
    private static final int TURN_INTERVAL = 64;

    private final Feeds feeds;
    private final Progress progress;
    private final FeedRanks ranks;
    private final FoundFeed feed;
    private final FeedSlot slot;
    private final FeedCursor cursor;
    // Null unless the feed is reliable.
    private final ReliableCursor reliable;
    private final FeedWait wait;
    private FeedEnd end = FeedEnd.NONE;
    private long told;
    private int polls;
    private boolean isShowing;
    private volatile boolean isClosed;

    EngineFeedReader(
        final Feeds feeds, final Progress progress, final FeedRanks ranks, final FoundFeed feed, final FeedSlot slot,
        final FeedCursor cursor) {
        this.feeds = feeds;
        this.progress = progress;
        this.ranks = ranks;
        this.feed = feed;
        this.slot = slot;
        this.cursor = cursor;
        this.reliable = cursor instanceof ReliableCursor ? (ReliableCursor) cursor : null;
        this.wait = new FeedWait(
            progress, () -> cursor.hasNext() || isOver(), slot::asleep, WaitCall.FEED_RECEIVE, WaitKind.FEED_MESSAGE, feed.rank(),
            feed.file().number());
    }

    @Override
    public String name() {
        return feed.file().name();
    }

    @Override
    public int writer() {
        return feed.rank();
    }

    @Override
    public int poll(final FeedHandler handler, final int limit) {
        return show(Objects.requireNonNull(handler, "handler"), null, limit);
    }

    @Override
    public int poll(final KeyedFeedHandler handler, final int limit) {
        return show(null, Objects.requireNonNull(handler, "handler"), limit);
    }

    @Override
    public int poll(final FeedHandler handler, final int limit, final long timeout, final TimeUnit unit) {
        return showWithin(Objects.requireNonNull(handler, "handler"), null, limit, Deadline.timeoutNs(timeout, unit));
    }

    @Override
    public int poll(final KeyedFeedHandler handler, final int limit, final long timeout, final TimeUnit unit) {
        return showWithin(null, Objects.requireNonNull(handler, "handler"), limit, Deadline.timeoutNs(timeout, unit));
    }

    private int showWithin(final FeedHandler handler, final KeyedFeedHandler keyed, final int limit, final long timeoutNs) {
        int shown = show(handler, keyed, limit);
        if (shown != 0 || limit == 0) {
            return shown;
        }
        final long deadline = Deadline.after(timeoutNs);
        try {
            while (shown == 0 && !Deadline.isUp(deadline)) {
                ranks.suspect(feed.rank());
                wait.step(Deadline.leftNs(deadline), deadline, "a message of a feed");
                shown = show(handler, keyed, limit);
            }
        } finally {
            wait.end();
        }
        return shown;
    }

    private int show(final FeedHandler handler, final KeyedFeedHandler keyed, final int limit) {
        checkOpen();
        if (limit < 0) {
            throw new IllegalArgumentException("limit=" + limit + " must not be negative");
        }
        if (isShowing) {
            throw new IllegalStateException("this reader of the feed " + name() + " cannot be polled in its handler");
        }
        if (reliable != null && slot.isCut()) {
            throw cut();
        }
        int shown = 0;
        isShowing = true;
        try {
            while (shown < limit && !isClosed && cursor.next()) {
                shown++;
                showOne(handler, keyed);
            }
        } finally {
            isShowing = false;
            endBatch();
        }
        if ((++polls & TURN_INTERVAL - 1) == 0 && !isClosed) {
            progress.poll();
        }
        return shown > 0 || limit == 0 || isClosed ? shown : nothing();
    }

    private void showOne(final FeedHandler handler, final KeyedFeedHandler keyed) {
        if (keyed == null) {
            // The message is not lost if this throws.
            tellMissed(handler);
        }
        try {
            if (keyed == null) {
                handler.onMessage(cursor.number(), cursor.buffer(), cursor.offset(), cursor.length());
            } else {
                keyed.onValue(cursor.key(), cursor.number(), cursor.buffer(), cursor.offset(), cursor.length());
            }
        } catch (final RuntimeException | Error failure) {
            if (!cursor.done()) {
                // The message may have been overwritten, which explains the failure.
                final FeedCutException cut = cut();
                cut.addSuppressed(failure);
                throw cut;
            }
            throw failure;
        }
        if (!cursor.done()) {
            throw cut();
        }
        if (reliable != null && reliable.isEndOfBlock() && slot.isWriterWaiting()) {
            ranks.wake(feed.rank());
        }
    }

    private void tellMissed(final FeedHandler handler) {
        final long missed = cursor.missed();
        if (missed != told && !feed.hasKeys()) {
            final long before = told;
            told = missed;
            handler.onMissed(missed - before);
        }
    }

    private void endBatch() {
        cursor.publish();
        if (isClosed) {
            slot.leave();
        }
        if (reliable != null && slot.isWriterWaiting()) {
            ranks.wake(feed.rank());
        }
    }

    /** There is no message. Says whether there will be one. */
    private int nothing() {
        if (end != FeedEnd.NONE) {
            return ENDED;
        }
        if (reliable != null && slot.isCut()) {
            throw cut();
        }
        if (!isOver()) {
            if ((polls & TURN_INTERVAL - 1) == 0) {
                ranks.suspect(feed.rank());
            }
            return 0;
        }
        // After the end is known: what was published before is there now.
        if (cursor.hasNext()) {
            return 0;
        }
        end = slot.isClosed() ? FeedEnd.CLOSED :
            ranks.hasLeft(feed.rank(), feed.incarnation()) ? FeedEnd.WRITER_LEFT : FeedEnd.WRITER_FAILED;
        return ENDED;
    }

    /** Returns whether the writer publishes nothing more. */
    private boolean isOver() {
        return slot.isClosed() || ranks.isDead(feed.rank(), feed.incarnation());
    }

    private FeedCutException cut() {
        final long messages = cursor.lagMessages();
        final long bytes = cursor.lagBytes();
        return new FeedCutException("the writer of the feed " + name() + " (rank " + writer() + ") has cut this reader off: it is " +
            messages + " messages behind (" + bytes + " bytes), and the message that was shown last may have been overwritten; close " +
            "this reader and open the feed again", messages, bytes);
    }

    private void checkOpen() {
        if (isClosed) {
            throw new IllegalStateException("this reader of the feed " + name() + " is closed");
        }
        progress.endpoints().checkThread();
    }

    @Override
    public long missed() {
        return cursor.missed();
    }

    @Override
    public long lagMessages() {
        return cursor.lagMessages();
    }

    @Override
    public long lagBytes() {
        return cursor.lagBytes();
    }

    @Override
    public FeedEnd end() {
        return end;
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            feeds.closed(this);
            // In a handler the poll still uses the slot, and gives it back.
            if (!isShowing) {
                slot.leave();
                wakeWriter();
            }
        }
    }

    private void wakeWriter() {
        if (slot.isWriterWaiting()) {
            ranks.wake(feed.rank());
        }
    }

    /** Ends the reader with its engine. The slot becomes free when the rank has left. Any thread. */
    void abandon() {
        isClosed = true;
    }
}
