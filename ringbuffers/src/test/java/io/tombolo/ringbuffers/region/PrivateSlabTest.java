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
package io.tombolo.ringbuffers.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateSlabTest {
    private final PrivateSlab slab = new PrivateSlab();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4096, 65_535, 65_536, 65_537, 1_000_000})
    void shouldGiveAlignedBlocksThatCanBeWrittenWhole(final int length) {
        final long block = slab.acquire(length);
        assertThat(block % PrivateSlab.MIN_BLOCK_LENGTH).isZero();
        UnsafeApi.setMemory(block, length, (byte) 7);
        slab.release(block, length);
        assertThat(slab.acquire(length)).as("the block that was released last").isEqualTo(block);
    }

    @Test
    void shouldNeverGiveABlockTwiceNorOverlapOne() {
        final long seed = 11;
        final Random random = new Random(seed);
        final TreeMap<Long, Integer> taken = new TreeMap<>();
        for (int step = 0; step < 5000; step++) {
            if (random.nextInt(5) > 1) {
                final int length = random.nextInt(1 << random.nextInt(13));
                final long block = slab.acquire(length);
                final Map.Entry<Long, Integer> below = taken.floorEntry(block);
                final Map.Entry<Long, Integer> above = taken.ceilingEntry(block);
                assertThat(below == null || below.getKey() + Math.max(1, below.getValue()) <= block).as("seed %d", seed).isTrue();
                assertThat(above == null || block + Math.max(1, length) <= above.getKey()).as("seed %d", seed).isTrue();
                taken.put(block, length);
                UnsafeApi.setMemory(block, length, (byte) -1);
            } else if (!taken.isEmpty()) {
                final List<Long> blocks = new ArrayList<>(taken.keySet());
                final long block = blocks.get(random.nextInt(blocks.size()));
                slab.release(block, taken.remove(block));
            }
        }
    }

    @Test
    void shouldGrowOnlyWhenNothingFits() {
        assertThat(slab.reserved()).isZero();
        final List<Long> blocks = new ArrayList<>();
        for (int i = 0; i < PrivateSlab.CHUNK_LENGTH / 128; i++) {
            blocks.add(slab.acquire(100));
            assertThat(slab.reserved()).isEqualTo(PrivateSlab.CHUNK_LENGTH);
        }
        slab.release(blocks.get(0), 100);
        slab.acquire(128);
        assertThat(slab.reserved()).isEqualTo(PrivateSlab.CHUNK_LENGTH);
        slab.acquire(65);
        assertThat(slab.reserved()).isEqualTo(2 * PrivateSlab.CHUNK_LENGTH);
        slab.acquire(PrivateSlab.CHUNK_LENGTH + 1);
        assertThat(slab.reserved()).isEqualTo(4 * PrivateSlab.CHUNK_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, (1 << 30) + 1, Integer.MAX_VALUE})
    void shouldRefuseLengthsOutOfRange(final int length) {
        assertThatThrownBy(() -> slab.acquire(length)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("length=" + length);
        assertThat(slab.reserved()).isZero();
    }
}
