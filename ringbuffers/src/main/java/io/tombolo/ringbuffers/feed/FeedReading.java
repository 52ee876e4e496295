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

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/**
 * What an inspector reads of a feed. The values change while they are read, and are not checked.
 *
 * @param published messages published so far.
 * @param tail      position behind the last message.
 * @param oldest    position of the oldest message that is kept.
 * @param keys      keys in use.
 * @param cuts      readers that were cut off.
 * @param isClosed  whether the writer has closed the feed.
 * @param readers   that have a slot.
 */
public record FeedReading(
    long published, long tail, long oldest, int keys, long cuts, boolean isClosed, List<FeedReading.Reader> readers) {
    /**
     * A reader of the feed.
     *
     * @param slot        of the reader, from 0.
     * @param rank        of the reader.
     * @param incarnation of the reader.
     * @param state       of its slot; null if it is unknown.
     * @param lagMessages messages that it has not read.
     * @param lagBytes    bytes of the ring that it has not read.
     * @param missed      messages that it has missed.
     * @param sinceMs     when it has opened the feed, in milliseconds since the epoch.
     * @param isAsleep    whether it may sleep.
     */
    public record Reader(
        int slot, int rank, int incarnation, FeedReaderState state, long lagMessages, long lagBytes, long missed, long sinceMs,
        boolean isAsleep) {
    }

    /**
     * Reads a feed.
     *
     * @param file mapped, also read-only.
     * @return what it shows now.
     */
    public static FeedReading of(final FeedFile file) {
        final AtomicBuffer memory = file.memory();
        final FeedReaders slots = new FeedReaders(file);
        final List<Reader> readers = new ArrayList<>();
        for (int reader = 0; reader < slots.count(); reader++) {
            final long word = slots.word(reader);
            final FeedReaderState state = FeedReaderWord.state(word);
            if (state != FeedReaderState.FREE) {
                // A reader that joins has no position yet.
                final boolean isJoining = state == FeedReaderState.JOINING;
                final long next = isJoining ? Long.MAX_VALUE : slots.next(reader);
                final long position = isJoining ? Long.MAX_VALUE : slots.position(reader);
                // After the reader's values, which are never ahead of these.
                readers.add(new Reader(reader, FeedReaderWord.rank(word), FeedReaderWord.incarnation(word), state,
                    Math.max(0, memory.getLongVolatile(FeedFileDescriptor.PUBLISHED_OFFSET) - next),
                    Math.max(0, memory.getLongVolatile(FeedFileDescriptor.TAIL_OFFSET) - position), slots.missed(reader),
                    slots.since(reader), slots.isAsleep(reader)));
            }
        }
        return new FeedReading(
            memory.getLongVolatile(FeedFileDescriptor.PUBLISHED_OFFSET), memory.getLongVolatile(FeedFileDescriptor.TAIL_OFFSET),
            memory.getLongVolatile(FeedFileDescriptor.OLDEST_OFFSET), memory.getIntVolatile(FeedFileDescriptor.USED_OFFSET),
            memory.getLongVolatile(FeedFileDescriptor.CUTS_OFFSET), memory.getIntVolatile(FeedFileDescriptor.CLOSED_OFFSET) != 0,
            List.copyOf(readers));
    }
}
