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
package io.tombolo.extensions.journal;

import io.tombolo.extensions.journal.excerpt.ByteRun;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The bytes of a stream of payload that a cursor has read and whose events may still follow. It grows with what a rank has written ahead
 * of its events; bytes that do not fit the largest window, and those behind a gap of that length, count as missing. One thread at a time.
 */
final class PayloadWindow {
    private static final int INITIAL_CAPACITY = 1 << 16;
    private static final int MOST_CAPACITY = 1 << 30;

    private UnsafeBuffer bytes = new UnsafeBuffer(new byte[INITIAL_CAPACITY]);
    private long first;
    private long end;
    // Gaps in the window, from the oldest: first position and first position behind it.
    private long[] gaps = new long[16];
    private int gapWords;

    PayloadWindow() {
    }

    /** Begins anew at a position. */
    void begin(final long position) {
        first = position;
        end = position;
        gapWords = 0;
    }

    /** Appends bytes; those between the end and them are missing. */
    void append(final ByteRun run) {
        if (run.first() != end) {
            gap(run.first() - end);
        }
        makeRoom(run.length());
        final int capacity = bytes.capacity();
        final int at = (int) end & capacity - 1;
        final int straight = Math.min(run.length(), capacity - at);
        bytes.putBytes(at, run.buffer(), run.offset(), straight);
        bytes.putBytes(0, run.buffer(), run.offset() + straight, run.length() - straight);
        end += run.length();
    }

    /** Skips bytes that are missing. */
    void gap(final long count) {
        if (count < 0 || count > MOST_CAPACITY / 2) {
            begin(end + count);
            return;
        }
        makeRoom(count);
        if (gapWords == gaps.length) {
            gaps = Arrays.copyOf(gaps, 2 * gapWords);
        }
        gaps[gapWords++] = end;
        gaps[gapWords++] = end + count;
        end += count;
    }

    private void makeRoom(final long more) {
        final long needed = end + more - first;
        if (needed > bytes.capacity()) {
            if (needed > MOST_CAPACITY) {
                dropBefore(end + more - MOST_CAPACITY);
            }
            final int capacity = (int) Math.min(MOST_CAPACITY, Long.highestOneBit(needed - 1) << 1);
            if (capacity > bytes.capacity()) {
                grow(capacity);
            }
        }
    }

    private void grow(final int capacity) {
        final UnsafeBuffer grown = new UnsafeBuffer(new byte[capacity]);
        for (long at = first; at < end;) {
            final int from = (int) at & bytes.capacity() - 1;
            final int to = (int) at & capacity - 1;
            final int run = (int) Math.min(end - at, Math.min(bytes.capacity() - from, capacity - to));
            grown.putBytes(to, bytes, from, run);
            at += run;
        }
        bytes = grown;
    }

    /** Forgets bytes that no event asks for any more. */
    void dropBefore(final long position) {
        first = Math.max(first, Math.min(position, end));
        int dropped = 0;
        while (dropped < gapWords && gaps[dropped + 1] <= first) {
            dropped += 2;
        }
        if (dropped > 0) {
            System.arraycopy(gaps, dropped, gaps, 0, gapWords - dropped);
            gapWords -= dropped;
        }
    }

    /** Returns whether all of some bytes are there. */
    boolean has(final long position, final int length) {
        if (position < first || length < 0 || position > end - length) {
            return false;
        }
        for (int i = 0; i < gapWords; i += 2) {
            if (gaps[i] < position + length && gaps[i + 1] > position) {
                return false;
            }
        }
        return true;
    }

    /** Copies bytes that are there. */
    void copy(final long position, final int length, final MutableDirectBuffer target, final int offset) {
        final int at = (int) position & bytes.capacity() - 1;
        final int straight = Math.min(length, bytes.capacity() - at);
        target.putBytes(offset, bytes, at, straight);
        target.putBytes(offset + straight, bytes, 0, length - straight);
    }
}
