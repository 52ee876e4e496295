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

import static io.tombolo.ringbuffers.feed.FeedFileDescriptor.CUTS_OFFSET;

import io.tombolo.ringbuffers.window.DeathProbe;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Finds the slowest reader of a reliable feed. Readers that are in the way are judged: one whose rank is gone is dropped at once, and one
 * that has not moved for some time is cut off. The writer alone.
 * <p>
 * The time counts while the writer looks. A gap between two looks counts for a quarter of the time at most: if all processes were stopped,
 * the readers have the rest of the time to go on.
 */
public final class ReaderGate {
    private static final int LONGEST_GAPS = 4;

    private final FeedFile file;
    private final FeedReaders readers;
    private final DeathProbe deaths;
    private final long cutOffNs;
    private final long longestGapNs;
    private final LongSupplier clock;
    // By slot: the reader that was last found in the way, its position, how long it has been there, and when the writer looked last.
    private final long[] words;
    private final long[] positions;
    private final long[] waitedNs;
    private final long[] looked;
    private long cuts;
    private int holder = FeedReaders.NONE;

    /**
     * Creates the gate of a feed.
     *
     * @param file   of the feed.
     * @param deaths tells which ranks are gone.
     */
    public ReaderGate(final FeedFile file, final DeathProbe deaths) {
        this(file, deaths, System::nanoTime);
    }

    ReaderGate(final FeedFile file, final DeathProbe deaths, final LongSupplier clock) {
        this.file = file;
        this.readers = new FeedReaders(file);
        this.deaths = deaths;
        this.cutOffNs = file.geometry().cutOffNs();
        this.longestGapNs = cutOffNs / LONGEST_GAPS + 1;
        this.clock = clock;
        this.words = new long[readers.count()];
        this.positions = new long[readers.count()];
        this.waitedNs = new long[readers.count()];
        this.looked = new long[readers.count()];
        Arrays.fill(positions, -1);
    }

    /**
     * Returns the least position of all active readers.
     *
     * @param tail   position behind the last message.
     * @param needed position that readers have to reach before the writer can go on.
     * @return {@link Long#MAX_VALUE} if there is no reader.
     */
    long slowest(final long tail, final long needed) {
        long slowest = Long.MAX_VALUE;
        holder = FeedReaders.NONE;
        for (int reader = 0; reader < words.length; reader++) {
            final long word = readers.word(reader);
            if (FeedReaderWord.isActive(word)) {
                // A position behind the tail is none that a reader has: it counts as one that is not in the way.
                final long position = Math.min(tail, readers.position(reader));
                if ((position >= needed || holdsUp(reader, word, position)) && position < slowest) {
                    slowest = position;
                    holder = position < needed ? reader : FeedReaders.NONE;
                }
            }
        }
        return slowest;
    }

    /** Judges a reader that is in the way. Returns false if it is in the way no more. */
    private boolean holdsUp(final int reader, final long word, final long position) {
        if (readers.freed(reader, word, deaths)) {
            return false;
        }
        if (word != words[reader] || position != positions[reader]) {
            words[reader] = word;
            positions[reader] = position;
            waitedNs[reader] = 0;
            looked[reader] = clock.getAsLong();
            return true;
        }
        if (cutOffNs == 0) {
            return true;
        }
        final long now = clock.getAsLong();
        waitedNs[reader] += Math.min(now - looked[reader], longestGapNs);
        looked[reader] = now;
        if (waitedNs[reader] < cutOffNs) {
            return true;
        }
        // The position once more: the reader may have been stopped, or this rank.
        if (readers.position(reader) != position || !readers.changed(reader, word, FeedReaderEvent.CUT_OFF)) {
            return true;
        }
        file.memory().putLongOpaque(CUTS_OFFSET, ++cuts);
        return false;
    }

    /**
     * Returns the rank of a reader that is in the way.
     *
     * @return rank, not checked; -1 if there was none when the writer looked last.
     */
    public int holder() {
        return holder == FeedReaders.NONE ? FeedReaders.NONE : FeedReaderWord.rank(words[holder]);
    }
}
