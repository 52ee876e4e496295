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
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TestDirectories;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.region.PrivateSlab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The memory for unexpected messages is limited by the budget of their source.
 */
@Timeout(60)
class UnexpectedBudgetTest {
    private static UnsafeBuffer direct(final int length) {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(length));
    }

    private static long count(final LocalJob job, final int rank, final Counter counter) {
        return EngineAccess.node(job.engine(rank)).counters().value(counter);
    }

    private static void stepAll(final LocalJob job) {
        while (job.step() > 0) {
            TimeLimit.check();
        }
    }

    private static void finish(final LocalJob job, final Request... requests) {
        while (!Requests.testAll(requests)) {
            TimeLimit.check();
            job.step();
        }
    }

    /**
     * Holds S0.37, S1.22, T1.10: a flood without receives stays within the budget. Messages beyond it go by rendezvous, and later ones are
     * eager again.
     */
    @Test
    void shouldSendByRendezvousBeyondTheBudgetAndEagerlyAgainAfterwards() {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final Random random = new Random(seed);
        final int budget = 64 * 1024;
        final int count = 5000;
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, budget))) {
            final UnsafeBuffer from = direct(4096);
            final UnsafeBuffer to = direct(4096);
            Payloads.fill(from, 0, 4096, 1);
            final Request[] sends = new Request[count];
            final int[] lengths = new int[count];
            for (int i = 0; i < count; i++) {
                lengths[i] = Payloads.length(random, 4096);
                sends[i] = job.engine(0).world().isend(from, 0, lengths[i], 1, 1);
                job.step();
            }
            stepAll(job);
            assertThat(count(job, 0, Counter.EAGER_TURNED_RENDEZVOUS)).isPositive();
            assertThat(count(job, 1, Counter.UNEXPECTED_BYTES_HIGH_WATER)).isBetween(1L, (long) budget);
            // At most one chunk for each size of block, which is from 64 to 4096 bytes.
            assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedMemory())
                .isLessThanOrEqualTo(budget + 7 * PrivateSlab.CHUNK_LENGTH);
            for (int i = 0; i < count; i++) {
                final Request receive = job.engine(1).world().irecv(to, 0, 4096, 0, 1);
                finish(job, receive);
                assertThat(receive.status().length()).isEqualTo(lengths[i]);
            }
            finish(job, sends);
            final long turned = count(job, 0, Counter.EAGER_TURNED_RENDEZVOUS);
            for (int i = 0; i < 100; i++) {
                finish(job, job.engine(0).world().isend(from, 0, 4096, 1, 1), job.engine(1).world().irecv(to, 0, 4096, 0, 1));
            }
            assertThat(count(job, 0, Counter.EAGER_TURNED_RENDEZVOUS)).as("rendezvous after the flood").isEqualTo(turned);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldReceiveAMessageBehindAHundredThousandUnexpectedOnes() throws IOException {
        final int count = 100_000;
        final int budget = 1 << 20;
        try (LocalJob job = LocalJob.in(TestDirectories.directory(24 << 20), 2, context -> context
            .size(GeometrySetting.UNEXPECTED_BYTES, budget).size(GeometrySetting.MATCH_NODES, 140_000))) {
            final UnsafeBuffer from = direct(100);
            final UnsafeBuffer to = direct(100);
            final Request[] sends = new Request[count];
            for (int i = 0; i < count; i++) {
                sends[i] = job.engine(0).world().isend(from, 0, i % 100, 1, 1);
            }
            final Request last = job.engine(0).world().isend(from, 0, 77, 1, 2);
            final Request receive = job.engine(1).world().irecv(to, 0, 100, 0, 2);
            finish(job, receive);
            assertThat(receive.status().length()).isEqualTo(77);
            assertThat(count(job, 1, Counter.UNEXPECTED_MESSAGES)).isEqualTo(count);
            assertThat(count(job, 1, Counter.MATCH_NODES_FULL)).isZero();
            assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedMemory())
                .isLessThanOrEqualTo(budget + 2 * PrivateSlab.CHUNK_LENGTH);
            for (int i = 0; i < count; i++) {
                job.engine(1).world().irecv(to, 0, 100, 0, 1, receive);
                finish(job, receive);
                if (receive.status().length() != i % 100) {
                    throw new AssertionError("message " + i + " is " + receive.status());
                }
            }
            finish(job, last);
            finish(job, sends);
            Quiescence.assertQuiet(job);
        }
    }
}
