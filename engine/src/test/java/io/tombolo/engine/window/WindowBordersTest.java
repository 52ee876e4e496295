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
package io.tombolo.engine.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.TruncatedException;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Messages of every length that cross borders between the windows of a mapping. With windows of 8 KiB they do what messages above 1 GiB do.
 */
@Timeout(60)
public class WindowBordersTest {
    private static final int SHIFT = 13;
    private static final int LENGTH = 40 << SHIFT;
    private static final int ROUNDS = 1_500;

    @Test
    void shouldCrossBordersAtBothSides() throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        for (int kind = 0; kind < 2; kind++) {
            exchange(new Random(seed + kind), kind);
        }
    }

    private static void exchange(final Random random, final int ringKind) throws Exception {
        final long exposureLimit = random.nextBoolean() ? Long.MAX_VALUE : 1_000 + random.nextInt(50_000);
        final long seed = random.nextLong();
        try (LocalJob job = LocalJob.of(2, context -> EngineAccess.windowShift(context, SHIFT).size(GeometrySetting.RING_KIND, ringKind)
            .size(GeometrySetting.STAGING_LANES, 4).size(GeometrySetting.EXPOSURE_LIMIT, exposureLimit))) {
            new RankThreads().run(job, engine -> {
                if (engine.rank() == 0) {
                    send(engine, new Random(seed));
                } else {
                    receive(engine, new Random(seed));
                }
            });
            Quiescence.assertQuiet(job);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.SENT_RENDEZVOUS_REGISTERED)).isPositive();
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.UNEXPECTED_MESSAGES)).isPositive();
        }
    }

    private static void send(final Engine engine, final Random random) {
        final UnsafeBuffer heap = new UnsafeBuffer(new byte[LENGTH]);
        try (MemoryRegion region = engine.allocate(LENGTH)) {
            for (int i = 0; i < ROUNDS; i++) {
                final int length = Payloads.length(random, LENGTH);
                final int at = random.nextInt(LENGTH - length + 1);
                random.nextInt(LENGTH - length + 1);
                final boolean registered = random.nextBoolean();
                Payloads.fill(heap, at, length, i);
                if (registered) {
                    region.putBytes(at, heap, at, length);
                    engine.world().send(region, at, length, 1, 3);
                } else {
                    engine.world().send(heap, at, length, 1, 3);
                }
            }
        }
    }

    private static void receive(final Engine engine, final Random random) {
        final UnsafeBuffer heap = new UnsafeBuffer(new byte[LENGTH]);
        final Communicator world = engine.world();
        final Status status = new Status();
        final Request request = new Request();
        try (MemoryRegion region = engine.allocate(LENGTH)) {
            for (int i = 0; i < ROUNDS; i++) {
                final int length = Payloads.length(random, LENGTH);
                random.nextInt(LENGTH - length + 1);
                final int at = random.nextInt(LENGTH - length + 1);
                random.nextBoolean();
                if ((i & 4) == 0) {
                    world.probe(0, 3, status);
                    assertThat(status.messageLength()).isEqualTo(length);
                }
                if ((i & 3) == 0) {
                    world.recv(heap, at, length, 0, 3, status);
                } else if ((i & 3) == 1) {
                    world.recv(region, at, length, 0, 3, status);
                    region.getBytes(at, heap, at, length);
                } else {
                    world.irecv(region, at, length, 0, 3, request);
                    request.await();
                    region.getBytes(at, heap, at, length);
                }
                Payloads.check(heap, at, length, i);
            }
        }
    }

    @Test
    void shouldTruncateBehindABorder() {
        try (LocalJob job = LocalJob.of(1, context -> EngineAccess.windowShift(context, SHIFT));
            MemoryRegion region = job.engine(0).allocate(LENGTH);
            MemoryRegion target = job.engine(0).allocate(LENGTH)) {
            final Communicator world = job.engine(0).world();
            final UnsafeBuffer heap = new UnsafeBuffer(new byte[LENGTH]);
            for (final int length : new int[] {10, 5_000, 30_000}) {
                final int at = (1 << SHIFT) - 4096 - 3;
                Payloads.fill(heap, at, length, length);
                region.putBytes(at, heap, at, length);
                target.buffer(at + 3, 4).putInt(0, 0);
                final Request send = new Request();
                world.isend(heap, at, length, 0, 1, send);
                assertThatThrownBy(() -> world.recv(target, at, 4, 0, 1, null)).isInstanceOf(TruncatedException.class);
                send.await();
                world.isend(region, at, length, 0, 1, send);
                assertThatThrownBy(() -> world.recv(target, at, 4, 0, 1, null)).isInstanceOf(TruncatedException.class);
                send.await();
                final byte[] bytes = new byte[5];
                target.getBytes(at, new UnsafeBuffer(bytes), 0, 5);
                assertThat(bytes).containsExactly(
                    heap.getByte(at), heap.getByte(at + 1), heap.getByte(at + 2), heap.getByte(at + 3), (byte) 0);
            }
        }
    }

    @Test
    void shouldFetchAMessageThatNoBufferCanWrap() {
        try (LocalJob job = LocalJob.of(2, context -> EngineAccess.windowShift(context, SHIFT).fetchBytes(1 << 17));
            MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            final UnsafeBuffer heap = new UnsafeBuffer(new byte[LENGTH]);
            Payloads.fill(heap, 0, LENGTH, 1);
            region.putBytes(0, heap, 0, LENGTH);
            final Request send = job.engine(0).world().isend(heap, 0, 0, 1, 0);
            send.await();
            final Message message = new Message();
            final Communicator receiver = job.engine(1).world();
            receiver.mprobe(0, 0, message);
            message.close();
            job.engine(0).world().isend(region, 100, 100_000, 1, 0, send);
            receiver.mprobe(0, 0, message);
            assertThat(message.buffer().capacity()).isEqualTo(100_000);
            for (int i = 0; i < 100_000; i++) {
                assertThat(message.buffer().getByte(i)).isEqualTo(heap.getByte(100 + i));
            }
            message.close();
            send.await();
            job.engine(0).world().isend(region, 0, LENGTH, 1, 0, send);
            receiver.mprobe(0, 0, message);
            assertThatThrownBy(message::buffer).isInstanceOf(MessagingException.class);
            assertThat(message.status().outcome()).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
            assertThat(message.recv(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH).length()).isEqualTo(LENGTH);
            send.await();
            Quiescence.assertQuiet(job);
        }
    }
}
