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
package io.tombolo.ringbuffers.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CacheLinesTest {
    private static final int MOST = 200;
    private static final int MARGIN = 16;
    private static final byte GUARD = 0x5A;

    private final byte[] source = new byte[MOST + 2 * MARGIN];
    private final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(MOST + 2 * MARGIN));

    CacheLinesTest() {
        new Random(1).nextBytes(source);
    }

    @Test
    void shouldCopyEveryLengthAtEveryAlignmentAndNoByteMore() {
        for (int length = 0; length <= MOST; length++) {
            check(source, direct, length);
        }
        final byte[] longer = new byte[10_000];
        new Random(2).nextBytes(longer);
        final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(longer.length));
        for (final int length : new int[] {4095, 4096, 4097, 4200, 8192, 9000}) {
            check(longer, target, length);
        }
    }

    private static void check(final byte[] source, final UnsafeBuffer target, final int length) {
        for (int to = 0; to < Long.BYTES; to++) {
            target.setMemory(0, target.capacity(), GUARD);
            CacheLines.copyInto(source, Bytes.BYTES_OFFSET + 3, target.addressOffset() + MARGIN + to, length);
            final byte[] expected = new byte[target.capacity()];
            Arrays.fill(expected, GUARD);
            System.arraycopy(source, 3, expected, MARGIN + to, length);
            final byte[] copied = new byte[target.capacity()];
            target.getBytes(0, copied);
            assertThat(copied).as("length %d to %d", length, to).isEqualTo(expected);
        }
    }

    @Test
    void shouldHandLinesBackAsTheyAre() {
        final byte[] bytes = new byte[4 * CacheLines.LENGTH];
        new Random(3).nextBytes(bytes);
        final UnsafeBuffer ring = new UnsafeBuffer(ByteBuffer.allocateDirect(bytes.length));
        ring.putBytes(0, bytes);
        CacheLines.handBack(ring.addressOffset(), bytes.length - 1, bytes.length - 1, bytes.length);
        final byte[] left = new byte[bytes.length];
        ring.getBytes(0, left);
        assertThat(left).isEqualTo(bytes);
    }
}
