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
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TestDirectories;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.communicator.RequestState;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How messages and receives find each other: the paths of an arrival, the order, wildcards and tag masks.
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
            TimeLimit.check();
        }
    }

    private static void finish(final LocalJob job, final Request... requests) {
        while (!Requests.testAll(requests)) {
            TimeLimit.check();
            job.step();
        }
    }

    /** A message from rank 0 to rank 1, from memory that leads to the path that the counter counts. */
    private static final class Arrival implements AutoCloseable {
        private final LocalJob job = LocalRanks.meet(LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 4)
            .size(GeometrySetting.INLINE_LIMIT, 1024)));
        private final int length;
        private final UnsafeBuffer from;
        private final UnsafeBuffer to;
        private final Request send = new Request();
        private final Request receive = new Request();

        Arrival(final int length, final Counter path) {
            this.length = length;
            from = path == Counter.RECEIVED_RENDEZVOUS_REGISTERED ? job.engine(0).allocate(length).buffer() : direct(length);
            to = direct(length);
            Payloads.fill(from, 0, length, 3);
        }

        void send() {
            job.engine(0).world().isend(from, 0, length, 1, 5, send);
        }

        void post() {
            job.engine(1).world().irecv(to, 0, length, 0, 5, receive);
        }

        long received(final Counter counter) {
            return count(job, 1, counter);
        }

        long unexpectedMemory() {
            return EngineAccess.messages(job.engine(1)).receives().unexpectedMemory();
        }

        void assertReceived(final Counter path) {
            finish(job, send, receive);
            Payloads.check(to, 0, length, 3);
            assertThat(received(path)).isEqualTo(1);
            assertThat(received(Counter.UNEXPECTED_BYTES_CURRENT)).isZero();
            Quiescence.assertQuiet(job);
        }

        @Override
        public void close() {
            job.close();
        }
    }

    /** Holds S1.9, S1.12 to S1.15, S3.37: a message that finds its receive goes straight into the buffer. */
    @ParameterizedTest
    @CsvSource({
        "40,RECEIVED_SHORT", "3000,RECEIVED_EAGER", "300000,RECEIVED_RENDEZVOUS_STAGED", "300000,RECEIVED_RENDEZVOUS_REGISTERED"})
    void shouldReceiveAnExpectedMessageWithoutStoringIt(final int length, final Counter path) {
        try (Arrival arrival = new Arrival(length, path)) {
            arrival.post();
            arrival.send();
            arrival.assertReceived(path);
            assertThat(arrival.received(Counter.EXPECTED_MESSAGES)).isEqualTo(1);
            assertThat(arrival.received(Counter.UNEXPECTED_MESSAGES)).isZero();
            assertThat(arrival.unexpectedMemory()).isZero();
        }
    }

    /** Holds S1.9, S1.11: the receiver stores an unexpected message that travels with its envelope, and its send is complete. */
    @ParameterizedTest
    @CsvSource({"40,RECEIVED_SHORT", "3000,RECEIVED_EAGER"})
    void shouldStoreAnUnexpectedEagerMessage(final int length, final Counter path) {
        try (Arrival arrival = new Arrival(length, path)) {
            arrival.send();
            stepAll(arrival.job);
            assertThat(arrival.send.test()).isTrue();
            assertThat(arrival.received(Counter.UNEXPECTED_BYTES_CURRENT)).isEqualTo(length);
            assertThat(arrival.unexpectedMemory()).isPositive();
            arrival.post();
            arrival.assertReceived(path);
            assertThat(arrival.received(Counter.UNEXPECTED_MESSAGES)).isEqualTo(1);
            assertThat(arrival.received(Counter.EXPECTED_MESSAGES)).isZero();
        }
    }

    /** Holds S0.22: the data of an unexpected long message stays with its sender, whose send is not complete. */
    @ParameterizedTest
    @CsvSource({"300000,RECEIVED_RENDEZVOUS_STAGED", "300000,RECEIVED_RENDEZVOUS_REGISTERED"})
    void shouldLeaveTheDataOfAnUnexpectedLongMessageWithItsSender(final int length, final Counter path) {
        try (Arrival arrival = new Arrival(length, path)) {
            arrival.send();
            stepAll(arrival.job);
            assertThat(arrival.send.test()).isFalse();
            assertThat(EngineAccess.messages(arrival.job.engine(1)).receives().unexpectedCount()).isEqualTo(1);
            assertThat(arrival.received(Counter.UNEXPECTED_BYTES_CURRENT)).isZero();
            arrival.post();
            arrival.assertReceived(path);
            assertThat(arrival.received(Counter.UNEXPECTED_MESSAGES)).isEqualTo(1);
            assertThat(arrival.received(Counter.EXPECTED_MESSAGES)).isZero();
            assertThat(arrival.unexpectedMemory()).isZero();
        }
    }

    /**
     * Holds S0.23, S3.38: when the receive is posted, the sender has staged as much as it can without a receive. The receive takes this
     * data over.
     */
    @Test
    void shouldReceiveAStagedMessageStraightIntoTheBufferOfALateReceive() {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 4)))) {
            final UnsafeBuffer from = direct(LONG);
            final UnsafeBuffer to = direct(LONG);
            Payloads.fill(from, 0, LONG, 4);
            final Request send = job.engine(0).world().isend(from, 0, LONG, 1, 5);
            stepAll(job);
            assertThat(count(job, 0, Counter.BYTES_STAGED)).isBetween(1L, 1L << 16);
            final Request receive = job.engine(1).world().irecv(to, 0, LONG, 0, 5);
            finish(job, send, receive);
            Payloads.check(to, 0, LONG, 4);
            assertThat(count(job, 0, Counter.BYTES_STAGED)).as("staged bytes, each byte once").isEqualTo(LONG);
            assertThat(EngineAccess.messages(job.engine(1)).receives().unexpectedMemory()).isZero();
        }
    }

    /** Holds S1.6, T1.2. Rows: source and tag of the older receive, then of the younger one; -1 is a wildcard. */
    @ParameterizedTest
    @CsvSource({"0,6,-1,-1", "-1,-1,0,6", "0,-1,-1,6", "-1,6,0,-1"})
    void shouldGiveAMessageToTheOlderReceiveWhateverItsWildcards(
        final int olderSource, final int olderTag, final int youngerSource, final int youngerTag) {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2))) {
            final Communicator world = job.engine(1).world();
            final UnsafeBuffer buffer = direct(8);
            final Request older = world.irecv(buffer, 0, 8, olderSource, olderTag);
            final Request younger = world.irecv(buffer, 0, 8, youngerSource, youngerTag);
            job.engine(0).world().send(new byte[8], 0, 8, 1, 6);
            stepAll(job);
            assertThat(older.test()).isTrue();
            assertThat(younger.test()).isFalse();
            assertThat(older.status().tag()).isEqualTo(6);
            assertThat(older.status().source()).isZero();
            job.engine(0).world().send(new byte[8], 0, 8, 1, 6);
            finish(job, younger);
        }
    }

    /** Messages of random lengths and one tag from rank 0 to rank 1, the first of which is long. */
    private static final class MixedLengths {
        private static final int COUNT = 200;
        private static final int MOST = 20_000;

        private final LocalJob job;
        private final Request[] sends = new Request[COUNT];
        private final Request[] receives = new Request[COUNT];
        private final UnsafeBuffer[] targets = new UnsafeBuffer[COUNT];
        private final int[] lengths = new int[COUNT];

        MixedLengths(final LocalJob job) {
            this.job = job;
            final long seed = System.nanoTime();
            TestOutput.say("seed=" + seed);
            final Random random = new Random(seed);
            for (int i = 0; i < COUNT; i++) {
                lengths[i] = i == 0 ? MOST : Payloads.length(random, MOST);
            }
        }

        void send() {
            for (int i = 0; i < COUNT; i++) {
                final UnsafeBuffer source = direct(lengths[i]);
                Payloads.fill(source, 0, lengths[i], i);
                sends[i] = job.engine(0).world().isend(source, 0, lengths[i], 1, 5);
            }
            stepAll(job);
        }

        /** Posts receives with each combination of wildcards in turn. */
        void post() {
            for (int i = 0; i < COUNT; i++) {
                targets[i] = new UnsafeBuffer(new byte[MOST]);
                final int source = (i & 1) == 0 ? Communicator.ANY_SOURCE : 0;
                final int tag = (i & 2) == 0 ? 5 : Communicator.ANY_TAG;
                receives[i] = job.engine(1).world().irecv(targets[i], 0, MOST, source, tag);
            }
        }

        void assertOrder() {
            finish(job, receives);
            finish(job, sends);
            for (int i = 0; i < COUNT; i++) {
                assertThat(receives[i].status().length()).isEqualTo(lengths[i]);
                Payloads.check(targets[i], 0, lengths[i], i);
            }
        }
    }

    private static LocalJob smallBudget() {
        return LocalRanks.meet(LocalJob.of(2, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, MixedLengths.MOST)));
    }

    /** Holds S0.2, S1.7, T1.4: long and short messages of one source match in the order of their sends. */
    @Test
    void shouldKeepTheOrderOfLongAndShortMessagesAmongPostedReceives() {
        try (LocalJob job = smallBudget()) {
            final MixedLengths messages = new MixedLengths(job);
            messages.post();
            messages.send();
            messages.assertOrder();
        }
    }

    /** The same, if all messages are unexpected. */
    @Test
    void shouldKeepTheOrderOfUnexpectedLongAndShortMessages() {
        try (LocalJob job = smallBudget()) {
            final MixedLengths messages = new MixedLengths(job);
            messages.send();
            messages.post();
            messages.assertOrder();
        }
    }

    /** S1.24: a mask selects bits of the tag, in a posted receive, for an unexpected message, in a probe, and in a direct receive. */
    @Test
    void shouldMatchTheBitsOfATagMask() {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2))) {
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

    private static boolean isDone(final Request request) {
        return ((RequestState) MESSAGING.delegate(request)).operation().isDone();
    }

    /** T1.8, S1.16: with agents, both receives complete while the application makes no call. */
    @Test
    void shouldCompleteReceivesWhileTheApplicationComputes() throws IOException {
        final int length = 16 << 20;
        try (LocalJob job = LocalJob.in(TestDirectories.directory(40 << 20), 2, context -> context.asyncProgress(true));
            MemoryRegion region = job.engine(0).allocate(length)) {
            final UnsafeBuffer large = direct(length);
            final UnsafeBuffer small = direct(1000);
            final Request rendezvous = job.engine(1).world().irecv(large, 0, length, 0, 1);
            final Request eager = job.engine(1).world().irecv(small, 0, 1000, 0, 2);
            region.buffer().putLong(length - 8, 42);
            job.engine(0).world().send(region, 0, length, 1, 1);
            job.engine(0).world().send(new byte[1000], 0, 1000, 1, 2);
            while (!isDone(eager) || !isDone(rendezvous)) {
                TimeLimit.check();
                Thread.onSpinWait();
            }
            assertThat(large.getLong(length - 8)).isEqualTo(42);
            assertThat(rendezvous.await().length()).isEqualTo(length);
            assertThat(eager.await().length()).isEqualTo(1000);
        }
    }

    /** T1.8: without an agent, a receive completes only when the application waits. */
    @Test
    void shouldCompleteReceivesAtTheWaitWithoutAnAgent() throws IOException {
        final int length = 16 << 20;
        try (LocalJob job = LocalJob.in(TestDirectories.directory(40 << 20), 2, context -> { });
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

    /** T1.12: complete messages of a dead rank can still be received; incomplete ones fail. */
    @Test
    void shouldReceiveTheCompleteMessagesOfADeadRank() {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(3, context -> context.size(GeometrySetting.STAGING_LANES, 4)))) {
            final Communicator world = job.engine(1).world();
            final UnsafeBuffer buffer = direct(1_000_000);
            Payloads.fill(buffer, 0, 1_000_000, 9);
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
            Payloads.check(to, 0, 4000, 9);
            assertThat(world.recv(to, 0, 40, Communicator.ANY_SOURCE, 1).length()).isEqualTo(40);
            assertThatThrownBy(() -> world.recv(to, 0, 1_000_000, 0, 3)).isInstanceOf(PeerFailedException.class);
            assertThat(any.test()).isFalse();
            job.engine(2).world().send(new byte[8], 0, 8, 1, 5);
            assertThat(any.await().source()).isEqualTo(2);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldRefuseInvalidTags() {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(1))) {
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
