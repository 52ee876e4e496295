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
package io.tombolo.engine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.access.SegmentList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The pieces that {@link Segments} accept and refuse, and how the engine finds the bytes of a message in them.
 */
class PiecesTest {
    private static final int CAPACITY = 100;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CAPACITY]);
    private final Segments segments = new Segments();

    @ParameterizedTest
    @CsvSource({"0,100", "99,1", "100,0", "40,0"})
    void shouldAcceptAPieceThatLiesInItsBuffer(final long offset, final long bytes) {
        assertThat(segments.add(buffer, offset, bytes)).isSameAs(segments);
        assertThat(segments.length()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"-1,1", "0,101", "100,1", "101,0", "1,9223372036854775807", "9223372036854775807,1", "9223372036854775807,0"})
    void shouldRefuseAPieceThatLeavesItsBuffer(final long offset, final long bytes) {
        assertThatThrownBy(() -> segments.add(buffer, offset, bytes)).isInstanceOf(IndexOutOfBoundsException.class)
            .hasMessageContainingAll("offset=" + offset, "blockLength=" + bytes, "capacity=" + CAPACITY);
        assertThat(segments.length()).as("nothing is added").isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0,10,5,10,50", "0,10,5,5,50", "95,1,5,9223372036854775807,5", "0,2,1,99,2", "0,0,1000,1000,0", "0,1000,0,0,0"})
    void shouldAcceptBlocksThatLieInTheirBuffer(
        final long offset, final int blocks, final long blockLength, final long stride, final long length) {
        assertThat(segments.addBlocks(buffer, offset, blocks, blockLength, stride).length()).isEqualTo(length);
    }

    @ParameterizedTest
    @CsvSource({
        "0,11,5,10", "6,10,5,10", "0,2,1,100", "0,2,1,9223372036854775807", "0,2147483647,1,9223372036854775807", "-1,1,1,1"})
    void shouldRefuseBlocksThatLeaveTheirBuffer(final long offset, final int blocks, final long blockLength, final long stride) {
        assertThatThrownBy(() -> segments.addBlocks(buffer, offset, blocks, blockLength, stride))
            .isInstanceOf(IndexOutOfBoundsException.class).hasMessageContaining("stride=" + stride);
        assertThat(segments.length()).as("nothing is added").isZero();
    }

    @ParameterizedTest
    @CsvSource({"-1,1,1", "1,-1,1", "2,5,4", "1,5,-1"})
    void shouldRefuseNegativeNumbersAndBlocksThatOverlap(final int blocks, final long blockLength, final long stride) {
        assertThatThrownBy(() -> segments.addBlocks(buffer, 0, blocks, blockLength, stride))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("blocks=" + blocks);
    }

    @Test
    void shouldAllowNullForNoBytesOnly() {
        assertThat(segments.add(null, 0, 0).addBlocks(null, 0, 0, 8, 8).length()).isZero();
        assertThatThrownBy(() -> segments.add(null, 0, 1)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldBeContiguousIfOneEntryHasAllBytes() {
        assertThat(segments.list().isOnePiece()).as("no bytes").isFalse();
        assertThat(segments.addBlocks(buffer, 0, 5, 4, 4).list().isOnePiece()).as("blocks without gaps").isTrue();
        assertThat(segments.add(buffer, 0, 0).list().isOnePiece()).as("an empty piece adds nothing").isTrue();
        assertThat(segments.add(buffer, 20, 4).list().isOnePiece()).isFalse();
        assertThat(segments.clear().addBlocks(buffer, 0, 2, 4, 8).list().isOnePiece()).isFalse();
    }

    @Test
    void shouldFindEveryByteOfTheMessage() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final List<Integer> places = new ArrayList<>();
        for (int entry = 0; entry < 40; entry++) {
            final int blocks = random.nextInt(4);
            final int blockLength = random.nextInt(5);
            final int stride = blockLength + random.nextInt(4);
            final int offset = random.nextInt(CAPACITY - 32);
            segments.addBlocks(buffer, offset, blocks, blockLength, stride);
            for (int i = 0; i < blocks * blockLength; i++) {
                places.add(offset + i / blockLength * stride + i % blockLength);
            }
        }
        final SegmentList list = segments.list();
        assertThat(list.length()).as("seed %d", seed).isEqualTo(places.size());
        for (int position = 0; position < places.size(); position++) {
            final int entry = list.find(position);
            final long place = list.offset(entry, position) - buffer.addressOffset();
            assertThat(place).as("seed %d, byte %d", seed, position).isEqualTo(places.get(position).longValue());
            assertThat(list.base(entry)).isSameAs(buffer.byteArray());
            final long run = list.run(entry, position);
            assertThat(run).as("seed %d, byte %d", seed, position).isPositive();
            for (int next = 1; next < run; next++) {
                assertThat(places.get(position + next)).as("seed %d, byte %d", seed, position).isEqualTo((int) place + next);
            }
        }
    }

    @Test
    void shouldReleaseItsBuffersWhenItIsCleared() {
        for (int i = 0; i < 20; i++) {
            segments.add(buffer, i, 2);
        }
        assertThat(segments).hasToString("40 bytes in 20 segments");
        assertThat(segments.clear().length()).isZero();
        assertThat(segments.list().base(0)).as("of the first entry").isNull();
        assertThat(segments.add(buffer, 7, 3).list().find(2)).isZero();
    }
}
