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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.PacketType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The order in which the records of a queue are sent, by the priorities of their communicators (S3.20, S3.36, S3.40).
 */
class SendQueueTest {
    private static final int COMMUNICATORS = 5;
    private static final int STEPS = 300_000;

    private final SendQueue queue = new SendQueue();

    /** A message of a communicator, or of one of its collective operations. */
    private static final class OwnedRecord extends OutboundRecord {
        private final int owner;

        private OwnedRecord(final int owner, final int contextKind) {
            this.owner = owner;
            type = PacketType.SHORT.code();
            key = Envelope.key((owner << 2) + contextKind, 1);
        }
    }

    private OwnedRecord add(final int owner) {
        final OwnedRecord record = new OwnedRecord(owner, queue.length() & 1);
        queue.add(record);
        return record;
    }

    private OutboundRecord next() {
        final OutboundRecord head = queue.head();
        queue.removeHead();
        return head;
    }

    @Test
    void shouldKeepTheOrderWithoutPriorities() {
        final List<OutboundRecord> records = List.of(add(0), add(1), add(0), add(2));
        records.forEach(record -> assertThat(next()).isSameAs(record));
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.head()).isNull();
    }

    @Test
    void shouldLetRecordsOfAHigherPriorityPass() {
        queue.prioritize(1, 3);
        queue.prioritize(2, Communicator.MAX_PRIORITY);
        final OutboundRecord head = add(0);
        assertThat(queue.head()).isSameAs(head);
        final List<OutboundRecord> behind = List.of(add(0), add(1), add(2), add(0), add(1), add(2));
        assertThat(next()).as("the head, whose send has begun").isSameAs(head);
        for (final int place : new int[] {2, 5, 1, 4, 0, 3}) {
            assertThat(next()).isSameAs(behind.get(place));
        }
    }

    @Test
    void shouldSendTheOldestRecordAfterALimitedNumberOfPasses() {
        queue.prioritize(1, 1);
        final OutboundRecord low = add(0);
        final OutboundRecord second = add(0);
        for (int i = 0; i < 10 * SendQueue.MOST_PASSED; i++) {
            add(1);
        }
        final List<OutboundRecord> sent = new ArrayList<>();
        while (!queue.isEmpty()) {
            sent.add(next());
        }
        assertThat(sent.indexOf(low)).isEqualTo(SendQueue.MOST_PASSED);
        assertThat(sent.indexOf(second)).isEqualTo(2 * SendQueue.MOST_PASSED + 1);
    }

    @Test
    void shouldReorderWaitingRecordsWhenAPriorityChanges() {
        final OutboundRecord head = add(1);
        assertThat(queue.head()).isSameAs(head);
        final OutboundRecord other = add(0);
        final List<OutboundRecord> moved = List.of(add(1), add(1));
        queue.prioritize(1, 2);
        moved.forEach(record -> assertThat(record.priority).isEqualTo(2));
        assertThat(next()).isSameAs(head);
        assertThat(next()).isSameAs(moved.get(0));
        queue.prioritize(1, 0);
        assertThat(next()).isSameAs(other);
        assertThat(next()).isSameAs(moved.get(1));
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void shouldLetUrgentMessagesPassRecordsWithoutACommunicator() {
        queue.prioritize(0, 1);
        final OutboundRecord packet = add(0);
        packet.type = PacketType.LOCK.code();
        queue.remove(packet);
        queue.add(packet);
        final OutboundRecord message = add(0);
        assertThat(next()).isSameAs(message);
        assertThat(next()).isSameAs(packet);
    }

    @Test
    void shouldNeverLetOneMessageOfACommunicatorPassAnother() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final List<Deque<OutboundRecord>> expected = new ArrayList<>();
        for (int owner = 0; owner < COMMUNICATORS; owner++) {
            expected.add(new ArrayDeque<>());
        }
        for (int step = 0; step < STEPS; step++) {
            final int owner = random.nextInt(COMMUNICATORS);
            final String what = "seed " + seed + " step " + step;
            switch (random.nextInt(9)) {
                case 0 -> queue.prioritize(owner, random.nextInt(Communicator.MAX_PRIORITY + 1));
                case 1 -> {
                    if (!expected.get(owner).isEmpty()) {
                        final OutboundRecord last = random.nextBoolean() ? expected.get(owner).pollLast() : expected.get(owner).pollFirst();
                        assertThat(queue.remove(last)).as(what).isTrue();
                        assertThat(queue.remove(last)).as(what).isFalse();
                    }
                }
                case 2 -> {
                    if (!queue.isEmpty()) {
                        final OwnedRecord head = (OwnedRecord) queue.head();
                        final OwnedRecord other = new OwnedRecord(head.owner, 0);
                        queue.replaceHead(other);
                        assertThat(queue.head()).as(what).isSameAs(other);
                        assertThat(head.isQueued()).as(what).isFalse();
                        assertThat(expected.get(head.owner).pollFirst()).as(what).isSameAs(head);
                        expected.get(head.owner).addFirst(other);
                    }
                }
                case 3, 4, 5 -> expected.get(owner).addLast(add(owner));
                default -> {
                    if (!queue.isEmpty()) {
                        final OwnedRecord head = (OwnedRecord) next();
                        assertThat(head).as(what).isSameAs(expected.get(head.owner).pollFirst());
                        assertThat(head.isQueued()).as(what).isFalse();
                    }
                }
            }
            assertThat(queue.length()).as(what).isEqualTo(expected.stream().mapToInt(Deque::size).sum());
        }
        while (!queue.isEmpty()) {
            final OwnedRecord head = (OwnedRecord) next();
            assertThat(head).as("seed " + seed).isSameAs(expected.get(head.owner).pollFirst());
        }
        assertThat(expected).allMatch(Deque::isEmpty);
    }
}
