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
package io.tombolo.engine.collective;

import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.ALL;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.PIECES;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.word;

import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.collective.CollectiveSlot;
import java.io.IOException;

/**
 * The slots of the members of a group: that of this rank, where it publishes, and those of the others. Knows what the others have read, so
 * that nothing is overwritten too early. One thread at a time.
 */
final class GroupSlots {
    private final Progress progress;
    private final SlotFiles files;
    private final Group group;
    private final GroupMembers members;
    private final CollectiveSlot own;
    private final CollectiveSlot[] slots;
    // By member: what it has read, as far as this rank knows. The own entry is larger than all words.
    private final long[] consumed;
    // The least of these, as far as this rank knows.
    private long leastConsumed;
    private int attached;
    // Pieces that this rank has written.
    private long pieces;
    // By piece: what each member must have read before the piece is overwritten.
    private final long[] busyUntil = new long[PIECES];

    GroupSlots(final Progress progress, final SlotFiles files, final Group group, final GroupMembers members, final CollectiveSlot own) {
        this.progress = progress;
        this.files = files;
        this.group = group;
        this.members = members;
        this.own = own;
        this.slots = new CollectiveSlot[group.size()];
        this.consumed = new long[group.size()];
        slots[group.rank()] = own;
        consumed[group.rank()] = Long.MAX_VALUE;
        if (group.size() == 1) {
            leastConsumed = Long.MAX_VALUE;
        }
    }

    CollectiveSlot own() {
        return own;
    }

    CollectiveSlot of(final int member) {
        return slots[member];
    }

    /** Returns whether the slots of all members are known. */
    boolean isAttached() {
        return attached == slots.length;
    }

    /** Returns the first member whose slot is not known. */
    int unattached() {
        return attached;
    }

    /**
     * Finds the slots of members that have opened the group since.
     *
     * @return whether the slots of all members are known.
     * @throws IOException if a file cannot be mapped.
     */
    boolean attach() throws IOException {
        while (attached < slots.length) {
            if (slots[attached] == null) {
                slots[attached] = files.find(group.toWorld(attached), members.incarnation(attached), members.name());
                if (slots[attached] == null) {
                    return false;
                }
            }
            attached++;
        }
        return true;
    }

    /** Returns whether a member has its slot for this group still: what was loaded there before, this group's member has stored. */
    boolean isStillOf(final int member) {
        return slots[member].isOf(members.name());
    }

    /** Notes that the line of a call has been seen: its member has read everything of the calls before. */
    void sawLine(final int member, final long call) {
        consumed[member] = Math.max(consumed[member], word(call - 1, ALL));
    }

    /** Notes that the lines of a call of all members have been seen. */
    void sawAllLines(final long call) {
        leastConsumed = Math.max(leastConsumed, word(call - 1, ALL));
    }

    /**
     * Finds a member that has not read enough.
     *
     * @param wanted word that every member must have reached.
     * @return the member, or -1.
     */
    int findBehind(final long wanted) {
        if (leastConsumed >= wanted) {
            return -1;
        }
        long least = Long.MAX_VALUE;
        for (int member = 0; member < slots.length; member++) {
            if (!hasConsumed(member, wanted)) {
                return member;
            }
            least = Math.min(least, consumed[member]);
        }
        leastConsumed = least;
        return -1;
    }

    /** Returns whether a member has read enough. */
    boolean hasConsumed(final int member, final long wanted) {
        if (consumed[member] < wanted) {
            consumed[member] = Math.max(consumed[member], slots[member].consumed());
        }
        return consumed[member] >= wanted;
    }

    /** Returns the number of the piece that this rank writes next, among all pieces of its slot. */
    long nextPiece() {
        return pieces;
    }

    /** Returns what every member must have read before the next piece may be written. */
    long nextPieceBusyUntil() {
        return busyUntil[(int) pieces & PIECES - 1];
    }

    /**
     * Counts a piece that this rank has written.
     *
     * @param read what every member will have read when it needs the piece no more.
     */
    void wrotePiece(final long read) {
        busyUntil[(int) pieces & PIECES - 1] = read;
        pieces++;
    }

    /** Wakes the members that may sleep until this rank publishes something. */
    void wakeWaiting() {
        for (int member = 0; member < slots.length; member++) {
            if (member != group.rank() && slots[member] != null && slots[member].isWaiting()) {
                progress.wake(group.toWorld(member));
            }
        }
    }
}
