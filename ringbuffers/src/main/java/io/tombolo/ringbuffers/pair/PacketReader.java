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

import io.tombolo.ringbuffers.Bytes;
import org.agrona.UnsafeApi;

/**
 * The destination's side of the packet pool: checks the packet that a ring record names, then reads it. One thread at a time.
 */
public final class PacketReader {
    private final long packets;
    private final int count;
    private final int packetLength;
    private final int stride;

    /**
     * Starts with the pool of a mapped pair file.
     *
     * @param packets      address of the first packet, kept mapped by the caller.
     * @param count        packets.
     * @param packetLength payload of each in bytes.
     */
    public PacketReader(final long packets, final int count, final int packetLength) {
        this.packets = packets;
        this.count = count;
        this.packetLength = packetLength;
        this.stride = PacketDescriptor.stride(packetLength);
    }

    /**
     * Checks the packet that a record names.
     *
     * @param index      of the packet, unchecked.
     * @param generation of the packet, unchecked.
     * @param length     bytes of payload, unchecked.
     * @return true if that packet is posted with this generation and can hold that payload.
     */
    public boolean isPosted(final int index, final int generation, final long length) {
        return index >= 0 && index < count && length >= 0 && length <= packetLength &&
            UnsafeApi.getLong(packets + (long) index * stride + STATE_OFFSET) == stateWord(PacketState.POSTED, generation);
    }

    /**
     * Returns the address of the payload of a packet that {@link #isPosted} has accepted.
     *
     * @param index of the packet.
     * @return address of its payload, to be read only.
     */
    public long payload(final int index) {
        return packets + (long) index * stride + PAYLOAD_OFFSET;
    }

    /**
     * Copies payload out of a packet that {@link #isPosted} has accepted.
     *
     * @param index  of the packet.
     * @param base   array to write, or null for absolute addresses.
     * @param offset offset in the array, or address; range checked by the caller.
     * @param length bytes.
     */
    public void copy(final int index, final Object base, final long offset, final long length) {
        Bytes.copy(null, payload(index), base, offset, length);
    }
}
