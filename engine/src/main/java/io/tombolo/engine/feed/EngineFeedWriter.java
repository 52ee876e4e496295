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

import io.tombolo.engine.api.feed.FeedReaderVisitor;
import io.tombolo.engine.api.feed.FeedWriter;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.region.MemoryAccess;
import io.tombolo.ringbuffers.feed.ConflatedWriter;
import io.tombolo.ringbuffers.feed.FeedFile;
import io.tombolo.ringbuffers.feed.FeedFileDescriptor;
import io.tombolo.ringbuffers.feed.FeedKind;
import io.tombolo.ringbuffers.feed.FeedReaderState;
import io.tombolo.ringbuffers.feed.FeedReaderWord;
import io.tombolo.ringbuffers.feed.FeedReaders;
import io.tombolo.ringbuffers.feed.FeedRingWriter;
import io.tombolo.ringbuffers.feed.FeedTail;
import io.tombolo.ringbuffers.feed.FeedWriting;
import io.tombolo.ringbuffers.feed.ReaderGate;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The application's handle of a feed that this rank writes.
 */
final class EngineFeedWriter implements FeedWriter {
    private static final int TURN_INTERVAL = 64;
    private static final long LONGEST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(40);
    private static final long SLEEPS_A_CUT_OFF = 4;

    private final Feeds feeds;
    private final Progress progress;
    private final FeedRanks ranks;
    private final FeedFile file;
    private final FeedReaders readers;
    // One of the two is null.
    private final FeedRingWriter ring;
    private final ConflatedWriter values;
    private final FeedTail tail;
    private final FeedWait wait;
    private final long sleepNs;
    private int refusals;
    private int awaited;
    private volatile boolean isClosed;

    EngineFeedWriter(final Feeds feeds, final Progress progress, final FeedRanks ranks, final FeedFile file) {
        final FeedKind kind = file.geometry().kind();
        this.feeds = feeds;
        this.progress = progress;
        this.ranks = ranks;
        this.file = file;
        this.readers = new FeedReaders(file);
        this.ring = kind == FeedKind.CONFLATED ? null :
            new FeedRingWriter(file, kind == FeedKind.RELIABLE ? new ReaderGate(file, ranks) : null);
        this.values = kind == FeedKind.CONFLATED ? new ConflatedWriter(file) : null;
        this.tail = ring == null ? values.tail() : ring.tail();
        this.wait = new FeedWait(
            progress, () -> ring.makeRoom(awaited), tail::waiting, WaitCall.FEED_SEND, WaitKind.FEED_ROOM, WaitKind.NO_RANK, file.number());
        final long cutOffNs = file.geometry().cutOffNs();
        this.sleepNs = cutOffNs == 0 ? LONGEST_SLEEP_NS : Math.min(LONGEST_SLEEP_NS, cutOffNs / SLEEPS_A_CUT_OFF + 1);
    }

    /** Returns the file. */
    FeedFile file() {
        return file;
    }

    @Override
    public String name() {
        return file.name();
    }

    @Override
    public int tryWrite(final DirectBuffer buffer, final int offset, final int length) {
        checkRing();
        final int answer = ring.write(MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length), length);
        if (answer == FeedWriting.WRITTEN) {
            written();
        } else if (answer == FeedWriting.BACK_PRESSURED) {
            refused();
        }
        return answer;
    }

    /** Checks that a message without a key may be written now. */
    private void checkRing() {
        checkOpen();
        if (ring == null) {
            throw new IllegalStateException("the feed " + name() + " has keys: use the calls with a key");
        }
        if (ring.isClaimed()) {
            throw new IllegalStateException("a message of the feed " + name() + " is claimed: commit or abort it first");
        }
    }

    private void written() {
        if (tail.hasSleepers()) {
            ranks.wakeSleepers(tail, readers);
        }
    }

    private void refused() {
        ranks.suspect(ring.holder());
        if ((++refusals & TURN_INTERVAL - 1) == 0) {
            progress.poll();
        }
    }

    @Override
    public int tryWrite(final long key, final DirectBuffer buffer, final int offset, final int length) {
        checkOpen();
        if (values == null) {
            throw new IllegalStateException("the feed " + name() + " has no keys: make it with FeedOptions.withKeys");
        }
        final int answer = values.write(key, MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length), length);
        if (answer == FeedWriting.WRITTEN) {
            written();
        }
        return answer;
    }

    @Override
    public void write(final DirectBuffer buffer, final int offset, final int length) {
        writeWithin(buffer, offset, length, Long.MAX_VALUE);
    }

    @Override
    public void write(final DirectBuffer buffer, final int offset, final int length, final long timeout, final TimeUnit unit) {
        writeWithin(buffer, offset, length, Deadline.timeoutNs(timeout, unit));
    }

    private void writeWithin(final DirectBuffer buffer, final int offset, final int length, final long timeoutNs) {
        int answer = tryWrite(buffer, offset, length);
        checkLength(answer, length);
        if (answer == WRITTEN) {
            return;
        }
        final long deadline = Deadline.after(timeoutNs);
        awaited = length;
        try {
            while (answer != WRITTEN) {
                awaitReaders(timeoutNs, deadline);
                answer = tryWrite(buffer, offset, length);
            }
        } finally {
            wait.end();
        }
    }

    private void checkLength(final int answer, final int length) {
        if (answer == TOO_LONG) {
            throw new IllegalArgumentException("length=" + length + " of a message of the feed " + name() + " must be at most " +
                file.geometry().longest() + ": make the feed with a larger longest message");
        }
    }

    private void awaitReaders(final long timeoutNs, final long deadline) {
        if (Deadline.isUp(deadline)) {
            throw Deadline.exception(timeoutNs, "the readers of the feed " + name(), "the message is not published");
        }
        wait.step(Math.min(sleepNs, Deadline.leftNs(deadline)), deadline, "the readers of a feed");
    }

    @Override
    public MutableDirectBuffer tryClaim(final int length) {
        checkRing();
        if (length < 0) {
            throw new IllegalArgumentException("length=" + length + " must not be negative");
        }
        final int answer = ring.claim(length);
        checkLength(answer, length);
        if (answer == FeedWriting.BACK_PRESSURED) {
            refused();
            return null;
        }
        return ring.claimed();
    }

    @Override
    public MutableDirectBuffer claim(final int length) {
        return claimWithin(length, Long.MAX_VALUE);
    }

    @Override
    public MutableDirectBuffer claim(final int length, final long timeout, final TimeUnit unit) {
        return claimWithin(length, Deadline.timeoutNs(timeout, unit));
    }

    private MutableDirectBuffer claimWithin(final int length, final long timeoutNs) {
        MutableDirectBuffer claimed = tryClaim(length);
        if (claimed != null) {
            return claimed;
        }
        final long deadline = Deadline.after(timeoutNs);
        awaited = length;
        try {
            while (claimed == null) {
                awaitReaders(timeoutNs, deadline);
                claimed = tryClaim(length);
            }
        } finally {
            wait.end();
        }
        return claimed;
    }

    @Override
    public void commit(final int length) {
        checkClaimed();
        if (length < 0 || length > ring.claimed().capacity()) {
            throw new IllegalArgumentException("length=" + length + " must be from 0 to " + ring.claimed().capacity() +
                ", the length that was claimed");
        }
        ring.commit(length);
        written();
    }

    @Override
    public void abort() {
        checkClaimed();
        ring.abort();
    }

    private void checkClaimed() {
        checkOpen();
        if (ring == null || !ring.isClaimed()) {
            throw new IllegalStateException("no message of the feed " + name() + " is claimed: call tryClaim or claim first");
        }
    }

    private void checkOpen() {
        if (isClosed) {
            throw new IllegalStateException("the feed " + name() + " is closed");
        }
        progress.endpoints().checkThread();
    }

    @Override
    public long published() {
        return tail.published();
    }

    @Override
    public void forEachReader(final FeedReaderVisitor visitor) {
        checkOpen();
        for (int reader = 0; reader < readers.count(); reader++) {
            if (!readers.freeIfDead(reader, ranks)) {
                show(reader, visitor);
            }
        }
    }

    private void show(final int reader, final FeedReaderVisitor visitor) {
        final long word = readers.word(reader);
        final FeedReaderState state = FeedReaderWord.state(word);
        // One that joins has no position yet.
        if (state == FeedReaderState.ACTIVE || state == FeedReaderState.CUT) {
            final long behind = Math.max(0, tail.published() - readers.next(reader));
            final long bytes = Math.max(0, tail.position() - readers.position(reader));
            visitor.onReader(FeedReaderWord.rank(word), FeedReaderWord.incarnation(word), state == FeedReaderState.CUT, behind, bytes,
                readers.missed(reader));
        }
    }

    @Override
    public long cutReaders() {
        return file.memory().getLongOpaque(FeedFileDescriptor.CUTS_OFFSET);
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            if (ring != null) {
                ring.abort();
            }
            end();
            feeds.closed(this);
        }
    }

    /** Tells the readers that nothing more comes. Any thread. */
    void end() {
        isClosed = true;
        tail.close();
        ranks.wakeSleepers(tail, readers);
        try {
            file.delete();
        } catch (final IOException exception) {
            feeds.error(exception);
        }
    }
}
