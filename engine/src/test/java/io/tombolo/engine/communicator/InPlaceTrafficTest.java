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
package io.tombolo.engine.communicator;

import io.tombolo.engine.Engine;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two processes exchange a random mix of sends and claims by a random mix of receives, matched probes and reads in place. Every byte
 * arrives in order, and all lent memory comes back.
 */
class InPlaceTrafficTest {
    private static final int MOST = 2 << 20;

    @ParameterizedTest
    @CsvSource({"0,single", "1,single", "0,multiple"})
    @Timeout(60)
    void shouldDeliverARandomMixInOrder(final int ringKind, final String level) throws Exception {
        exchange(ringKind, level, 800, System.nanoTime());
    }

    @Test
    @Tag("nightly")
    void shouldDeliverManyRandomMixesInOrder() throws Exception {
        for (int i = 0; i < 80; i++) {
            exchange(i & 1, (i & 2) == 0 ? "single" : "multiple", 5_000, System.nanoTime());
        }
    }

    private static void exchange(final int ringKind, final String level, final int messages, final long seed) throws Exception {
        final Random random = new Random(seed);
        final List<String> options = new ArrayList<>(List.of("-Dtombolo.thread.level=" + level));
        options.add("-Dtombolo.async.progress=" + ("multiple".equals(level) && random.nextBoolean()));
        set(options, GeometrySetting.RING_KIND, ringKind);
        set(options, GeometrySetting.RING_SLOTS, 16 << random.nextInt(6));
        set(options, GeometrySetting.PACKETS, 1 + random.nextInt(16));
        set(options, GeometrySetting.PACKET_LENGTH, 64L * (1 + random.nextInt(128)));
        set(options, GeometrySetting.INLINE_LIMIT, random.nextInt(random.nextBoolean() ? 49 : 2049));
        set(options, GeometrySetting.REGISTERED_LIMIT, random.nextInt(20_000));
        set(options, GeometrySetting.STAGING_LANES, 1 + random.nextInt(random.nextBoolean() ? 5 : 32));
        set(options, GeometrySetting.STAGING_LANE_LENGTH, 4096 << random.nextInt(7));
        set(options, GeometrySetting.STAGING_CHUNK, 64L << random.nextInt(7));
        set(options, GeometrySetting.STAGING_FAR_NS, random.nextBoolean() ? 0 : 10);
        set(options, GeometrySetting.UNEXPECTED_BYTES, random.nextInt(4) == 0 ? random.nextInt(10_000) : 1 << 20);
        set(options, GeometrySetting.EXPOSURE_LIMIT, random.nextBoolean() ? Long.MAX_VALUE : 5_000 + random.nextInt(500_000));
        final long claimBytes = (1 << 16) + random.nextInt(4 << 20);
        options.add("-Dtombolo.claim.bytes=" + claimBytes);
        options.add("-Dtombolo.fetch.bytes=" + random.nextInt(4 << 20));
        TestOutput.say("seed=" + seed + " messages=" + messages + " " + options);
        try (RankJvms job = RankJvms.start(
            2, Rank.class, options, Long.toString(seed), Integer.toString(messages), Long.toString(claimBytes))) {
            job.awaitSuccess();
        }
    }

    private static void set(final List<String> options, final GeometrySetting setting, final long value) {
        options.add("-D" + setting.propertyName() + "=" + value);
    }

    /** One of the two processes. Both send and receive all the time. */
    static final class Rank {
        private static final int BATCH = 8;

        private final Engine engine;
        private final Communicator world;
        private final Random random;
        // Draws that the other rank need not know.
        private final Random own;
        private final long claimBytes;
        private final int other;
        private final Claim claim = new Claim();
        private final Message[] messages = new Message[BATCH];
        private final Request[] sends = new Request[BATCH];
        private final Request[] receives = new Request[BATCH];
        private final int[] lengths = new int[BATCH];
        private final int[] places = new int[BATCH];

        private Rank(final Engine engine, final long seed, final long claimBytes) {
            this.engine = engine;
            this.world = engine.world();
            this.random = new Random(seed);
            this.own = new Random(seed + engine.rank());
            this.claimBytes = claimBytes;
            this.other = 1 - engine.rank();
            for (int i = 0; i < BATCH; i++) {
                messages[i] = new Message();
                sends[i] = new Request();
                receives[i] = new Request();
            }
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch(); MemoryRegion region = engine.allocate(MOST);
                MemoryRegion target = engine.allocate(MOST)) {
                new Rank(engine, Long.parseLong(arguments[0]), Long.parseLong(arguments[2])).run(
                    Payloads.memories(region, MOST), Payloads.memories(target, MOST), Integer.parseInt(arguments[1]));
                engine.world().barrier();
                Quiescence.assertQuiet(engine);
            }
        }

        /** Both ranks draw the same lengths, so each knows what the other sends. */
        private void run(final UnsafeBuffer[] sources, final UnsafeBuffer[] targets, final int count) {
            for (int first = 0; first < count; first += BATCH) {
                final int scale = random.nextInt(8) == 0 ? MOST : 20_000;
                for (int i = 0, place = 0; i < BATCH; place += lengths[i++]) {
                    lengths[i] = Math.min(Payloads.length(random, scale), MOST - place);
                    places[i] = place;
                }
                final UnsafeBuffer source = sources[own.nextInt(3)];
                final UnsafeBuffer target = targets[own.nextInt(3)];
                for (int i = 0; i < BATCH; i++) {
                    send(source, i, first + i);
                }
                for (int i = 0; i < BATCH; i++) {
                    receive(target, i, first + i);
                }
                end(target, first);
                Requests.waitAll(sends);
            }
        }

        private void send(final UnsafeBuffer source, final int i, final long seed) {
            // A claim that finds no free memory would wait for the other rank, which may wait for this one.
            if (own.nextBoolean() && lengths[i] <= claimBytes && world.tryClaim(lengths[i], other, i & 1, claim)) {
                if (own.nextInt(8) == 0) {
                    claim.abort();
                } else {
                    Payloads.fill((UnsafeBuffer) claim.buffer(), 0, lengths[i], seed);
                    claim.commit();
                    return;
                }
            }
            Payloads.fill(source, places[i], lengths[i], seed);
            world.isend(source, places[i], lengths[i], other, i & 1, sends[i]);
        }

        private void receive(final UnsafeBuffer target, final int i, final long seed) {
            final int from = own.nextBoolean() ? other : Communicator.ANY_SOURCE;
            switch (own.nextInt(4)) {
                case 0 -> {
                    world.recv(target, places[i], lengths[i], from, i & 1);
                    Payloads.check(target, places[i], lengths[i], seed);
                }
                case 1 -> world.irecv(target, places[i], lengths[i], from, i & 1, receives[i]);
                case 2 -> {
                    mprobe(from, i);
                    consume(target, i, seed);
                }
                default -> mprobe(from, i);
            }
        }

        private void mprobe(final int from, final int i) {
            world.mprobe(from, i & 1, messages[i]);
            if (messages[i].length() != lengths[i]) {
                throw new AssertionError(messages[i] + " instead of " + lengths[i] + " bytes");
            }
        }

        private void consume(final UnsafeBuffer target, final int i, final long seed) {
            switch (own.nextInt(3)) {
                case 0 -> {
                    messages[i].recv(target, places[i], lengths[i]);
                    Payloads.check(target, places[i], lengths[i], seed);
                }
                case 1 -> messages[i].irecv(target, places[i], lengths[i], receives[i]);
                default -> readInPlace(target, i, seed);
            }
        }

        private void readInPlace(final UnsafeBuffer target, final int i, final long seed) {
            try {
                messages[i].buffer().getBytes(0, target, places[i], lengths[i]);
                messages[i].close();
            } catch (final MessagingException exception) {
                if (exception.outcome() != Outcome.INSUFFICIENT_RESOURCES) {
                    throw exception;
                }
                messages[i].recv(target, places[i], lengths[i]);
            }
            Payloads.check(target, places[i], lengths[i], seed);
        }

        /** Ends all open messages, in another order than they came. */
        private void end(final UnsafeBuffer target, final long first) {
            final int start = own.nextInt(BATCH);
            for (int n = 0; n < BATCH; n++) {
                final int i = (start + 3 * n) % BATCH;
                if (messages[i].isOpen()) {
                    consume(target, i, first + i);
                }
            }
            Requests.waitAll(receives);
            for (int i = 0; i < BATCH; i++) {
                Payloads.check(target, places[i], lengths[i], first + i);
            }
        }
    }
}
