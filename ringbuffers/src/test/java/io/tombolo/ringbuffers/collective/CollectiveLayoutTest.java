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
package io.tombolo.ringbuffers.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CollectiveLayoutTest {
    @Test
    void shouldHaveTheHeadOfThePicture() {
        assertThat(CollectiveFileDescriptor.MAGIC_OFFSET).isZero();
        assertThat(CollectiveFileDescriptor.VERSION_OFFSET).isEqualTo(8);
        assertThat(CollectiveFileDescriptor.SLOTS_OFFSET).isEqualTo(12);
        assertThat(CollectiveFileDescriptor.HASH_OFFSET).isEqualTo(16);
        assertThat(CollectiveFileDescriptor.RANK_OFFSET).isEqualTo(24);
        assertThat(CollectiveFileDescriptor.INCARNATION_OFFSET).isEqualTo(28);
        assertThat(CollectiveFileDescriptor.NUMBER_OFFSET).isEqualTo(32);
        assertThat(CollectiveFileDescriptor.LENGTH).isEqualTo(128);
        assertThat(CollectiveFileDescriptor.slotOffset(0)).isEqualTo(128);
        assertThat(CollectiveFileDescriptor.slotOffset(1)).isEqualTo(128 + 67_968);
        assertThat(CollectiveFileDescriptor.FILE_LENGTH).isEqualTo(128 + 8 * 67_968);
    }

    @Test
    void shouldHaveTheSlotOfThePicture() {
        assertThat(CollectiveSlotDescriptor.NAME_OFFSET).isZero();
        assertThat(CollectiveSlotDescriptor.WAITING_OFFSET).isEqualTo(8);
        assertThat(CollectiveSlotDescriptor.LINE_OFFSET).isEqualTo(128);
        assertThat(CollectiveSlotDescriptor.LINE_DISTANCE).isEqualTo(128);
        assertThat(CollectiveSlotDescriptor.LINES).isEqualTo(16);
        assertThat(CollectiveSlotDescriptor.LINE_WORD_OFFSET).isZero();
        assertThat(CollectiveSlotDescriptor.LINE_CHECK_OFFSET).isEqualTo(8);
        assertThat(CollectiveSlotDescriptor.LINE_PAYLOAD_OFFSET).isEqualTo(16);
        assertThat(CollectiveSlotDescriptor.LINE_PAYLOAD_OFFSET + CollectiveSlotDescriptor.LINE_PAYLOAD_LENGTH).isEqualTo(64);
        assertThat(CollectiveSlotDescriptor.PUBLISHED_OFFSET).isEqualTo(2176);
        assertThat(CollectiveSlotDescriptor.RESULTS_OFFSET).isEqualTo(2184);
        assertThat(CollectiveSlotDescriptor.CONSUMED_OFFSET).isEqualTo(2304);
        assertThat(CollectiveSlotDescriptor.PIECES_OFFSET).isEqualTo(2432);
        assertThat(CollectiveSlotDescriptor.PIECE_LENGTH).isEqualTo(16_384);
        assertThat(CollectiveSlotDescriptor.PIECES).isEqualTo(4);
        assertThat(CollectiveSlotDescriptor.LENGTH).isEqualTo(67_968);
    }

    /** A word of a later call is larger than all of earlier calls. */
    @Test
    void shouldOrderWordsByCallThenByCount() {
        assertThat(new long[] {
            0, CollectiveSlotDescriptor.word(1, 0), CollectiveSlotDescriptor.word(1, 1),
            CollectiveSlotDescriptor.word(1, CollectiveSlotDescriptor.ALL), CollectiveSlotDescriptor.word(2, 0),
            CollectiveSlotDescriptor.word(CollectiveSlotDescriptor.MOST_CALLS, 0),
            CollectiveSlotDescriptor.word(CollectiveSlotDescriptor.MOST_CALLS, CollectiveSlotDescriptor.ALL)})
            .isSorted().doesNotHaveDuplicates();
        assertThat(CollectiveSlotDescriptor.call(CollectiveSlotDescriptor.word(7, CollectiveSlotDescriptor.ALL))).isEqualTo(7);
    }

    @Test
    void shouldRefuseACallThatWordsCannotName() {
        assertThat(CollectiveSlotDescriptor.next(0)).isOne();
        final long last = CollectiveSlotDescriptor.next(CollectiveSlotDescriptor.MOST_CALLS - 1);
        assertThat(last).isEqualTo(549_755_813_887L);
        assertThatThrownBy(() -> CollectiveSlotDescriptor.next(last)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("549755813887 collective calls");
    }
}
