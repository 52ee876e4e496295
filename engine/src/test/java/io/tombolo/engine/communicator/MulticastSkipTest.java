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

import static io.tombolo.engine.communicator.MulticastTest.LONG;
import static io.tombolo.engine.communicator.MulticastTest.RING;
import static io.tombolo.engine.communicator.MulticastTest.counter;
import static io.tombolo.engine.communicator.MulticastTest.drain;
import static io.tombolo.engine.communicator.MulticastTest.fillRing;
import static io.tombolo.engine.communicator.MulticastTest.filled;
import static io.tombolo.engine.communicator.MulticastTest.receive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.access.ApiAccess;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Multicasts that skip ranks which have no room, no credit or no process, and never wait.
 */
@Timeout(60)
class MulticastSkipTest {
    @ParameterizedTest
    @ValueSource(ints = {8, 5000, LONG})
    void shouldSkipARankWithoutRoomAndCountIt(final int length) {
        try (LocalJob job = LocalJob.of(5, context -> context.size(GeometrySetting.RING_SLOTS, RING));
            MemoryRegion region = job.engine(0).allocate(LONG)) {
            final Communicator world = job.engine(0).world();
            final Multicast multicast = new Multicast().to(4, 1, 3, 2).skipSlow(true);
            final int queued = fillRing(job);
            job.kill(2);
            EngineAccess.node(job.engine(0)).job().probe(2);
            job.engine(0).poll();
            Payloads.fill(region.buffer(), 0, length, 9);
            world.multicast(region, 0, length, multicast, 2);
            assertThat(multicast.skipped()).isEqualTo(2);
            assertThat(multicast.skippedRank(0)).isEqualTo(1);
            assertThat(multicast.skippedRank(1)).isEqualTo(2);
            assertThatThrownBy(() -> multicast.skippedRank(2)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(multicast.status().isSuccess()).isTrue();
            assertThat(counter(job, Counter.MULTICAST_SKIPPED)).isEqualTo(2);
            receive(job, 3, length, 2, 9);
            receive(job, 4, length, 2, 9);
            drain(job, queued);
            world.multicast(region, 0, length, multicast, 2);
            assertThat(multicast.skipped()).as("rank 1 has room again").isEqualTo(1);
            for (final int rank : new int[] {1, 3, 4}) {
                receive(job, rank, length, 2, 9);
            }
        }
    }

    @Test
    void shouldNotLetARankThatTakesNothingHoldThePool() {
        try (LocalJob job = LocalJob.of(3, context -> context.claimBytes(8 * 131_072))) {
            final Multicast multicast = new Multicast().to(1, 2).skipSlow(true);
            int skipped = 0;
            for (int round = 0; round < 40; round++) {
                job.engine(0).world().multicast(filled(LONG, round), 0, LONG, multicast, 2);
                skipped += multicast.skipped();
                assertThat(multicast.skipped() == 0 || multicast.skippedRank(0) == 1).as("round %d", round).isTrue();
                receive(job, 2, LONG, 2, round);
            }
            assertThat(skipped).isEqualTo(36);
            for (int round = 0; round < 4; round++) {
                receive(job, 1, LONG, 2, round);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5000, LONG})
    void shouldNotWaitForARankThatTakesNothingWhileItSkips(final int length) {
        try (LocalJob job = LocalJob.of(3); MemoryRegion region = job.engine(0).allocate(LONG)) {
            Payloads.fill(region.buffer(), 0, length, 1);
            final Multicast multicast = new Multicast().to(1, 2).skipSlow(true);
            job.engine(0).world().multicast(region, 0, length, multicast, 2);
            assertThat(multicast.skipped()).isZero();
            Payloads.fill(region.buffer(), 0, length, 2);
            receive(job, 1, length, 2, 1);
            receive(job, 2, length, 2, 1);
            assertThatThrownBy(() -> job.engine(0).world().multicast(new UnsafeBuffer(new byte[17 << 20]), 0, 17 << 20, multicast, 2))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("tombolo.claim.bytes");
            Quiescence.assertQuiet(job);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, LONG})
    void shouldSkipARankWithoutCreditForShortMessages(final int length) {
        try (LocalJob job = LocalJob.of(3, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, 1000))) {
            final Multicast multicast = new Multicast().to(1, 2).skipSlow(true);
            int sent = 0;
            do {
                job.engine(0).world().multicast(filled(100, sent), 0, 100, multicast, 2);
                receive(job, 2, 100, 2, sent++);
            } while (multicast.skipped() == 0);
            assertThat(multicast.skippedRank(0)).isEqualTo(1);
            job.engine(0).world().multicast(filled(length, sent), 0, length, multicast, 2);
            receive(job, 2, length, 2, sent);
            assertThat(multicast.skipped()).as("a long message needs no credit").isEqualTo(length == LONG ? 0 : 1);
            for (int i = 0; i < sent - 1; i++) {
                receive(job, 1, 100, 2, i);
            }
            if (length == LONG) {
                receive(job, 1, length, 2, sent);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, LONG})
    void shouldReachTheNextProcessOfARankThoughItOnlySkips(final int length) {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator world = job.engine(0).world();
            final Multicast multicast = new Multicast().to(1, 2).skipSlow(true);
            job.kill(2);
            EngineAccess.node(job.engine(0)).job().probe(2);
            do {
                world.multicast(filled(length, 1), 0, length, multicast, 2);
            } while (multicast.skipped() < 2);
            job.revive(2);
            while (multicast.skipped() == 2) {
                TimeLimit.check();
                world.multicast(filled(length, 1), 0, length, multicast, 2);
            }
            receive(job, 2, length, 2, 1);
            // Nobody waits for a rank that is gone to take its messages.
            job.kill(1);
        }
    }

    @Test
    void shouldUseItsStateAgainAfterAMessageThatIsTooLong() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(0).world();
            final Multicast multicast = new Multicast().to(1).skipSlow(true);
            final UnsafeBuffer tooLong = new UnsafeBuffer(new byte[17 << 20]);
            assertThatThrownBy(() -> world.multicast(tooLong, 0, 17 << 20, multicast, 2)).isInstanceOf(IllegalArgumentException.class);
            final Object state = ApiAccess.MESSAGING.delegate(multicast);
            final Request request = new Request();
            assertThatThrownBy(() -> world.imulticast(tooLong, 0, 17 << 20, multicast, 2, request))
                .isInstanceOf(IllegalArgumentException.class);
            world.multicast(filled(LONG, 1), 0, LONG, multicast, 2);
            assertThat(ApiAccess.MESSAGING.delegate(multicast)).isSameAs(state);
            assertThat(multicast.skipped()).isZero();
            receive(job, 1, LONG, 2, 1);
            Quiescence.assertQuiet(job);
        }
    }
}
