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

import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.MISSED_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.NEXT_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.POSITION_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.SLEEP_OFFSET;
import static io.tombolo.ringbuffers.feed.FeedReaderDescriptor.STATE_OFFSET;

import io.tombolo.ringbuffers.window.DeathProbe;
import org.agrona.UnsafeApi;

/**
 * The slots of all readers of a feed, as its writer, a rank that wants a slot, or an inspector sees them. Any thread. Values are not
 * checked: another process may have stored anything there.
 */
public final class FeedReaders {
    /** In place of a slot: there is none. */
    public static final int NONE = -1;

    private final FeedFile file;
    private final long address;
    private final int count;

    /**
     * Views the slots.
     *
     * @param file of the feed; kept reachable.
     */
    public FeedReaders(final FeedFile file) {
        this.file = file;
        this.address = file.memory().addressOffset() + FeedGeometry.readerOffset(0);
        this.count = file.geometry().readers();
    }

    /**
     * Returns the number of slots.
     *
     * @return most readers of the feed.
     */
    public int count() {
        return count;
    }

    /** Returns the address of a slot. */
    long address(final int reader) {
        return address + (long) reader * FeedReaderDescriptor.LENGTH;
    }

    /**
     * Returns the state word of a slot.
     *
     * @param reader slot.
     * @return word for {@link FeedReaderWord}.
     */
    public long word(final int reader) {
        // Acquire; partner: the CAS in changed. The position in an active slot is that of its reader, or of one before it.
        return UnsafeApi.getLongAcquire(null, address(reader) + STATE_OFFSET);
    }

    /**
     * Returns the position of a reader.
     *
     * @param reader slot.
     * @return position up to which it has read.
     */
    public long position(final int reader) {
        // Acquire; partner: the release store in FeedSlot.publish. What lies before the position is read no more.
        return UnsafeApi.getLongAcquire(null, address(reader) + POSITION_OFFSET);
    }

    /**
     * Returns the number of the next message of a reader.
     *
     * @param reader slot.
     * @return number.
     */
    public long next(final int reader) {
        return UnsafeApi.getLongOpaque(null, address(reader) + NEXT_OFFSET);
    }

    /**
     * Returns how many messages a reader has missed.
     *
     * @param reader slot.
     * @return messages.
     */
    public long missed(final int reader) {
        return UnsafeApi.getLongOpaque(null, address(reader) + MISSED_OFFSET);
    }

    /**
     * Returns when a reader has opened the feed.
     *
     * @param reader slot.
     * @return milliseconds since the epoch.
     */
    public long since(final int reader) {
        return UnsafeApi.getLongOpaque(null, address(reader) + FeedReaderDescriptor.SINCE_OFFSET);
    }

    /**
     * Returns whether a reader may sleep.
     *
     * @param reader slot.
     * @return true from before its sleep until after it.
     */
    public boolean isAsleep(final int reader) {
        return UnsafeApi.getIntOpaque(null, address(reader) + SLEEP_OFFSET) != 0;
    }

    /**
     * Moves a slot to another state.
     *
     * @param reader slot.
     * @param word   before.
     * @param event  that the state in the word takes.
     * @return false if the word has changed; nothing is stored then.
     */
    boolean changed(final int reader, final long word, final FeedReaderEvent event) {
        return replaced(reader, word, FeedReaderTable.next(word, event));
    }

    private boolean replaced(final int reader, final long before, final long after) {
        // Full fence; partner: the load in word.
        return UnsafeApi.compareAndSetLong(null, address(reader) + STATE_OFFSET, before, after);
    }

    /**
     * Frees a slot whose rank is gone.
     *
     * @param reader slot.
     * @param deaths tells which ranks are gone.
     * @return true if nobody has the slot.
     */
    public boolean freeIfDead(final int reader, final DeathProbe deaths) {
        final long word = word(reader);
        return FeedReaderWord.state(word) == FeedReaderState.FREE || freed(reader, word, deaths);
    }

    /** Frees a slot whose rank is gone. Returns true if this call has freed it. */
    boolean freed(final int reader, final long word, final DeathProbe deaths) {
        final FeedReaderState state = FeedReaderWord.state(word);
        return state != null && state != FeedReaderState.FREE &&
            deaths.isDead(FeedReaderWord.rank(word), FeedReaderWord.incarnation(word)) && changed(reader, word, FeedReaderEvent.DIED);
    }

    /**
     * Takes a slot for a reader. Slots of ranks that are gone are freed if there is no other.
     *
     * @param rank        of the reader.
     * @param incarnation of that rank.
     * @param deaths      tells which ranks are gone.
     * @return the slot, which has no position yet; null if all are taken.
     */
    public FeedSlot claim(final int rank, final int incarnation, final DeathProbe deaths) {
        FeedSlot slot = claimFree(rank, incarnation);
        if (slot == null) {
            for (int reader = 0; reader < count; reader++) {
                freeIfDead(reader, deaths);
            }
            slot = claimFree(rank, incarnation);
        }
        return slot;
    }

    private FeedSlot claimFree(final int rank, final int incarnation) {
        for (int reader = 0; reader < count; reader++) {
            final long free = word(reader);
            final long claimed = FeedReaderWord.claimed(free, rank, incarnation);
            if (FeedReaderWord.state(free) == FeedReaderState.FREE && replaced(reader, free, claimed)) {
                return new FeedSlot(file, this, reader, claimed);
            }
        }
        return null;
    }
}
