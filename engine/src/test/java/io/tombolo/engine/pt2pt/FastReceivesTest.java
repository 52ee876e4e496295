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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.communicator.RequestState;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Blocking receives and probes that find their message at the head of its ring, so that they post no receive and store no message.
 */
@Timeout(30)
class FastReceivesTest {
    private static final int LENGTH = 10_000;

    private final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(2 * LENGTH));

    private static void fill(final MemoryRegion region, final int offset, final int seed) {
        for (int i = 0; i < LENGTH; i++) {
            region.buffer().putByte(offset + i, (byte) (seed + i * 7));
        }
    }

    private void assertFilled(final int offset, final int seed) {
        for (int i = 0; i < LENGTH; i++) {
            if (target.getByte(offset + i) != (byte) (seed + i * 7)) {
                assertThat(target.getByte(offset + i)).as("byte %d", i).isEqualTo((byte) (seed + i * 7));
            }
        }
    }

    /** Returns the number of envelopes that the matcher has compared. Polls first, because counters are published every some turns. */
    private static long attempts(final LocalJob job) {
        for (int turn = 0; turn < 500; turn++) {
            job.engine(1).poll();
        }
        return EngineAccess.node(job.engine(1)).counters().value(Counter.MATCH_ATTEMPTS);
    }

    private static void awaitAll(final Request... requests) {
        boolean areDone = false;
        while (!areDone) {
            TimeLimit.check();
            areDone = true;
            for (final Request request : requests) {
                areDone &= !request.isActive() || request.test();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldPostNoReceiveIfItsMessageHasArrived(final ThreadLevel level) {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level)); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            fill(region, 0, 3);
            open(job);
            final long attempts = attempts(job);
            final Request send = new Request();
            job.engine(0).world().isend(region.buffer(), 0, LENGTH, 1, 5, send);
            final Status status = new Status();
            job.engine(1).world().recv(target, 0, LENGTH, 0, 5, status);
            assertFilled(0, 3);
            assertThat(status.length()).isEqualTo(LENGTH);
            assertThat(attempts(job)).isEqualTo(attempts);
            awaitAll(send);
            final UnsafeBuffer own = new UnsafeBuffer(new byte[LENGTH]);
            own.putBytes(0, target, 0, LENGTH);
            target.setMemory(0, LENGTH, (byte) 0);
            job.engine(0).world().isend(own, 0, LENGTH, 1, 5, send);
            job.engine(1).world().recv(target, 0, LENGTH, 0, 5, status);
            assertFilled(0, 3);
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.RECEIVED_RENDEZVOUS_STAGED)).isEqualTo(1);
            assertThat(attempts(job)).isEqualTo(attempts);
            awaitAll(send);
        }
    }

    /** A receive that is only posted does not poll the ring, so the sender keeps the cache line that it is about to write. */
    @Test
    void shouldNotPollForALongMessageBeforeTheWait() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            fill(region, 0, 3);
            open(job);
            final Request send = new Request();
            // A receive that took its message directly does not make the next one poll.
            job.engine(0).world().isend(region.buffer(), 0, LENGTH, 1, 4, send);
            job.engine(1).world().recv(target, 0, LENGTH, 0, 4, null);
            awaitAll(send);
            // Nor does a receive that was posted behind others.
            for (int i = 0; i < 20; i++) {
                open(job);
            }
            final Request older = job.engine(1).world().irecv(target, 0, 8, 0, 7);
            job.engine(0).world().isend(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH, 1, 6, send);
            job.engine(1).world().recv(target, 0, LENGTH, 0, 6, null);
            awaitAll(send, job.engine(0).world().isend(target, 0, 8, 1, 7), older);
            final long read = count(job, 1, Counter.RECORDS_READ);
            job.engine(0).world().isend(region.buffer(), 0, LENGTH, 1, 5, send);
            final Request receive = new Request();
            job.engine(1).world().irecv(target, 0, LENGTH, 0, 5, receive);
            assertThat(count(job, 1, Counter.RECORDS_READ)).isEqualTo(read);
            receive.await();
            assertThat(count(job, 1, Counter.RECORDS_READ)).isEqualTo(read + 1);
            assertFilled(0, 3);
            awaitAll(send);
        }
    }

    @Test
    void shouldPostNoReceiveBesideAShortSend() {
        try (LocalJob job = LocalJob.of(2)) {
            open(job);
            awaitAll(job.engine(1).world().isend(target, 0, 8, 0, 5), job.engine(0).world().irecv(target, 0, 8, 1, 5));
            final long attempts = attempts(job);
            final Status status = new Status();
            for (int i = 0; i < 20; i++) {
                target.putLong(0, i);
                job.engine(0).world().send(target, 0, 8, 1, 5);
                target.putLong(8, 100 + i);
                job.engine(1).world().sendrecv(target, 8, 8, 0, 6, target, 16, 8, 0, 5, status);
                assertThat(target.getLong(16)).isEqualTo(i);
                assertThat(status.tag()).isEqualTo(5);
                job.engine(0).world().recv(target, 24, 8, 1, 6, null);
                assertThat(target.getLong(24)).isEqualTo(100 + i);
            }
            assertThat(attempts(job)).isEqualTo(attempts);
        }
    }

    /** Credit and counters are published at an empty poll, in a turn, or after the eighth message; the room in the ring at once. */
    @ParameterizedTest
    @EnumSource
    void shouldPublishCreditAfterEightShortMessagesAtMost(final ThreadLevel level) {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level))) {
            final Communicator from = job.engine(0).world();
            final Communicator to = job.engine(1).world();
            open(job);
            final long before = received(job);
            for (int i = 1; i <= 20; i++) {
                from.send(target, 0, 8, 1, 5);
                to.recv(target, 0, 8, 0, 5, null);
                assertThat(received(job) - before).as("after message %d", i).isEqualTo(i / 8 * 8);
                final long waits = EngineAccess.messages(job.engine(0)).peers()[1].outbound().uncredited();
                assertThat(waits).as("bytes that receives have not taken, after message %d", i).isEqualTo(i % 8 * 128L);
            }
            job.engine(1).poll();
            assertThat(received(job) - before).isEqualTo(20);
            assertThat(EngineAccess.messages(job.engine(0)).peers()[1].outbound().uncredited()).isZero();
        }
    }

    private static long received(final LocalJob job) {
        final Counters counters = EngineAccess.node(job.engine(1)).counters();
        final long count = counters.value(Counter.RECEIVED_SHORT);
        assertThat(counters.value(Counter.RECORDS_READ)).isEqualTo(count);
        assertThat(counters.value(Counter.EXPECTED_MESSAGES)).isEqualTo(count);
        assertThat(counters.value(Counter.BYTES_RECEIVED)).isEqualTo(8 * count);
        return count;
    }

    /** Posted receives for other messages, and unexpected messages, do not prevent a direct receive. */
    @ParameterizedTest
    @CsvSource({"1,0", "0,1", "10,10", "100,0", "0,100", "300,300"})
    void shouldPostNoReceiveAmongOthers(final int receives, final int messages) {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator from = job.engine(0).world();
            final Communicator to = job.engine(1).world();
            final Request[] posted = new Request[receives];
            for (int i = 0; i < receives; i++) {
                posted[i] = to.irecv(target, 0, 8, i % 3 == 0 ? Communicator.ANY_SOURCE : 0, 1000 + i);
            }
            for (int i = 0; i < messages; i++) {
                from.send(target, 0, 8, 1, 5000 + i);
            }
            // This stores the messages as unexpected. The first search among many builds an index, which the next ones use.
            from.send(target, 0, 8, 1, 5);
            to.recv(target, 0, 8, 0, 5, null);
            assertThat(shown(job, Counter.UNEXPECTED_CURRENT)).isEqualTo(messages);
            final long received = shown(job, Counter.RECEIVED_SHORT);
            final Status status = new Status();
            for (int i = 0; i < 20; i++) {
                target.putLong(0, i);
                from.send(target, 0, 8, 1, 5);
                to.recv(target, 16, 8, 0, 5, status);
                assertThat(target.getLong(16)).isEqualTo(i);
                assertThat(status.tag()).isEqualTo(5);
                // Only direct receives publish their counters later.
                assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.RECEIVED_SHORT) - received).isEqualTo((i + 1) / 8 * 8);
            }
            for (int i = 0; i < receives; i++) {
                from.send(target, 0, 8, 1, 1000 + i);
            }
            awaitAll(posted);
            for (int i = messages; i > 0; i--) {
                to.recv(target, 0, 8, 0, 4999 + i, null);
            }
            assertThat(shown(job, Counter.UNEXPECTED_CURRENT)).isZero();
        }
    }

    private static long shown(final LocalJob job, final Counter counter) {
        attempts(job);
        return EngineAccess.node(job.engine(1)).counters().value(counter);
    }

    /** Older receives that fit, exactly or by a wildcard, come first, and so do unexpected messages. */
    @ParameterizedTest
    @CsvSource({"0,5", "-1,5", "0,-1", "-1,-1"})
    void shouldKeepTheOrderAmongReceivesAndMessagesThatFit(final int source, final int tag) {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator from = job.engine(0).world();
            final Communicator to = job.engine(1).world();
            // Opens the pair.
            from.send(target, 0, 8, 1, 4);
            to.recv(target, 0, 8, 0, 4, null);
            final Request older = to.irecv(target, 100, 8, source, tag);
            for (int i = 1; i <= 5; i++) {
                target.putLong(0, i);
                from.send(target, 0, 8, 1, 5);
            }
            to.recv(target, 200, 8, 0, 5, null);
            assertThat(target.getLong(200)).isEqualTo(2);
            awaitAll(older);
            assertThat(target.getLong(100)).isEqualTo(1);
            // Stores the remaining messages as unexpected; the next message stays in the ring.
            attempts(job);
            target.putLong(0, 6);
            from.send(target, 0, 8, 1, tag == -1 ? 6 : 5);
            for (int i = 3; i <= 6; i++) {
                to.recv(target, 200, 8, 0, tag, null);
                assertThat(target.getLong(200)).as("unexpected messages in order").isEqualTo(i);
            }
        }
    }

    /** The credit of a source is published when the message of another source is received. */
    @Test
    void shouldPublishTheCreditOfEachSourceSeparately() {
        try (LocalJob job = LocalJob.of(3)) {
            for (int source = 1; source < 3; source++) {
                final Request send = job.engine(source).world().isend(target, 0, 8, 0, 5);
                final Request receive = job.engine(0).world().irecv(target, 0, 8, source, 5);
                awaitAll(send, receive);
                assertThat(EngineAccess.messages(job.engine(source)).peers()[0].outbound().uncredited()).isZero();
            }
            job.engine(1).world().send(target, 0, 8, 0, 5);
            job.engine(2).world().send(target, 0, 8, 0, 5);
            job.engine(0).world().recv(target, 0, 8, 1, 5, null);
            assertThat(EngineAccess.messages(job.engine(1)).peers()[0].outbound().uncredited()).isEqualTo(128);
            job.engine(0).world().recv(target, 0, 8, 2, 5, null);
            assertThat(EngineAccess.messages(job.engine(1)).peers()[0].outbound().uncredited()).isZero();
            assertThat(EngineAccess.messages(job.engine(2)).peers()[0].outbound().uncredited()).isEqualTo(128);
        }
    }

    @Test
    void shouldNotLetALaterMessagePass() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(2 * LENGTH)) {
            fill(region, 0, 1);
            fill(region, LENGTH, 2);
            final Communicator from = job.engine(0).world();
            final Communicator to = job.engine(1).world();
            final Request[] requests = {new Request(), new Request(), new Request(), new Request()};
            from.isend(region.buffer(), 0, LENGTH, 1, 1, requests[0]);
            from.isend(region.buffer(), LENGTH, LENGTH, 1, 2, requests[1]);
            to.irecv(target, LENGTH, LENGTH, 0, 2, requests[2]);
            to.irecv(target, 0, LENGTH, 0, Communicator.ANY_TAG, requests[3]);
            awaitAll(requests);
            assertFilled(0, 1);
            assertFilled(LENGTH, 2);
        }
    }

    private static long count(final LocalJob job, final int rank, final Counter counter) {
        return EngineAccess.node(job.engine(rank)).counters().value(counter);
    }

    /** Opens the pair from rank 0 to rank 1. */
    private void open(final LocalJob job) {
        awaitAll(job.engine(0).world().isend(target, 0, 8, 1, 5), job.engine(1).world().irecv(target, 0, 8, 0, 5));
    }

    @ParameterizedTest
    @CsvSource({"10000,10000", "10000,9999", "10000,20000", "4096,4096", "262144,7", "262145,8", "1000000,100", "300000,0"})
    void shouldCountAndAnswerALongMessageAsAPostedReceiveDoes(final int length, final int capacity) {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(length)) {
            region.buffer().setMemory(0, length, (byte) 9);
            open(job);
            job.engine(1).world().errors(ErrorMode.RETURN);
            final long truncations = count(job, 1, Counter.TRUNCATIONS);
            final long bytes = count(job, 1, Counter.BYTES_RECEIVED);
            final long told = count(job, 1, Counter.DONE_GET_SENT);
            final Request send = new Request();
            job.engine(0).world().isend(region, 0, length, 1, 3, send);
            final Status status = new Status();
            target.setMemory(0, target.capacity(), (byte) 0);
            job.engine(1).world().recv(target, 0, capacity, 0, 3, status);
            final int wanted = Math.min(length, capacity);
            assertThat(status).hasToString(
                (capacity < length ? "TRUNCATED" : "SUCCESS") + " source=0 tag=3 length=" + wanted + " messageLength=" + length);
            for (int i = 0; i < target.capacity(); i++) {
                assertThat(target.getByte(i)).isEqualTo((byte) (i < wanted ? 9 : 0));
            }
            assertThat(count(job, 1, Counter.TRUNCATIONS) - truncations).isEqualTo(capacity < length ? 1 : 0);
            assertThat(count(job, 1, Counter.BYTES_RECEIVED) - bytes).isEqualTo(wanted);
            assertThat(count(job, 1, Counter.DONE_GET_SENT) - told).isEqualTo(1);
            assertThat(count(job, 1, Counter.RECEIVED_RENDEZVOUS_REGISTERED)).isEqualTo(1);
            awaitAll(send);
            assertThat(send.status().outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(count(job, 0, Counter.BYTES_SENT)).isEqualTo(8 + length);
            assertThat(count(job, 0, Counter.SENT_RENDEZVOUS_REGISTERED)).isEqualTo(1);
        }
    }

    @Test
    void shouldAnswerAMessageThatPassesAMatchedOne() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            fill(region, 0, 4);
            open(job);
            final Request held = new Request();
            job.engine(0).world().isend(region, 0, LENGTH, 1, 1, held);
            final Message message = new Message();
            job.engine(1).world().mprobe(0, 1, message);
            final Request send = new Request();
            job.engine(0).world().isend(region, 0, LENGTH, 1, 2, send);
            job.engine(1).world().recv(target, 0, LENGTH, 0, 2, null);
            assertFilled(0, 4);
            awaitAll(send);
            assertThat(held.test()).isFalse();
            message.recv(target, LENGTH, LENGTH);
            assertFilled(LENGTH, 4);
            awaitAll(held);
        }
    }

    /** A record in the return ring wakes a sleeping sender, as the completion watermark does. */
    @Test
    void shouldWakeTheSenderOfAMessageThatPassesAnother() throws InterruptedException {
        final int sends = 20;
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(ThreadLevel.MULTIPLE).waiting(10, 4));
            MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            open(job);
            final Request held = new Request();
            job.engine(0).world().isend(region, 0, LENGTH, 1, 1, held);
            final Message message = new Message();
            job.engine(1).world().mprobe(0, 1, message);
            // A record that comes just before the sleep is found by the last poll, and a sleep may time out just before the wake-up.
            for (int i = 0; i < sends || count(job, 0, Counter.LOST_WAKE_UPS) >= i / 4; i++) {
                final Thread sender = new Thread(() -> job.engine(0).world().send(region, 0, LENGTH, 1, 2));
                sender.start();
                while (!EngineAccess.node(job.engine(0)).doorbell().isAsleep()) {
                    TimeLimit.check();
                    Thread.yield();
                }
                job.engine(1).world().recv(target, 0, LENGTH, 0, 2, null);
                sender.join();
            }
            message.recv(target, LENGTH, LENGTH);
            awaitAll(held);
        }
    }

    /** A source whose messages are always there leaves turns to the others. */
    @Test
    void shouldServeOtherSourcesBetweenMessages() {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator to = job.engine(1).world();
            final Request first = to.irecv(target, 0, 8, 2, 4);
            awaitAll(job.engine(2).world().isend(target, 0, 8, 1, 4), first);
            open(job);
            final Request other = to.irecv(target, 0, 8, 2, 5);
            job.engine(2).world().send(target, 0, 8, 1, 5);
            for (int i = 0; i < 200; i++) {
                job.engine(0).world().send(target, 0, 8, 1, 6);
            }
            for (int i = 0; i < 200; i++) {
                to.recv(target, 0, 8, 0, 6, null);
            }
            assertThat(((RequestState) MESSAGING.delegate(other)).operation().isDone()).isTrue();
            awaitAll(other);
        }
    }

    @Test
    void shouldNotUseBytesOfABrokenPair() {
        try (LocalJob job = LocalJob.of(2, context -> context.closeTimeout(0, TimeUnit.SECONDS).errorHandler(error -> { }));
            MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            open(job);
            final long told = count(job, 1, Counter.DONE_GET_SENT);
            final Request send = new Request();
            job.engine(0).world().isend(region, 0, LENGTH, 1, 1, send);
            EngineAccess.node(job.engine(0)).refuse(1);
            job.engine(1).world().errors(ErrorMode.RETURN);
            final Status status = new Status();
            job.engine(1).world().recv(target, 0, LENGTH, 0, 1, status);
            assertThat(status.outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertThat(count(job, 1, Counter.DONE_GET_SENT)).isEqualTo(told);
            assertThat(send.isActive()).isTrue();
        }
    }

    /** A blocking receive takes an unexpected message without an operation, and releases its memory and credit. */
    @ParameterizedTest
    @EnumSource
    void shouldReceiveAnUnexpectedMessageDirectly(final ThreadLevel level) {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level))) {
            final Communicator from = job.engine(0).world();
            final Communicator to = job.engine(1).world();
            final Request synchronous = new Request();
            for (int i = 0; i < 3; i++) {
                target.putLong(0, 70 + i);
                from.send(target, 0, 8 + i, 1, i);
            }
            from.issend(target, 0, 8, 1, 9, synchronous);
            attempts(job);
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.UNEXPECTED_CURRENT)).isEqualTo(4);
            final Status status = new Status();
            to.recv(target, 8, 16, 0, 1, status);
            assertThat(target.getLong(8)).isEqualTo(71);
            assertThat(status.length()).isEqualTo(9);
            // The oldest remaining message.
            to.recv(target, 8, 16, 0, Communicator.ANY_TAG, status);
            assertThat(status.tag()).isZero();
            assertThat(synchronous.test()).isFalse();
            to.recv(target, 8, 16, 0, 9, status);
            awaitAll(synchronous);
            to.errors(ErrorMode.RETURN);
            to.recv(target, 8, 4, 0, 2, status);
            assertThat(status.outcome()).isEqualTo(Outcome.TRUNCATED);
            assertThat(status.messageLength()).isEqualTo(10);
            attempts(job);
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.UNEXPECTED_CURRENT)).isZero();
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.UNEXPECTED_BYTES_CURRENT)).isZero();
            assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.BYTES_RECEIVED)).isEqualTo(9 + 8 + 8 + 4);
            assertThat(EngineAccess.messages(job.engine(0)).peers()[1].outbound().uncredited()).isZero();
        }
    }

    /** A probe leaves the next message in the ring, unless an older message or a posted receive also fits. */
    @ParameterizedTest
    @CsvSource({"8", "10000"})
    void shouldProbeTheNextMessageInItsRing(final int length) {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            open(job);
            final Communicator from = job.engine(0).world();
            final Communicator to = job.engine(1).world();
            final Status status = new Status();
            assertThat(to.iprobe(0, 5, status)).isFalse();
            fill(region, 0, 4);
            final Request send = from.isend(region.buffer(), 0, length, 1, 5);
            assertThat(to.iprobe(0, 5, status)).isTrue();
            assertThat(status.length()).isEqualTo(length);
            assertThat(to.iprobe(0, Communicator.ANY_TAG, status)).isTrue();
            assertThat(status.tag()).isEqualTo(5);
            assertThat(count(job, 1, Counter.UNEXPECTED_MESSAGES)).isZero();
            assertThat(to.iprobe(0, 6, status)).isFalse();
            assertThat(count(job, 1, Counter.UNEXPECTED_MESSAGES)).isEqualTo(1);
            final Request second = from.isend(region.buffer(), 0, 4, 1, 5);
            assertThat(to.iprobe(0, 5, status)).isTrue();
            assertThat(status.length()).as("length of the older message").isEqualTo(length);
            to.recv(target, 0, LENGTH, 0, 5, status);
            assertThat(status.length()).isEqualTo(length);
            final Request posted = to.irecv(target, LENGTH, 8, 0, 5);
            assertThat(to.iprobe(0, 5, status)).as("a probe finds the message of a posted receive").isFalse();
            awaitAll(send, second, posted);
        }
    }
}
