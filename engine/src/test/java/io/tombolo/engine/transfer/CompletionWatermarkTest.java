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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.peer.Peer;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.PairFileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The completion watermark reports all long messages that end in the order of their envelopes. A message that ends earlier, or in another
 * way, has a return record of its own (S0.31). A watermark that no receiver writes breaks the pair (T0.9). Rank 0 sends to rank 1; the test
 * steps both.
 */
@Timeout(30)
class CompletionWatermarkTest {
    private static final int LENGTH = 10_000;
    private static final int MOST = 120;

    private final UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);
    private LocalJob job;
    private MemoryRegion region;

    @BeforeEach
    void open() {
        open(context -> { });
    }

    private void open(final Consumer<EngineContext> settings) {
        close();
        job = LocalJob.of(2, context -> {
            context.closeTimeout(0, TimeUnit.SECONDS).errorHandler(error -> { });
            settings.accept(context);
        });
        job.engine(0).world().errors(ErrorMode.RETURN);
        region = job.engine(0).allocate(LENGTH);
        Payloads.fill(region.buffer(), 0, LENGTH, 1);
    }

    @AfterEach
    void close() {
        if (job != null) {
            job.close();
        }
    }

    private Request send(final int tag) {
        return job.engine(0).world().isend(region.buffer(), 0, LENGTH, 1, tag);
    }

    private Request[] sendAll(final int count) {
        final Request[] sends = new Request[count];
        for (int tag = 0; tag < count; tag++) {
            sends[tag] = send(tag);
        }
        return sends;
    }

    private void receive(final int tag) {
        target.setMemory(0, LENGTH, (byte) 0);
        finish(1, job.engine(1).world().irecv(target, 0, LENGTH, 0, tag));
        Payloads.check(target, 0, LENGTH, 1);
    }

    private void finish(final int rank, final Request... requests) {
        for (final Request request : requests) {
            while (!request.test()) {
                TimeLimit.check();
                job.engine(rank).poll();
            }
        }
    }

    private void assertEnded(final Outcome outcome, final Request... sends) {
        for (final Request send : sends) {
            while (!send.test()) {
                TimeLimit.check();
                job.step();
            }
            assertThat(send.status().outcome()).isEqualTo(outcome);
        }
    }

    private long count(final Counter counter) {
        return EngineAccess.node(job.engine(0)).counters().value(counter);
    }

    private void assertReported(final long byWatermark, final long byRecord) {
        assertThat(count(Counter.DONE_IN_ORDER)).as("messages reported by the watermark").isEqualTo(byWatermark);
        assertThat(count(Counter.RETURNS_RECEIVED)).as("messages reported by a record").isEqualTo(byRecord);
        assertThat(count(Counter.PROTOCOL_ERRORS)).isZero();
        assertThat(EngineAccess.messages(job.engine(0)).pendingSends()).isZero();
    }

    /** Asserts that no earlier message holds the watermark back. */
    private void assertNextIsReportedByTheWatermark() {
        final long before = count(Counter.DONE_IN_ORDER);
        final Request send = send(1000);
        final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, 1000);
        assertEnded(Outcome.SUCCESS, send);
        finish(1, receive);
        assertThat(count(Counter.DONE_IN_ORDER)).isEqualTo(before + 1);
    }

    private FileChannel pairFile() throws IOException {
        final Path path = job.directory().resolve("pair-0.1-1.1.dat");
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private long word() throws IOException {
        final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel file = pairFile()) {
            file.read(word, PairFileDescriptor.DONE_OFFSET);
        }
        return word.getLong(0);
    }

    private void forge(final long word) throws IOException {
        try (FileChannel file = pairFile()) {
            file.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, word), PairFileDescriptor.DONE_OFFSET);
        }
    }

    /** Holds S0.31: one store of the watermark ends all sends of a burst. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldReportABurstByOneWatermark(final int ringKind) throws IOException {
        open(context -> context.size(GeometrySetting.RING_KIND, ringKind));
        final List<Request> receives = new ArrayList<>();
        for (int tag = 0; tag < 8; tag++) {
            receives.add(job.engine(1).world().irecv(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH, 0, tag));
        }
        final Request[] sends = sendAll(8);
        assertThat(word()).isZero();
        finish(1, receives.toArray(Request[]::new));
        assertThat(word()).isEqualTo(8);
        assertEnded(Outcome.SUCCESS, sends);
        assertReported(8, 0);
    }

    @Test
    void shouldReportMessagesThatAreReceivedLater() throws IOException {
        final Request[] sends = sendAll(3);
        for (int tag = 0; tag < 3; tag++) {
            receive(tag);
            assertThat(word()).as("watermark right after the receive").isEqualTo(tag + 1);
            assertEnded(Outcome.SUCCESS, sends[tag]);
        }
        assertReported(3, 0);
    }

    /** There may be more records than the sender takes in one turn. It must not apply the watermark before it has taken all of them. */
    @ParameterizedTest
    @ValueSource(ints = {2, 33, MOST})
    void shouldReportMessagesThatEndOutOfOrderByRecords(final int count) throws IOException {
        final Request[] sends = sendAll(count);
        for (int tag = count - 1; tag > 0; tag--) {
            receive(tag);
        }
        assertThat(word()).isZero();
        receive(0);
        assertThat(word()).isEqualTo(count);
        assertEnded(Outcome.SUCCESS, sends);
        assertReported(1, count - 1);
        assertNextIsReportedByTheWatermark();
    }

    @Test
    void shouldHoldTheWatermarkBackWhileARecordHasNoRoom() throws IOException {
        open(context -> context.size(GeometrySetting.PACKETS, 4).size(GeometrySetting.RETURN_RECORDS, 16));
        final Request[] sends = sendAll(MOST);
        for (int tag = MOST - 1; tag >= 0; tag--) {
            receive(tag);
        }
        assertThat(EngineAccess.messages(job.engine(1)).peers()[0].inbound().hasBacklog()).isTrue();
        assertThat(word()).isZero();
        assertEnded(Outcome.SUCCESS, sends);
        Quiescence.assertQuiet(job);
        assertReported(0, MOST);
        assertNextIsReportedByTheWatermark();
    }

    /** Holds S0.11: each part but the last is answered by a record. */
    @Test
    void shouldReportTheLastPartByTheWatermark() {
        open(context -> context.size(GeometrySetting.EXPOSURE_LIMIT, LENGTH / 4));
        final Request send = send(1);
        final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, 1);
        assertEnded(Outcome.SUCCESS, send);
        finish(1, receive);
        Payloads.check(target, 0, LENGTH, 1);
        assertReported(1, 3);
    }

    @Test
    void shouldPassCancelledMessages() throws IOException {
        final Request[] sends = sendAll(4);
        job.engine(1).poll();
        sends[0].cancel();
        sends[2].cancel();
        receive(1);
        assertThat(word()).as("watermark while the first message has not ended").isZero();
        assertEnded(Outcome.CANCELLED, sends[0], sends[2]);
        receive(3);
        assertThat(word()).isEqualTo(4);
        assertEnded(Outcome.SUCCESS, sends[1], sends[3]);
        assertReported(1, 3);
        assertNextIsReportedByTheWatermark();
    }

    @Test
    void shouldNotEndASendByTheWatermarkWhileItsCancelIsUnanswered() {
        final Request send = send(1);
        final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, 1);
        finish(1, receive);
        assertThat(send.cancel()).isFalse();
        final Peer peer = EngineAccess.messages(job.engine(0)).peers()[1];
        assertThat(EngineAccess.messages(job.engine(0)).sends().doWork(peer)).as("work for the watermark").isEqualTo(1);
        assertThat(send.isActive()).isTrue();
        assertThat(EngineAccess.messages(job.engine(0)).sends().doWork(peer)).as("work for the same watermark").isZero();
        assertEnded(Outcome.SUCCESS, send);
        assertReported(1, 1);
    }

    @Test
    void shouldNotNumberAnEnvelopeThatWasCancelledInTheQueue() {
        open(context -> context.size(GeometrySetting.RING_SLOTS, 16));
        final List<Request> sends = new ArrayList<>();
        while (EngineAccess.messages(job.engine(0)).peers()[1].outbound().queueLength() < 3) {
            sends.add(send(sends.size()));
        }
        final int last = sends.size() - 1;
        assertThat(sends.get(last - 1).cancel()).isTrue();
        for (int tag = 0; tag <= last; tag++) {
            if (tag != last - 1) {
                final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, tag);
                assertEnded(Outcome.SUCCESS, sends.get(tag));
                finish(1, receive);
            }
        }
        assertReported(last, 0);
    }

    @Test
    void shouldReportMessagesReadInPlaceClosedTruncatedOrCopied() {
        final Communicator one = job.engine(1).world();
        one.errors(ErrorMode.RETURN);
        final Request[] sends = sendAll(4);
        final Message message = new Message();
        one.mprobe(0, 0, message);
        Payloads.check(new UnsafeBuffer(message.buffer()), 0, LENGTH, 1);
        message.close();
        one.mprobe(0, 1, message);
        message.close();
        finish(1, one.irecv(target, 0, 10, 0, 2));
        final UnsafeBuffer heap = new UnsafeBuffer(new byte[LENGTH]);
        one.mprobe(0, 3, message);
        message.recv(heap, 0, LENGTH);
        Payloads.check(heap, 0, LENGTH, 1);
        assertEnded(Outcome.SUCCESS, sends);
        assertReported(4, 0);
    }

    @Test
    void shouldCompleteASendThatTheReceiverFinishedBeforeItDied() {
        final Request[] sends = sendAll(3);
        receive(0);
        receive(2);
        job.kill(1);
        assertEnded(Outcome.SUCCESS, sends[0], sends[2]);
        assertEnded(Outcome.PEER_FAILED, sends[1]);
        assertReported(1, 1);
    }

    /** A watermark that no receiver writes completes no send and breaks the pair. */
    @ParameterizedTest
    @CsvSource({"3", "-1", "4294967298", "9223372036854775807", "-9223372036854775808", "-9223372036854775806"})
    void shouldBreakThePairForAnImpossibleWatermark(final long word) throws IOException {
        final Request[] sends = sendAll(2);
        forge(word);
        assertEnded(Outcome.PROTOCOL_ERROR, sends);
        assertThat(count(Counter.PROTOCOL_ERRORS)).isEqualTo(1);
        assertThat(EngineAccess.messages(job.engine(0)).pendingSends()).isZero();
    }

    @Test
    void shouldBreakThePairForAWatermarkThatDecreases() throws IOException {
        final Request first = send(0);
        receive(0);
        assertEnded(Outcome.SUCCESS, first);
        final Request second = send(1);
        forge(0);
        assertEnded(Outcome.PROTOCOL_ERROR, second);
        assertThat(count(Counter.PROTOCOL_ERRORS)).isEqualTo(1);
    }

    /** The receiver has asked for the next part, or for a lane, and has not got it, so the message cannot have ended. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBreakThePairForAWatermarkBeyondDataThatWasNotExposed(final boolean isStaged) throws IOException {
        open(context -> context.size(GeometrySetting.EXPOSURE_LIMIT, LENGTH / 2).size(GeometrySetting.STAGING_LANES, 1)
            .size(GeometrySetting.RING_SLOTS, 16));
        LocalRanks.meet(job);
        final UnsafeBuffer source = isStaged ? new UnsafeBuffer(new byte[LENGTH]) : region.buffer();
        final Communicator zero = job.engine(0).world();
        // Another message, whose receive is posted, holds the only lane.
        final Request other = zero.isend(new UnsafeBuffer(new byte[4 << 20]), 0, 4 << 20, 1, 1);
        final Request large = job.engine(1).world().irecv(new UnsafeBuffer(new byte[4 << 20]), 0, 4 << 20, 0, 1);
        final Request send = zero.isend(source, 0, LENGTH, 1, 2);
        final Request receive = job.engine(1).world().irecv(target, 0, LENGTH, 0, 2);
        job.engine(1).poll();
        // Fills the ring, so that it has no room for a continuation.
        while (EngineAccess.messages(job.engine(0)).peers()[1].outbound().queueLength() == 0) {
            zero.isend(new UnsafeBuffer(new byte[8]), 0, 8, 1, 3);
        }
        job.engine(0).poll();
        assertThat(count(Counter.PROTOCOL_ERRORS)).isZero();
        forge(2);
        assertEnded(Outcome.PROTOCOL_ERROR, send, other);
        assertThat(count(Counter.PROTOCOL_ERRORS)).isEqualTo(1);
        assertThat(receive.isActive() && large.isActive()).isTrue();
    }

    /** Messages end in any way and in any order: both sides agree on the ends, and nothing stays open. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldAgreeHoweverMessagesEnd(final int ringKind) {
        final long seed = System.nanoTime();
        System.out.println("seed " + seed);
        final Random random = new Random(seed);
        final long exposureLimit = random.nextBoolean() ? Long.MAX_VALUE : 3000;
        open(context -> context.size(GeometrySetting.RING_KIND, ringKind).size(GeometrySetting.RING_SLOTS, 64)
            .size(GeometrySetting.PACKETS, 4).size(GeometrySetting.RETURN_RECORDS, 16).size(GeometrySetting.STAGING_LANES, 2)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096).size(GeometrySetting.STAGING_CHUNK, 4096)
            .size(GeometrySetting.EXPOSURE_LIMIT, exposureLimit));
        final UnsafeBuffer heap = new UnsafeBuffer(new byte[LENGTH]);
        Payloads.fill(heap, 0, LENGTH, 1);
        for (int round = 0; round < 100; round++) {
            final List<Integer> tags = new ArrayList<>();
            final Request[] sends = new Request[20];
            for (int tag = 0; tag < sends.length; tag++) {
                final UnsafeBuffer source = random.nextBoolean() ? region.buffer() : heap;
                sends[tag] = job.engine(0).world().isend(source, 0, LENGTH, 1, tag);
                tags.add(tag);
            }
            Collections.shuffle(tags.subList(random.nextInt(20), 20), random);
            final List<Request> receives = new ArrayList<>();
            final Communicator one = job.engine(1).world();
            one.errors(ErrorMode.RETURN);
            for (final int tag : tags) {
                end(random, one, tag, sends[tag], receives);
                step(random);
            }
            for (final Request send : sends) {
                while (send.isActive() && !send.test()) {
                    TimeLimit.check();
                    job.step();
                }
                assertThat(send.status().outcome()).as("seed %d", seed).isIn(Outcome.SUCCESS, Outcome.CANCELLED);
            }
            for (final Request receive : receives) {
                for (int i = 0; i < 100 && !receive.test(); i++) {
                    job.step();
                }
                if (receive.isActive()) {
                    receive.cancel();
                    receive.await();
                }
            }
            Quiescence.assertQuiet(job);
        }
        assertThat(count(Counter.DONE_IN_ORDER)).as("seed %d", seed).isPositive();
        assertNextIsReportedByTheWatermark();
    }

    /** Receives or closes a message, and sometimes cancels its send. */
    private void end(final Random random, final Communicator one, final int tag, final Request send, final List<Request> receives) {
        final int what = random.nextInt(4);
        if (what == 0) {
            send.cancel();
        }
        if (what < 2) {
            step(random);
        }
        final Message message = new Message();
        if (what == 1 && one.improbe(0, tag, message)) {
            message.close();
        } else {
            receives.add(one.irecv(target, 0, random.nextInt(4) == 0 ? random.nextInt(LENGTH) : LENGTH, 0, tag));
        }
    }

    private void step(final Random random) {
        if (random.nextBoolean()) {
            job.engine(random.nextInt(2)).poll();
        }
    }
}
