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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.PairFileDescriptor;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.RingKind;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A word of the pair file between ranks 0 and 1 is damaged during their traffic. All operations that need the pair end on both sides with
 * {@link Outcome#PROTOCOL_ERROR}, and none waits for ever. Operations that rank 2 can still complete go on. The test steps all ranks.
 */
@Timeout(30)
class BrokenPairTest {
    private static final int LONG = 200_000;
    private static final int SLOTS = 16;
    private static final int RECORDS = 16;

    private final List<Throwable> errors = new ArrayList<>();
    private LocalJob job;
    private RingKind kind;

    private void open(final RingKind ringKind) {
        kind = ringKind;
        job = LocalJob.of(3, context -> context.size(GeometrySetting.RING_KIND, kind.code()).size(GeometrySetting.RING_SLOTS, SLOTS)
            .size(GeometrySetting.RETURN_RECORDS, RECORDS).size(GeometrySetting.PACKETS, 4).size(GeometrySetting.STAGING_LANES, 2)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 1 << 14).size(GeometrySetting.UNEXPECTED_BYTES, 20_000)
            .closeTimeout(0, TimeUnit.SECONDS).errorHandler(errors::add));
        for (int rank = 0; rank < 3; rank++) {
            job.engine(rank).world().errors(ErrorMode.RETURN);
        }
    }

    @AfterEach
    void close() {
        job.close();
    }

    private static UnsafeBuffer direct(final int length) {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(length));
    }

    /** One rank with an operation of each kind that can be under way to the other rank. */
    private final class Side {
        private final Communicator world;
        private final int other;
        private final UnsafeBuffer source = direct(LONG);
        private final UnsafeBuffer target = direct(LONG);
        private final UnsafeBuffer word = direct(8);
        private final MemoryRegion region;
        private final List<Request> requests = new ArrayList<>();
        private final Request any;

        Side(final int rank, final int other) {
            this.world = job.engine(rank).world();
            this.other = other;
            region = job.engine(rank).allocate(LONG);
            any = world.irecv(direct(8), 0, 8, Communicator.ANY_SOURCE, 77);
            requests.add(world.irecv(target, 0, LONG, other, 1));
            requests.add(world.irecv(direct(8), 0, 8, other, 78));
        }

        void send() {
            requests.add(world.isend(source, 0, LONG, other, 1));
            requests.add(world.isend(source, 0, LONG, other, 2));
            requests.add(world.isend(region.buffer(), 0, LONG, other, 3));
            final Request synchronous = new Request();
            world.issend(source, 0, 100, other, 4, synchronous);
            requests.add(synchronous);
            synchronous.cancel();
        }

        void talk() {
            requests.add(world.isend(word, 0, 8, other, 5));
            requests.add(world.isend(source, 0, 3000, other, 6));
            requests.add(world.irecv(direct(8), 0, 8, other, 5));
            requests.add(world.irecv(direct(3000), 0, 3000, other, 6));
        }

        int assertOver(final int from, final String name) {
            int failed = 0;
            for (final Request request : requests) {
                while (request.isActive() && !request.test()) {
                    TimeLimit.check();
                    job.step();
                }
                assertThat(request.status().outcome()).as("%s %d", name, from)
                    .isIn(Outcome.SUCCESS, Outcome.PROTOCOL_ERROR, Outcome.CANCELLED);
                failed += request.status().outcome() == Outcome.PROTOCOL_ERROR ? 1 : 0;
            }
            assertThat(request(world.isend(word, 0, 8, other, 1))).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertThat(request(world.isend(source, 0, LONG, other, 1))).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertThat(request(world.irecv(target, 0, LONG, other, 99))).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertThat(any.test()).as("rank 2 may still send the message").isFalse();
            final Request self = job.engine(2).world().isend(word, 0, 8, from, 77);
            assertThat(request(any)).isEqualTo(Outcome.SUCCESS);
            assertThat(request(self)).isEqualTo(Outcome.SUCCESS);
            assertThat(EngineAccess.messages(job.engine(from)).pendingSends()).isZero();
            return failed;
        }
    }

    private Outcome request(final Request request) {
        while (!request.test()) {
            TimeLimit.check();
            job.step();
        }
        return request.status().outcome();
    }

    private long offset(final String word) {
        final PairGeometry geometry = new PairGeometry(kind, SLOTS, 4, 4096, RECORDS);
        final int ring = PairFileDescriptor.ringOffset(geometry);
        return switch (word) {
            case "drained" -> kind == RingKind.STAMPED ? PairFileDescriptor.DRAINED_OFFSET :
                ring + SLOTS * StampedSlotDescriptor.SLOT_LENGTH + RingBufferDescriptor.HEAD_POSITION_OFFSET;
            case "ring" -> ring;
            case "consumed" -> PairFileDescriptor.CONSUMED_OFFSET;
            case "done" -> PairFileDescriptor.DONE_OFFSET;
            default -> PairFileDescriptor.RETURNED_OFFSET;
        };
    }

    private void poke(final long offset, final long value) throws IOException {
        try (FileChannel file = FileChannel.open(job.directory().resolve("pair-0.1-1.1.dat"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value), offset);
        }
    }

    /** Holds S3.39: if a pair breaks, all queued sends fail. */
    @ParameterizedTest
    @CsvSource({
        "STAMPED,drained,-1", "STAMPED,consumed,-1", "STAMPED,done,-1", "STAMPED,returned,-1",
        "STAMPED,drained,9223372036854775807", "STAMPED,consumed,9223372036854775807", "STAMPED,done,9223372036854775807",
        "STAMPED,returned,9223372036854775807",
        "AGRONA,drained,-1", "AGRONA,consumed,-1", "AGRONA,done,-1", "AGRONA,returned,-1",
        "AGRONA,drained,9223372036854775807", "AGRONA,consumed,9223372036854775807", "AGRONA,done,9223372036854775807",
        "AGRONA,returned,9223372036854775807"})
    void shouldEndAllOperationsThatNeedTheDamagedPair(final RingKind ringKind, final String word, final long value) throws IOException {
        open(ringKind);
        final Side zero = new Side(0, 1);
        final Side one = new Side(1, 0);
        zero.send();
        one.send();
        job.step();
        job.step();
        // The rank that owns the word keeps overwriting it, so the test damages it again after each turn.
        while (errors.isEmpty()) {
            TimeLimit.check();
            zero.talk();
            one.talk();
            for (int turn = 0; turn < 4; turn++) {
                job.engine(turn & 1).poll();
                poke(offset(word), value);
            }
        }
        final int failed = zero.assertOver(0, word) + one.assertOver(1, word);
        assertThat(failed).as("operations that ended with PROTOCOL_ERROR").isPositive();
        final long found = EngineAccess.node(job.engine(0)).counters().value(Counter.PROTOCOL_ERRORS) +
            EngineAccess.node(job.engine(1)).counters().value(Counter.PROTOCOL_ERRORS);
        assertThat(found).as("%s", errors).isPositive();
        assertThat(EngineAccess.node(job.engine(2)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
    }

    /** A rank that always has work never comes to the full turn before a wait. */
    @Test
    void shouldFindADamagedCreditWhileItAlwaysHasWork() throws IOException {
        open(RingKind.STAMPED);
        LocalRanks.meet(job);
        final UnsafeBuffer word = direct(8);
        // Each turn looks at the ring of this sender.
        job.engine(2).world().send(word, 0, 8, 0, 5);
        assertThat(request(job.engine(0).world().irecv(word, 0, 8, 2, 5))).isEqualTo(Outcome.SUCCESS);
        poke(offset("consumed"), Long.MAX_VALUE);
        assertThat(EngineAccess.messages(job.engine(0)).peers()[1].outbound().uncredited()).isZero();
        for (int turn = 0; errors.isEmpty(); turn++) {
            assertThat(turn).isLessThan(1000);
            job.engine(0).world().irecv(word, 0, 8, 2, 5);
            job.engine(2).world().send(word, 0, 8, 0, 5);
            assertThat(job.engine(0).poll()).isPositive();
        }
        assertThat(EngineAccess.messages(job.engine(0)).peers()[1].state()).isEqualTo(PeerState.BROKEN);
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.PROTOCOL_ERRORS)).isEqualTo(1);
    }

    /** The stamps, behind a short message in a slot, are of records that run over the end of the slot, or of invalid skips. */
    @ParameterizedTest
    @ValueSource(longs = {2 | 1L << 32 | 17L << 37, 2 | 1L << 32 | 8192L << 37, 2, 2 | 2L << 51, 2 | 8L << 37 | 1L << 51})
    void shouldBreakAPairWhoseSlotIsOverfull(final long stamp) throws IOException {
        open(RingKind.STAMPED);
        final UnsafeBuffer word = direct(8);
        final Request first = job.engine(0).world().isend(word, 0, 8, 1, 1);
        assertThat(request(job.engine(1).world().irecv(word, 0, 8, 0, 1))).isEqualTo(Outcome.SUCCESS);
        assertThat(request(first)).isEqualTo(Outcome.SUCCESS);
        final Request next = job.engine(1).world().irecv(direct(LONG), 0, LONG, 0, 1);
        poke(offset("ring") + StampedSlotDescriptor.HALF_LENGTH, stamp);
        assertThat(request(next)).isEqualTo(Outcome.PROTOCOL_ERROR);
        assertThat(EngineAccess.node(job.engine(1)).counters().value(Counter.PROTOCOL_ERRORS)).isPositive();
    }

    /** The peer can write to the tail of an Agrona ring. A send whose envelope then does not enter the ring ends and holds nothing. */
    @Test
    void shouldEndASendIfThePeerHasDamagedTheTail() throws IOException {
        open(RingKind.AGRONA);
        final UnsafeBuffer word = direct(8);
        final Request first = job.engine(0).world().isend(word, 0, 8, 1, 1);
        assertThat(request(job.engine(1).world().irecv(word, 0, 8, 0, 1))).isEqualTo(Outcome.SUCCESS);
        assertThat(request(first)).isEqualTo(Outcome.SUCCESS);
        final MemoryRegion region = job.engine(0).allocate(LONG);
        poke(offset("drained") - RingBufferDescriptor.HEAD_POSITION_OFFSET + RingBufferDescriptor.TAIL_POSITION_OFFSET, 8);
        final Request send = new Request();
        job.engine(0).world().isend(region, 0, LONG, 1, 3, send);
        assertThat(request(send)).isEqualTo(Outcome.PROTOCOL_ERROR);
        assertThat(EngineAccess.messages(job.engine(0)).pendingSends()).isZero();
        final long files = regionFiles();
        region.close();
        job.engine(0).poll();
        assertThat(regionFiles()).as("the file of the closed region is deleted, as no send needs it").isEqualTo(files - 1);
    }

    private long regionFiles() throws IOException {
        try (Stream<Path> files = Files.list(job.directory())) {
            return files.filter(file -> file.getFileName().toString().startsWith("heap-0.1-")).count();
        }
    }

    /**
     * The sender's operation has ended, and the sender uses the memory and the lane for another message. The receiver has not noticed this
     * and is about to copy the rest.
     */
    @ParameterizedTest
    @CsvSource({"true,false,10", "true,false,0", "false,false,10", "true,true,10", "true,true,0", "false,true,10"})
    void shouldNotDeliverAMessageWhoseSendEndedWithThePair(final boolean isStaged, final boolean isAnswered, final int farNs)
        throws IOException {
        final int turn = 1 << 18;
        // In one turn the receiver copies one lane, or up to twice as much of a region.
        final int length = isStaged ? 2 * turn : 4 * turn;
        job = LocalJob.of(3, context -> context.size(GeometrySetting.STAGING_LANES, 1).closeTimeout(0, TimeUnit.SECONDS)
            .size(GeometrySetting.STAGING_FAR_NS, farNs)
            .size(GeometrySetting.STAGING_LANE_LENGTH, turn).size(GeometrySetting.STAGING_CHUNK, turn).errorHandler(errors::add));
        job.engine(0).world().errors(ErrorMode.RETURN);
        job.engine(1).world().errors(ErrorMode.RETURN);
        final UnsafeBuffer source = isStaged ? direct(length) : job.engine(0).allocate(length).buffer();
        final UnsafeBuffer target = direct(length);
        final Request send = job.engine(0).world().isend(source, 0, length, 1, 1);
        final Request receive = job.engine(1).world().irecv(target, 0, length, 0, 1);
        getPart(target, turn);
        kind = RingKind.STAMPED;
        poke(offset("done"), -1);
        while (!send.test()) {
            TimeLimit.check();
            job.engine(0).poll();
        }
        assertThat(send.status().outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
        source.setMemory(0, length, (byte) 7);
        if (isAnswered) {
            // The first message of rank 1 to rank 0: it would open the pair on which rank 1 has stored its refusal.
            job.engine(1).world().isend(direct(8), 0, 8, 0, 2);
        }
        final Request other = job.engine(0).world().isend(source, 0, turn, 2, 1);
        final Request last = job.engine(2).world().irecv(direct(turn), 0, turn, 0, 1);
        while (other.isActive() && !other.test() || !last.test()) {
            TimeLimit.check();
            job.engine(2).poll();
        }
        assertThat(request(receive)).isEqualTo(Outcome.PROTOCOL_ERROR);
    }

    @Test
    void shouldNotShowAMessageInPlaceWhoseSendEndedWithThePair() throws IOException {
        open(RingKind.STAMPED);
        final Request send = job.engine(0).world().isend(job.engine(0).allocate(LONG).buffer(), 0, LONG, 1, 1);
        final Message message = new Message();
        while (!job.engine(1).world().improbe(0, 1, message)) {
            TimeLimit.check();
            job.step();
        }
        poke(offset("done"), -1);
        while (!send.test()) {
            TimeLimit.check();
            job.engine(0).poll();
        }
        assertThat(send.status().outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
        job.engine(1).world().errors(ErrorMode.THROW);
        assertThatThrownBy(message::buffer).isInstanceOf(MessagingException.class)
            .extracting(error -> ((MessagingException) error).outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
        assertThat(message.isOpen()).isFalse();
    }

    /** Steps until rank 1 has copied the first part of a long message, and no more. */
    private void getPart(final UnsafeBuffer target, final int turn) {
        final UnsafeBuffer end = new UnsafeBuffer(target, turn - 1, 1);
        end.putByte(0, (byte) 1);
        while (end.getByte(0) == 1) {
            TimeLimit.check();
            job.engine(1).poll();
            if (end.getByte(0) == 1) {
                job.engine(0).poll();
            }
        }
    }

    @Test
    void shouldLeaveNoFileOfARefusedPair() {
        job = LocalJob.of(2);
        EngineAccess.node(job.engine(1)).refuse(0);
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> EngineAccess.node(job.engine(0)).openOutbound(1)).isInstanceOf(IOException.class)
                .hasMessage("rank 1 has given up what lies between it and rank 0");
            assertThat(job.directory().resolve("pair-0.1-1.1.dat")).doesNotExist();
        }
    }

    /** A rank closes in the middle of a message, while its application reads a later one in place. Only the later one is answered. */
    @Test
    void shouldNotReportAMessageAsDoneThatEndsWithItsReceiver() {
        final int turn = 1 << 18;
        job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 1).closeTimeout(0, TimeUnit.SECONDS)
            .size(GeometrySetting.STAGING_LANE_LENGTH, turn).size(GeometrySetting.STAGING_CHUNK, turn).errorHandler(errors::add));
        final Communicator world = job.engine(0).world();
        world.errors(ErrorMode.RETURN);
        final UnsafeBuffer target = direct(4 * turn);
        final Request first = world.isend(direct(4 * turn), 0, 4 * turn, 1, 1);
        job.engine(1).world().irecv(target, 0, 4 * turn, 0, 1);
        getPart(target, turn);
        final Request second = world.isend(job.engine(0).allocate(turn).buffer(), 0, turn, 1, 2);
        final Message message = new Message();
        while (!job.engine(1).world().improbe(0, 2, message)) {
            TimeLimit.check();
            job.engine(1).poll();
        }
        job.engine(1).close();
        assertThat(request(first)).isEqualTo(Outcome.PEER_LEFT);
        assertThat(request(second)).isEqualTo(Outcome.SUCCESS);
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
    }
}
