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

import io.tombolo.engine.api.AccumulateOp;
import io.tombolo.engine.api.ElementType;
import io.tombolo.engine.api.LockType;
import io.tombolo.engine.api.Window;
import io.tombolo.engine.peer.Car;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Packets of windows that nobody may send are counted, and change nothing. Rank 0 sends what it is told to; rank 1 has to bear it.
 */
@Timeout(30)
class ForgedWindowPacketsTest {
    private static final int LENGTH = 4096;

    private final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
    private WindowJob job;
    private int id;

    @BeforeEach
    void open() throws Exception {
        job = WindowJob.create(2, LENGTH, context -> context.windowAgentUs(0).errorHandler(errors::add));
        id = job.window(0).id();
    }

    @AfterEach
    void close() {
        job.close();
    }

    private void forge(final PacketType type, final long key, final long... words) {
        final Car car = new Car() { };
        car.type = type.code();
        car.destination = 1;
        car.key = key;
        car.words(words[0], words[1], words[2], words[3], words[4], words[5]);
        job.job().engine(0).messages().peers()[1].post(car);
        final long before = job.count(1, Counter.WINDOW_PACKETS_RECEIVED);
        while (job.count(1, Counter.WINDOW_PACKETS_RECEIVED) == before) {
            Traffic.checkTime();
            job.job().engine(1).poll();
        }
    }

    private long key(final int carriage, final int flags) {
        return WindowPacket.key(id, carriage, flags);
    }

    private void assertErrors(final int count) {
        assertThat(job.count(1, Counter.PROTOCOL_ERRORS)).isEqualTo(count);
        assertThat(new UnsafeBuffer(job.part(1), 0, LENGTH)).isEqualTo(new UnsafeBuffer(new byte[LENGTH]));
        assertThat(job.shown(1, WindowStateDescriptor.STATE_OFFSET)).isZero();
    }

    private void assertWorks() throws Exception {
        final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
        word.putLong(0, 77);
        job.whileServed(() -> {
            final Window window = job.window(0);
            window.lock(1, LockType.EXCLUSIVE);
            window.put(word, 0, 8, 1, 8);
            window.put(word, 0, 8, 1, 16);
            window.unlock(1);
        });
        assertThat(job.part(1).getLong(16)).isEqualTo(77);
    }

    @Test
    void shouldRefuseAnswersThatWereNotAsked() throws Exception {
        forge(PacketType.LOCK_GRANTED, key(WindowPacket.NONE, 0), 0, 0, 0, 0, 0, 0);
        forge(PacketType.RMA_DONE, key(WindowPacket.NONE, 0), 0, 0, 0, 0, 0, 0);
        forge(PacketType.GET_RESPONSE, key(WindowPacket.INLINE, 0), 8, 0, 1, 0, 0, Handle.pack(0, 1));
        forge(PacketType.GET_RESPONSE, key(WindowPacket.NONE, 0), 8, 0, 1, 0, 0, -1);
        assertErrors(4);
        assertWorks();
    }

    @Test
    void shouldRefuseWindowsAndRangesThatAreNot() throws Exception {
        forge(PacketType.PUT, WindowPacket.key(id + 1, WindowPacket.INLINE, 0), 8, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, WindowPacket.key(-1, WindowPacket.INLINE, 0), 8, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, key(WindowPacket.INLINE, 0), 8, 0, 1, 1, 1, LENGTH - 7);
        forge(PacketType.PUT, key(WindowPacket.INLINE, 0), 8, 0, 1, 1, 1, -1);
        forge(PacketType.PUT, key(WindowPacket.INLINE, 0), -8, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, key(WindowPacket.INLINE, 0), 25, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, key(WindowPacket.PACKET, 0), 100, 0, Handle.pack(0, 1), 0, 0, 0);
        forge(PacketType.PUT, key(WindowPacket.PACKET, 0), 100, 0, Handle.pack(1 << 20, 1), 0, 0, 0);
        forge(PacketType.PUT, key(99, 0), 8, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, key(WindowPacket.EXPOSED, 0), 100, 1, Exposure.place(Exposure.LOST, 0), 0, 100, 0);
        forge(PacketType.PUT, key(WindowPacket.EXPOSED, 0), 100, 1, Exposure.staged(0, 1), 0, 101, 0);
        forge(PacketType.GET, key(WindowPacket.NONE, 0), LENGTH + 1, 1, 0, 0, 0, 0);
        forge(PacketType.GET, key(WindowPacket.INLINE, 0), 8, 1, 0, 0, 0, 0);
        forge(PacketType.GET, key(WindowPacket.NONE, 0), Long.MAX_VALUE, 1, 0, 0, 0, 8);
        assertErrors(14);
        assertWorks();
    }

    @Test
    void shouldRefuseElementsThatAreNone() throws Exception {
        final int add = AccumulateOp.SUM.code();
        final int longs = ElementType.LONG.code();
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, add, 0), 8, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, 0, longs), 8, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, 200, 200), 8, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, add, longs), 8, 0, 1, 0, 0, 4);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, add, longs), 12, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(
            id, WindowPacket.INLINE, 0, AccumulateOp.XOR.code(), ElementType.FLOAT.code()), 8, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.NONE, WindowPacket.SWAP, add, longs), 16, 0, 1, 0, 0, 0);
        assertErrors(7);
        assertWorks();
    }

    @Test
    void shouldRefuseASecondRequestForTheLock() throws Exception {
        forge(PacketType.LOCK, key(WindowPacket.NONE, WindowPacket.EXCLUSIVE), 0, 0, 0, 0, 0, 0);
        forge(PacketType.LOCK, key(WindowPacket.NONE, 0), 0, 0, 0, 0, 0, 0);
        forge(PacketType.LOCK_PUT, key(WindowPacket.INLINE, 0), 8, 0, 1, 0, 0, 0);
        assertThat(job.count(1, Counter.PROTOCOL_ERRORS)).isEqualTo(2);
        forge(PacketType.PUT, key(WindowPacket.NONE, WindowPacket.LAST), 0, 0, 0, 0, 0, 0);
        assertErrors(2);
        // The grant was not asked for by a call.
        job.stepUntil(() -> job.count(0, Counter.PROTOCOL_ERRORS) == 1);
        assertWorks();
    }

    @Test
    void shouldBearAnything() throws Exception {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final PacketType[] types = {
            PacketType.LOCK_GRANTED, PacketType.PUT, PacketType.GET, PacketType.GET_RESPONSE, PacketType.ACCUMULATE, PacketType.RMA_DONE,
        };
        for (int i = 0; i < 20_000; i++) {
            final long[] words = new long[6];
            for (int word = 0; word < words.length; word++) {
                words[word] = random.nextBoolean() ? random.nextLong() : random.nextInt(16) - 4L;
            }
            // No hit within the part, so that its bytes tell.
            words[5] = random.nextBoolean() ? -1 - random.nextInt(9) : LENGTH + random.nextInt(9);
            words[0] = words[0] == 0 ? 1 : words[0];
            forge(types[random.nextInt(types.length)],
                WindowPacket.key(id, random.nextInt(5), random.nextInt(64), random.nextInt(12), random.nextInt(6)), words);
        }
        assertThat(job.count(1, Counter.PROTOCOL_ERRORS)).as("seed=" + seed).isEqualTo(20_000);
        assertWorks();
    }
}
