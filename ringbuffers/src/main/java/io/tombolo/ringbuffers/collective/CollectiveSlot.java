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

import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.CONSUMED_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.LINE_CHECK_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.LINES;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.LINE_DISTANCE;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.LINE_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.LINE_PAYLOAD_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.LINE_WORD_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.NAME_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.PIECES;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.PIECES_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.PIECE_LENGTH;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.PUBLISHED_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.RESULTS_OFFSET;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.WAITING_OFFSET;

import org.agrona.UnsafeApi;

/**
 * A slot of a rank for one group: of this rank, which stores, or of another one, which this rank reads. {@link CollectiveSlotDescriptor}
 * has the layout and the protocol. Methods that store are for the owner, one thread at a time.
 */
public final class CollectiveSlot {
    private static final long FREE = 0;
    private static final long TAKEN = -1;

    // Keeps the memory mapped.
    private final Object memory;
    private final long address;

    /**
     * Views a slot.
     *
     * @param memory  kept reachable.
     * @param address of the slot, aligned to a cache line.
     */
    CollectiveSlot(final Object memory, final long address) {
        this.memory = memory;
        this.address = address;
    }

    /**
     * Makes a free slot without a file, for the threads of one process: for tests.
     *
     * @param memory  zeros, kept reachable.
     * @param address of the memory, aligned to a cache line, with {@link CollectiveSlotDescriptor#LENGTH} bytes.
     * @return the slot.
     */
    public static CollectiveSlot inMemory(final Object memory, final long address) {
        return new CollectiveSlot(memory, address);
    }

    /** Takes the slot if it is free. Any thread of the owner. */
    boolean take(final long group) {
        // Full CAS; partner: the release store in free.
        if (!UnsafeApi.compareAndSetLong(null, address + NAME_OFFSET, FREE, TAKEN)) {
            return false;
        }
        UnsafeApi.setMemory(null, address + WAITING_OFFSET, PIECES_OFFSET - WAITING_OFFSET, (byte) 0);
        // Release; partner: the acquire load in isOf.
        UnsafeApi.putLongRelease(null, address + NAME_OFFSET, group + 1);
        return true;
    }

    /**
     * Returns whether the slot is that of a group. The owner of a slot that was freed may have taken it for another one: what a member has
     * loaded before is then of that group.
     *
     * @param group name of the group.
     * @return false also if the slot is free.
     */
    public boolean isOf(final long group) {
        // Acquire; partner: the release store in take.
        return UnsafeApi.getLongAcquire(null, address + NAME_OFFSET) == group + 1;
    }

    /** Frees the slot. No member reads it any more. */
    public void free() {
        // Release; partner: the CAS in take.
        UnsafeApi.putLongRelease(null, address + NAME_OFFSET, FREE);
    }

    /**
     * Returns what keeps the slot mapped.
     *
     * @return file or memory.
     */
    public Object memory() {
        return memory;
    }

    private static long line(final long call) {
        return LINE_OFFSET + (call & LINES - 1) * LINE_DISTANCE;
    }

    /**
     * Returns where the payload in the line of a call is.
     *
     * @param call number of the call.
     * @return address.
     */
    public long payload(final long call) {
        return address + line(call) + LINE_PAYLOAD_OFFSET;
    }

    /**
     * Publishes the line of a call, after its payload. Release.
     *
     * @param call  number of the call.
     * @param word  of the line.
     * @param check of the line.
     */
    public void publish(final long call, final long word, final long check) {
        final long line = address + line(call);
        UnsafeApi.putLong(line + LINE_CHECK_OFFSET, check);
        // Release; partner: the acquire load in word.
        UnsafeApi.putLongRelease(null, line + LINE_WORD_OFFSET, word);
    }

    /**
     * Returns the word of the line that a call uses. Acquire: check and payload are those of the word, until this rank has consumed them.
     *
     * @param call number of the call.
     * @return word of that call, or of an earlier call with the same line.
     */
    public long word(final long call) {
        // Acquire; partner: the release store in publish.
        return UnsafeApi.getLongAcquire(null, address + line(call) + LINE_WORD_OFFSET);
    }

    /**
     * Returns the check of the line that a call uses.
     *
     * @param call whose {@link #word} has been seen.
     * @return check.
     */
    public long check(final long call) {
        return UnsafeApi.getLong(address + line(call) + LINE_CHECK_OFFSET);
    }

    /**
     * Returns where a piece is.
     *
     * @param index number of the piece among all of the slot; the lowest bits count.
     * @return address.
     */
    public long piece(final long index) {
        return address + PIECES_OFFSET + (index & PIECES - 1) * PIECE_LENGTH;
    }

    /**
     * Says in front of a part of a piece how long the data is to which it belongs. Plain, before the piece is published.
     *
     * @param address of the part.
     * @param length  bytes.
     */
    public static void partLength(final long address, final long length) {
        UnsafeApi.putLong(address, length);
    }

    /**
     * Returns how long the data is to which a part of a piece belongs.
     *
     * @param address of the part, which is published.
     * @return bytes, unchecked.
     */
    public static long partLength(final long address) {
        return UnsafeApi.getLong(address);
    }

    /**
     * Publishes a piece, after its payload. Release.
     *
     * @param word call, and its pieces so far.
     */
    public void published(final long word) {
        // Release; partner: the acquire load in published().
        UnsafeApi.putLongRelease(null, address + PUBLISHED_OFFSET, word);
    }

    /**
     * Returns which pieces are published. Acquire.
     *
     * @return call, and its pieces so far.
     */
    public long published() {
        // Acquire; partner: the release store in published(long).
        return UnsafeApi.getLongAcquire(null, address + PUBLISHED_OFFSET);
    }

    /**
     * Publishes a result. Release.
     *
     * @param word call, and its results so far.
     */
    public void results(final long word) {
        // Release; partner: the acquire load in results().
        UnsafeApi.putLongRelease(null, address + RESULTS_OFFSET, word);
    }

    /**
     * Returns which results are published. Acquire.
     *
     * @return call, and its results so far.
     */
    public long results() {
        // Acquire; partner: the release store in results(long).
        return UnsafeApi.getLongAcquire(null, address + RESULTS_OFFSET);
    }

    /**
     * Publishes how much this rank has read. Release: all loads of it come before.
     *
     * @param word call, and how much of it.
     */
    public void consumed(final long word) {
        // Release; partner: the acquire load in consumed().
        UnsafeApi.putLongRelease(null, address + CONSUMED_OFFSET, word);
    }

    /**
     * Returns how much the owner has read. Acquire: the caller may overwrite that.
     *
     * @return call, and how much of it.
     */
    public long consumed() {
        // Acquire; partner: the release store in consumed(long).
        return UnsafeApi.getLongAcquire(null, address + CONSUMED_OFFSET);
    }

    /**
     * Says whether this rank may sleep until a member publishes something. The caller checks once more what it waits for before it sleeps.
     *
     * @param isWaiting whether it may.
     */
    public void waiting(final boolean isWaiting) {
        UnsafeApi.putLongRelease(null, address + WAITING_OFFSET, isWaiting ? 1 : 0);
        if (isWaiting) {
            // Partner: the load in isWaiting, which has no fence before it. So a wake-up can be lost, and the sleep is short.
            UnsafeApi.fullFence();
        }
    }

    /**
     * Returns whether the owner may sleep.
     *
     * @return true if it is to be woken after something is published.
     */
    public boolean isWaiting() {
        return UnsafeApi.getLongOpaque(null, address + WAITING_OFFSET) != 0;
    }
}
