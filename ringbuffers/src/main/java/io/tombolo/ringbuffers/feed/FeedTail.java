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
package io.tombolo.ringbuffers.feed;

import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.CLOSED_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.PUBLISHED_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.SLEEPERS_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.TAIL_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.WAITING_OFFSET;

import org.agrona.UnsafeApi;

/**
 * What the writer of a feed publishes, and how it calls its readers. The writer alone.
 */
public final class FeedTail {
    private final FeedFile file;
    private final long head;
    // What is published; private, so that nobody else can change it.
    private long tail;
    private long published;

    FeedTail(final FeedFile file) {
        this.file = file;
        this.head = file.memory().addressOffset();
    }

    /**
     * Returns the position behind the last message.
     *
     * @return bytes of the ring since the feed was made.
     */
    public long position() {
        return tail;
    }

    /**
     * Returns how many messages were published.
     *
     * @return number of the next message.
     */
    public long published() {
        return published;
    }

    /** Publishes one more message, and everything that was stored before. */
    void publish(final long position) {
        tail = position;
        published++;
        UnsafeApi.putLongOpaque(null, head + PUBLISHED_OFFSET, published);
        // Release; partner: the acquire load in FeedSlot.tail. It shows the record, and the count.
        UnsafeApi.putLongRelease(null, head + TAIL_OFFSET, position);
    }

    /**
     * Returns whether a reader may sleep. Called after each message.
     *
     * @return true if {@link #takeSleepers} is due.
     */
    public boolean hasSleepers() {
        // Opaque, after the release store of the tail, and without a fence: the reader that falls asleep fences for both sides, as at the
        // doorbell. Partner: the store in FeedSlot.asleep.
        return UnsafeApi.getIntOpaque(null, head + SLEEPERS_OFFSET) != 0;
    }

    /**
     * Takes the announcement that a reader may sleep. Look at the slots afterwards; if one still sleeps, call {@link #leaveSleepers}.
     */
    public void takeSleepers() {
        // Full fence; partner: the stores in FeedSlot.asleep. An announcement that is taken here shows its slot.
        UnsafeApi.getAndSetInt(null, head + SLEEPERS_OFFSET, 0);
    }

    /**
     * Leaves the announcement in place: a reader still sleeps.
     */
    public void leaveSleepers() {
        UnsafeApi.putIntOpaque(null, head + SLEEPERS_OFFSET, 1);
    }

    /**
     * Announces that the writer waits for a reader. The caller fences and looks at the readers once more before it sleeps.
     *
     * @param waits false to withdraw it.
     */
    public void waiting(final boolean waits) {
        // Partner: the load in FeedSlot.isWriterWaiting.
        UnsafeApi.putIntOpaque(null, head + WAITING_OFFSET, waits ? 1 : 0);
    }

    /**
     * Ends the feed.
     */
    public void close() {
        // Release; partner: the acquire load in FeedSlot.isClosed. A reader that sees it sees the last tail.
        file.memory().putIntRelease(CLOSED_OFFSET, 1);
    }
}
