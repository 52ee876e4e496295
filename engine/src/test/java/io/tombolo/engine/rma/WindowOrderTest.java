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
package io.tombolo.engine.rma;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Quiescence;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random epochs in a window in packet mode, while records of the two rings between two ranks overtake each other. No packet is unexpected,
 * no rank waits for ever, an exclusive lock excludes others, and a get returns what was put.
 */
class WindowOrderTest {
    private static final int RANKS = 3;
    private static final int BORDER_SHIFT = 13;

    @Test
    @Timeout(60)
    void shouldKeepItsPromisesWhateverOvertakes() {
        explore(60, Long.getLong("tombolo.test.seed", System.nanoTime()));
    }

    @Test
    @Tag("nightly")
    void shouldKeepItsPromisesInManyOrders() {
        explore(20_000, Long.getLong("tombolo.test.seed", System.nanoTime()));
    }

    private static void explore(final int rounds, final long seed) {
        for (int round = 0; round < rounds; round++) {
            final Random random = new Random(seed + round);
            final long settings = random.nextLong();
            try (LocalJob job = LocalJob.of(RANKS, context -> set(context, new Random(settings)));
                OrderedEpochs epochs = new OrderedEpochs(job, random)) {
                epochs.run();
                Quiescence.assertQuiet(job);
            } catch (final AssertionError error) {
                throw new AssertionError("seed=" + (seed + round), error);
            }
        }
    }

    private static void set(final EngineContext context, final Random random) {
        // Mapping windows of 8 KiB: regions, and the ranges that accesses name in them, span several.
        EngineAccess.windowShift(context, random.nextBoolean() ? BORDER_SHIFT : MappedFile.WINDOW_SHIFT);
        context.windowAgentUs(0).size(GeometrySetting.RING_SLOTS, 64 << random.nextInt(4))
            .size(GeometrySetting.RETURN_RECORDS, 16 << random.nextInt(4)).size(GeometrySetting.PACKETS, 1 + random.nextInt(8))
            .size(GeometrySetting.EXPOSURE_LIMIT, random.nextBoolean() ? Long.MAX_VALUE : 2000 + random.nextInt(20_000))
            .size(GeometrySetting.STAGING_LANES, 1 + random.nextInt(8)).size(GeometrySetting.STAGING_LANE_LENGTH, 4096)
            .size(GeometrySetting.STAGING_CHUNK, 1024)
            .size(GeometrySetting.WINDOW_BYPASSES, random.nextInt(4));
    }
}
