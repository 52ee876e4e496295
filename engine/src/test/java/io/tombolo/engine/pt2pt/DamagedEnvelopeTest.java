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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PairFileDescriptor;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.RingKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One bit of the context, tag or length of a message changes in the ring: no receive takes the message, and the pair breaks.
 */
@Timeout(30)
class DamagedEnvelopeTest {
    private static final int TAG = 5;
    private static final int LENGTH = 8;
    private static final int CAPACITY = 1 << 14;
    private static final int LENGTH_BITS = 14;
    private static final int STAMPED_KEY = 8;
    private static final int STAMPED_LENGTH_SHIFT = 37;
    private static final int AGRONA_KEY = 8;
    private static final int AGRONA_LENGTH = 20;

    /** Holds S0.25: the check that is folded into the sequence number notices the change. */
    @ParameterizedTest
    @EnumSource
    void shouldNoticeAChangedTagOrContext(final RingKind kind) throws IOException {
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertGivenUp(kind, kind == RingKind.STAMPED ? STAMPED_KEY : AGRONA_KEY, bit);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNoticeAChangedLength(final RingKind kind) throws IOException {
        for (int bit = 0; bit < LENGTH_BITS; bit++) {
            if (kind == RingKind.STAMPED) {
                assertGivenUp(kind, 0, STAMPED_LENGTH_SHIFT + bit);
            } else {
                assertGivenUp(kind, AGRONA_LENGTH, bit);
            }
        }
    }

    private static void assertGivenUp(final RingKind kind, final int offset, final int bit) throws IOException {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_KIND, kind.code())
            .size(GeometrySetting.RING_SLOTS, 64).size(GeometrySetting.PACKETS, 4).closeTimeout(0, TimeUnit.SECONDS)
            .errorHandler(error -> { })); OutboundPair puppet = EngineAccess.node(job.engine(0)).openOutbound(1)) {
            final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY));
            final Engine victim = job.engine(1);
            final Request receive = victim.world().irecv(buffer, 0, CAPACITY, 0, Communicator.ANY_TAG);
            puppet.ring().offer(PacketType.SHORT.code(), 0, Envelope.key(0, TAG), null, buffer.addressOffset(), LENGTH);
            flip(job, PairFileDescriptor.ringOffset(PairGeometry.of(EngineAccess.node(job.engine(0)).settings().geometry())) + offset, bit);
            assertThatThrownBy(() -> {
                while (!receive.test()) {
                    TimeLimit.check();
                    victim.poll();
                }
            }).as("bit %d", bit).isInstanceOf(MessagingException.class);
            assertThat(receive.status().outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertThat(EngineAccess.node(victim).counters().value(Counter.PROTOCOL_ERRORS)).isPositive();
        }
    }

    private static void flip(final LocalJob job, final long offset, final int bit) throws IOException {
        try (FileChannel file = FileChannel.open(
            job.directory().resolve("pair-0.1-1.1.dat"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            file.read(word, offset);
            file.write(word.putLong(0, word.getLong(0) ^ 1L << bit).flip(), offset);
        }
    }
}
