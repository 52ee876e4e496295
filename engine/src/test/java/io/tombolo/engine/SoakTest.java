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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Eight ranks send all to all, in every way and of every length, and check every byte. At the end no packet is out, no send is pending and
 * no message is unexpected. The ranks run as threads for seconds, and nightly as processes for {@code tombolo.test.soak.seconds} seconds,
 * which is 600 if not set.
 */
class SoakTest {
    private static final int RANKS = 8;
    private static final int ROUNDS = 12;
    private static final int ALIVE_SECONDS = 5;

    @Test
    @Timeout(60)
    void shouldLoseNothingInThreads() throws Exception {
        final long seed = Long.getLong("tombolo.test.soak.seed", System.nanoTime());
        final List<String> settings = SoakRank.settings(new Random(seed));
        Traffic.say("seed=" + seed + " " + settings);
        try (LocalJob job = LocalJob.of(RANKS, context -> SoakRank.set(context, settings))) {
            new RankThreads().run(job, engine -> new SoakRank(engine, seed).run(round -> round < ROUNDS));
            Traffic.assertQuiet(job);
        }
    }

    @Test
    @Tag("nightly")
    void shouldLoseNothingInProcesses() throws Exception {
        final int seconds = Integer.getInteger("tombolo.test.soak.seconds", 600);
        final long seed = Long.getLong("tombolo.test.soak.seed", System.nanoTime());
        final List<String> options = new ArrayList<>();
        SoakRank.settings(new Random(seed)).forEach(setting -> options.add("-D" + setting));
        Traffic.say("seed=" + seed + " seconds=" + seconds + " " + options);
        try (RankJvms job = RankJvms.start(RANKS, Rank.class, options, Long.toString(seed), Integer.toString(seconds))) {
            for (int alive = 1; alive <= seconds / ALIVE_SECONDS; alive++) {
                job.awaitLine(0, "alive " + alive + ".");
            }
            job.awaitSuccess();
            assertThat(job.output(0)).contains("rounds");
        }
    }

    /** One of the processes. */
    static final class Rank {
        private int alive;

        private Rank() {
        }

        public static void main(final String[] arguments) {
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.parseInt(arguments[1]));
            final long start = System.nanoTime();
            final Rank rank = new Rank();
            try (Engine engine = Engine.launch()) {
                final int rounds = new SoakRank(engine, Long.parseLong(arguments[0])).run(round -> {
                    rank.sayAlive(System.nanoTime() - start);
                    return System.nanoTime() - end < 0;
                });
                engine.world().barrier();
                Traffic.assertQuiet(engine);
                Traffic.say(rounds + " rounds");
            }
        }

        private void sayAlive(final long elapsedNs) {
            while (TimeUnit.NANOSECONDS.toSeconds(elapsedNs) >= (alive + 1L) * ALIVE_SECONDS) {
                Traffic.say("alive " + ++alive + ".");
            }
        }
    }
}
