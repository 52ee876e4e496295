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

import io.tombolo.ringbuffers.window.DeathProbe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A feed in a file, its writer, and readers that map it once more. The bytes of a message follow from its number.
 */
final class FeedFixture {
    static final int LONGEST = 100;

    final FeedFile file;
    final FeedRingWriter ring;
    final ConflatedWriter values;
    final Set<Integer> dead = new HashSet<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
    private final Path path;

    FeedFixture(final Path directory, final FeedKind kind, final int readers, final int keys, final long cutOffNs) throws IOException {
        path = directory.resolve("feed-0.1-1.dat");
        file = FeedFile.create(path, 0, 1, 1, "prices", new FeedGeometry(kind, 1024, LONGEST, readers, keys, cutOffNs));
        ring = kind == FeedKind.CONFLATED ? null :
            new FeedRingWriter(file, kind == FeedKind.RELIABLE ? new ReaderGate(file, deaths()) : null);
        values = kind == FeedKind.CONFLATED ? new ConflatedWriter(file) : null;
    }

    DeathProbe deaths() {
        return (rank, incarnation) -> dead.contains(rank);
    }

    FeedTail tail() {
        return ring == null ? values.tail() : ring.tail();
    }

    FeedSlot slot(final int rank) throws IOException {
        final FeedFile mapped = FeedFile.attach(path, 0, 1, false);
        return new FeedReaders(mapped).claim(rank, 1, deaths());
    }

    FeedCursor cursor(final FeedSlot slot, final boolean fromOldest) {
        return switch (file.geometry().kind()) {
            case RELIABLE -> new ReliableCursor(slot, fromOldest);
            case LATEST -> new LatestCursor(slot, fromOldest);
            case CONFLATED -> new ConflatedCursor(slot, fromOldest);
        };
    }

    /** Publishes the next message. Some are copied, others are written in place, and may be shorter than was claimed. */
    int write() {
        final long number = ring.tail().published();
        final int length = length(number);
        if (number % 3 == 1) {
            final int answer = ring.claim(number % 2 == 0 ? LONGEST : length);
            if (answer == FeedWriting.WRITTEN) {
                fill(number, length);
                ring.claimed().putBytes(0, message, 0, length);
                ring.commit(length);
            }
            return answer;
        }
        if (number % 3 == 2 && ring.claim(LONGEST) == FeedWriting.WRITTEN) {
            ring.claimed().setMemory(0, LONGEST, (byte) -1);
            ring.abort();
        }
        fill(number, length);
        return ring.write(message.byteArray(), message.addressOffset(), length);
    }

    /** Publishes the next value of a key. */
    int write(final long key) {
        final long number = values.tail().published();
        final int length = length(number);
        fill(number, length);
        return values.write(key, message.byteArray(), message.addressOffset(), length);
    }

    static int length(final long number) {
        return new Random(number).nextInt(LONGEST + 1);
    }

    private void fill(final long number, final int length) {
        for (int i = 0; i < length; i++) {
            message.putByte(i, (byte) (number + i));
        }
    }

    /** Returns whether a message has the bytes that follow from its number. */
    static boolean isWhole(final FeedCursor cursor) {
        return isWhole(cursor.number(), cursor.buffer(), cursor.offset(), cursor.length());
    }

    private static boolean isWhole(final long number, final DirectBuffer buffer, final int offset, final int length) {
        for (int i = 0; i < length; i++) {
            if (buffer.getByte(offset + i) != (byte) (number + i)) {
                return false;
            }
        }
        return length == length(number);
    }
}
