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
package io.tombolo.ringbuffers.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The offsets in the pictures of the descriptors. */
final class QueueLayoutTest {
    private static final int LINE = 64;

    @Test
    void shouldKeepTheHeadInALine() {
        assertThat(QueueFileDescriptor.MAGIC_OFFSET).isZero();
        assertThat(QueueFileDescriptor.HASH_OFFSET).isEqualTo(8);
        assertThat(QueueFileDescriptor.RANK_OFFSET).isEqualTo(16);
        assertThat(QueueFileDescriptor.KIND_OFFSET).isEqualTo(20);
        assertThat(QueueFileDescriptor.INDEX_OFFSET).isEqualTo(24);
        assertThat(QueueFileDescriptor.GENERATION_OFFSET).isEqualTo(28);
        assertThat(QueueFileDescriptor.PART_OFFSET).isEqualTo(32);
        assertThat(QueueFileDescriptor.NUMBER_OFFSET).isEqualTo(36);
        assertThat(QueueFileDescriptor.LENGTH).isEqualTo(LINE);
    }

    @Test
    void shouldKeepTheWordsOfAReceiveQueueApart() {
        assertThat(ReceiveQueueDescriptor.COUNTS_OFFSET).isEqualTo(64);
        assertThat(ReceiveQueueDescriptor.FREE_OFFSET).isEqualTo(128);
        assertThat(ReceiveQueueDescriptor.CHUNK_SHIFT_OFFSET).isEqualTo(192);
        assertThat(ReceiveQueueDescriptor.STRIDE_OFFSET).isEqualTo(196);
        assertThat(ReceiveQueueDescriptor.SEGMENTS_OFFSET).isEqualTo(200);
        assertThat(ReceiveQueueDescriptor.ZONE_OFFSET).isEqualTo(204);
        assertThat(ReceiveQueueDescriptor.TAKEN_OFFSET).isEqualTo(208);
        assertThat(ReceiveQueueDescriptor.FIRED_OFFSET).isEqualTo(216);
        assertThat(ReceiveQueueDescriptor.WAITING_OFFSET).isEqualTo(224);
        assertThat(ReceiveQueueDescriptor.LOW_WATERMARK_OFFSET).isEqualTo(232);
        assertThat(ReceiveQueueDescriptor.ARMED_OFFSET).isEqualTo(236);
        assertThat(ReceiveQueueDescriptor.LENGTH).isEqualTo(256);
        assertThat(ReceiveQueueDescriptor.CHUNK_OFFSET).isEqualTo(LINE);
    }

    @Test
    void shouldKeepASlotOfOneSegmentInALine() {
        assertThat(ReceiveSlotDescriptor.NEXT_OFFSET).isZero();
        assertThat(ReceiveSlotDescriptor.STATE_OFFSET).isEqualTo(4);
        assertThat(ReceiveSlotDescriptor.COOKIE_OFFSET).isEqualTo(8);
        assertThat(ReceiveSlotDescriptor.ENDPOINT_OFFSET).isEqualTo(16);
        assertThat(ReceiveSlotDescriptor.COUNT_OFFSET).isEqualTo(20);
        assertThat(ReceiveSlotDescriptor.RECEIVED_OFFSET).isEqualTo(24);
        assertThat(ReceiveSlotDescriptor.SEGMENTS_OFFSET).isEqualTo(32);
        assertThat(ReceiveSlotDescriptor.SEGMENT_LENGTH).isEqualTo(24);
        assertThat(ReceiveSlotDescriptor.stride(1)).isEqualTo(LINE);
        assertThat(ReceiveSlotDescriptor.stride(2)).isEqualTo(2 * LINE);
        assertThat(ReceiveSlotDescriptor.stride(4)).isEqualTo(2 * LINE);
        assertThat(ReceiveSlotDescriptor.stride(5)).isEqualTo(3 * LINE);
    }

    @Test
    void shouldKeepProducerAndConsumersOfEventsApart() {
        assertThat(EventQueueDescriptor.HEAD_OFFSET).isEqualTo(64);
        assertThat(EventQueueDescriptor.TAIL_OFFSET).isEqualTo(128);
        assertThat(EventQueueDescriptor.OVERFLOWS_OFFSET).isEqualTo(136);
        assertThat(EventQueueDescriptor.CAPACITY_OFFSET).isEqualTo(144);
        assertThat(EventQueueDescriptor.RESERVED_OFFSET).isEqualTo(148);
        assertThat(EventQueueDescriptor.WAITER_OFFSET).isEqualTo(152);
        assertThat(EventQueueDescriptor.LENGTH).isEqualTo(192);
        assertThat(EventQueueDescriptor.WORD1_OFFSET).isEqualTo(56);
        assertThat(EventQueueDescriptor.ENTRY_LENGTH).isEqualTo(LINE);
    }

    @Test
    void shouldKeepAnEndpointInTwoLines() {
        assertThat(EndpointRowDescriptor.PEER_OFFSET).isEqualTo(8);
        assertThat(EndpointRowDescriptor.RECEIVE_EVENTS_OFFSET).isEqualTo(16);
        assertThat(EndpointRowDescriptor.REMOTE_INDEX_OFFSET).isEqualTo(24);
        assertThat(EndpointRowDescriptor.TAKEN_OFFSET).isEqualTo(32);
        assertThat(EndpointRowDescriptor.COMPLETED_OFFSET).isEqualTo(40);
        assertThat(EndpointRowDescriptor.SENT_OFFSET).isEqualTo(48);
        assertThat(EndpointRowDescriptor.SENDING_OFFSET).isEqualTo(56);
        assertThat(EndpointRowDescriptor.SOFT_OFFSET).isEqualTo(64);
        assertThat(EndpointRowDescriptor.CHANGE_TIME_OFFSET).isEqualTo(72);
        assertThat(EndpointRowDescriptor.offset(1)).isEqualTo(64 + 128);
    }
}
