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
package io.tombolo.engine;

import io.tombolo.engine.api.MemoryRegion;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Payloads of test messages: bytes that follow from a seed, random lengths, and memory of every kind.
 */
public final class Payloads {
    private Payloads() {
    }

    /** Fills a range with bytes that differ for each seed. */
    public static void fill(final UnsafeBuffer buffer, final int offset, final int length, final long seed) {
        long state = seed * 0x9E37_79B9_7F4A_7C15L + 1;
        int done = 0;
        for (; done <= length - Long.BYTES; done += Long.BYTES) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            buffer.putLong(offset + done, state);
        }
        for (; done < length; done++) {
            buffer.putByte(offset + done, (byte) (state >>> (done & 7)));
        }
    }

    /** Fails unless a range has the bytes of {@link #fill} with the same length and seed. */
    public static void check(final UnsafeBuffer buffer, final int offset, final int length, final long seed) {
        long state = seed * 0x9E37_79B9_7F4A_7C15L + 1;
        int done = 0;
        for (; done <= length - Long.BYTES; done += Long.BYTES) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            if (buffer.getLong(offset + done) != state) {
                throw new AssertionError("message " + seed + " of " + length + " bytes differs from byte " + done + " on");
            }
        }
        for (; done < length; done++) {
            if (buffer.getByte(offset + done) != (byte) (state >>> (done & 7))) {
                throw new AssertionError("message " + seed + " of " + length + " bytes differs at byte " + done);
            }
        }
    }

    /** Returns memory of the three kinds: registered, direct, heap. */
    public static UnsafeBuffer[] memories(final MemoryRegion region, final int length) {
        return new UnsafeBuffer[] {
            region.buffer(), new UnsafeBuffer(ByteBuffer.allocateDirect(length)), new UnsafeBuffer(new byte[length])};
    }

    /**
     * Returns a random length. Its number of bits is equally distributed, so that short, packet-sized and long messages are equally likely.
     */
    public static int length(final Random random, final int most) {
        final int bits = 1 + random.nextInt(32 - Integer.numberOfLeadingZeros(most));
        return Math.min(most, random.nextInt(1 << Math.min(bits, 30)));
    }
}
