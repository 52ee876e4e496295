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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.TruncatedException;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages that a matched probe has found (S1.23). No other call sees them. They are received or read in place, in any order.
 */
@Timeout(30)
class MatchedProbeTest {
    private static final int[] LENGTHS = {0, 1, 48, 49, 1000, 4096, 4097, 8192, 8193, 100_000, 1_000_001};
    private static final int ROOM = 5 << 18;

    /** Sends without waiting, because a long message is done only when it has been received. */
    private static Request[] sendAll(final LocalJob job, final UnsafeBuffer from) {
        final Request[] sends = new Request[LENGTHS.length];
        for (int i = 0, place = 0; i < LENGTHS.length; place += LENGTHS[i++]) {
            Payloads.fill(from, place, LENGTHS[i], i);
            sends[i] = job.engine(0).world().isend(from, place, LENGTHS[i], 1, i);
        }
        return sends;
    }

    private static Message match(final LocalJob job, final int source, final int tag) {
        final Message message = new Message();
        while (!job.engine(1).world().improbe(source, tag, message)) {
            TimeLimit.check();
        }
        return message;
    }

    /** One look finds a message in a ring, although another peer sent the last message. */
    @ParameterizedTest
    @ValueSource(ints = {8, 100_000})
    void shouldMatchAtOnceWhatIsInARing(final int length) {
        try (LocalJob job = LocalJob.of(3); MemoryRegion region = job.engine(0).allocate(length)) {
            final Message message = new Message();
            final Request[] sends = new Request[2];
            greet(job, 0);
            for (int i = 0; i < sends.length; i++) {
                greet(job, 2);
                sends[i] = new Request();
                job.engine(0).world().isend(region, 0, length, 1, 7, sends[i]);
                final int source = i == 0 ? 0 : Communicator.ANY_SOURCE;
                assertThat(job.engine(1).world().improbe(source, 7, message)).isTrue();
                assertThat(message.source()).isZero();
                assertThat(message.length()).isEqualTo(length);
                message.close();
            }
            for (final Request send : sends) {
                finish(job, send);
            }
            Quiescence.assertQuiet(job);
        }
    }

    /** A short or long message that a matched probe finds next in a ring needs no room among the unexpected messages. */
    @ParameterizedTest
    @ValueSource(ints = {8, 100_000})
    void shouldMatchWhatIsInARingThoughNoMoreCanBeFiled(final int length) {
        try (LocalJob job = LocalJob.of(3, context -> context.size(GeometrySetting.MATCH_NODES, 64));
            MemoryRegion region = job.engine(2).allocate(length)) {
            LocalRanks.meet(job);
            greet(job, 2);
            final long[] word = new long[1];
            for (int i = 0; i < 64; i++) {
                job.engine(0).world().send(word, 0, 1, 1, 1);
            }
            while (job.engine(1).poll() > 0) {
                TimeLimit.check();
            }
            final long refused = count(job, Counter.MATCH_NODES_FULL);
            final long unexpected = count(job, Counter.UNEXPECTED_MESSAGES);
            assertThat(refused).isPositive();
            final Request send = job.engine(2).world().isend(region.buffer(), 0, length, 1, 7);
            final Message message = new Message();
            assertThat(job.engine(1).world().improbe(2, 7, message)).isTrue();
            assertThat(message.length()).isEqualTo(length);
            assertThat(count(job, Counter.MATCH_NODES_FULL)).isEqualTo(refused);
            assertThat(count(job, Counter.UNEXPECTED_MESSAGES)).isEqualTo(unexpected + 1);
            message.close();
            finish(job, send);
            for (int i = 0; i < 64; i++) {
                job.engine(1).world().recv(word, 0, 1, 0, 1, null);
            }
            Quiescence.assertQuiet(job);
        }
    }

    private static long count(final LocalJob job, final Counter counter) {
        return EngineAccess.node(job.engine(1)).counters().value(counter);
    }

    private static void greet(final LocalJob job, final int rank) {
        final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
        job.engine(rank).world().send(word, 0, 8, 1, 1);
        job.engine(1).world().recv(word, 0, 8, rank, 1, null);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void shouldReadEveryLengthFromEveryKindOfMemoryInPlace(final long ringKind) {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_KIND, ringKind).fetchBytes(4 << 20));
            MemoryRegion region = job.engine(0).allocate(ROOM)) {
            for (final UnsafeBuffer from : Payloads.memories(region, ROOM)) {
                for (int i = 0; i < LENGTHS.length; i++) {
                    Payloads.fill(from, i, LENGTHS[i], i);
                    final Request send = job.engine(0).world().isend(from, i, LENGTHS[i], 1, i);
                    final Message message = match(job, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
                    checkInPlace(job, message, i, send);
                    message.close();
                    finish(job, send);
                }
            }
            Quiescence.assertQuiet(job);
        }
    }

    private static void checkInPlace(final LocalJob job, final Message message, final int i, final Request send) {
        assertThat(message.length()).isEqualTo(LENGTHS[i]);
        assertThat(message.source()).isZero();
        assertThat(message.tag()).isEqualTo(i);
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[LENGTHS[i]]);
        final DirectBuffer view = view(job, message);
        assertThat(view.capacity()).isEqualTo(LENGTHS[i]);
        view.getBytes(0, copy, 0, LENGTHS[i]);
        Payloads.check(copy, 0, LENGTHS[i], i);
        assertThat(message.buffer()).isSameAs(view);
    }

    /** The fetch of a staged message needs its sender, and no thread drives that while this one waits. */
    private static DirectBuffer view(final LocalJob job, final Message message) {
        final Thread sender = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                job.engine(0).poll();
                Thread.yield();
            }
        });
        sender.start();
        try {
            return message.buffer();
        } finally {
            sender.interrupt();
            join(sender);
        }
    }

    private static void join(final Thread thread) {
        try {
            thread.join();
        } catch (final InterruptedException exception) {
            throw new AssertionError(exception);
        }
    }

    private static void finish(final LocalJob job, final Request... requests) {
        for (final Request request : requests) {
            while (request.isActive() && !request.test()) {
                TimeLimit.check();
                job.step();
            }
        }
    }

    @Test
    void shouldReceiveMatchedMessagesInAnyOrderAndLeaveTheOthersAlone() {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.EXPOSURE_LIMIT, 70_000));
            MemoryRegion region = job.engine(0).allocate(ROOM)) {
            for (final UnsafeBuffer from : Payloads.memories(region, ROOM)) {
                final Request[] sends = sendAll(job, from);
                final Message[] messages = new Message[LENGTHS.length];
                for (int i = 0; i < LENGTHS.length; i++) {
                    messages[i] = match(job, 0, i);
                }
                final UnsafeBuffer to = new UnsafeBuffer(new byte[ROOM]);
                for (int i = LENGTHS.length - 1; i >= 0; i--) {
                    final Request receive = new Request();
                    messages[i].irecv(to, 0, LENGTHS[i], receive);
                    assertThat(messages[i].isOpen()).isFalse();
                    finish(job, receive);
                    assertThat(receive.status().length()).isEqualTo(LENGTHS[i]);
                    assertThat(receive.status().tag()).isEqualTo(i);
                    Payloads.check(to, 0, LENGTHS[i], i);
                }
                finish(job, sends);
                Quiescence.assertQuiet(job);
            }
        }
    }

    /** Holds S1.23. */
    @Test
    void shouldHideAMatchedMessageFromEveryProbeAndReceive() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator one = job.engine(1).world();
            job.engine(0).world().send(new long[] {1}, 0, 1, 1, 5);
            final Message message = match(job, 0, 5);
            final Status status = new Status();
            assertThat(one.iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status)).isFalse();
            assertThat(one.improbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, new Message())).isFalse();
            final long[] word = new long[1];
            final Request receive = new Request();
            one.irecv(word, 0, 1, Communicator.ANY_SOURCE, Communicator.ANY_TAG, receive);
            assertThat(receive.test()).isFalse();
            job.engine(0).world().send(new long[] {2}, 0, 1, 1, 5);
            finish(job, receive);
            assertThat(word[0]).isEqualTo(2);
            assertThat(message.buffer().getLong(0)).isEqualTo(1);
            assertThat(message.recv(new UnsafeBuffer(new byte[8]), 0, 8).length()).isEqualTo(8);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldCostNoCopyToReadALongMessageOfARegionInPlace() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(16 << 20)) {
            final Request send = job.engine(0).world().isend(region.buffer(), 0, 16 << 20, 1, 1);
            final Message message = match(job, 0, 1);
            final DirectBuffer view = message.buffer();
            region.buffer().putLong(16_000_000, 77);
            assertThat(view.getLong(16_000_000)).as("the very memory of the sender").isEqualTo(77);
            message.close();
            finish(job, send);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldReportTruncationAndEndTheMessage() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(ROOM)) {
            for (final int length : new int[] {8, 100, 10_000}) {
                final Request send = job.engine(0).world().isend(region.buffer(), 0, length, 1, 2);
                final Message message = match(job, 0, 2);
                assertThatThrownBy(() -> message.recv(new UnsafeBuffer(new byte[8]), 0, 5)).isInstanceOf(TruncatedException.class)
                    .hasMessage("message of " + length + " bytes from rank 0 with tag 2 does not fit capacity 5");
                assertThat(message.isOpen()).isFalse();
                assertThat(message.status().messageLength()).isEqualTo(length);
                finish(job, send);
            }
            job.engine(1).world().errors(ErrorMode.RETURN);
            job.engine(0).world().send(new byte[9], 0, 9, 1, 2);
            assertThat(match(job, 0, 2).recv(new UnsafeBuffer(new byte[8]), 0, 5).outcome()).isEqualTo(Outcome.TRUNCATED);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldRefuseMisuse() {
        try (LocalJob job = LocalJob.of(2)) {
            final Message idle = new Message();
            assertThatThrownBy(idle::buffer).isInstanceOf(IllegalStateException.class).hasMessageStartingWith("message open=false");
            idle.close();
            job.engine(0).world().send(new byte[100], 0, 100, 1, 2);
            job.engine(0).world().send(new byte[100], 0, 100, 1, 2);
            final Message message = match(job, 0, 2);
            assertThatThrownBy(() -> job.engine(1).world().improbe(0, 2, message)).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("message open=true").hasMessageContaining("source=0 tag=2");
            assertThatThrownBy(() -> message.recv(new UnsafeBuffer(new byte[8]), 0, 9)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(message.isOpen()).isTrue();
            final DirectBuffer view = message.buffer();
            assertThatThrownBy(() -> view.getByte(100)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> view.wrap(new byte[8])).isInstanceOf(UnsupportedOperationException.class);
            message.close();
            assertThatThrownBy(() -> view.getByte(0)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(view::addressOffset).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(message::length).isInstanceOf(IllegalStateException.class).hasMessageContaining("open=false");
            message.close();
            match(job, 0, 2).close();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldReadAsAnUnsafeBufferDoes() {
        try (LocalJob job = LocalJob.of(2)) {
            final UnsafeBuffer source = new UnsafeBuffer(new byte[200]);
            source.putStringAscii(0, "in place");
            source.putDouble(100, 1.5);
            source.putIntAscii(120, 1234);
            job.engine(0).world().send(source, 0, 200, 1, 2);
            final Message message = match(job, 0, 2);
            final DirectBuffer view = message.buffer();
            assertThat(view.getStringAscii(0)).isEqualTo("in place");
            assertThat(view.getDouble(100)).isEqualTo(1.5);
            assertThat(view.parseIntAscii(120, 4)).isEqualTo(1234);
            assertThat(view.byteArray()).isNull();
            assertThat(view.byteBuffer()).isNull();
            final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
            view.getBytes(0, target, 3, 200);
            assertThat(target.getDouble(103)).isEqualTo(1.5);
            final ByteBuffer bytes = ByteBuffer.allocate(200);
            view.getBytes(0, bytes, 200);
            assertThat(new UnsafeBuffer(bytes.array()).compareTo(source)).isZero();
            job.engine(1).world().send(view, 96, 16, 0, 3);
            final double[] received = new double[2];
            job.engine(0).world().recv(received, 0, 2, 1, 3, null);
            message.close();
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldFetchNoMoreThanTheLimit() {
        try (LocalJob job = LocalJob.of(2, context -> context.fetchBytes(1 << 17).size(GeometrySetting.STAGING_LANES, 3))) {
            final UnsafeBuffer from = new UnsafeBuffer(new byte[100_000]);
            Payloads.fill(from, 0, 100_000, 9);
            final Request[] sends = new Request[2];
            for (int i = 0; i < 2; i++) {
                sends[i] = job.engine(0).world().isend(from, 0, 100_000, 1, i);
            }
            final Message first = match(job, 0, 0);
            final Message second = match(job, 0, 1);
            view(job, first);
            assertThatThrownBy(second::buffer).isInstanceOf(MessagingException.class).hasMessageContaining("tombolo.fetch.bytes");
            assertThat(second.isOpen()).isTrue();
            assertThat(second.length()).isEqualTo(100_000);
            first.close();
            view(job, second).getBytes(0, from.byteArray());
            Payloads.check(from, 0, 100_000, 9);
            assertThat(second.recv(from, 0, 100_000).length()).isEqualTo(100_000);
            Payloads.check(from, 0, 100_000, 9);
            finish(job, sends);
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldTreatTheNullRankAsAnEmptyMessage() {
        try (LocalJob job = LocalJob.of(1)) {
            final Message message = new Message();
            assertThat(job.engine(0).world().improbe(Communicator.NULL_RANK, 0, message)).isTrue();
            assertThat(message.length()).isZero();
            assertThat(message.buffer().capacity()).isZero();
            message.close();
            job.engine(0).world().mprobe(Communicator.NULL_RANK, 0, message);
            final Request request = new Request();
            message.irecv(new UnsafeBuffer(new byte[8]), 0, 8, request);
            assertThat(request.await().source()).isEqualTo(Communicator.NULL_RANK);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldMatchMessagesToSelf(final ThreadLevel level) {
        try (LocalJob job = LocalJob.of(1, context -> context.threadLevel(level)); MemoryRegion region = job.engine(0).allocate(ROOM)) {
            final Message message = new Message();
            for (int i = 0; i < LENGTHS.length; i++) {
                Payloads.fill(region.buffer(), 0, LENGTHS[i], i);
                final Request send = new Request();
                job.engine(0).world().isend(region, 0, LENGTHS[i], 0, 1, send);
                job.engine(0).world().mprobe(0, 1, message);
                final UnsafeBuffer copy = new UnsafeBuffer(new byte[LENGTHS[i]]);
                message.buffer().getBytes(0, copy, 0, LENGTHS[i]);
                Payloads.check(copy, 0, LENGTHS[i], i);
                message.close();
                send.await();
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldWaitWithAnAgentAndFetchFromASenderThatHasOne() {
        try (LocalJob job = LocalJob.of(2, context -> context.asyncProgress(true))) {
            final UnsafeBuffer from = new UnsafeBuffer(new byte[ROOM]);
            Payloads.fill(from, 0, ROOM, 4);
            final Request send = job.engine(0).world().isend(from, 0, ROOM, 1, 1);
            final Message message = new Message();
            job.engine(1).world().mprobe(0, 1, message);
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[ROOM]);
            message.buffer().getBytes(0, copy, 0, ROOM);
            Payloads.check(copy, 0, ROOM, 4);
            message.close();
            send.await();
        }
    }

    @Test
    void shouldEndAsASourceThatIsGone() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(ROOM)) {
            Payloads.fill(region.buffer(), 0, ROOM, 3);
            job.engine(0).world().isend(region.buffer(), 0, ROOM, 1, 1);
            job.engine(0).world().isend(new UnsafeBuffer(new byte[ROOM]), 0, ROOM, 1, 2);
            job.engine(0).world().send(new long[] {5}, 0, 1, 1, 3);
            final Message registered = match(job, 0, 1);
            final Message staged = match(job, 0, 2);
            final Message small = match(job, 0, 3);
            job.kill(0);
            final Message none = new Message();
            assertThatThrownBy(() -> job.engine(1).world().mprobe(0, 1, none)).isInstanceOf(PeerFailedException.class);
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[ROOM]);
            registered.buffer().getBytes(0, copy, 0, ROOM);
            Payloads.check(copy, 0, ROOM, 3);
            registered.close();
            assertThat(small.buffer().getLong(0)).isEqualTo(5);
            small.close();
            assertThatThrownBy(staged::buffer).isInstanceOf(PeerFailedException.class).hasMessageStartingWith("rank 0 died");
            assertThat(staged.isOpen()).isFalse();
            job.engine(1).world().errors(ErrorMode.RETURN);
            assertThat(job.engine(1).world().improbe(0, 1, none)).isTrue();
            assertThat(none.isOpen()).isFalse();
            assertThat(none.status().outcome()).isEqualTo(Outcome.PEER_FAILED);
        }
    }

    @ParameterizedTest
    @CsvSource({"THROW,REFUSED,INSUFFICIENT_RESOURCES", "RETURN,REFUSED,INSUFFICIENT_RESOURCES", "RETURN,FAILED,PEER_FAILED"})
    void shouldEndAMessageWhoseCopyFailsOnTheWay(final ErrorMode mode, final PeerState end, final Outcome outcome) {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 4)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 4096)
            .size(GeometrySetting.STAGING_CHUNK, 64).closeTimeout(0, TimeUnit.SECONDS))) {
            final Communicator one = job.engine(1).world().errors(mode);
            job.engine(0).world().isend(new UnsafeBuffer(new byte[100_000]), 0, 100_000, 1, 1);
            final Message message = match(job, 0, 1);
            // The beginning is still readable, but the rest will not come.
            EngineAccess.messages(job.engine(1)).peers()[0].markGone(end);
            if (mode == ErrorMode.THROW) {
                assertThatThrownBy(message::buffer).isInstanceOf(MessagingException.class);
            } else {
                assertThat(message.buffer()).isNull();
            }
            assertThat(message.isOpen()).isFalse();
            assertThat(message.status().outcome()).isEqualTo(outcome);
            one.send(new long[] {5}, 0, 1, 1, 2);
            one.mprobe(1, 2, message);
            assertThat(message.buffer().getLong(0)).isEqualTo(5);
            message.close();
        }
    }

    @Test
    void shouldGiveBackWhatIsForgottenAndSaySoInOneLine() {
        final List<String> errors = new ArrayList<>();
        try (LocalJob job = LocalJob.of(2, context -> context.closeTimeout(1, TimeUnit.SECONDS)
            .errorHandler(exception -> errors.add(exception.getMessage()))); MemoryRegion region = job.engine(0).allocate(ROOM)) {
            final Request send = job.engine(0).world().isend(region.buffer(), 0, ROOM, 1, 1);
            job.engine(0).world().send(new byte[100], 0, 100, 1, 2);
            final DirectBuffer view = match(job, 0, 1).buffer();
            final DirectBuffer small = match(job, 0, 2).buffer();
            job.engine(1).close();
            assertThat(errors).singleElement().asString().matches("rank 1 leaves with 2 loans that were not given back: " +
                "message of " + ROOM + " bytes from rank 0 with tag 1 held for \\d+ ms, " +
                "message of 100 bytes from rank 0 with tag 2 held for \\d+ ms");
            finish(job, send);
            assertThat(send.status().outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.DONE_GET_RECEIVED)).isEqualTo(1);
            assertThat(view.getByte(ROOM - 1) + small.getByte(99) + small.getLong(0)).as("still mapped, and unchanged").isZero();
        }
    }
}
