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
package io.tombolo.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Claims with little room: of memory, of the disk, or in the table of pending sends.
 */
@Timeout(30)
class ClaimShortageTest {
    private static void fill(final Claim claim, final int length, final long seed) {
        assertThat(claim.length()).isEqualTo(length);
        Payloads.fill((UnsafeBuffer) claim.buffer(), 0, length, seed);
    }

    private static void receive(final LocalJob job, final int length, final int tag, final long seed) {
        final UnsafeBuffer target = new UnsafeBuffer(new byte[length]);
        final Request receive = job.engine(1).world().irecv(target, 0, length, 0, tag);
        while (!receive.test()) {
            TimeLimit.check();
            job.step();
        }
        assertThat(receive.status().length()).isEqualTo(length);
        Payloads.check(target, 0, length, seed);
    }

    @Test
    void shouldCreateAShorterRegionIfARoundedLengthExceedsTheLimit() {
        try (LocalJob job = LocalJob.of(2, context -> context.claimBytes(1 << 20))) {
            final Communicator zero = job.engine(0).world();
            final Claim open = new Claim();
            zero.claim(65_536, 1, 1, open);
            final Claim claim = new Claim();
            assertThat(zero.tryClaim(600_000, 1, 1, claim)).isTrue();
            fill(claim, 600_000, 5);
            claim.commit();
            receive(job, 600_000, 1, 5);
            open.abort();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldTryAgainOnAFullDiskAfterFreeRegionsWereDeleted() throws IOException {
        try (LocalJob job = LocalJob.of(1)) {
            final ClaimRegions regions = new ClaimRegions(EngineAccess.messages(job.engine(0)).regions(), 1 << 20);
            final LocalRegion small = make(job.engine(0), regions, 65_536);
            make(job.engine(0), regions, 131_072);
            regions.release(small);
            assertThat(regions.acquire(131_072)).isNull();
            assertThat(regions.grown(131_072, regions.grow(131_072), null)).as("the claim waits for another region").isTrue();
            assertThat(regions.acquire(131_072)).isNull();
            assertThat(regions.grow(131_072)).isEqualTo(131_072);
        }
    }

    private static LocalRegion make(final Engine engine, final ClaimRegions regions, final long length) throws IOException {
        assertThat(regions.acquire(length)).isNull();
        final long regionLength = regions.grow(length);
        final RegionAllocator allocator =
            new RegionAllocator(EngineAccess.node(engine), EngineAccess.messages(engine).regions(), null, null);
        regions.grown(length, regionLength, allocator.makeFile(regionLength));
        return regions.acquire(length);
    }

    @Test
    void shouldReserveAPlaceAmongThePendingSends() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.PENDING_SENDS, 2))) {
            final Communicator zero = job.engine(0).world();
            final Claim claim = new Claim();
            final Claim other = new Claim();
            final UnsafeBuffer from = new UnsafeBuffer(new byte[10_000]);
            zero.claim(10_000, 1, 1, claim);
            Payloads.fill(from, 0, 10_000, 2);
            final Request send = zero.isend(from, 0, 10_000, 1, 2);
            assertThat(zero.tryClaim(10_000, 1, 1, other)).isFalse();
            assertThatThrownBy(() -> zero.send(from, 0, 10_000, 1, 3)).isInstanceOf(MessagingException.class);
            fill(claim, 10_000, 1);
            claim.commit();
            receive(job, 10_000, 1, 1);
            receive(job, 10_000, 2, 2);
            assertThat(send.await().outcome()).isEqualTo(Outcome.SUCCESS);
            Quiescence.assertQuiet(job);
            for (int i = 0; i < 5; i++) {
                assertThat(zero.tryClaim(10_000, 1, 1, other)).as("a claim after others were aborted").isTrue();
                other.abort();
            }
            Quiescence.assertQuiet(job);
        }
    }
}
