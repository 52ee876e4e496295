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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.peer.Peer;
import io.tombolo.ringbuffers.counters.Counter;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages for several tests: bytes that follow from a seed, memory of every kind, and a check of the state at the end.
 */
public final class Traffic {
    private static final int QUIET_STEPS = 300;

    private Traffic() {
    }

    /** Prints a line at once: the parent process waits for it. */
    public static void say(final String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Throws if the time limit of the test has interrupted a loop that waits. */
    public static void checkTime() {
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("this test takes too long");
        }
    }

    /** Fills a range with bytes that depend on a seed. */
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

    /** Checks the copy of a range that {@link #fill} has filled. */
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

    /** Makes memory of each of the three kinds: registered, direct, heap. */
    public static UnsafeBuffer[] memories(final MemoryRegion region, final int length) {
        return new UnsafeBuffer[] {
            region.buffer(), new UnsafeBuffer(ByteBuffer.allocateDirect(length)), new UnsafeBuffer(new byte[length])};
    }

    /** Draws a length. Every power of two up to the longest is equally likely as its bound. */
    public static int length(final Random random, final int most) {
        final int bits = 1 + random.nextInt(32 - Integer.numberOfLeadingZeros(most));
        return Math.min(most, random.nextInt(1 << Math.min(bits, 30)));
    }

    /** Checks all living ranks of a job. It steps them together, because one may wait for something that another holds in a group. */
    public static void assertQuiet(final LocalJob job) {
        for (int i = 0; i < QUIET_STEPS; i++) {
            job.step();
        }
        for (int rank = 0; rank < job.size(); rank++) {
            final Engine engine = job.engine(rank);
            while (engine.isOpen() && (EngineAccess.messages(engine).pendingSends() > 0 || hasPacketsOut(engine))) {
                checkTime();
                job.step();
            }
        }
        for (int rank = 0; rank < job.size(); rank++) {
            if (job.engine(rank).isOpen()) {
                assertQuiet(job.engine(rank));
            }
        }
    }

    /** Checks that no send is pending, all packets are free, and no protocol error was counted (S0.8, S0.18). */
    public static void assertQuiet(final Engine engine) {
        while (EngineAccess.messages(engine).pendingSends() > 0 || hasPacketsOut(engine)) {
            checkTime();
            engine.poll();
        }
        for (final Peer peer : EngineAccess.messages(engine).peers()) {
            assertThat(peer.outbound().queueLength()).isZero();
        }
        assertThat(EngineAccess.messages(engine).receives().unexpectedCount()).isZero();
        assertThat(EngineAccess.node(engine).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
    }

    private static boolean hasPacketsOut(final Engine engine) {
        for (final Peer peer : EngineAccess.messages(engine).peers()) {
            if (peer.outbound().packetsOut() > 0) {
                return true;
            }
        }
        return false;
    }
}
