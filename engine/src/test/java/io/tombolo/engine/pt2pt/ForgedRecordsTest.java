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
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PairFileDescriptor;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.ReturnProducer;
import io.tombolo.ringbuffers.pair.RingProducer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forged records are counted, complete no operation, and break at most their pair (T0.9). Rank 0 is a puppet whose records the test writes;
 * rank 1 is real.
 */
@Timeout(30)
class ForgedRecordsTest {
    private static final int LENGTH = 100_000;
    private static final long SLOTS = GeometrySetting.RING_SLOTS.defaultValue();
    private static final long SEND = Handle.pack(3, 9);
    private static final long KEY = Envelope.key(0, 5);

    private final List<Throwable> errors = new ArrayList<>();
    private LocalJob job;
    private Engine victim;
    private Communicator world;
    private long sequence;

    @BeforeEach
    void openJob() {
        open(0, SLOTS);
    }

    private void open(final int ringKind, final long slots) {
        job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_KIND, ringKind).size(GeometrySetting.STAGING_LANES, 1)
            .size(GeometrySetting.RING_SLOTS, slots).size(GeometrySetting.INLINE_LIMIT, 1024)
            .size(GeometrySetting.PACKETS, 4).closeTimeout(0, TimeUnit.SECONDS).errorHandler(errors::add));
        victim = job.engine(1);
        world = victim.world();
    }

    @AfterEach
    void closeJob() {
        job.close();
    }

    /** Holds S0.21: an unknown name, or an offset outside the message, is a protocol error. */
    @Test
    void shouldRefuseForgedContGets() throws IOException {
        try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1)) {
            final UnsafeBuffer buffer = direct();
            final Request receive = world.irecv(buffer, 0, LENGTH, 0, 5);
            offer(puppet, PacketType.RTS, LENGTH, SEND, Exposure.place(Exposure.UNPLACED, 0), 0, 0, Handle.NONE);
            final long handle = goAhead(puppet);
            final long index = Handle.index(handle);
            final int generation = Handle.generation(handle);
            final long staged = Exposure.staged(0, 1);
            contGet(puppet, SEND, staged, 0, LENGTH, Handle.NONE);
            contGet(puppet, SEND, staged, 0, LENGTH, Handle.pack((int) index + 1, generation));
            contGet(puppet, SEND, staged, 0, LENGTH, Handle.pack(-1, generation));
            contGet(puppet, SEND, staged, 0, LENGTH, Handle.pack((int) index, generation + 1));
            contGet(puppet, SEND + 1, staged, 0, LENGTH, handle);
            contGet(puppet, SEND, staged, 0, LENGTH + 1, handle);
            contGet(puppet, SEND, staged, 0, -1, handle);
            contGet(puppet, SEND, staged, 0, 0, handle);
            assertErrors(8);
            assertThat(receive.test()).isFalse();
            assertTrafficGoesOn(puppet);
            // A missing region ends this message and nothing else.
            contGet(puppet, SEND, Exposure.place(Exposure.REGISTERED, 77), 0, LENGTH, handle);
            assertThatThrownBy(() -> finish(receive)).isInstanceOf(MessagingException.class).hasMessageContaining("cannot be right");
            assertTrafficGoesOn(puppet);
            contGet(puppet, SEND, staged, 0, LENGTH, handle);
            assertErrors(10);
            assertTrafficGoesOn(puppet);
        }
    }

    @Test
    void shouldAcceptLostDataOnlyForAnOpenMessage() throws IOException {
        try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            final long place = Exposure.place(Exposure.REGISTERED, region.id());
            final long lost = Exposure.place(Exposure.LOST, 0);
            final Request first = world.irecv(direct(), 0, LENGTH, 0, 5);
            offer(puppet, PacketType.RTS, LENGTH, SEND, place, 0, 1000, Handle.NONE);
            final long handle = goAhead(puppet);
            contGet(puppet, SEND + 1, lost, 0, 1000, handle);
            contGet(puppet, SEND, lost, 0, 1000, Handle.NONE);
            contGet(puppet, SEND, lost, 0, 1000, handle + 1);
            assertErrors(3);
            assertThat(first.test()).isFalse();
            contGet(puppet, SEND, lost, 0, 1000, handle);
            assertThatThrownBy(() -> finish(first)).isInstanceOf(MessagingException.class).hasMessageContaining("did not arrive whole");
            assertThat(first.status().outcome()).isEqualTo(Outcome.INCOMPLETE);
            contGet(puppet, SEND, lost, 0, 1000, handle);
            assertErrors(4);
            assertTrafficGoesOn(puppet);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0,-1", "1,77,0", "1,1,-8", "1,1,99999999", "2,65537,0", "2,-1,0", "2,65536,4611686018427387904", "2,0,0", "2,131072,0"})
    void shouldRefuseMissingMemory(final int mode, final int index, final long position) throws IOException {
        try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            assertThat(region.id()).isEqualTo(1);
            // Creates the only lane of rank 0, which 65536 names: a run of one lane from 0 on.
            job.engine(0).world().isend(direct(), 0, LENGTH, 0, 0);
            final Request receive = world.irecv(direct(), 0, LENGTH, 0, 5);
            offer(puppet, PacketType.RTS, LENGTH, SEND, Exposure.place(mode, index), position, LENGTH, Handle.NONE);
            assertThatThrownBy(() -> finish(receive)).isInstanceOf(MessagingException.class);
            assertThat(receive.status().outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertErrors(1);
            assertTrafficGoesOn(puppet);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0,-1", "1,77,0", "1,1,-8", "1,1,1", "1,1,9223372036854775807", "1,-1,0", "2,65537,0", "2,65536,-1", "9,0,0"})
    void shouldNotShowMissingMemoryInPlace(final int mode, final int index, final long position) throws IOException {
        try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1); MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            assertThat(region.id()).isEqualTo(1);
            // Creates the lanes of rank 0.
            job.engine(0).world().isend(direct(), 0, LENGTH, 0, 0);
            offer(puppet, PacketType.RTS, LENGTH, SEND, Exposure.place(mode, index), position, LENGTH, Handle.NONE);
            final Message message = new Message();
            world.mprobe(0, 5, message);
            assertThatThrownBy(message::buffer).isInstanceOf(MessagingException.class).hasMessageContaining("cannot be right");
            assertThat(message.isOpen()).isFalse();
            assertThat(message.status().outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertErrors(1);
            assertTrafficGoesOn(puppet);
        }
    }

    /** Holds S0.24, S0.26, S0.27: reserved types and types of other rings are refused. */
    @ParameterizedTest
    @CsvSource({
        "RTS,0,-1,0,0", "RTS,0,10,11,0", "RTS,0,10,-1,0", "RTS,0,10,10,4294967297", "RTS,0,17179869184,17179869184,0",
        "EAGER,0,0,0,0", "EAGER,4,0,8,0", "EAGER,-1,0,8,0",
        "EAGER,0,1,8,0", "EAGER,0,0,8193,0", "EAGER,0,0,-1,0", "HELLO,0,0,0,0", "CTS,0,0,0,0", "DONE_GET,0,0,0,0", "BYE,0,0,0,0"})
    void shouldBreakAPairForImpossibleRecords(
        final PacketType type, final long first, final long second, final long third, final long last) throws IOException {
        for (int ringKind = 0; ringKind < 2; ringKind++) {
            reopen(ringKind);
            try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1)) {
                final boolean rts = type == PacketType.RTS;
                assertGivenUp(() -> offer(puppet, type, rts ? second : first, rts ? SEND : second, third, 0, third, last));
            }
        }
    }

    /** Rows: bytes of the record, length of the message. The record is too short, or has more first bytes than the message has bytes. */
    @ParameterizedTest
    @CsvSource({"0,1000", "47,1000", "58,9"})
    void shouldBreakAPairForImpossibleFirstBytes(final int recordLength, final long length) throws IOException {
        for (int ringKind = 0; ringKind < 2; ringKind++) {
            reopen(ringKind);
            try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1)) {
                final UnsafeBuffer record = direct();
                record.putLong(0, length);
                record.putLong(8, SEND);
                record.putLong(16, Exposure.place(Exposure.UNPLACED, 0));
                assertGivenUp(() -> puppet.ring().offer(
                    PacketType.RTS.code(), 0, Envelope.key(0, 5), null, record.addressOffset(), recordLength));
            }
        }
    }

    /** The record has room for the length that it claims, but the receiver's buffer for one record does not. */
    @ParameterizedTest
    @CsvSource({"SHORT", "RTS"})
    void shouldBreakAPairForABodyAboveTheLimitOfItsRing(final PacketType type) throws IOException {
        job.close();
        open(1, 16);
        try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1)) {
            final int ring = PairFileDescriptor.ringOffset(geometry());
            assertGivenUp(() -> {
                offer(puppet, type, LENGTH, SEND, Exposure.place(Exposure.UNPLACED, 0), 0, 0, Handle.NONE);
                poke(0, 1, ring + 16, 900L << Integer.SIZE);
                poke(0, 1, ring, (long) type.code() << Integer.SIZE | 1024);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldBreakAPairForABadEnvelope(final int ringKind) throws IOException {
        reopen(ringKind);
        try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1)) {
            assertGivenUp(() -> puppet.ring().offer(PacketType.SHORT.code(), 0, Envelope.key(0, -5), 0, 0, 0, 0, 0, 0));
        }
        reopen(ringKind);
        try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1)) {
            assertGivenUp(() -> puppet.ring().offer(PacketType.SHORT.code(), 1, KEY, 0, 0, 0, 0, 0, 0));
        }
    }

    @ParameterizedTest
    @CsvSource({"0,-1", "0,4294967297", "0,9223372032559808513", "0,270582939649", "0,1125899906842625", "1,-4294967232", "1,4294968296",
        "1,4294967297", "1,17179869248", "1,9223372034707292159"})
    void shouldSurviveACorruptHeader(final int ringKind, final long header) throws IOException {
        reopen(ringKind);
        try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1)) {
            assertThat(puppet.ring().position()).isZero();
            final Request receive = world.irecv(direct(), 0, 8, 0, 5);
            victim.poll();
            poke(0, 1, PairFileDescriptor.ringOffset(geometry()), header);
            for (int i = 0; i < 100; i++) {
                victim.poll();
            }
            // It is either not a record yet, or it breaks the pair; it is never a message.
            if (EngineAccess.node(victim).counters().value(Counter.PROTOCOL_ERRORS) > 0) {
                assertThatThrownBy(() -> finish(receive)).isInstanceOf(MessagingException.class);
                assertThat(receive.status().outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
            } else {
                assertThat(receive.test()).isFalse();
            }
        }
    }

    @Test
    void shouldCountReturnRecordsThatAreNotDue() throws IOException {
        try (MemoryRegion region = victim.allocate(LENGTH)) {
            final Request send = world.isend(region.buffer(), 0, LENGTH, 0, 5);
            world.send(new byte[2000], 0, 2000, 0, 5);
            try (InboundPair puppet = EngineAccess.node(job.engine(0)).openInbound(1)) {
                final ReturnProducer returns = puppet.returns();
                puppet.ring().poll();
                final long handle = puppet.ring().word(1);
                final int done = PacketType.DONE_GET.code();
                returns.offer(PacketType.SHORT.code(), 0, 0, 0, 0);
                returns.offer(31, 1, 0, 0, 0);
                returns.offer(done, 7, 0, 0, 0);
                returns.offer(done, 1023, 0, 0, 0);
                returns.offer(done, 1, PacketReturn.pack(0, 1), 0, 0);
                returns.offer(done, 1, PacketReturn.pack(1, 0), 0, 0);
                returns.offer(done, 1, PacketReturn.pack(0xFFFF, 0), 0, 0);
                returns.offer(done, 0, 0, LENGTH, 1);
                returns.offer(done, 0, handle + 1, LENGTH, 1);
                returns.offer(done, 0, handle + (1L << 32), LENGTH, 1);
                returns.offer(done, 0, handle, LENGTH + 1, 1);
                returns.offer(done, 0, handle, -1, 1);
                returns.offer(done, 0, handle, 0, 1);
                // A receiver drops only messages of endpoints.
                returns.offer(done, PacketReturn.LONG_DROPPED, handle, 0, 0);
                assertErrors(14);
                assertThat(send.test()).isFalse();
                assertThat(EngineAccess.messages(victim).pendingSends()).isEqualTo(1);
                returns.offer(done, 1, PacketReturn.pack(0, 0), 0, 0);
                returns.offer(done, 0, handle, LENGTH, 1);
                finish(send);
                assertErrors(14);
                returns.offer(done, 0, handle, LENGTH, 1);
                returns.offer(done, 1, PacketReturn.pack(0, 0), 0, 0);
                pollReturns();
                assertErrors(16);
                assertThat(EngineAccess.messages(victim).pendingSends()).isZero();
            }
        }
    }

    @Test
    void shouldAcceptOneAnswerToACancelRequest() throws IOException {
        final Request send = new Request();
        world.issend(direct(), 0, 100, 0, 5, send);
        try (InboundPair puppet = EngineAccess.node(job.engine(0)).openInbound(1)) {
            final ReturnProducer returns = puppet.returns();
            puppet.ring().poll();
            final long handle = puppet.ring().word(3);
            final int answer = PacketType.ANTI_SEND_OK.code();
            returns.offer(answer, PacketReturn.CANCELLED, handle, 0, 0);
            assertErrors(1);
            send.cancel();
            returns.offer(answer, PacketReturn.CANCELLED, handle + 1, 0, 0);
            returns.offer(answer, PacketReturn.CANCELLED, 0, 0, 0);
            assertErrors(3);
            assertThat(send.test()).isFalse();
            // The receiver reports the message as received and then as dropped: the first report counts.
            returns.offer(PacketType.DONE_GET.code(), PacketReturn.LONG_MESSAGE, handle, 100, 0);
            returns.offer(PacketType.DONE_GET.code(), PacketReturn.LONG_MESSAGE, handle, 100, 0);
            returns.offer(answer, PacketReturn.CANCELLED, handle, 0, 0);
            finish(send);
            assertThat(send.status().outcome()).isEqualTo(Outcome.SUCCESS);
            assertErrors(5);
            assertThat(EngineAccess.messages(victim).pendingSends()).isZero();
        }
    }

    @Test
    void shouldAnswerACancelRequestForAnUnknownMessage() throws IOException {
        try (OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1)) {
            offer(puppet, PacketType.SHORT, 0, 0, 0, 0, 0, 0);
            puppet.ring().offer(PacketType.ANTI_SEND.code(), sequence, KEY, 0, Handle.NONE, 0, 0, 0, 0);
            puppet.ring().offer(PacketType.ANTI_SEND.code(), sequence, KEY, 0, SEND, 0, 0, 0, 0);
            while (puppet.returns().poll() != PacketType.ANTI_SEND_OK.code()) {
                victim.poll();
            }
            assertThat(puppet.returns().detail()).isEqualTo(PacketReturn.NOT_CANCELLED);
            puppet.returns().advance();
            while (puppet.returns().poll() != PacketType.ANTI_SEND_OK.code()) {
                victim.poll();
            }
            assertThat(puppet.returns().detail()).isEqualTo(PacketReturn.NOT_CANCELLED);
            assertThat(puppet.returns().word(0)).isEqualTo(SEND);
            assertThat(EngineAccess.messages(victim).receives().unexpectedCount()).isEqualTo(1);
            assertErrors(0);
        }
    }

    /** Polls the return ring. Sends a message first, because a rank polls that ring only while an answer is due. */
    private void pollReturns() {
        world.send(new byte[2000], 0, 2000, 0, 5);
        victim.poll();
    }

    @Test
    void shouldAcceptOneLaneRequestOfEachMessage() throws IOException {
        final byte[] message = new byte[LENGTH];
        final Request send = new Request();
        world.isend(message, 0, LENGTH, 0, 5, send);
        final Request second = new Request();
        world.isend(message, 0, LENGTH, 0, 5, second);
        try (InboundPair puppet = EngineAccess.node(job.engine(0)).openInbound(1)) {
            puppet.ring().poll();
            assertThat(Exposure.mode(puppet.ring().word(2))).isEqualTo(Exposure.UNPLACED);
            final long handle = puppet.ring().word(1);
            puppet.ring().advance();
            puppet.ring().poll();
            final long secondHandle = puppet.ring().word(1);
            puppet.ring().advance();
            final int done = PacketType.DONE_GET.code();
            // The first request takes the only lane. The others find none, and only one request of each message is accepted.
            for (int i = 0; i < 3; i++) {
                puppet.returns().offer(done, 0, handle, 0, 1);
                puppet.returns().offer(done, 0, secondHandle, 0, 2);
            }
            assertErrors(4);
            assertThat(puppet.ring().poll()).isEqualTo(PacketType.CONT_GET.code());
            assertThat(puppet.ring().word(1)).isEqualTo(handle);
            puppet.ring().advance();
            assertThat(puppet.ring().poll()).isZero();
            puppet.returns().offer(done, 0, handle, LENGTH, 1);
            finish(send);
            assertErrors(4);
            assertThat(puppet.ring().poll()).isEqualTo(PacketType.CONT_GET.code());
            puppet.returns().offer(done, 0, secondHandle, LENGTH, 2);
            finish(second);
            assertErrors(4);
            assertThat(EngineAccess.messages(victim).pendingSends()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"0,9223372036854775807", "0,-1", "0,100000"})
    void shouldBreakAPairForImpossibleCredit(final int ringKind, final long drained) throws IOException {
        reopen(ringKind);
        world.send(new byte[8], 0, 8, 0, 5);
        poke(1, 0, PairFileDescriptor.DRAINED_OFFSET, drained);
        assertThatThrownBy(() -> {
            for (int i = 0; i < 10_000; i++) {
                world.send(new byte[8], 0, 8, 0, 5);
            }
        }).isInstanceOf(MessagingException.class);
        assertErrors(1);
    }

    private void reopen(final int ringKind) {
        job.close();
        errors.clear();
        sequence = 0;
        open(ringKind, SLOTS);
    }

    /** Asserts that the operations of both sides end, on this pair only. */
    private void assertGivenUp(final ThrowingCallable forgery) {
        final Request receive = world.irecv(direct(), 0, LENGTH, 0, 5);
        final Request other = world.irecv(direct(), 0, LENGTH, Communicator.ANY_SOURCE, 6);
        final Request back = job.engine(0).world().irecv(direct(), 0, 8, 1, 5);
        assertThatCode(forgery).doesNotThrowAnyException();
        assertThatThrownBy(() -> finish(receive)).isInstanceOf(MessagingException.class);
        assertThat(receive.status().outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
        assertThatThrownBy(() -> world.send(new byte[8], 0, 8, 0, 1)).isInstanceOf(MessagingException.class);
        assertErrors(1);
        // No other rank could send its message.
        assertThatThrownBy(() -> finish(other)).isInstanceOf(MessagingException.class);
        assertThat(other.status().outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
        assertThatThrownBy(() -> {
            while (!back.test()) {
                TimeLimit.check();
                job.engine(0).poll();
            }
        }).isInstanceOf(MessagingException.class);
    }

    private void assertTrafficGoesOn(final OutboundPair puppet) {
        final UnsafeBuffer buffer = direct();
        puppet.ring().offer(PacketType.SHORT.code(), sequence++, Envelope.key(0, 6), 11, 12, 13, 14, 15, 16);
        world.recv(buffer, 0, 48, 0, 6);
        assertThat(buffer.getLong(40)).isEqualTo(16);
    }

    private void contGet(
        final OutboundPair puppet, final long send, final long place, final long position, final long available, final long receive) {
        final RingProducer ring = puppet.ring();
        assertThat(ring.offer(PacketType.CONT_GET.code(), 0, KEY, LENGTH, send, place, position, available, receive)).isTrue();
    }

    private void offer(
        final OutboundPair puppet, final PacketType type, final long word0, final long word1, final long word2, final long word3,
        final long word4, final long word5) {
        assertThat(puppet.ring().offer(type.code(), sequence++, KEY, word0, word1, word2, word3, word4, word5)).isTrue();
    }

    private long goAhead(final OutboundPair puppet) {
        while (puppet.returns().poll() == 0) {
            TimeLimit.check();
            victim.poll();
        }
        assertThat(puppet.returns().word(0)).isEqualTo(SEND);
        final long handle = puppet.returns().word(2);
        puppet.returns().advance();
        return handle;
    }

    private void finish(final Request request) {
        while (!request.test()) {
            TimeLimit.check();
            victim.poll();
        }
    }

    private void assertErrors(final int expected) {
        for (int i = 0; i < 200; i++) {
            victim.poll();
        }
        assertThat(EngineAccess.node(victim).counters().value(Counter.PROTOCOL_ERRORS)).as("%s", errors).isEqualTo(expected);
    }

    private PairGeometry geometry() {
        return PairGeometry.of(EngineAccess.node(job.engine(0)).settings().geometry());
    }

    private void poke(final int source, final int destination, final long offset, final long value) throws IOException {
        final Path file = job.directory().resolve("pair-" + source + ".1-" + destination + ".1.dat");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value), offset);
        }
    }

    private static UnsafeBuffer direct() {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    }
}
