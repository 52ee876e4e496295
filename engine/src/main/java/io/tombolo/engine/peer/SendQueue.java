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

import io.tombolo.engine.api.Communicator;
import org.agrona.collections.Int2IntHashMap;

/**
 * The records that wait for room on the way to one peer, linked through themselves. Only the head is sent (S3.20). Records of one
 * communicator keep their order. A record of a higher priority passes those of other communicators (S3.36, S3.40), but not the head, which
 * may hold a packet. After {@link #MOST_PASSED} in a row have passed an older one, the oldest goes. One thread at a time.
 */
final class SendQueue {
    /** Records that pass an older one before it gets its turn. */
    static final int MOST_PASSED = 16;

    private static final int NONE = -1;
    private static final int PRIORITIES = Communicator.MAX_PRIORITY + 1;

    private final OutboundRecord[] first = new OutboundRecord[PRIORITIES];
    private final OutboundRecord[] last = new OutboundRecord[PRIORITIES];
    // Priority of each communicator where it is not 0; null while it is 0 for all.
    private Int2IntHashMap priorities;
    // A bit for each priority of which records wait.
    private int waiting;
    // Priority of the head, from the first look at it until it is removed.
    private int headPriority = NONE;
    private int passed;
    private int length;
    private long added;

    void add(final OutboundRecord record) {
        record.queued = true;
        record.number = added++;
        append(record, priorities == null ? 0 : priorities.get(record.communicator()));
        length++;
    }

    private void append(final OutboundRecord record, final int priority) {
        record.next = null;
        record.priority = priority;
        if (first[priority] == null) {
            first[priority] = record;
            waiting |= 1 << priority;
        } else {
            last[priority].next = record;
        }
        last[priority] = record;
    }

    /** Returns the record that is sent next; the same until it is removed. */
    OutboundRecord head() {
        if (length == 0) {
            return null;
        }
        if (headPriority == NONE) {
            headPriority = choose();
        }
        return first[headPriority];
    }

    private int choose() {
        final int highest = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(waiting);
        int oldest = highest;
        for (int priority = 0; priority < highest; priority++) {
            if (first[priority] != null && first[priority].number < first[oldest].number) {
                oldest = priority;
            }
        }
        passed = oldest == highest || passed == MOST_PASSED ? 0 : passed + 1;
        return passed == 0 ? oldest : highest;
    }

    void removeHead() {
        remove(head());
    }

    /** Lets another record take the place of the head. */
    void replaceHead(final OutboundRecord record) {
        final OutboundRecord head = head();
        if (record == head) {
            return;
        }
        record.next = head.next;
        record.queued = true;
        record.number = head.number;
        record.priority = headPriority;
        head.next = null;
        head.queued = false;
        first[headPriority] = record;
        last[headPriority] = last[headPriority] == head ? record : last[headPriority];
    }

    /** Takes a record out wherever it is; false if it is not in this queue. */
    boolean remove(final OutboundRecord record) {
        OutboundRecord before = null;
        OutboundRecord at = first[record.priority];
        while (at != null && at != record) {
            before = at;
            at = at.next;
        }
        if (at == null) {
            return false;
        }
        if (before == null && record.priority == headPriority) {
            headPriority = NONE;
        }
        unlink(before, record);
        record.queued = false;
        length--;
        return true;
    }

    private void unlink(final OutboundRecord before, final OutboundRecord record) {
        final int priority = record.priority;
        if (before == null) {
            first[priority] = record.next;
        } else {
            before.next = record.next;
        }
        if (last[priority] == record) {
            last[priority] = before;
        }
        if (first[priority] == null) {
            waiting &= ~(1 << priority);
        }
        record.next = null;
    }

    /**
     * Sets the priority of a communicator's messages, those that wait included: they stay in order.
     *
     * @param communicator as in {@link OutboundRecord#communicator}.
     * @param priority     0 to {@link Communicator#MAX_PRIORITY}.
     */
    void prioritize(final int communicator, final int priority) {
        if (priority > 0) {
            priorities = priorities == null ? new Int2IntHashMap(0) : priorities;
            priorities.put(communicator, priority);
        } else if (priorities == null || priorities.remove(communicator) == 0) {
            return;
        }
        for (int other = 0; other < PRIORITIES; other++) {
            if (other != priority) {
                move(communicator, other, priority);
            }
        }
    }

    private void move(final int communicator, final int from, final int to) {
        // The head stays where it is.
        OutboundRecord before = from == headPriority ? first[from] : null;
        OutboundRecord at = before == null ? first[from] : before.next;
        while (at != null) {
            final OutboundRecord next = at.next;
            if (at.communicator() == communicator) {
                unlink(before, at);
                append(at, to);
            } else {
                before = at;
            }
            at = next;
        }
    }

    boolean isEmpty() {
        return length == 0;
    }

    int length() {
        return length;
    }
}
