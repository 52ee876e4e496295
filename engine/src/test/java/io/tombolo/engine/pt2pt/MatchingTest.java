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

import static io.tombolo.engine.access.ApiAccess.MESSAGING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.Room;
import io.tombolo.engine.Traffic;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.communicator.RequestState;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.region.PrivateSlab;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How messages and receives find each other: the ways an arrival can go, order, wildcards and masks, the bounds on what is kept.
 */
@Timeout(60)
class MatchingTest {
    private static final int LONG = 300_000;

    private static UnsafeBuffer direct(final int length) {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(length));
    }

    private static long count(final LocalJob job, final int rank, final Counter counter) {
        return EngineAccess.node(job.engine(rank)).counters().value(counter);
    }

    private static void stepAll(final LocalJob job) {
        while (job.step() > 0) {
            Traffic.checkTime();
        }
    }

    private static void finish(final LocalJob job, final Request... requests) {
        while (!Requests.testAll(requests)) {
            Traffic.checkTime();
            job.step();
        }
    }

    /** Holds S0.22, S3.37. S1.9, S1.11 to S1.15: receive first or message first, data with the message or left with the sender. */
    @ParameterizedTest
    @CsvSource({
        "true,40,RECEIVED_SHORT", "false,40,RECEIVED_SHORT", "true,3000,RECEIVED_EAGER", "false,3000,RECEIVED_EAGER",
        "true,300000,RECEIVED_RENDEZVOUS_STAGED", "false,300000,RECEIVED_RENDEZVOUS_STAGED",
        "true,300001,RECEIVED_RENDEZVOUS_REGISTERED", "false,300001,RECEIVED_RENDEZVOUS_REGISTERED"})
    void shouldTellTheWaysOfAnArrivalApart(final boolean isExpected, final int length, final Counter way) {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 4)
            .size(GeometrySetting.INLINE_LIMIT, 1024));
            MemoryRegion region = job.engine(0).allocate(1 << 20)) {
            final boolean isRegistered = way == Counter.RECEIVED_RENDEZVOUS_REGISTERED;
            final boolean isLong = isRegistered || way == Counter.RECEIVED_RENDEZVOUS_STAGED;
            final UnsafeBuffer from = isRegistered ? region.buffer() : direct(length);
            final UnsafeBuffer to = direct(length);
            Traffic.fill(from, 0, length, 3);
            final Request send = new Request();
            final Request receive = new Request();
            if (isExpected) {
                job.engine(1).world().irecv(to, 0, length, 0, 5, receive);
            }
            job.engine(0).world().isend(from, 0, length, 1, 5, send);
            if (!isExpected) {
                stepAll(job);
                assertThat(count(job, 1, Counter.UNEXPECTED_BYTES_CURRENT)).isEqualTo(isLong ? 0 : length);
                assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedCount()).isEqualTo(1);
                assertThat(((RequestState) MESSAGING.delegate(send)).operation().isDone()).as("a buffer that has been read")
                    .isEqualTo(!isLong);
                job.engine(1).world().irecv(to, 0, length, 0, 5, receive);
            }
            finish(job, send, receive);
            Traffic.check(to, 0, length, 3);
            assertThat(count(job, 1, Counter.EXPECTED_MESSAGES)).isEqualTo(isExpected ? 1 : 0);
            assertThat(count(job, 1, Counter.UNEXPECTED_MESSAGES)).isEqualTo(isExpected ? 0 : 1);
            assertThat(count(job, 1, way)).isEqualTo(1);
            assertThat(count(job, 1, Counter.UNEXPECTED_BYTES_CURRENT)).isZero();
            // The data of a long message is never anywhere but with its sender and in the buffer of its receive (S0.22).
            assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedMemory() > 0).isEqualTo(!isExpected && !isLong);
            Traffic.assertQuiet(job);
        }
    }

    /** Holds S0.23. S3.38: the receive is posted when as much of the message is on its way as can be without it. */
    @Test
    void shouldReceiveAStagedMessageStraightIntoTheBufferOfALateReceive() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 4))) {
            final UnsafeBuffer from = direct(LONG);
            final UnsafeBuffer to = direct(LONG);
            Traffic.fill(from, 0, LONG, 4);
            final Request send = job.engine(0).world().isend(from, 0, LONG, 1, 5);
            stepAll(job);
            assertThat(count(job, 0, Counter.BYTES_STAGED)).isBetween(1L, 1L << 16);
            final Request receive = job.engine(1).world().irecv(to, 0, LONG, 0, 5);
            finish(job, send, receive);
            Traffic.check(to, 0, LONG, 4);
            assertThat(count(job, 0, Counter.BYTES_STAGED)).as("each byte once").isEqualTo(LONG);
            assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedMemory()).isZero();
        }
    }

    /** Holds S1.6. T1.2. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveAMessageToTheOlderReceiveWhateverItsWildcards(final boolean exactFirst) {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(1).world();
            final UnsafeBuffer buffer = direct(8);
            final int any = Communicator.ANY_SOURCE;
            final Request first = exactFirst ? world.irecv(buffer, 0, 8, 0, 6) : world.irecv(buffer, 0, 8, any, Communicator.ANY_TAG);
            final Request second = exactFirst ? world.irecv(buffer, 0, 8, any, Communicator.ANY_TAG) : world.irecv(buffer, 0, 8, 0, 6);
            job.engine(0).world().send(new byte[8], 0, 8, 1, 6);
            finish(job, first);
            assertThat(second.test()).isFalse();
            assertThat(first.status().tag()).isEqualTo(6);
            assertThat(first.status().source()).isZero();
            job.engine(0).world().send(new byte[8], 0, 8, 1, 6);
            finish(job, second);
        }
    }

    /** Holds S0.2, S1.7. T1.4: long and short messages of one source keep their order, whenever the receives are posted. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheOrderOfLongAndShort(final boolean isExpected) {
        final long seed = System.nanoTime();
        Traffic.say("seed=" + seed);
        final Random random = new Random(seed);
        final int count = 200;
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, 20_000))) {
            final Request[] sends = new Request[count];
            final Request[] receives = new Request[count];
            final UnsafeBuffer[] buffers = new UnsafeBuffer[count];
            final int[] lengths = new int[count];
            for (int i = 0; i < count; i++) {
                lengths[i] = i == 0 ? 20_000 : Traffic.length(random, 20_000);
                buffers[i] = new UnsafeBuffer(new byte[20_000]);
            }
            for (int i = 0; isExpected && i < count; i++) {
                receives[i] = job.engine(1).world().irecv(buffers[i], 0, 20_000, (i & 1) - 1, (i & 2) == 0 ? 5 : Communicator.ANY_TAG);
            }
            final UnsafeBuffer[] sources = new UnsafeBuffer[count];
            for (int i = 0; i < count; i++) {
                sources[i] = direct(lengths[i]);
                Traffic.fill(sources[i], 0, lengths[i], i);
                sends[i] = job.engine(0).world().isend(sources[i], 0, lengths[i], 1, 5);
            }
            stepAll(job);
            for (int i = 0; !isExpected && i < count; i++) {
                receives[i] = job.engine(1).world().irecv(buffers[i], 0, 20_000, (i & 1) - 1, (i & 2) == 0 ? 5 : Communicator.ANY_TAG);
            }
            finish(job, receives);
            finish(job, sends);
            for (int i = 0; i < count; i++) {
                assertThat(receives[i].status().length()).isEqualTo(lengths[i]);
                Traffic.check(buffers[i], 0, lengths[i], i);
            }
        }
    }

    /** S1.24, both ways: the receive first, the message first; and the direct one. */
    @Test
    void shouldMatchTheBitsOfATagMask() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator sender = job.engine(0).world();
            final Communicator receiver = job.engine(1).world();
            final UnsafeBuffer buffer = direct(8);
            final Request posted = new Request();
            receiver.irecv(buffer, 0, 8, Communicator.ANY_SOURCE, 0x120, 0xFF0, posted);
            sender.send(new byte[8], 0, 8, 1, 0x13F);
            sender.send(new byte[8], 0, 8, 1, 0x7000_012F);
            sender.send(new byte[8], 0, 8, 1, 0x225);
            finish(job, posted);
            assertThat(posted.status().tag()).isEqualTo(0x7000_012F);
            final Status status = new Status();
            assertThat(receiver.iprobe(0, 0x400, 0xF00, status)).isFalse();
            assertThat(receiver.iprobe(0, 0x200, 0xF00, status)).isTrue();
            assertThat(status.tag()).isEqualTo(0x225);
            receiver.probe(0, 0, 0, status);
            assertThat(status.tag()).isEqualTo(0x13F);
            receiver.recv(buffer, 0, 8, 0, 0x13F, Integer.MIN_VALUE | 0xF0F, status);
            assertThat(status.tag()).isEqualTo(0x13F);
            receiver.recv(buffer, 0, 8, 0, 5, 1, status);
            assertThat(status.tag()).isEqualTo(0x225);
            sender.send(new byte[8], 0, 8, 1, Integer.MAX_VALUE);
            receiver.recv(buffer, 0, 8, 0, 1, 1, status);
            assertThat(status.tag()).isEqualTo(Integer.MAX_VALUE);
            assertThatThrownBy(() -> receiver.irecv(buffer, 0, 8, 0, Communicator.ANY_TAG, 3, posted))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("tag=-1 must not be negative next to a mask");
        }
    }

    /** Holds S0.37. S1.22, T1.10: a flood that nobody receives is kept within the budget, turns to rendezvous, and comes back. */
    @Test
    void shouldTurnToRendezvousOverTheBudgetAndComeBack() {
        final long seed = System.nanoTime();
        Traffic.say("seed=" + seed);
        final Random random = new Random(seed);
        final int budget = 64 * 1024;
        final int count = 5000;
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, budget))) {
            final UnsafeBuffer from = direct(4096);
            final UnsafeBuffer to = direct(4096);
            Traffic.fill(from, 0, 4096, 1);
            final Request[] sends = new Request[count];
            final int[] lengths = new int[count];
            for (int i = 0; i < count; i++) {
                lengths[i] = Traffic.length(random, 4096);
                sends[i] = job.engine(0).world().isend(from, 0, lengths[i], 1, 1);
                job.step();
            }
            stepAll(job);
            assertThat(count(job, 0, Counter.EAGER_TURNED_RENDEZVOUS)).isPositive();
            assertThat(count(job, 1, Counter.UNEXPECTED_BYTES_HIGH_WATER)).isBetween(1L, (long) budget);
            // One chunk for each size of block: 64 bytes to a packet of 4096.
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
            assertThat(count(job, 0, Counter.EAGER_TURNED_RENDEZVOUS)).as("drained: eager again").isEqualTo(turned);
            Traffic.assertQuiet(job);
        }
    }

    @Test
    void shouldReceiveBehindAHundredThousandMessagesThatNobodyWants() throws IOException {
        final int count = 100_000;
        final int budget = 1 << 20;
        try (LocalJob job = LocalJob.in(Room.directory(24 << 20), 2, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, budget)
            .size(GeometrySetting.MATCH_NODES, 140_000))) {
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
            Traffic.assertQuiet(job);
        }
    }

    private static boolean isDone(final Request request) {
        return ((RequestState) MESSAGING.delegate(request)).operation().isDone();
    }

    /** T1.8, S1.16: with agents the application's thread calls nothing until both are complete. */
    @Test
    void shouldCompleteReceivesWhileTheApplicationComputes() throws IOException {
        final int length = 16 << 20;
        try (LocalJob job = LocalJob.in(Room.directory(40 << 20), 2, context -> context.asyncProgress(true));
            MemoryRegion region = job.engine(0).allocate(length)) {
            final UnsafeBuffer large = direct(length);
            final UnsafeBuffer small = direct(1000);
            final Request rendezvous = job.engine(1).world().irecv(large, 0, length, 0, 1);
            final Request eager = job.engine(1).world().irecv(small, 0, 1000, 0, 2);
            region.buffer().putLong(length - 8, 42);
            job.engine(0).world().send(region, 0, length, 1, 1);
            job.engine(0).world().send(new byte[1000], 0, 1000, 1, 2);
            while (!isDone(eager) || !isDone(rendezvous)) {
                Traffic.checkTime();
                Thread.onSpinWait();
            }
            assertThat(large.getLong(length - 8)).isEqualTo(42);
            assertThat(rendezvous.await().length()).isEqualTo(length);
            assertThat(eager.await().length()).isEqualTo(1000);
        }
    }

    /** T1.8, the other half: without an agent nothing is received until the application waits, and then at once. */
    @Test
    void shouldCompleteReceivesAtTheWaitWithoutAnAgent() throws IOException {
        final int length = 16 << 20;
        try (LocalJob job = LocalJob.in(Room.directory(40 << 20), 2, context -> { });
            MemoryRegion region = job.engine(0).allocate(length)) {
            final UnsafeBuffer large = direct(length);
            final UnsafeBuffer small = direct(1000);
            final Request rendezvous = job.engine(1).world().irecv(large, 0, length, 0, 1);
            final Request eager = job.engine(1).world().irecv(small, 0, 1000, 0, 2);
            final Request send = new Request();
            job.engine(0).world().isend(region, 0, length, 1, 1, send);
            job.engine(0).world().send(new byte[1000], 0, 1000, 1, 2);
            for (int i = 0; i < 1000; i++) {
                job.engine(0).poll();
            }
            assertThat(isDone(rendezvous) || isDone(eager)).isFalse();
            assertThat(eager.await().length()).isEqualTo(1000);
            assertThat(rendezvous.await().length()).isEqualTo(length);
            send.await();
        }
    }

    /** T1.12. */
    @Test
    void shouldKeepWhatADeadRankHadSentCompletely() {
        try (LocalJob job = LocalJob.of(3, context -> context.size(GeometrySetting.STAGING_LANES, 4))) {
            final Communicator world = job.engine(1).world();
            final UnsafeBuffer buffer = direct(1_000_000);
            Traffic.fill(buffer, 0, 1_000_000, 9);
            job.engine(0).world().send(buffer, 0, 40, 1, 1);
            job.engine(0).world().send(buffer, 0, 4000, 1, 2);
            final Request incomplete = job.engine(0).world().isend(buffer, 0, 1_000_000, 1, 3);
            final Request posted = world.irecv(direct(8), 0, 8, 0, 4);
            final Request any = world.irecv(direct(8), 0, 8, Communicator.ANY_SOURCE, 5);
            stepAll(job);
            assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedCount()).isEqualTo(3);
            job.kill(0);
            assertThatThrownBy(posted::await).isInstanceOf(PeerFailedException.class).hasMessageStartingWith("rank 0 died");
            assertThat(incomplete.isActive()).isTrue();
            final UnsafeBuffer to = direct(1_000_000);
            assertThat(world.recv(to, 0, 4000, 0, 2).length()).isEqualTo(4000);
            Traffic.check(to, 0, 4000, 9);
            assertThat(world.recv(to, 0, 40, Communicator.ANY_SOURCE, 1).length()).isEqualTo(40);
            assertThatThrownBy(() -> world.recv(to, 0, 1_000_000, 0, 3)).isInstanceOf(PeerFailedException.class);
            assertThat(any.test()).isFalse();
            job.engine(2).world().send(new byte[8], 0, 8, 1, 5);
            assertThat(any.await().source()).isEqualTo(2);
            Traffic.assertQuiet(job);
        }
    }

    /** Holds S1.20. T1.6. */
    @Test
    void shouldEndACancelledReceiveInOneOfTwoWays() throws Exception {
        cancelRace(5000);
    }

    @Test
    @Tag("nightly")
    @Timeout(300)
    void shouldEndAMillionCancelledReceivesInOneOfTwoWays() throws Exception {
        cancelRace(1_000_000);
    }

    private static void cancelRace(final int rounds) throws Exception {
        try (LocalJob job = LocalJob.of(1)) {
            final RankThreads threads = new RankThreads();
            final Communicator world = job.engine(0).world();
            final Request receive = new Request();
            final AtomicInteger posted = new AtomicInteger();
            final AtomicInteger decided = new AtomicInteger();
            final AtomicInteger cancelled = new AtomicInteger();
            threads.start(() -> {
                for (int round = 1; round <= rounds; round++) {
                    awaitRound(posted, round);
                    spin(round >>> 6 & 0x3F);
                    if (receive.cancel()) {
                        cancelled.incrementAndGet();
                    }
                    decided.set(round);
                }
            });
            final long[] word = new long[1];
            for (int round = 1; round <= rounds; round++) {
                final int before = cancelled.get();
                word[0] = 0;
                world.irecv(word, 0, 1, 0, 1, receive);
                posted.set(round);
                if ((round & 3) == 0) {
                    // Where there are fewer cores than threads, the other would never be first.
                    Thread.yield();
                }
                spin(round & 0x3F);
                world.send(new long[] {round}, 0, 1, 0, 1);
                job.engine(0).poll();
                awaitRound(decided, round);
                final Outcome outcome = receive.await().outcome();
                assertThat(outcome).isEqualTo(cancelled.get() > before ? Outcome.CANCELLED : Outcome.SUCCESS);
                if (outcome == Outcome.CANCELLED) {
                    assertThat(word[0]).isZero();
                    world.recv(word, 0, 1, 0, 1, null);
                }
                if (word[0] != round) {
                    throw new AssertionError("round " + round + " received message " + word[0]);
                }
            }
            threads.join();
            Traffic.say("cancelled " + cancelled + " of " + rounds);
            Traffic.assertQuiet(job);
        }
    }

    private static void spin(final int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    private static void awaitRound(final AtomicInteger counter, final int round) {
        for (int spins = 0; counter.get() < round; spins++) {
            Traffic.checkTime();
            if (spins < 50) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    @Test
    void shouldSayThatACompletedReceiveCannotBeCancelled() {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            final Request receive = world.irecv(direct(8), 0, 8, 0, 1);
            world.send(new byte[8], 0, 8, 0, 1);
            job.step();
            assertThat(receive.cancel()).isFalse();
            assertThat(receive.await().outcome()).isEqualTo(Outcome.SUCCESS);
            assertThatThrownBy(receive::cancel).isInstanceOf(IllegalStateException.class)
                .hasMessage("request is idle: start it with isend or irecv first");
        }
    }

    @Test
    void shouldSayThatTheTableOfReceivesIsFull() {
        try (LocalJob job = LocalJob.of(1, context -> context.size(GeometrySetting.MATCH_NODES, 64))) {
            final Communicator world = job.engine(0).world();
            final Request[] posted = new Request[64];
            for (int i = 0; i < posted.length; i++) {
                posted[i] = world.irecv(direct(8), 0, 8, 0, i);
            }
            final Request tooMany = world.irecv(direct(8), 0, 8, 0, 64);
            assertThatThrownBy(tooMany::await).isInstanceOf(MessagingException.class)
                .hasMessage("no room in a table or in the job directory, see the error handler: " +
                    "receive from rank 0 with tag 64 and capacity 8");
            assertThat(posted[0].cancel()).isTrue();
            final Request again = world.irecv(direct(8), 0, 8, 0, 64);
            world.send(new byte[8], 0, 8, 0, 64);
            assertThat(again.await().isSuccess()).isTrue();
        }
    }

    @Test
    void shouldRefuseTagsThatNoMessageCanHave() {
        try (LocalJob job = LocalJob.of(1)) {
            final Communicator world = job.engine(0).world();
            final byte[] array = new byte[8];
            world.send(array, 0, 8, 0, Integer.MAX_VALUE);
            world.recv(array, 0, 8, 0, Integer.MAX_VALUE, null);
            for (final int tag : new int[] {Communicator.ANY_TAG, -2, Integer.MAX_VALUE + 1}) {
                assertThatThrownBy(() -> world.send(array, 0, 8, 0, tag)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("tag=" + tag + " must be from 0 to 2147483647 in a send");
            }
            assertThatThrownBy(() -> world.send(array, 0, 8, Communicator.ANY_SOURCE, 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("destination=-1 must be from 0 to 0, or NULL_RANK");
        }
    }
}
