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

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/**
 * Memory for fetched messages is reused, and never exceeds the limit, whatever their lengths.
 */
class FetchedMessageMemoryTest {
    private static final int LIMIT = 1 << 16;

    @Test
    void shouldKeepWithinTheLimitForVaryingLengths() {
        final FetchedMessageMemory blocks = new FetchedMessageMemory(LIMIT);
        for (int round = 0; round < 3; round++) {
            for (int length = 0; length <= LIMIT; length = 2 * length + 1) {
                final ByteBuffer block = blocks.acquire(length);
                assertThat(block.capacity()).isGreaterThanOrEqualTo(length);
                assertThat(blocks.reserved()).isLessThanOrEqualTo(LIMIT);
                blocks.release(block);
            }
            assertThat(blocks.acquire(LIMIT + 1)).isNull();
        }
    }

    @Test
    void shouldReuseABlock() {
        final FetchedMessageMemory blocks = new FetchedMessageMemory(LIMIT);
        final ByteBuffer block = blocks.acquire(5000);
        final ByteBuffer other = blocks.acquire(5000);
        assertThat(other).isNotSameAs(block);
        blocks.release(block);
        assertThat(blocks.acquire(8000)).isSameAs(block);
    }

    @Test
    void shouldRefuseALengthThatDoesNotFitBesideTheBlocksInUse() {
        final FetchedMessageMemory blocks = new FetchedMessageMemory(LIMIT);
        final ByteBuffer block = blocks.acquire(LIMIT / 2);
        blocks.release(blocks.acquire(LIMIT / 4));
        assertThat(blocks.acquire(LIMIT)).isNull();
        assertThat(blocks.acquire(LIMIT / 2)).as("a block in place of the free one").isNotNull();
        assertThat(blocks.acquire(1)).isNull();
        blocks.release(block);
        assertThat(blocks.acquire(1)).isNotNull();
        assertThat(blocks.reserved()).isLessThanOrEqualTo(LIMIT);
    }
}
