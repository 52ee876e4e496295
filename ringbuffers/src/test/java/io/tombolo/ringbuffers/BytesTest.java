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
package io.tombolo.ringbuffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class BytesTest {
    private static final int MOST = 200;
    private static final int MARGIN = 16;
    private static final byte GUARD = 0x5A;

    private final byte[] source = new byte[MOST + 2 * MARGIN];
    private final UnsafeBuffer heap = new UnsafeBuffer(new byte[MOST + 2 * MARGIN]);
    private final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(MOST + 2 * MARGIN));
    private final UnsafeBuffer directSource = new UnsafeBuffer(ByteBuffer.allocateDirect(MOST + 2 * MARGIN));

    BytesTest() {
        new Random(1).nextBytes(source);
        directSource.putBytes(0, source);
    }

    @Test
    void shouldCopyEveryLengthAtEveryAlignmentAndNoByteMore() {
        for (int length = 0; length <= MOST; length++) {
            for (int from = 0; from < Long.BYTES; from++) {
                for (int to = 0; to < Long.BYTES; to++) {
                    check(heap, false, from, to, length);
                    check(direct, true, from, to, length);
                }
            }
        }
    }

    private void check(final UnsafeBuffer target, final boolean fromDirect, final int from, final int to, final int length) {
        target.setMemory(0, target.capacity(), GUARD);
        final Object base = fromDirect ? null : source;
        final long offset = (fromDirect ? directSource.addressOffset() : Bytes.BYTES_OFFSET) + from;
        Bytes.copy(base, offset, target.byteArray(), target.addressOffset() + MARGIN + to, length);
        final byte[] expected = new byte[target.capacity()];
        Arrays.fill(expected, GUARD);
        System.arraycopy(source, from, expected, MARGIN + to, length);
        final byte[] actual = new byte[target.capacity()];
        target.getBytes(0, actual);
        if (!Arrays.equals(actual, expected)) {
            assertThat(actual).as("length %d from %d to %d direct %s", length, from, to, fromDirect).isEqualTo(expected);
        }
    }

    @Test
    void shouldCopyBetweenHeapAndDirect() {
        for (int length = 0; length <= MOST; length++) {
            Bytes.copy(source, Bytes.BYTES_OFFSET + 1, null, direct.addressOffset() + 3, length);
            final byte[] back = new byte[length];
            Bytes.copy(null, direct.addressOffset() + 3, back, Bytes.BYTES_OFFSET, length);
            assertThat(back).isEqualTo(Arrays.copyOfRange(source, 1, 1 + length));
        }
    }

    @Test
    void shouldKnowWhereArraysBegin() {
        final int[] ints = {1, 2, 3};
        final long[] longs = {4, 5};
        final double[] doubles = {6, 7};
        Bytes.copy(new int[] {8}, Bytes.INTS_OFFSET, ints, Bytes.INTS_OFFSET + Integer.BYTES, Integer.BYTES);
        Bytes.copy(new long[] {9}, Bytes.LONGS_OFFSET, longs, Bytes.LONGS_OFFSET + Long.BYTES, Long.BYTES);
        Bytes.copy(new double[] {10}, Bytes.DOUBLES_OFFSET, doubles, Bytes.DOUBLES_OFFSET + Double.BYTES, Double.BYTES);
        assertThat(ints).containsExactly(1, 8, 3);
        assertThat(longs).containsExactly(4, 9);
        assertThat(doubles).containsExactly(6, 10);
    }
}
