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
package io.tombolo.ringbuffers.job;

import java.lang.invoke.VarHandle;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The ordered accesses of group records: to the name word, which {@link GroupRecords} explains, and to the words of decisions. Lock-free;
 * any thread of any rank.
 */
public final class GroupRecordWords {
    private GroupRecordWords() {
    }

    /**
     * Decides a word, unless another rank was first.
     *
     * @param buffer     that holds the word.
     * @param offset     of the word.
     * @param proposal   not 0; it contains the number of the decision.
     * @param numberMask bits of the proposal that hold the number.
     * @return the proposal, or the one of the first rank.
     */
    public static long decide(final AtomicBuffer buffer, final int offset, final long proposal, final long numberMask) {
        while (true) {
            // Acquire; partner: the full CAS of the rank that decides.
            final long word = buffer.getLongAcquire(offset);
            if (word != 0 && ((word ^ proposal) & numberMask) == 0) {
                return word;
            }
            if (buffer.compareAndSetLong(offset, word, proposal)) {
                return proposal;
            }
        }
    }

    /**
     * Holds a record for a member of its group, which has opened its entry before. Takes the record back from a rank that reclaims it.
     *
     * @param buffer that holds the record.
     * @param offset of the name word.
     * @param name   of the group.
     * @return true if the record has the name, and keeps it as long as the entry is open.
     */
    public static boolean hold(final AtomicBuffer buffer, final int offset, final long name) {
        // Between the store of the entry and the load of the name; partner: the full CAS in mark, before the look at the entries.
        VarHandle.fullFence();
        while (true) {
            final long word = buffer.getLongAcquire(offset);
            if (word == name + 1) {
                return true;
            }
            // The copy stays as it is until the mark is gone, and a mark is never used again. So the CAS vouches for the copy, too.
            if (!GroupRecordDescriptor.isReclaiming(word) || buffer.getLong(offset + GroupRecordDescriptor.COPY_OFFSET) != name) {
                return false;
            }
            if (buffer.compareAndSetLong(offset, word, name + 1)) {
                return true;
            }
        }
    }

    /**
     * Marks a record, to prepare or to reclaim it.
     *
     * @param buffer that holds the record.
     * @param offset of the name word.
     * @param word   that it has: 0, a name, or the mark of a dead rank.
     * @param mark   that was never used before.
     * @return false if another rank has changed the word.
     */
    public static boolean mark(final AtomicBuffer buffer, final int offset, final long word, final long mark) {
        // Full CAS; partner: the fence in hold.
        return buffer.compareAndSetLong(offset, word, mark);
    }

    /**
     * Ends the reclaiming of a record.
     *
     * @param buffer that holds the record.
     * @param offset of the name word.
     * @param mark   of this rank. If another rank has replaced it, or a member has taken the record back, nothing happens.
     * @param word   name + 1 if a rank has an entry; else 0.
     */
    public static void unmark(final AtomicBuffer buffer, final int offset, final long mark, final long word) {
        buffer.compareAndSetLong(offset, mark, word);
    }
}
