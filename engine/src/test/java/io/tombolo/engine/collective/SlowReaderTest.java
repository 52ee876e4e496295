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

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The root of a broadcast finds that one reader is behind, which catches up at that instant, while another reader stays behind. The root
 * overwrites nothing that the other one needs.
 */
class SlowReaderTest {
    @Test
    @Timeout(60)
    void shouldOverwriteNothingThatAMemberNeeds() throws Exception {
        try (RankJvms job = RankJvms.start(1, Job.class, List.of("-Dtombolo.faults=true"))) {
            job.awaitSuccess();
            assertThat(job.output(0)).contains("done");
        }
    }

    /** Runs three ranks in one thread, in a JVM of its own. */
    static final class Job {
        private static final int SIZE = 3;
        private static final int FAST = 1;
        private static final int SLOW = 2;
        private static final int PIECE = CollectiveSlotDescriptor.PIECE_LENGTH / Long.BYTES;

        private final LocalJob job;
        private final int calls;
        private final int count;
        private final Request[][] requests;
        private final long[][][] data;

        private Job(final LocalJob job, final int calls, final int count) {
            this.job = job;
            this.calls = calls;
            this.count = count;
            this.requests = new Request[SIZE][calls];
            this.data = new long[SIZE][calls][count];
        }

        public static void main(final String[] arguments) {
            // One call more than there are lines, and one piece more than there are pieces, of one call and of several.
            for (final int[] each : new int[][] {
                {CollectiveSlotDescriptor.LINES + 1, 1}, {CollectiveSlotDescriptor.PIECES + 1, PIECE},
                {1, (CollectiveSlotDescriptor.PIECES + 1) * PIECE}}) {
                try (LocalJob job = LocalJob.of(SIZE)) {
                    new Job(job, each[0], each[1]).run();
                }
            }
            TestOutput.say("done");
        }

        private void run() {
            final int[] hits = new int[1];
            FaultPoint.COLLECTIVE_BEHIND.action(() -> {
                FaultPoint.COLLECTIVE_BEHIND.action(null);
                hits[0]++;
                begin(FAST);
            });
            begin(0);
            assertThat(hits[0]).as("the root has found a reader behind").isOne();
            assertThat(requests[0][calls - 1].test()).as("the slow reader has read nothing").isFalse();
            begin(SLOW);
            for (final Request[] ofRank : requests) {
                for (final Request request : ofRank) {
                    finish(request);
                }
            }
            for (int rank = 0; rank < SIZE; rank++) {
                for (int call = 0; call < calls; call++) {
                    assertThat(data[rank][call]).as("rank " + rank + " call " + call).isEqualTo(values(call));
                }
            }
        }

        /** Begins all calls of a rank, and goes on with them as far as the other ranks allow. */
        private void begin(final int rank) {
            final Communicator world = job.engine(rank).world();
            for (int call = 0; call < calls; call++) {
                if (rank == 0) {
                    data[0][call] = values(call);
                }
                requests[rank][call] = new Request();
                world.ibcast(Elements.of(data[rank][call]), 0, requests[rank][call]);
                requests[rank][call].test();
            }
        }

        private void finish(final Request request) {
            while (!request.test()) {
                job.step();
                TimeLimit.check();
            }
        }

        private long[] values(final int call) {
            final long[] values = new long[count];
            Arrays.setAll(values, index -> 1 + index + ((long) call << Integer.SIZE));
            return values;
        }
    }
}
