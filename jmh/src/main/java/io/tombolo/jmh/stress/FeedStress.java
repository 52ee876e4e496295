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
package io.tombolo.jmh.stress;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.feed.ConflatedCursor;
import io.tombolo.ringbuffers.feed.ConflatedWriter;
import io.tombolo.ringbuffers.feed.FeedCursor;
import io.tombolo.ringbuffers.feed.FeedDamageException;
import io.tombolo.ringbuffers.feed.FeedFile;
import io.tombolo.ringbuffers.feed.FeedGeometry;
import io.tombolo.ringbuffers.feed.FeedKind;
import io.tombolo.ringbuffers.feed.FeedReaders;
import io.tombolo.ringbuffers.feed.FeedRingWriter;
import io.tombolo.ringbuffers.feed.FeedSlot;
import io.tombolo.ringbuffers.feed.LatestCursor;
import io.tombolo.ringbuffers.feed.ReaderGate;
import io.tombolo.ringbuffers.feed.ReliableCursor;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests that readers of a feed see whole messages, or know that they do not, while the writer overwrites them. The bytes of a message are
 * all alike.
 */
public final class FeedStress {
    private static final int CAPACITY = FeedGeometry.MIN_CAPACITY;
    private static final int LENGTH = FeedGeometry.longest(CAPACITY);
    private static final int MESSAGES = 8;
    private static final int MORE = 4;
    private static final byte[][] CONTENTS = new byte[MESSAGES + MORE + 1][LENGTH];

    static {
        for (int i = 0; i < CONTENTS.length; i++) {
            Arrays.fill(CONTENTS[i], (byte) i);
        }
    }

    private FeedStress() {
    }

    private static FeedFile feed(final FeedKind kind, final int keys, final long cutOffNs) {
        final FeedGeometry geometry = new FeedGeometry(kind, CAPACITY, LENGTH, 1, keys, cutOffNs);
        return FeedFile.inMemory(Cells.next(geometry.fileLength()), geometry);
    }

    private static FeedRingWriter full(final FeedFile feed) {
        final boolean isReliable = feed.geometry().kind() == FeedKind.RELIABLE;
        final FeedRingWriter writer = new FeedRingWriter(feed, isReliable ? new ReaderGate(feed, (rank, incarnation) -> false) : null);
        for (int i = 1; i <= MESSAGES; i++) {
            write(writer, i);
        }
        return writer;
    }

    private static void write(final FeedRingWriter writer, final int content) {
        writer.write(CONTENTS[content], Bytes.BYTES_OFFSET, LENGTH);
    }

    private static byte first(final FeedCursor cursor) {
        return cursor.buffer().getByte(cursor.offset());
    }

    private static byte last(final FeedCursor cursor) {
        return cursor.buffer().getByte(cursor.offset() + cursor.length() - 1);
    }

    /** The writer of a latest feed overwrites messages while a reader copies one. */
    @JCStressTest
    @Outcome(
        id = {"1, 1", "2, 2", "3, 3", "4, 4", "5, 5", "6, 6", "7, 7", "8, 8", "9, 9", "10, 10", "11, 11", "12, 12"},
        expect = Expect.ACCEPTABLE, desc = "One whole message.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Parts of two messages, or none.")
    @State
    public static class CopyAgainstWriter {
        private final FeedFile feed = feed(FeedKind.LATEST, 0, 0);
        private final FeedRingWriter writer = full(feed);
        private final LatestCursor cursor =
            new LatestCursor(new FeedReaders(feed).claim(0, 1, (rank, incarnation) -> false), true);

        /** Overwrites half of the messages. */
        @Actor
        public void writer() {
            for (int i = 1; i <= MORE; i++) {
                write(writer, MESSAGES + i);
            }
        }

        /** Copies the oldest message that is left. */
        @Actor
        public void reader(final II_Result result) {
            if (cursor.next()) {
                result.r1 = first(cursor);
                result.r2 = last(cursor);
            }
        }
    }

    /** The writer of a reliable feed cuts a reader off while that reads in place. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The message was whole, and the reader is not cut off.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The reader was cut off, and the message was still whole.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The message was overwritten, and the reader knows it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The message was overwritten, and the reader does not know it.")
    @State
    public static class CutOffAgainstReader {
        private final FeedFile feed = feed(FeedKind.RELIABLE, 0, 1);
        private final FeedRingWriter writer = full(feed);
        private final ReliableCursor cursor =
            new ReliableCursor(new FeedReaders(feed).claim(0, 1, (rank, incarnation) -> false), true);

        /** Writes until the reader is cut off or has moved. */
        @Actor
        public void writer() {
            for (int i = 1; i <= MORE; i++) {
                write(writer, MESSAGES + i);
            }
        }

        /** Reads the oldest message. */
        @Actor
        public void reader(final II_Result result) {
            if (cursor.next()) {
                final byte first = first(cursor);
                final byte last = last(cursor);
                result.r1 = cursor.done() ? 1 : 0;
                result.r2 = first == 1 && last == 1 ? 1 : 0;
            }
        }
    }

    /** A reader joins a reliable feed at the oldest message while the writer gives that up. */
    @JCStressTest
    @Outcome(
        id = {"1, 2", "2, 3", "3, 4", "4, 5", "5, 6", "6, 7", "7, 8", "8, 9", "9, 10", "10, 11", "11, 12", "12, 1"},
        expect = Expect.ACCEPTABLE, desc = "The oldest two messages that are kept.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A message that the writer overwrites, though the reader has a place.")
    @State
    public static class JoinAgainstWriter {
        private static final int LAPS = 4;

        private final FeedFile feed = feed(FeedKind.RELIABLE, 0, 0);
        private final FeedRingWriter writer = full(feed);
        private final FeedSlot slot = new FeedReaders(feed).claim(0, 1, (rank, incarnation) -> false);

        /** Overwrites messages as long as no reader is in the way; many, so that the reader joins meanwhile. */
        @Actor
        public void writer() {
            for (int i = 0; i < LAPS * MESSAGES; i++) {
                write(writer, (int) (writer.tail().published() % (MESSAGES + MORE)) + 1);
            }
        }

        /** Joins, and reads two messages. */
        @Actor
        public void reader(final II_Result result) {
            final ReliableCursor cursor = new ReliableCursor(slot, true);
            result.r1 = read(cursor);
            result.r2 = read(cursor);
        }

        private static int read(final FeedCursor cursor) {
            try {
                final int content = cursor.next() && first(cursor) == last(cursor) ? first(cursor) : 0;
                return cursor.done() ? content : 0;
            } catch (final FeedDamageException overwritten) {
                return -1;
            }
        }
    }

    /** The writer of a conflated feed replaces a value while a reader copies it. */
    @JCStressTest
    @Outcome(
        id = {"1, 1", "2, 2", "3, 3", "4, 4"}, expect = Expect.ACCEPTABLE, desc = "One whole value.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Parts of two values, or none.")
    @State
    public static class ValueAgainstWriter {
        private final FeedFile feed = feed(FeedKind.CONFLATED, 1, 0);
        private final ConflatedWriter writer = new ConflatedWriter(feed);
        private final ConflatedCursor cursor =
            new ConflatedCursor(new FeedReaders(feed).claim(0, 1, (rank, incarnation) -> false), false);

        /** Stores the first value. */
        public ValueAgainstWriter() {
            write(1);
        }

        private void write(final int content) {
            writer.write(0, CONTENTS[content], Bytes.BYTES_OFFSET, LENGTH);
        }

        /** Replaces the value. */
        @Actor
        public void writer() {
            for (int i = 2; i <= MORE; i++) {
                write(i);
            }
        }

        /** Copies the value. */
        @Actor
        public void reader(final II_Result result) {
            if (cursor.next()) {
                result.r1 = first(cursor);
                result.r2 = last(cursor);
            }
        }
    }
}
