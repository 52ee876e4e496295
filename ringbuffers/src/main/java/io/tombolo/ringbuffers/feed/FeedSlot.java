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
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.OLDEST_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.SLEEPERS_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.TAIL_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.WAITING_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.MISSED_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.NEXT_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.POSITION_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.SINCE_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.SLEEP_OFFSET;

import org.agrona.UnsafeApi;

/**
 * The slot of one reader, as the reader sees it. One thread at a time.
 */
public final class FeedSlot {
    private final FeedFile file;
    private final FeedReaders readers;
    private final int reader;
    private final long head;
    private final long address;
    private long word;

    FeedSlot(final FeedFile file, final FeedReaders readers, final int reader, final long claimed) {
        this.file = file;
        this.readers = readers;
        this.reader = reader;
        this.head = file.memory().addressOffset();
        this.address = readers.address(reader);
        this.word = claimed;
    }

    /** Returns the feed. */
    FeedFile file() {
        return file;
    }

    /**
     * Gives the reader its first position: its writer keeps from there on what the reader has not read.
     *
     * @param fromOldest whether to begin at the oldest message that is kept, and not behind the last.
     * @return the position.
     * @throws FeedDamageException if there is no possible position.
     */
    long start(final boolean fromOldest) {
        UnsafeApi.putLongOpaque(null, address + MISSED_OFFSET, 0);
        UnsafeApi.putIntOpaque(null, address + SLEEP_OFFSET, 0);
        UnsafeApi.putLongOpaque(null, address + SINCE_OFFSET, System.currentTimeMillis());
        long position = first(fromOldest);
        publish(position, published());
        final long started = FeedReaderTable.next(word, FeedReaderEvent.STARTED);
        if (readers.changed(reader, word, FeedReaderEvent.STARTED)) {
            word = started;
        }
        // The CAS is a full fence; partner: that in FeedRoom.make. Either the writer sees this position before it overwrites what lies
        // behind it, or this load sees that the writer is about to.
        while (oldest() > position) {
            position = first(fromOldest);
            publish(position, published());
            UnsafeApi.fullFence();
        }
        return position;
    }

    private long first(final boolean fromOldest) {
        final long oldest = oldest();
        // Loaded last: it is never behind the oldest.
        final long tail = tail();
        if (oldest < 0 || oldest > tail || ((oldest | tail) & FeedRecordDescriptor.HEADER_LENGTH - 1) != 0) {
            throw new FeedDamageException(file, "an oldest message before a tail of " + tail, oldest);
        }
        return fromOldest ? oldest : tail;
    }

    /** Returns the position behind the last message. */
    long tail() {
        // Acquire; partner: the release store in FeedTail.publish.
        return UnsafeApi.getLongAcquire(null, head + TAIL_OFFSET);
    }

    /** Returns how many messages are published: all those before a tail that was loaded earlier, and perhaps more. */
    long published() {
        return UnsafeApi.getLongOpaque(null, head + FeedFileDescriptor.PUBLISHED_OFFSET);
    }

    /** Returns the position of the oldest message. */
    long oldest() {
        // Acquire; partner: the release store in FeedRoom.make.
        return UnsafeApi.getLongAcquire(null, head + OLDEST_OFFSET);
    }

    /** Returns the position from which an overrun reader goes on. */
    long middle() {
        // Acquire; partner: the release store in FeedRoom.make.
        return UnsafeApi.getLongAcquire(null, head + FeedFileDescriptor.MIDDLE_OFFSET);
    }

    /** Publishes how far the reader has read. What lies before the position may be overwritten. */
    void publish(final long position, final long next) {
        UnsafeApi.putLongOpaque(null, address + NEXT_OFFSET, next);
        // Release; partner: the acquire load in FeedReaders.position.
        UnsafeApi.putLongRelease(null, address + POSITION_OFFSET, position);
    }

    /** Publishes how many messages the reader has missed. */
    void missed(final long messages) {
        UnsafeApi.putLongOpaque(null, address + MISSED_OFFSET, messages);
    }

    /**
     * Returns whether the writer waits for this reader no more. What the reader has read in place before this call is whole if not.
     *
     * @return true if it was cut off.
     */
    public boolean isCut() {
        // Before the load; partner: the CAS in ReaderGate, which comes before the writer overwrites anything.
        UnsafeApi.loadFence();
        return readers.word(reader) != word;
    }

    /**
     * Returns whether the writer waits for a reader, and has to be woken.
     *
     * @return true from before its sleep until after it.
     */
    public boolean isWriterWaiting() {
        // Opaque, after the release store of the position; partner: the store in FeedTail.waiting.
        return UnsafeApi.getIntOpaque(null, head + WAITING_OFFSET) != 0;
    }

    /**
     * Returns whether the writer has closed the feed. Look at the tail once more afterwards.
     *
     * @return true if no message comes any more.
     */
    public boolean isClosed() {
        // Acquire; partner: the release store in FeedTail.close, which comes after the last tail.
        return UnsafeApi.getIntAcquire(null, head + CLOSED_OFFSET) != 0;
    }

    /**
     * Announces that the reader may sleep. The caller fences and looks at the tail once more before it sleeps.
     *
     * @param asleep false to withdraw it.
     */
    public void asleep(final boolean asleep) {
        UnsafeApi.putIntOpaque(null, address + SLEEP_OFFSET, asleep ? 1 : 0);
        if (asleep) {
            UnsafeApi.storeFence();
            // After the slot; partner: the exchange in FeedTail.takeSleepers, which comes before the writer looks at the slots.
            UnsafeApi.putIntOpaque(null, head + SLEEPERS_OFFSET, 1);
        }
    }

    /**
     * Gives the slot back. The reader must not use it any more.
     */
    public void leave() {
        long now = readers.word(reader);
        // The writer may cut the reader off meanwhile.
        while (isOwn(now) && !readers.changed(reader, now, FeedReaderEvent.LEFT)) {
            now = readers.word(reader);
        }
    }

    private boolean isOwn(final long now) {
        final FeedReaderState state = FeedReaderWord.state(now);
        return state != null && state != FeedReaderState.FREE && FeedReaderWord.with(now, FeedReaderState.FREE) ==
            FeedReaderWord.with(word, FeedReaderState.FREE);
    }
}
