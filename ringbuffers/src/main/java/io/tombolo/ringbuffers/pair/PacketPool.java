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
package io.tombolo.ringbuffers.pair;

import static io.tombolo.ringbuffers.pair.PacketDescriptor.PAYLOAD_OFFSET;
import static io.tombolo.ringbuffers.pair.PacketDescriptor.STATE_OFFSET;
import static io.tombolo.ringbuffers.pair.PacketDescriptor.stateWord;

import io.tombolo.ringbuffers.line.CacheLines;
import org.agrona.UnsafeApi;

/**
 * The source's side of the packet pool: the stack of free packets and the check that a packet which comes back is due (S0.6, S0.7, S0.29).
 * The packet that came back last is used next, for it is likely to be in a cache. One thread at a time.
 * <p>
 * Which packets are out, and in which generation, is kept in private memory. The state words are written for others to read and are never
 * read here, so a damaged file can neither free a packet twice nor lose one.
 */
public final class PacketPool {
    /** Answer of {@link #acquire()}: all packets are under way. */
    public static final int EMPTY = -1;

    private static final int SHORT_GENERATION = 0xFFFF;

    private final long packets;
    private final int packetLength;
    private final int stride;
    private final int[] free;
    private final int[] generations;
    private final boolean[] posted;
    private int freeCount;

    /**
     * Starts with a pool whose packets are all zero, that is FREE.
     *
     * @param packets      address of the first packet, kept mapped by the caller.
     * @param count        packets.
     * @param packetLength payload of each in bytes.
     */
    public PacketPool(final long packets, final int count, final int packetLength) {
        this.packets = packets;
        this.packetLength = packetLength;
        this.stride = PacketDescriptor.stride(packetLength);
        this.free = new int[count];
        this.generations = new int[count];
        this.posted = new boolean[count];
        this.freeCount = count;
        for (int i = 0; i < count; i++) {
            free[i] = count - 1 - i;
        }
    }

    /**
     * Takes the packet that came back last: FREE → CLAIMED.
     *
     * @return its index, or {@link #EMPTY}.
     */
    public int acquire() {
        if (freeCount == 0) {
            return EMPTY;
        }
        final int index = free[--freeCount];
        state(index, PacketState.CLAIMED);
        return index;
    }

    /**
     * Fills a claimed packet and marks it POSTED. The caller publishes the ring record that names it.
     *
     * @param index  of the packet.
     * @param base   array to read, or null for absolute addresses.
     * @param offset offset in the array, or address; range checked by the caller.
     * @param length bytes, at most the packet's payload.
     * @return the generation to send along.
     */
    public int post(final int index, final Object base, final long offset, final long length) {
        // The destination has read the packet's lines: a plain copy takes longer.
        CacheLines.copyInto(base, offset, payload(index), length);
        return post(index);
    }

    /**
     * Returns where the payload of a claimed packet is.
     *
     * @param index of the packet.
     * @return address of the packet's payload.
     */
    public long payload(final int index) {
        return packet(index) + PAYLOAD_OFFSET;
    }

    /**
     * Marks a claimed packet POSTED; its payload is in place already. The caller publishes the ring record that names it.
     *
     * @param index of the packet.
     * @return the generation to send along.
     */
    public int post(final int index) {
        posted[index] = true;
        state(index, PacketState.POSTED);
        return generations[index];
    }

    /**
     * Makes a posted packet CLAIMED again, because its record was not published. The payload stays.
     *
     * @param index of the packet.
     */
    public void retract(final int index) {
        posted[index] = false;
        state(index, PacketState.CLAIMED);
    }

    /**
     * Takes back a claimed or posted packet whose record was never published.
     *
     * @param index of the packet.
     */
    public void abort(final int index) {
        push(index);
    }

    /**
     * Takes back a packet that the destination has named in a return record: → FREE, one generation on.
     *
     * @param index           of the packet, unchecked.
     * @param shortGeneration low 16 bits of the generation, unchecked.
     * @return false, with nothing changed, if no such packet is due.
     */
    public boolean release(final int index, final int shortGeneration) {
        if (index < 0 || index >= free.length || !posted[index] || (generations[index] & SHORT_GENERATION) != shortGeneration) {
            return false;
        }
        generations[index]++;
        push(index);
        return true;
    }

    /**
     * Takes back every posted packet, one generation on. The destination is proven dead or has left, and will not return them (S0.29).
     *
     * @return packets taken back.
     */
    public int reclaim() {
        final int before = freeCount;
        for (int index = 0; index < free.length; index++) {
            if (posted[index]) {
                generations[index]++;
                push(index);
            }
        }
        return freeCount - before;
    }

    private void push(final int index) {
        posted[index] = false;
        state(index, PacketState.FREE);
        free[freeCount++] = index;
    }

    private void state(final int index, final PacketState state) {
        // Opaque: for the inspector, and for PacketReader.isPosted, for which the ring record orders it.
        UnsafeApi.putLongOpaque(null, packet(index) + STATE_OFFSET, stateWord(state, generations[index]));
    }

    private long packet(final int index) {
        return packets + (long) index * stride;
    }

    /**
     * Returns the packets on the stack.
     *
     * @return 0 to {@link #size()}.
     */
    public int freeCount() {
        return freeCount;
    }

    /**
     * Returns the packets of the pool.
     *
     * @return count.
     */
    public int size() {
        return free.length;
    }

    /**
     * Returns the payload of one packet.
     *
     * @return bytes.
     */
    public int packetLength() {
        return packetLength;
    }
}
