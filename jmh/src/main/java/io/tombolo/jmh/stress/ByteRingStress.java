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

import io.tombolo.ringbuffers.flight.ByteRing;
import io.tombolo.ringbuffers.flight.ByteRingDescriptor;
import io.tombolo.ringbuffers.flight.ByteRingReader;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests that a reader of a ring of bytes sees which bytes the rank has overwritten.
 */
public final class ByteRingStress {
    private static final int CAPACITY = 64;
    private static final int LENGTH = ByteRingDescriptor.length(CAPACITY);

    private ByteRingStress() {
    }

    /** A rank goes round the ring while a reader reads the last bytes. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The bytes were overwritten, and the reader knows it.")
    @Outcome(
        id = {"1, 1", "2, 2", "3, 3", "4, 4", "5, 5", "6, 6", "7, 7", "8, 8", "9, 9", "10, 10"}, expect = Expect.ACCEPTABLE,
        desc = "Bytes of one append.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Bytes of two appends, or of another position.")
    @State
    public static class ReaderAgainstWriter {
        private static final int APPEND = Long.BYTES;
        private static final long EACH_BYTE = 0x0101_0101_0101_0101L;

        private final UnsafeBuffer memory = new UnsafeBuffer(Cells.next(LENGTH), 0, LENGTH);
        private final UnsafeBuffer copy = new UnsafeBuffer(new byte[APPEND]);
        private final ByteRing ring;
        private final ByteRingReader reader;

        /** Fills the ring, and ends with a 1 in each byte. */
        public ReaderAgainstWriter() {
            ring = new ByteRing(memory, null);
            reader = new ByteRingReader(memory);
            for (int i = 1; i < CAPACITY / APPEND; i++) {
                ring.append(0, APPEND);
            }
            append(1);
        }

        private void append(final int value) {
            ring.append(EACH_BYTE * value, APPEND);
        }

        /** Appends more than a ring. */
        @Actor
        public void writer() {
            for (int value = 2; value <= 10; value++) {
                append(value);
            }
        }

        /** Reads the last append that it knows. */
        @Actor
        public void reader(final II_Result result) {
            final long last = reader.written() - APPEND;
            if (reader.copy(last, APPEND, copy, 0) == 0) {
                result.r1 = copy.getByte(0);
                result.r2 = copy.getByte(APPEND - 1);
            }
        }
    }
}
