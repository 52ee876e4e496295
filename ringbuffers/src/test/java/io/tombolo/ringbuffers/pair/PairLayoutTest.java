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
package io.tombolo.ringbuffers.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.job.GeometrySetting;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairLayoutTest {
    private static final int WRITER_DISTANCE = 128;

    @Test
    void shouldHaveThePairFileOfThePicture() {
        assertThat(PairFileDescriptor.MAGIC_OFFSET).isZero();
        assertThat(PairFileDescriptor.LAYOUT_HASH_OFFSET).isEqualTo(8);
        assertThat(PairFileDescriptor.SOURCE_OFFSET).isEqualTo(12);
        assertThat(PairFileDescriptor.SOURCE_INCARNATION_OFFSET).isEqualTo(16);
        assertThat(PairFileDescriptor.DESTINATION_OFFSET).isEqualTo(20);
        assertThat(PairFileDescriptor.DESTINATION_INCARNATION_OFFSET).isEqualTo(24);
        assertThat(PairFileDescriptor.DRAINED_OFFSET).isEqualTo(PairFileDescriptor.CREDIT_OFFSET).isEqualTo(128);
        assertThat(PairFileDescriptor.CONSUMED_OFFSET).isEqualTo(136);
        assertThat(PairFileDescriptor.DONE_OFFSET).isEqualTo(144);
        assertThat(PairFileDescriptor.RETURNED_OFFSET).isEqualTo(256);
        assertThat(PairFileDescriptor.RETURN_RING_OFFSET).isEqualTo(384);
        assertThat(text(PairFileDescriptor.MAGIC)).isEqualTo("TOMBPAIR");
    }

    /** Holds S0.7: each word has one writer, so that returning a packet takes no lock. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepTheSectionsOfTwoWritersApart(final RingKind kind) {
        for (int shift = 4; shift <= 12; shift++) {
            for (final int packets : new int[] {1, 3, 32}) {
                final PairGeometry geometry = new PairGeometry(kind, 1 << shift, packets, 64 * packets, 1 << 16 - shift);
                final int returnEnd = PairFileDescriptor.RETURN_RING_OFFSET + geometry.returnRecords() * 32;
                final int ring = PairFileDescriptor.ringOffset(geometry);
                final int ringEnd = ring + PairFileDescriptor.ringLength(geometry);
                final int first = PairFileDescriptor.packetsOffset(geometry);
                assertThat(ring % WRITER_DISTANCE).isZero();
                assertThat(ring).isGreaterThanOrEqualTo(returnEnd);
                assertThat(first % WRITER_DISTANCE).isZero();
                assertThat(first).isGreaterThanOrEqualTo(ringEnd);
                assertThat(PairFileDescriptor.fileLength(geometry) % WRITER_DISTANCE).isZero();
                assertThat(PairFileDescriptor.fileLength(geometry))
                    .isBetween(first + packets * (64 + 64 * packets), first + packets * (64 + 64 * packets) + WRITER_DISTANCE - 1);
            }
        }
        for (final int offset : new int[] {PairFileDescriptor.CREDIT_OFFSET, PairFileDescriptor.RETURNED_OFFSET,
            PairFileDescriptor.RETURN_RING_OFFSET}) {
            assertThat(offset % WRITER_DISTANCE).isZero();
        }
    }

    @Test
    void shouldGiveAgronaItsTrailerWithHeadAndTailApart() {
        final PairGeometry geometry = new PairGeometry(RingKind.AGRONA, 16, 1, 64, 16);
        assertThat(PairFileDescriptor.ringLength(geometry)).isEqualTo(1024 + RingBufferDescriptor.TRAILER_LENGTH);
        assertThat(PairFileDescriptor.ringLength(new PairGeometry(RingKind.STAMPED, 16, 1, 64, 16))).isEqualTo(1024);
        assertThat(Math.abs(RingBufferDescriptor.HEAD_POSITION_OFFSET - RingBufferDescriptor.HEAD_CACHE_POSITION_OFFSET))
            .isGreaterThanOrEqualTo(WRITER_DISTANCE);
        assertThat(Math.abs(RingBufferDescriptor.HEAD_POSITION_OFFSET - RingBufferDescriptor.TAIL_POSITION_OFFSET))
            .isGreaterThanOrEqualTo(WRITER_DISTANCE);
        // The last record of the ring and the head are in different lines.
        assertThat(RingBufferDescriptor.HEAD_POSITION_OFFSET).isGreaterThanOrEqualTo(WRITER_DISTANCE);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCostAtMost256KiBByDefault(final RingKind kind) {
        final PairGeometry geometry = new PairGeometry(kind, setting(GeometrySetting.RING_SLOTS), setting(GeometrySetting.PACKETS),
            setting(GeometrySetting.PACKET_LENGTH), setting(GeometrySetting.RETURN_RECORDS));
        assertThat(PairFileDescriptor.fileLength(geometry)).isLessThanOrEqualTo(256 << 10);
    }

    private static int setting(final GeometrySetting setting) {
        return (int) setting.defaultValue();
    }

    @Test
    void shouldHaveTheSlotOfThePicture() {
        assertThat(StampedSlotDescriptor.SLOT_LENGTH).isEqualTo(64);
        assertThat(StampedSlotDescriptor.STAMP_OFFSET).isZero();
        assertThat(StampedSlotDescriptor.KEY_OFFSET).isEqualTo(8);
        assertThat(StampedSlotDescriptor.BODY_OFFSET).isEqualTo(16);
        assertThat(StampedSlotDescriptor.BODY_LENGTH).isEqualTo(48);
        assertThat(1 << StampedSlotDescriptor.SLOT_SHIFT).isEqualTo(64);
        assertThat(StampedSlotDescriptor.HALF_LENGTH).isEqualTo(32);
        assertThat(StampedSlotDescriptor.SHORT_LENGTH).isEqualTo(16);
        assertThat(1 << StampedSlotDescriptor.HALF_SHIFT).isEqualTo(32);
        assertThat(StampedSlotDescriptor.isSecondHalf(6)).isFalse();
        assertThat(StampedSlotDescriptor.isSecondHalf((1L << 32) + 1)).isTrue();
    }

    /** A change of this picture must increment {@code JobFileDescriptor.LAYOUT_VERSION}, so that ranks of other versions are refused. */
    @Test
    void shouldHaveTheStampOfThePicture() {
        assertThat(Stamp.pack(0xFFFF_FFFEL, 0, 0, 0)).isEqualTo(0xFFFF_FFFFL);
        assertThat(Stamp.pack(-1, 0x1F, 0, 0)).isEqualTo(0x1FL << 32);
        assertThat(Stamp.pack(-1, 0, 0x3FFF, 0)).isEqualTo(0x3FFFL << 37);
        assertThat(Stamp.pack(-1, 0, 0, Stamp.SEQUENCE_MASK)).isEqualTo(0x1FFFL << 51);
        assertThat(Stamp.length(-1)).isEqualTo(0x3FFF).isGreaterThanOrEqualTo(StampedSlotDescriptor.MAX_BODY_LENGTH);
        assertThat(Stamp.type(-1)).isEqualTo(0x1F);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "16, 1", "17, 2", "48, 2", "49, 4", "112, 4", "113, 6", "2048, 66"})
    void shouldCountTheHalvesOfABody(final int length, final int halves) {
        assertThat(StampedSlotDescriptor.halves(length)).isEqualTo(halves);
    }

    @ParameterizedTest
    @CsvSource({"16, 104", "32, 232", "64, 488", "512, 4072", "1024, 8168", "2048, 8192", "1048576, 8192"})
    void shouldCarryBodiesOfAnEighthOfTheRing(final int slots, final int length) {
        assertThat(StampedSlotDescriptor.maxBodyLength(slots)).isEqualTo(length);
        assertThat(StampedSlotDescriptor.halves(length)).isLessThanOrEqualTo(2 * slots / 8);
        assertThat(AgronaRecordDescriptor.messageLength(length)).isLessThanOrEqualTo(slots * 64 / 8);
    }

    @Test
    void shouldHaveTheAgronaRecordOfThePicture() {
        assertThat(RecordDescriptor.HEADER_LENGTH).isEqualTo(8);
        assertThat(AgronaRecordDescriptor.KEY_OFFSET).isZero();
        assertThat(AgronaRecordDescriptor.SEQUENCE_OFFSET).isEqualTo(8);
        assertThat(AgronaRecordDescriptor.LENGTH_OFFSET).isEqualTo(12);
        assertThat(AgronaRecordDescriptor.BODY_OFFSET).isEqualTo(16);
        assertThat(AgronaRecordDescriptor.messageLength(0)).isEqualTo(32 - 8);
        assertThat(AgronaRecordDescriptor.messageLength(8)).isEqualTo(32 - 8);
        assertThat(AgronaRecordDescriptor.messageLength(9)).isEqualTo(64 - 8);
        assertThat(AgronaRecordDescriptor.messageLength(40)).isEqualTo(64 - 8);
        assertThat(AgronaRecordDescriptor.messageLength(41)).isEqualTo(96 - 8);
    }

    @Test
    void shouldHaveTheReturnRecordOfThePicture() {
        assertThat(ReturnRecordDescriptor.RECORD_LENGTH).isEqualTo(32);
        assertThat(ReturnRecordDescriptor.STAMP_OFFSET).isZero();
        assertThat(ReturnRecordDescriptor.WORDS_OFFSET).isEqualTo(8);
        assertThat(1 << ReturnRecordDescriptor.RECORD_SHIFT).isEqualTo(32);
    }

    @Test
    void shouldHaveThePacketOfThePicture() {
        assertThat(PacketDescriptor.STATE_OFFSET).isZero();
        assertThat(PacketDescriptor.PAYLOAD_OFFSET).isEqualTo(64);
        assertThat(PacketDescriptor.stride(4096)).isEqualTo(4160);
        assertThat(PacketDescriptor.stateWord(PacketState.FREE, 0)).isZero();
        for (final PacketState state : PacketState.values()) {
            assertThat(state.code()).isEqualTo(state.ordinal());
            for (final int generation : new int[] {0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1}) {
                final long word = PacketDescriptor.stateWord(state, generation);
                assertThat(PacketDescriptor.generation(word)).isEqualTo(generation);
                assertThat(PacketDescriptor.stateCode(word)).isEqualTo(state.code());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 4294967295L, 4294967297L})
    void shouldPackASkip(final long position) {
        final long stamp = Stamp.skip(position);
        assertThat(stamp).isNotZero();
        assertThat(Stamp.isAt(stamp, position)).isTrue();
        assertThat(Stamp.type(stamp)).isEqualTo(RingConsumer.EMPTY);
        assertThat(Stamp.length(stamp)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0, 0", "5, 31, 16383, 8191", "4294967294, 17, 48, 8192", "4294967295, 1, 8, -1", "9223372036854775806, 2, 3, 4"})
    void shouldPackAStamp(final long position, final int type, final int length, final long sequence) {
        final long stamp = Stamp.pack(position, type, length, sequence);
        assertThat(Stamp.type(stamp)).isEqualTo(type);
        assertThat(Stamp.length(stamp)).isEqualTo(length);
        assertThat(Stamp.sequence(stamp)).isEqualTo((int) (sequence & 0x1FFF));
        assertThat(Stamp.isAt(stamp, position)).isTrue();
        for (int shift = 0; shift < 32; shift++) {
            assertThat(Stamp.isAt(stamp, position + (1L << shift))).as("a distance of 2^%d", shift).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1, 64, 16", "24, 1, 64, 16", "2097152, 1, 64, 16", "1073741824, 1, 64, 16", "0, 1, 64, 16", "-2147483648, 1, 64, 16",
        "16, 0, 64, 16", "16, -1, 64, 16", "16, 32769, 64, 16", "16, 1, 0, 16", "16, 1, 65, 16", "16, 1, 1048640, 16",
        "16, 1, 2147483584, 16", "16, 1, -64, 16", "16, 1, 64, 8", "16, 1, 64, 17", "16, 1, 64, 2097152", "16, 1, 64, 67108864"})
    void shouldRefuseSizesOutOfRange(final int ringSlots, final int packets, final int packetLength, final int returnRecords) {
        assertThatThrownBy(() -> new PairGeometry(RingKind.STAMPED, ringSlots, packets, packetLength, returnRecords))
            .isInstanceOf(IllegalArgumentException.class).hasMessageMatching("out of range: \\w+=-?\\d+");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAFileBeyondOneWindow(final RingKind kind) {
        final PairGeometry most = new PairGeometry(kind, 1 << 20, 1, 64, 1 << 20);
        assertThat(PairFileDescriptor.fileLength(most)).isBetween(96 << 20, 97 << 20);
        final PairGeometry tooLarge = new PairGeometry(kind, 16, PairGeometry.MAX_PACKETS, PairGeometry.MAX_PACKET_LENGTH, 16);
        assertThatThrownBy(() -> PairFileDescriptor.fileLength(tooLarge)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("packets=32768 packetLength=1048576");
    }

    @Test
    void shouldFindAKindByItsCode() {
        for (final RingKind kind : RingKind.values()) {
            assertThat(kind.code()).isEqualTo(kind.ordinal());
            assertThat(RingKind.of(kind.code())).isSameAs(kind);
        }
        assertThatThrownBy(() -> RingKind.of(2)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("code=2");
        assertThatThrownBy(() -> RingKind.of(1L << 32)).isInstanceOf(IllegalArgumentException.class);
    }

    static String text(final long magic) {
        final byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (magic >> 8 * i);
        }
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
