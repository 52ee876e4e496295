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

import static io.tombolo.ringbuffers.pair.PairFileDescriptor.CONSUMED_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.DONE_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.DRAINED_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.RETURNED_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.RETURN_RING_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.packetsOffset;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.ringLength;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.ringOffset;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.PairEnds;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The destination's side of a pair file: ring consumer, packet reader, return producer and credit. Used by one thread at a time, the
 * progress owner of the destination.
 */
public final class InboundPair implements AutoCloseable {
    private final MappedFile file;
    private final RingConsumer ring;
    private final PacketReader packets;
    private final ReturnProducer returns;
    private final Credit credit;
    private final Credit done;

    private InboundPair(final MappedFile file, final PairGeometry geometry) {
        this.file = file;
        final int ringOffset = ringOffset(geometry);
        final long ringAddress = file.address(ringOffset, ringLength(geometry));
        this.ring = geometry.ringKind() == RingKind.AGRONA ?
            new AgronaConsumer(ringAddress, geometry.ringSlots() * StampedSlotDescriptor.SLOT_LENGTH) :
            new StampedConsumer(ringAddress, geometry.ringSlots(), file.address(DRAINED_OFFSET, Long.BYTES));
        final int packetsOffset = packetsOffset(geometry);
        this.packets = new PacketReader(
            file.address(packetsOffset, file.length() - packetsOffset), geometry.packets(), geometry.packetLength());
        this.returns = new ReturnProducer(
            file.address(RETURN_RING_OFFSET, (long) geometry.returnRecords() * ReturnRecordDescriptor.RECORD_LENGTH),
            geometry.returnRecords(), file.address(RETURNED_OFFSET, Long.BYTES));
        this.credit = new Credit(file.address(CONSUMED_OFFSET, Long.BYTES));
        this.done = new Credit(file.address(DONE_OFFSET, Long.BYTES));
    }

    /**
     * Maps a pair file that the source has published.
     *
     * @param path     of the file.
     * @param geometry sizes.
     * @param pair     the rank that made it, and this rank.
     * @return the destination's side.
     * @throws IOException if the file is missing, of another length or owner, or not the one expected.
     */
    public static InboundPair attach(final Path path, final PairGeometry geometry, final PairEnds pair)
        throws IOException {
        return new InboundPair(PairHeader.attach(path, geometry, pair, false), geometry);
    }

    /**
     * Returns the ring from source to destination.
     *
     * @return its consumer.
     */
    public RingConsumer ring() {
        return ring;
    }

    /**
     * Returns the packets of the source.
     *
     * @return their reader.
     */
    public PacketReader packets() {
        return packets;
    }

    /**
     * Returns the ring that leads back.
     *
     * @return its producer.
     */
    public ReturnProducer returns() {
        return returns;
    }

    /**
     * Returns what this rank's receives have taken.
     *
     * @return the credit, to add to.
     */
    public Credit credit() {
        return credit;
    }

    /**
     * Returns the number below which all long messages are done.
     *
     * @return the word, to raise.
     */
    public Credit done() {
        return done;
    }

    /**
     * Unmaps the file. No thread may touch this side any more.
     */
    @Override
    public void close() {
        file.close();
    }
}
