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
package io.tombolo.engine.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.engine.endpoint.EndpointJob;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A message has no credit at its destination and waits for room in the ring. When it is the head of the queue, the sender decides whether
 * the message is eager after all (S3.2, S3.26).
 */
@Timeout(60)
class TypeChoiceTest {
    private static final int QUEUED = 3;
    private static final int MOST = 1024;

    private final List<Request> sends = new ArrayList<>();

    private static LocalJob job(final int length) {
        // Credit for fewer messages than the ring takes.
        return LocalJob.of(2, context -> {
            settings(context);
            context.size(GeometrySetting.UNEXPECTED_BYTES, length < 64 ? 800 : 8_000);
        });
    }

    private static void settings(final EngineContext context) {
        context.size(GeometrySetting.RING_SLOTS, 16).size(GeometrySetting.UNEXPECTED_BYTES, 8_000).size(GeometrySetting.INLINE_LIMIT, 48)
            .size(GeometrySetting.PENDING_SENDS, 32).size(GeometrySetting.RTS_BYTES, 0).errorHandler(error -> { });
    }

    /** Holds S3.26: credit that returns in time makes the message eager again. */
    @ParameterizedTest
    @CsvSource({"PRIVATE,0", "PRIVATE,40", "PRIVATE,1000", "REGION,1000", "SEGMENTS,1000", "SYNCHRONOUS,0", "SYNCHRONOUS,1000"})
    void shouldTurnBackIntoEagerWhenThereIsCredit(final String kind, final int length) {
        try (LocalJob job = job(length)) {
            final List<SendEvent> trace = new ArrayList<>();
            fill(job, kind, length);
            final long eager = eager(job.engine(0));
            final long turned = value(job.engine(0), Counter.EAGER_TURNED_RENDEZVOUS);
            assertThat(turned).as("messages that left as rendezvous before").isPositive();
            peer(job).outbound().ledger().trace(row -> trace.add(row.event()));
            final UnsafeBuffer[] targets = post(job, length);
            finish(job, targets, length);
            assertThat(eager(job.engine(0)) - eager).isEqualTo(QUEUED);
            assertThat(value(job.engine(0), Counter.EAGER_TURNED_RENDEZVOUS)).isEqualTo(turned);
            assertThat(trace).contains(SendEvent.CREDIT_AVAILABLE);
            Quiescence.assertQuiet(job);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRIVATE", "REGION", "SEGMENTS", "SYNCHRONOUS"})
    void shouldSendByRendezvousIfRoomComesBeforeCredit(final String kind) {
        try (LocalJob job = LocalJob.of(2, TypeChoiceTest::settings)) {
            fill(job, kind, 1000);
            final long eager = eager(job.engine(0));
            final long turned = value(job.engine(0), Counter.EAGER_TURNED_RENDEZVOUS);
            while (peer(job).outbound().queueLength() > 0) {
                TimeLimit.check();
                job.step();
            }
            assertThat(eager(job.engine(0))).isEqualTo(eager);
            assertThat(value(job.engine(0), Counter.EAGER_TURNED_RENDEZVOUS) - turned).isEqualTo(QUEUED);
            finish(job, post(job, 1000), 1000);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldDecideForMessagesWhoseFirstBytesDoNotFit() {
        try (LocalJob job = LocalJob.of(2, context -> {
            settings(context);
            context.size(GeometrySetting.RTS_BYTES, 48);
        })) {
            fill(job, "PRIVATE", 1000);
            while (peer(job).outbound().queueLength() > 0) {
                TimeLimit.check();
                job.step();
            }
            finish(job, post(job, 1000), 1000);
        }
    }

    @Test
    void shouldReleaseTheMemoryOfACancelledSend() {
        try (LocalJob job = LocalJob.of(2, TypeChoiceTest::settings)) {
            fill(job, "PRIVATE", 1000);
            final Communicator zero = job.engine(0).world();
            for (int i = 0; i < 100; i++) {
                final Request request = zero.isend(new UnsafeBuffer(new byte[1000]), 0, 1000, 1, 9);
                assertThat(peer(job).outbound().queueLength()).isEqualTo(QUEUED + 1);
                request.cancel();
                assertThat(request.await().outcome()).isEqualTo(Outcome.CANCELLED);
            }
            // Also the head, while it waits for room.
            assertThat(peer(job).outbound().state()).isEqualTo(SendState.AWAITING_CONTROL_FLOW);
            for (int i = sends.size() - QUEUED; i < sends.size(); i++) {
                sends.get(i).cancel();
                assertThat(sends.get(i).await().outcome()).isEqualTo(Outcome.CANCELLED);
            }
            assertThat(peer(job).outbound().state()).isNotEqualTo(SendState.AWAITING_CONTROL_FLOW);
            sends.subList(sends.size() - QUEUED, sends.size()).clear();
            finish(job, post(job, 1000), 1000);
            Quiescence.assertQuiet(job);
        }
    }

    /** Holds S3.40: a priority does not pass a message that has already been decided. */
    @Test
    void shouldNotBePassedByAMoreUrgentMessageOnceItIsTheHead() throws Exception {
        try (LocalJob job = LocalJob.of(2, TypeChoiceTest::settings)) {
            final Communicator[] urgent = new Communicator[2];
            new RankThreads().run(job, engine -> urgent[engine.rank()] = engine.world().dup());
            urgent[0].priority(1);
            fill(job, "PRIVATE", 1000);
            // The peer has credit for this message, which needs a packet.
            final UnsafeBuffer message = new UnsafeBuffer(new byte[100]);
            Payloads.fill(message, 0, 100, MOST);
            sends.add(urgent[0].isend(message, 0, 100, 1, 5));
            assertThat(peer(job).outbound().queueLength()).isEqualTo(QUEUED + 1);
            final UnsafeBuffer received = new UnsafeBuffer(new byte[100]);
            final Request request = urgent[1].irecv(received, 0, 100, 0, 5);
            final int bulk = sends.size() - 1;
            final UnsafeBuffer[] targets = new UnsafeBuffer[bulk];
            Arrays.setAll(targets, i -> new UnsafeBuffer(new byte[MOST]));
            for (final UnsafeBuffer target : targets) {
                sends.add(job.engine(1).world().irecv(target, 0, 1000, 0, 5));
            }
            sends.add(request);
            finish(job, targets, 1000);
            Payloads.check(received, 0, 100, MOST);
            Quiescence.assertQuiet(job);
        }
    }

    /** Decides for eager, but the first attempt fails for want of memory. */
    private static final class PoorChoice implements TypeChoice {
        private int failures;

        @Override
        public OutboundRecord eager(final OutboundRecord record) {
            if (failures++ == 0) {
                throw new OutOfMemoryError("of this test");
            }
            return record;
        }

        @Override
        public OutboundRecord rendezvous(final OutboundRecord record) {
            throw new AssertionError("rendezvous in spite of credit");
        }

        @Override
        public void withdrawn(final OutboundRecord record) {
            // This choice holds no memory.
        }
    }

    @Test
    void shouldChargeCreditOnceAfterAFailedAttempt() {
        try (LocalJob job = LocalJob.of(2, TypeChoiceTest::settings)) {
            fill(job, "PRIVATE", 1000);
            final Operation send = new Operation();
            send.begin(Operation.Kind.SEND);
            send.destination = 1;
            send.key = Envelope.key(0, 9);
            send.place(new byte[1000], Bytes.BYTES_OFFSET, 1000, null);
            send.type = PacketType.EAGER.code();
            send.packet = OutboundRecord.NO_PACKET;
            send.choice = new PoorChoice();
            peer(job).outbound().queueUndecided(send);
            final UnsafeBuffer[] targets = post(job, 1000);
            int failures = 0;
            while (!send.isDone()) {
                TimeLimit.check();
                try {
                    job.step();
                } catch (final OutOfMemoryError none) {
                    failures++;
                }
            }
            assertThat(failures).isEqualTo(1);
            finish(job, targets, 1000);
            job.engine(1).world().recv(targets[0], 0, 1000, 0, 9);
            Quiescence.assertQuiet(job);
            assertThat(peer(job).outbound().uncredited()).isZero();
        }
    }

    @Test
    void shouldEndWhenTheReceiverDies() {
        try (LocalJob job = LocalJob.of(2, TypeChoiceTest::settings)) {
            fill(job, "PRIVATE", 1000);
            job.kill(1);
            for (int i = sends.size() - QUEUED; i < sends.size(); i++) {
                final Request request = sends.get(i);
                assertThatThrownBy(request::await).isInstanceOf(PeerFailedException.class).hasMessageStartingWith("rank 1 died: send");
            }
            assertThat(peer(job).outbound().queueLength()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1", "40,1", "1000,1", "1000,2"})
    void shouldMakeSendsOfEndpointsEagerAgain(final int length, final int pieces) {
        try (EndpointJob meeting =
            new EndpointJob(1, new ReceiveQueueAttributes().maxReceives(MOST), TypeChoiceTest::settings, made -> { })) {
            final EndpointJob.Client client = meeting.client(0);
            final Peer server = EngineAccess.messages(client.engine).peers()[0];
            int sent = 0;
            while (server.outbound().queueLength() < QUEUED) {
                assertThat(sent).isLessThan(64);
                client.memory.buffer().putInt(sent * 1000, sent);
                final CallResult result = pieces == 1 ? client.endpoint.postSend(client.memory, sent * 1000, length, sent, 0) :
                    client.endpoint.postSend(new RegionSegments().add(client.memory, sent * 1000, 500)
                        .add(client.memory, sent * 1000 + 500, 500), sent, 0);
                assertThat(result).isEqualTo(CallResult.SUCCESS);
                sent++;
            }
            final long[] before = gets(client.engine);
            meeting.post(sent, 1000);
            for (int cookie = 0; cookie < sent; cookie++) {
                meeting.received(meeting.events, cookie, length);
                assertThat(length < 4 ? cookie : meeting.memory.buffer().getInt(cookie * 1000)).isEqualTo(cookie);
            }
            assertThat(gets(client.engine)).as("long sends").isEqualTo(before);
        }
    }

    private static long[] gets(final Engine engine) {
        return new long[] {
            value(engine, Counter.SENT_RENDEZVOUS_STAGED), value(engine, Counter.SENT_RENDEZVOUS_REGISTERED)};
    }

    /** Sends messages without receives until some wait in the queue. */
    private void fill(final LocalJob job, final String kind, final int length) {
        final Engine engine = job.engine(0);
        final UnsafeBuffer region = engine.allocate(MOST * 64L).buffer();
        while (peer(job).outbound().queueLength() < QUEUED) {
            final int number = sends.size();
            assertThat(number).isLessThan(64);
            final UnsafeBuffer source = "REGION".equals(kind) ? new UnsafeBuffer(region, number * MOST, MOST) :
                new UnsafeBuffer(new byte[MOST]);
            Payloads.fill(source, 0, length, number);
            final Request request = new Request();
            switch (kind) {
                case "SYNCHRONOUS" -> engine.world().issend(source, 0, length, 1, 5, request);
                case "SEGMENTS" -> engine.world().isend(
                    new Segments().add(source, 0, length / 2).add(source, length / 2, length - length / 2), 1, 5, request);
                default -> engine.world().isend(source, 0, length, 1, 5, request);
            }
            sends.add(request);
        }
    }

    private UnsafeBuffer[] post(final LocalJob job, final int length) {
        final UnsafeBuffer[] targets = new UnsafeBuffer[sends.size()];
        Arrays.setAll(targets, i -> new UnsafeBuffer(new byte[MOST]));
        for (final UnsafeBuffer target : targets) {
            sends.add(job.engine(1).world().irecv(target, 0, length, 0, 5));
        }
        return targets;
    }

    private void finish(final LocalJob job, final UnsafeBuffer[] targets, final int length) {
        for (final Request request : sends) {
            while (request.isActive() && !request.test()) {
                TimeLimit.check();
                job.step();
            }
        }
        for (int number = 0; number < targets.length; number++) {
            Payloads.check(targets[number], 0, length, number);
        }
    }

    private static Peer peer(final LocalJob job) {
        return EngineAccess.messages(job.engine(0)).peers()[1];
    }

    private static long eager(final Engine engine) {
        return value(engine, Counter.SENT_SHORT) + value(engine, Counter.SENT_EAGER);
    }

    private static long value(final Engine engine, final Counter counter) {
        return EngineAccess.node(engine).counters().value(counter);
    }
}
