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
package io.tombolo.engine.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random messages of all kinds, some of which are cancelled, while records of the two rings between two ranks overtake each other. No
 * record counts as not due. Each message is either received once and in order, or cancelled. All packets and lanes are free at the end.
 */
class MessageOrderTest {
    private static final int RANKS = 3;
    private static final int MESSAGES = 40;

    @Test
    @Timeout(60)
    void shouldDeliverInOrderHoweverRingsInterleave() {
        explore(30, Long.getLong("tombolo.test.seed", System.nanoTime()));
    }

    @Test
    @Tag("nightly")
    void shouldDeliverInOrderInManyInterleavings() {
        explore(20_000, Long.getLong("tombolo.test.seed", System.nanoTime()));
    }

    private static void explore(final int rounds, final long seed) {
        for (int round = 0; round < rounds; round++) {
            final Random random = new Random(seed + round);
            final long settings = random.nextLong();
            try (LocalJob job = LocalJob.of(RANKS, context -> set(context, new Random(settings)))) {
                run(job, random);
                Quiescence.assertQuiet(job);
            } catch (final AssertionError error) {
                throw new AssertionError("seed=" + (seed + round), error);
            }
        }
    }

    private static void run(final LocalJob job, final Random random) {
        final Interleaving interleaving = new Interleaving(job, random);
        final List<MessageStream> streams = new ArrayList<>();
        for (int source = 0; source < RANKS; source++) {
            for (int destination = 0; destination < RANKS; destination++) {
                streams.add(new MessageStream(job, source, destination, MESSAGES, random));
            }
        }
        while (!streams.isEmpty()) {
            TimeLimit.check();
            interleaving.step();
            final MessageStream stream = streams.get(random.nextInt(streams.size()));
            stream.act();
            if (stream.isOver()) {
                streams.remove(stream);
            }
            for (int rank = 0; rank < RANKS; rank++) {
                assertThat(EngineAccess.node(job.engine(rank)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
            }
        }
    }

    private static void set(final EngineContext context, final Random random) {
        context.size(GeometrySetting.RING_KIND, random.nextInt(2)).size(GeometrySetting.RING_SLOTS, 16 << random.nextInt(5))
            .size(GeometrySetting.RETURN_RECORDS, 16 << random.nextInt(4)).size(GeometrySetting.PACKETS, 1 + random.nextInt(8))
            .size(GeometrySetting.PACKET_LENGTH, 2048).size(GeometrySetting.INLINE_LIMIT, random.nextInt(129))
            .size(GeometrySetting.REGISTERED_LIMIT, random.nextInt(4000))
            .size(GeometrySetting.EXPOSURE_LIMIT, random.nextBoolean() ? Long.MAX_VALUE : 2000 + random.nextInt(20_000))
            .size(GeometrySetting.STAGING_LANES, 1 + random.nextInt(8)).size(GeometrySetting.STAGING_LANE_LENGTH, 4096)
            .size(GeometrySetting.STAGING_CHUNK, 1024).size(GeometrySetting.RTS_BYTES, random.nextBoolean() ? 0 : random.nextInt(100))
            .size(GeometrySetting.UNEXPECTED_BYTES, random.nextBoolean() ? 10_000 : 1 << 20);
    }
}
