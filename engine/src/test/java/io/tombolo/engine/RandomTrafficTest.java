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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * T0.1: two processes exchange a random mix of lengths, kinds of memory and thresholds. Every byte arrives in order, and all lent memory
 * comes back.
 */
class RandomTrafficTest {
    private static final int MOST = 4 << 20;

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @Timeout(60)
    void shouldDeliverARandomMixInOrder(final int ringKind) throws Exception {
        exchange(ringKind, 2_000, Long.getLong("tombolo.test.seed", System.nanoTime()));
    }

    @Test
    @Tag("nightly")
    void shouldDeliverAMillionMessagesInOrder() throws Exception {
        for (int i = 0; i < 200; i++) {
            exchange(i & 1, 5_000, Long.getLong("tombolo.test.seed", System.nanoTime()));
        }
    }

    private static void exchange(final int ringKind, final int messages, final long seed) throws Exception {
        final List<String> options = settings(ringKind, new Random(seed));
        Traffic.say("seed=" + seed + " messages=" + messages + " " + options);
        try (RankJvms job = RankJvms.start(2, Rank.class, options, Long.toString(seed), Integer.toString(messages))) {
            job.awaitSuccess();
        }
    }

    private static List<String> settings(final int ringKind, final Random random) {
        final List<String> options = new ArrayList<>();
        set(options, GeometrySetting.RING_KIND, ringKind);
        set(options, GeometrySetting.RING_SLOTS, 16 << random.nextInt(6));
        set(options, GeometrySetting.RETURN_RECORDS, 64 << random.nextInt(5));
        set(options, GeometrySetting.PACKETS, 1 + random.nextInt(32));
        set(options, GeometrySetting.PACKET_LENGTH, 64L * (1 + random.nextInt(128)));
        set(options, GeometrySetting.INLINE_LIMIT, random.nextInt(random.nextBoolean() ? 49 : 2049));
        set(options, GeometrySetting.REGISTERED_LIMIT, random.nextInt(20_000));
        set(options, GeometrySetting.STAGING_LANES, 1 + random.nextInt(random.nextBoolean() ? 5 : 32));
        set(options, GeometrySetting.STAGING_LANE_LENGTH, 4096 << random.nextInt(7));
        set(options, GeometrySetting.STAGING_CHUNK, 64L << random.nextInt(7));
        set(options, GeometrySetting.STAGING_FAR_NS, random.nextBoolean() ? 0 : 10);
        set(options, GeometrySetting.UNEXPECTED_BYTES, random.nextInt(4) == 0 ? random.nextInt(10_000) : 1 << 20);
        set(options, GeometrySetting.RTS_BYTES, random.nextBoolean() ? 0 : random.nextInt(4049));
        set(options, GeometrySetting.MATCH_HEAD, random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(8));
        set(options, GeometrySetting.EXPOSURE_LIMIT, random.nextBoolean() ? Long.MAX_VALUE : 5_000 + random.nextInt(500_000));
        return options;
    }

    private static void set(final List<String> options, final GeometrySetting setting, final long value) {
        options.add("-D" + setting.propertyName() + "=" + value);
    }

    /** One of the two processes. Both send and receive all the time. */
    static final class Rank {
        private static final int BATCH = 8;

        private final Engine engine;
        private final Random random;
        private final int messages;
        private final int other;

        private Rank(final Engine engine, final long seed, final int messages) {
            this.engine = engine;
            this.random = new Random(seed);
            this.messages = messages;
            this.other = 1 - engine.rank();
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch(); MemoryRegion region = engine.allocate(MOST + 64);
                MemoryRegion target = engine.allocate(MOST + 64)) {
                new Rank(engine, Long.parseLong(arguments[0]), Integer.parseInt(arguments[1])).run(region, target);
                engine.world().barrier();
                Traffic.assertQuiet(engine);
            }
        }

        /** Both ranks draw the same numbers, so each knows what the other sends. */
        private void run(final MemoryRegion region, final MemoryRegion target) {
            final UnsafeBuffer[] sources = Traffic.memories(region, MOST + 64);
            final UnsafeBuffer[] targets = Traffic.memories(target, MOST + 64);
            final Request[] sends = requests();
            final Request[] receives = requests();
            final Status status = new Status();
            for (int first = 0; first < messages; first += BATCH) {
                final int[] lengths = new int[BATCH];
                final int[] places = new int[BATCH];
                final int scale = random.nextInt(8) == 0 ? MOST : 20_000;
                final int memory = random.nextInt(3);
                final int targetMemory = random.nextInt(3);
                for (int i = 0, place = 0; i < BATCH; i++) {
                    lengths[i] = Math.min(Traffic.length(random, scale), MOST - place);
                    places[i] = place;
                    place += lengths[i];
                    Traffic.fill(sources[memory], places[i] + i, lengths[i], first + i);
                }
                final boolean early = random.nextBoolean();
                final boolean blocking = random.nextBoolean();
                if (early) {
                    receive(targets[targetMemory], places, lengths, receives);
                }
                send(sources[memory], places, lengths, sends);
                if (!early && blocking) {
                    receiveBlocking(targets[targetMemory], places, lengths, status);
                } else if (!early) {
                    receive(targets[targetMemory], places, lengths, receives);
                }
                Requests.waitAll(receives);
                for (int i = 0; i < BATCH; i++) {
                    Traffic.check(targets[targetMemory], places[i] + 2 * i, lengths[i], first + i);
                }
                Requests.waitAll(sends);
            }
        }

        private void send(final UnsafeBuffer source, final int[] places, final int[] lengths, final Request[] sends) {
            for (int i = 0; i < BATCH; i++) {
                engine.world().isend(source, places[i] + i, lengths[i], other, i & 1, sends[i]);
            }
        }

        private void receive(final UnsafeBuffer target, final int[] places, final int[] lengths, final Request[] receives) {
            for (int i = 0; i < BATCH; i++) {
                final int source = (i & 2) == 0 ? other : Communicator.ANY_SOURCE;
                engine.world().irecv(target, places[i] + 2 * i, lengths[i], source, i & 1, receives[i]);
            }
        }

        private void receiveBlocking(final UnsafeBuffer target, final int[] places, final int[] lengths, final Status status) {
            for (int i = 0; i < BATCH; i++) {
                engine.world().recv(target, places[i] + 2 * i, lengths[i], other, i & 1, status);
                if (status.length() != lengths[i]) {
                    throw new AssertionError("received " + status + " instead of " + lengths[i] + " bytes");
                }
            }
        }

        private static Request[] requests() {
            final Request[] requests = new Request[BATCH];
            for (int i = 0; i < BATCH; i++) {
                requests[i] = new Request();
            }
            return requests;
        }
    }
}
