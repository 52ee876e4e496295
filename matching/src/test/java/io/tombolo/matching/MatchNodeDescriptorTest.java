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
package io.tombolo.matching;

import static io.tombolo.matching.MatchNodeDescriptor.CONTEXT_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.ENVELOPE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.FILING_TIME_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.HANDLE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.LENGTH_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.NODE_LENGTH;
import static io.tombolo.matching.MatchNodeDescriptor.RESERVED_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.SEGMENT_LENGTH;
import static io.tombolo.matching.MatchNodeDescriptor.SELECTION_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.SEQUENCE_OFFSET;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MatchNodeDescriptorTest {
    @Test
    void shouldLayOutTheNodeAsInThePicture() {
        assertThat(new int[] {
            SEQUENCE_OFFSET, HANDLE_OFFSET, ENVELOPE_OFFSET, SELECTION_OFFSET, LENGTH_OFFSET, CONTEXT_OFFSET,
            FILING_TIME_OFFSET, RESERVED_OFFSET, NODE_LENGTH,
        }).containsExactly(0, 8, 16, 24, 24, 32, 40, 48, 64);
    }

    @Test
    void shouldMakeANodeOneCacheLineAndASegmentWholePages() {
        assertThat(NODE_LENGTH).isEqualTo(64);
        assertThat(SEGMENT_LENGTH).isEqualTo(65_536);
        assertThat(MatchNodeDescriptor.nodeOffset(0)).isZero();
        assertThat(MatchNodeDescriptor.nodeOffset(3)).isEqualTo(192);
    }

    @Test
    void shouldJoinAndSplitEnvelopeAndSelection() {
        for (final int source : new int[] {-1, 0, 1, 77, Integer.MAX_VALUE}) {
            for (final int value : new int[] {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x00FF_FF00}) {
                final long envelope = MatchNodeDescriptor.envelope(source, value);
                assertThat(MatchNodeDescriptor.source(envelope)).isEqualTo(source);
                assertThat(MatchNodeDescriptor.tag(envelope)).isEqualTo(value);
                final long selection = MatchNodeDescriptor.selection(source, value);
                assertThat(MatchNodeDescriptor.mask(selection)).isEqualTo(value);
                assertThat(selection >>> Integer.SIZE).isEqualTo(source == -1 ? 0 : 0xFFFF_FFFFL);
            }
        }
    }

    @Test
    void shouldPutTheSourceIntoTheHighHalfAndTheTagIntoTheLow() {
        assertThat(MatchNodeDescriptor.envelope(0x0102_0304, 0xF5F6_F7F8)).isEqualTo(0x0102_0304_F5F6_F7F8L);
    }

    /** Holds S1.2, S1.3: source and tag are equal, or the receive takes any. */
    @Test
    void shouldFitByEveryBitThatTheReceiveAsksFor() {
        assertThat(isFit(3, 0b1010, 3, 0b1010, -1)).isTrue();
        assertThat(isFit(3, 0b1010, 3, 0b1011, -1)).isFalse();
        assertThat(isFit(3, 0b1010, 4, 0b1010, -1)).isFalse();
        assertThat(isFit(3, 0b1010, -1, 0b1010, -1)).isTrue();
        assertThat(isFit(3, 0b1010, -1, 0b1011, -1)).isFalse();
        assertThat(isFit(3, 0b1010, 3, 99, 0)).isTrue();
        assertThat(isFit(3, 0b1010, 4, 99, 0)).isFalse();
        assertThat(isFit(3, 0b1010, -1, 99, 0)).isTrue();
        assertThat(isFit(3, 0b1010, 3, 0b0010, 0b0111)).isTrue();
        assertThat(isFit(3, 0b1010, 3, 0b0010, 0b1111)).isFalse();
        assertThat(isFit(3, Integer.MIN_VALUE, 3, 0, Integer.MAX_VALUE)).isTrue();
        assertThat(isFit(3, Integer.MIN_VALUE, 3, 0, Integer.MIN_VALUE)).isFalse();
    }

    private static boolean isFit(final int source, final int tag, final int receiveSource, final int receiveTag, final int mask) {
        return MatchNodeDescriptor.fits(
            MatchNodeDescriptor.envelope(source, tag),
            MatchNodeDescriptor.envelope(receiveSource, receiveTag),
            MatchNodeDescriptor.selection(receiveSource, mask));
    }

    @Test
    void shouldSplitTheSequence() {
        for (final long stamp : new long[] {1, 2, 1L << 40, (1L << 62) - 1}) {
            final long posted = MatchNodeDescriptor.postedSequence(stamp);
            final long unexpected = MatchNodeDescriptor.unexpectedSequence(stamp);
            assertThat(MatchNodeDescriptor.isUnexpected(posted)).isFalse();
            assertThat(MatchNodeDescriptor.isUnexpected(unexpected)).isTrue();
            for (final long inUse : new long[] {posted, unexpected}) {
                final long free = MatchNodeDescriptor.freeSequence(inUse);
                assertThat(inUse & 1).isZero();
                assertThat(free & 1).isOne();
                assertThat(MatchNodeDescriptor.isInUse(inUse)).isTrue();
                assertThat(MatchNodeDescriptor.isInUse(free)).isFalse();
                assertThat(MatchNodeDescriptor.stamp(inUse)).isEqualTo(stamp).isEqualTo(MatchNodeDescriptor.stamp(free));
                assertThat(MatchNodeDescriptor.generation(inUse)).isNotEqualTo(MatchNodeDescriptor.generation(free));
            }
        }
        assertThat(MatchNodeDescriptor.isInUse(0)).isFalse();
    }

    @Test
    void shouldGiveEachUseAnotherGeneration() {
        final int generation = MatchNodeDescriptor.generation(MatchNodeDescriptor.postedSequence(5));
        for (final long stamp : new long[] {1, 6, 5 + (1L << 30), 5 + (1L << 31) - 1}) {
            assertThat(MatchNodeDescriptor.generation(MatchNodeDescriptor.postedSequence(stamp))).isNotEqualTo(generation);
        }
    }
}
