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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LateRanks;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.RevokedException;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One message to several ranks: each gets all bytes as an ordinary message, in its order among the others, and the memory comes back with
 * the last.
 */
@Timeout(60)
class MulticastTest {
    private static final int MOST = 3 << 20;
    static final int LONG = 100_000;
    static final int RING = 64;

    static long counter(final LocalJob job, final Counter counter) {
        return EngineAccess.node(job.engine(0)).counters().value(counter);
    }

    static int regions(final LocalJob job) {
        return EngineAccess.messages(job.engine(0)).regions().opened();
    }

    static void receive(final LocalJob job, final int rank, final int length, final int tag, final long seed) {
        final UnsafeBuffer to = new UnsafeBuffer(new byte[length]);
        final Request receive = job.engine(rank).world().irecv(to, 0, length, 0, tag);
        LocalRanks.step(job, receive::test);
        assertThat(receive.status().length()).isEqualTo(length);
        Payloads.check(to, 0, length, seed);
    }

    static UnsafeBuffer filled(final int length, final long seed) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[length]);
        Payloads.fill(buffer, 0, length, seed);
        return buffer;
    }

    /** Fills the ring to rank 1, which does not read it. */
    static int fillRing(final LocalJob job) {
        final List<Request> sends = new ArrayList<>();
        while (sends.isEmpty() || sends.get(sends.size() - 1).isComplete()) {
            sends.add(job.engine(0).world().isend(filled(48, sends.size()), 0, 48, 1, 1));
        }
        return sends.size();
    }

    static void drain(final LocalJob job, final int messages) {
        for (int i = 0; i < messages; i++) {
            receive(job, 1, 48, 1, i);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1048576", "1,65536", "0,70000"})
    void shouldDeliverRandomMulticastsBetweenPlainSends(final int ringKind, final long exposure) {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final Random random = new Random(seed);
        try (LocalJob job = LocalJob.of(5, context -> context.size(GeometrySetting.RING_KIND, ringKind)
                .size(GeometrySetting.EXPOSURE_LIMIT, exposure));
            MemoryRegion region = job.engine(0).allocate(MOST)) {
            final UnsafeBuffer[] memories = Payloads.memories(region, MOST);
            final List<List<Integer>> expected = new ArrayList<>();
            for (int rank = 0; rank < 5; rank++) {
                expected.add(new ArrayList<>());
            }
            final Multicast multicast = new Multicast();
            for (int round = 1; round < 150; round++) {
                final int length = Payloads.length(random, random.nextInt(20) == 0 ? MOST : 20_000);
                final List<Integer> ranks = new ArrayList<>(List.of(0, 1, 2, 3, 4, Communicator.NULL_RANK));
                Collections.shuffle(ranks, random);
                final int[] list = ranks.subList(0, random.nextInt(7)).stream().mapToInt(Integer::intValue).toArray();
                multicast.to(list, list.length);
                final Request sent = new Request();
                final Request plain = new Request();
                if (random.nextBoolean()) {
                    job.engine(0).world().isend(filled(8, -round), 0, 8, 1, 7, plain);
                    expected.get(1).add(-round);
                }
                final int memory = random.nextInt(4);
                if (memory == 3) {
                    Payloads.fill(region.buffer(), 0, length, round);
                    job.engine(0).world().imulticast(region, 0, length, multicast, 7, sent);
                } else {
                    Payloads.fill(memories[memory], 0, length, round);
                    job.engine(0).world().imulticast(memories[memory], 0, length, multicast, 7, sent);
                }
                for (final int rank : list) {
                    if (rank != Communicator.NULL_RANK) {
                        expected.get(rank).add(round);
                    }
                }
                for (int rank = 0; rank < 5; rank++) {
                    receiveAll(job, rank, round, length, expected.get(rank), random);
                }
                LocalRanks.step(job, () -> Requests.testAll(sent, plain));
            }
            Quiescence.assertQuiet(job);
        }
    }

    /** Receives what a rank expects: a negative number stands for a plain send, which is 8 bytes long. */
    private static void receiveAll(
        final LocalJob job, final int rank, final int round, final int length, final List<Integer> expected, final Random random) {
        for (final int seed : expected) {
            final int bytes = seed == round ? length : 8;
            final Communicator world = job.engine(rank).world();
            final int source = random.nextBoolean() ? 0 : Communicator.ANY_SOURCE;
            final UnsafeBuffer to = new UnsafeBuffer(new byte[bytes]);
            if (random.nextInt(3) == 0) {
                final Request receive = world.irecv(to, 0, bytes, source, random.nextBoolean() ? 7 : Communicator.ANY_TAG);
                LocalRanks.step(job, receive::test);
                assertThat(receive.status().length()).isEqualTo(bytes);
            } else {
                final Status found = new Status();
                LocalRanks.step(job, () -> world.iprobe(source, 7, found));
                assertThat(found.length()).isEqualTo(bytes);
                final Message message = new Message();
                assertThat(world.improbe(source, 7, message)).isTrue();
                readInPlace(job, message, to);
            }
            Payloads.check(to, 0, bytes, seed);
        }
        expected.clear();
    }

    /** Copies a message out of the memory where it lies. A staged message, or one in several parts, is received. */
    private static void readInPlace(final LocalJob job, final Message message, final UnsafeBuffer to) {
        if (to.capacity() < 50_000) {
            message.buffer().getBytes(0, to, 0, to.capacity());
            message.close();
        } else {
            final Request receive = new Request();
            message.irecv(to, 0, to.capacity(), receive);
            LocalRanks.step(job, receive::test);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveTheRegionBackWithTheLastReceiver(final boolean isWrapped) {
        try (LocalJob job = LocalJob.of(4); MemoryRegion region = job.engine(0).allocate(LONG)) {
            Payloads.fill(region.buffer(), 0, LONG, 5);
            final Request sent = new Request();
            if (isWrapped) {
                job.engine(0).world().imulticast(region.buffer(), 0, LONG, new Multicast().to(3, 1, 2), 2, sent);
            } else {
                job.engine(0).world().imulticast(region, 0, LONG, new Multicast().to(3, 1, 2), 2, sent);
            }
            for (int rank = 1; rank < 4; rank++) {
                for (int i = 0; i < 100; i++) {
                    job.step();
                }
                assertThat(sent.test()).as("complete before rank %d has the message", rank).isFalse();
                receive(job, rank, LONG, 2, 5);
            }
            LocalRanks.step(job, sent::test);
            assertThat(sent.status().isSuccess()).isTrue();
            assertThat(sent.status().source()).isEqualTo(Communicator.NULL_RANK);
            assertThat(counter(job, Counter.BYTES_STAGED)).isZero();
            assertThat(regions(job)).as("no region for a copy").isEqualTo(1);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldCopyPrivateMemoryOnceAndUseTheRegionAgain() {
        try (LocalJob job = LocalJob.of(4)) {
            final Multicast multicast = new Multicast().to(1, 2, 3);
            job.engine(0).world().multicast(filled(8192, 1), 0, 8192, multicast, 2);
            assertThat(regions(job)).as("a message that fits a packet is not copied").isZero();
            for (int rank = 1; rank < 4; rank++) {
                receive(job, rank, 8192, 2, 1);
            }
            for (int round = 0; round < 50; round++) {
                final UnsafeBuffer buffer = filled(LONG, round);
                job.engine(0).world().multicast(buffer, 0, LONG, multicast, 2);
                assertThat(multicast.status().isSuccess()).isTrue();
                // The copy is read, not the memory of the caller.
                buffer.setMemory(0, LONG, (byte) 0);
                for (int rank = 1; rank < 4; rank++) {
                    receive(job, rank, LONG, 2, round);
                }
            }
            Quiescence.assertQuiet(job);
            assertThat(counter(job, Counter.BYTES_STAGED)).isZero();
            assertThat(regions(job)).as("regions are used again").isBetween(1, 16);
        }
    }

    @Test
    void shouldCopyForEachWhenThePoolIsLent() {
        try (LocalJob job = LocalJob.of(3, context -> context.claimBytes(4 * 131_072))) {
            final List<Request> sends = new ArrayList<>();
            for (int round = 0; round < 6; round++) {
                sends.add(new Request());
                job.engine(0).world().imulticast(
                    filled(LONG, round), 0, LONG, new Multicast().to(1, 2), 2, sends.get(round));
                // Rank 2 takes each message; rank 1 takes none, and holds the regions.
                receive(job, 2, LONG, 2, round);
            }
            assertThat(regions(job)).as("half of the pool").isEqualTo(2);
            assertThat(counter(job, Counter.BYTES_STAGED)).isPositive();
            assertThat(job.engine(0).world().tryClaim(LONG, 2, 1, new Claim())).as("the other half").isTrue();
            for (int round = 0; round < 6; round++) {
                receive(job, 1, LONG, 2, round);
            }
            LocalRanks.step(job, () -> Requests.testAll(sends.toArray(new Request[0])));
        }
    }

    @Test
    void shouldHoldItsCopyForARankThatJoinsLate() {
        try (LocalJob job = LateRanks.first(2, context -> context.absentTimeout(60, TimeUnit.SECONDS))) {
            final Request[] sends = {new Request(), new Request()};
            final UnsafeBuffer to = new UnsafeBuffer(new byte[LONG]);
            for (int round = 0; round < 2; round++) {
                job.engine(0).world().imulticast(filled(LONG, round), 0, LONG, new Multicast().to(0, 1), 2, sends[round]);
                receive(job, 0, LONG, 2, round);
            }
            final Multicast skipping = new Multicast().to(1).skipSlow(true);
            job.engine(0).world().multicast(filled(8, 1), 0, 8, skipping, 2);
            assertThat(skipping.skipped()).isEqualTo(1);
            assertThat(sends[0].test() || sends[1].test()).isFalse();
            try (Engine late = LateRanks.join(job, 1)) {
                for (int round = 0; round < 2; round++) {
                    final Request receive = late.world().irecv(to, 0, LONG, 0, 2);
                    LocalRanks.step(job, () -> receive.test());
                    Payloads.check(to, 0, LONG, round);
                }
                LocalRanks.step(job, () -> Requests.testAll(sends));
            }
        }
    }

    @Test
    void shouldNameTheFirstRankThatHasFailed() {
        try (LocalJob job = LocalJob.of(4); MemoryRegion region = job.engine(0).allocate(LONG)) {
            Payloads.fill(region.buffer(), 0, LONG, 3);
            final Request sent = new Request();
            job.engine(0).world().imulticast(region, 0, LONG, new Multicast().to(3, 2, 1), 2, sent);
            receive(job, 3, LONG, 2, 3);
            job.kill(1);
            job.kill(2);
            EngineAccess.node(job.engine(0)).job().probe(1);
            EngineAccess.node(job.engine(0)).job().probe(2);
            assertThatThrownBy(() -> sent.await(30, TimeUnit.SECONDS)).isInstanceOf(PeerFailedException.class)
                .hasMessageStartingWith("rank 2 died: send to rank 2 with tag 2 and length " + LONG);
            final Multicast multicast = new Multicast().to(3, 1);
            final Communicator world = job.engine(0).world().errors(ErrorMode.RETURN);
            world.multicast(filled(8, 4), 0, 8, multicast, 2);
            assertThat(multicast.status().outcome()).isEqualTo(Outcome.PEER_FAILED);
            assertThat(multicast.status().source()).isEqualTo(1);
            receive(job, 3, 8, 2, 4);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {48, LONG})
    void shouldGiveTheMemoryBackWhenTheTimeIsUp(final int length) {
        try (LocalJob job = LocalJob.of(3, context -> context.size(GeometrySetting.RING_SLOTS, RING))) {
            final int queued = fillRing(job);
            final UnsafeBuffer buffer = filled(length, 6);
            final Multicast multicast = new Multicast().to(1, 2);
            assertThatThrownBy(() -> job.engine(0).world().within(1, TimeUnit.MILLISECONDS).multicast(buffer, 0, length, multicast, 2))
                .isInstanceOf(DeadlineException.class).hasMessageContaining("to rank 1").hasMessageContaining("where it had not left");
            buffer.setMemory(0, length, (byte) 0);
            receive(job, 2, length, 2, 6);
            drain(job, queued);
            job.engine(0).world().multicast(filled(8, 7), 0, 8, multicast, 2);
            receive(job, 1, 8, 2, 7);
            receive(job, 2, 8, 2, 7);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldTakeItBackFromThoseThatHaveNotMatchedIt() {
        try (LocalJob job = LocalJob.of(3); MemoryRegion region = job.engine(0).allocate(LONG)) {
            Payloads.fill(region.buffer(), 0, LONG, 3);
            final Request sent = new Request();
            job.engine(0).world().imulticast(region, 0, LONG, new Multicast().to(1, 2), 2, sent);
            receive(job, 1, LONG, 2, 3);
            sent.cancel();
            LocalRanks.step(job, sent::test);
            assertThat(sent.status().outcome()).isEqualTo(Outcome.CANCELLED);
            assertThat(sent.status().source()).isEqualTo(2);
            assertThat(job.engine(2).world().iprobe(0, 2, new Status())).isFalse();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldEndWhenTheCommunicatorIsRevoked() throws Exception {
        try (LocalJob job = LocalJob.of(3); MemoryRegion region = job.engine(0).allocate(LONG)) {
            final Request sent = new Request();
            Payloads.fill(region.buffer(), 0, LONG, 4);
            job.engine(0).world().imulticast(region, 0, LONG, new Multicast().to(1, 2), 2, sent);
            receive(job, 1, LONG, 2, 4);
            job.engine(1).world().revoke();
            assertThatThrownBy(() -> LocalRanks.step(job, sent::test)).isInstanceOf(RevokedException.class);
            assertThatThrownBy(() -> job.engine(0).world().multicast(filled(8, 1), 0, 8, new Multicast().to(1, 2).skipSlow(true), 2))
                .isInstanceOf(RevokedException.class);
        }
    }

    @Test
    void shouldCheckEverythingBeforeItSends() {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator world = job.engine(0).world();
            final UnsafeBuffer buffer = filled(8, 1);
            assertThatThrownBy(() -> new Multicast().to(1, 2, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rank=1");
            assertThatThrownBy(() -> new Multicast().to(new int[1], 2)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> world.multicast(buffer, 0, 8, new Multicast().to(1, 3), 2))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("destination=3");
            assertThatThrownBy(() -> world.multicast(buffer, 0, 8, new Multicast().to(1), -1))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("tag=-1");
            assertThatThrownBy(() -> world.multicast(buffer, 0, 9, new Multicast().to(1), 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
            final Multicast none = new Multicast();
            world.multicast(buffer, 0, 8, none, 2);
            world.multicast(buffer, 0, 8, none.to(Communicator.NULL_RANK, Communicator.NULL_RANK), 2);
            assertThat(none.status().isSuccess()).isTrue();
            for (int i = 0; i < 100; i++) {
                job.step();
            }
            assertThat(job.engine(1).world().iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, new Status())).isFalse();
        }
    }
}
