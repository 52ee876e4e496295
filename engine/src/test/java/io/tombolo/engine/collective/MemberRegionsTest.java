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
package io.tombolo.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A call needs two regions of a member, one of which is mapped already, and the other one takes the place of an older region. In a JVM of
 * its own, which dies if the wrong region is unmapped.
 */
class MemberRegionsTest {
    @Test
    @Timeout(60)
    void shouldKeepTheRegionThatTheCallReads() throws Exception {
        try (RankJvms job = RankJvms.start(1, Job.class, List.of())) {
            job.awaitSuccess();
            assertThat(job.output(0)).contains("done");
        }
    }

    /** Runs two ranks. Rank 0 has many regions, rank 1 none. */
    static final class Job {
        // More than a rank keeps of another one.
        private static final int REGIONS = 20;
        private static final int COUNT = 2048;

        public static void main(final String[] arguments) throws Exception {
            try (LocalJob job = LocalJob.of(2)) {
                new RankThreads().run(job, Job::call);
            }
            TestOutput.say("done");
        }

        private static void call(final Engine engine) {
            final long[][] values = new long[REGIONS][COUNT];
            final Elements[] regions = new Elements[REGIONS];
            for (int i = 0; i < REGIONS; i++) {
                regions[i] = engine.rank() == 0 ? region(engine, i + 1) : Elements.of(values[i]);
            }
            for (int send = 0; send < REGIONS; send++) {
                engine.world().bcast(regions[send], 0);
                for (int receive = send + 1; receive < REGIONS; receive++) {
                    engine.world().allreduce(regions[send], regions[receive], ReduceOp.MAX);
                    if (engine.rank() > 0) {
                        assertThat(values[receive]).isEqualTo(values[send]).doesNotContain(0);
                    }
                }
            }
        }

        private static Elements region(final Engine engine, final int number) {
            final MemoryRegion region = engine.allocate(COUNT * Long.BYTES);
            region.buffer().setMemory(0, COUNT * Long.BYTES, (byte) number);
            return Elements.of(region, 0, COUNT, ElementType.LONG);
        }
    }
}
