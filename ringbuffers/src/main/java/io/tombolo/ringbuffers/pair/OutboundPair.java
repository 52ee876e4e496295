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
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.fileLength;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.packetsOffset;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.ringLength;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.ringOffset;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.PairEnds;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The source's side of a pair file: ring producer, packet pool, return consumer and credit. Used by one thread at a time, the progress
 * owner of the source.
 */
public final class OutboundPair implements AutoCloseable {
    private final MappedFile file;
    private final RingProducer ring;
    private final PacketPool pool;
    private final ReturnConsumer returns;
    private final Credit credit;
    private final Credit done;
    private final int packetsOffset;
    private final PairGeometry geometry;
    private boolean lent;

    private OutboundPair(final MappedFile file, final PairGeometry geometry) {
        this.file = file;
        this.geometry = geometry;
        final int ringOffset = ringOffset(geometry);
        final int ringLength = ringLength(geometry);
        this.ring = geometry.ringKind() == RingKind.AGRONA ?
            new AgronaProducer(file.buffer(ringOffset, ringLength)) :
            new StampedProducer(file.address(ringOffset, ringLength), geometry.ringSlots(), file.address(DRAINED_OFFSET, Long.BYTES));
        this.packetsOffset = packetsOffset(geometry);
        this.pool = new PacketPool(
            file.address(packetsOffset, file.length() - packetsOffset), geometry.packets(), geometry.packetLength());
        this.returns = new ReturnConsumer(
            file.address(RETURN_RING_OFFSET, (long) geometry.returnRecords() * ReturnRecordDescriptor.RECORD_LENGTH),
            geometry.returnRecords(), file.address(RETURNED_OFFSET, Long.BYTES));
        this.credit = new Credit(file.address(CONSUMED_OFFSET, Long.BYTES));
        this.done = new Credit(file.address(DONE_OFFSET, Long.BYTES));
    }

    /**
     * Makes a pair file and gives it its name last.
     *
     * @param path     of the file, which must not exist.
     * @param geometry sizes.
     * @param pair     this rank, the source, and the rank that will attach.
     * @return the source's side.
     * @throws IOException if there is no space, or the name is taken.
     */
    public static OutboundPair create(final Path path, final PairGeometry geometry, final PairEnds pair)
        throws IOException {
        return new OutboundPair(MappedFile.create(path, fileLength(geometry), file -> PairHeader.write(file, pair)), geometry);
    }

    /**
     * Returns the ring from source to destination.
     *
     * @return its producer.
     */
    public RingProducer ring() {
        return ring;
    }

    /**
     * Returns the packets of the source.
     *
     * @return the pool.
     */
    public PacketPool pool() {
        return pool;
    }

    /**
     * Lends the payload of a claimed packet to an application: from now on {@link #close()} leaves the file mapped.
     *
     * @param packet  index of a packet that the pool has given out.
     * @param payload wrapped in its payload; keeps the mapping alive.
     * @param length  bytes, at most the packet's payload.
     */
    public void lend(final int packet, final UnsafeBuffer payload, final int length) {
        lent = true;
        file.wrap(payload, packetsOffset + PacketDescriptor.payloadOffset(packet, pool.packetLength()), length);
    }

    /**
     * Returns the ring that leads back.
     *
     * @return its consumer.
     */
    public ReturnConsumer returns() {
        return returns;
    }

    /**
     * Returns what the destination's receives have taken.
     *
     * @return the credit, to load.
     */
    public Credit credit() {
        return credit;
    }

    /**
     * Returns the number below which all long messages are done.
     *
     * @return the word, to load.
     */
    public Credit done() {
        return done;
    }

    /**
     * Counts the records that the destination has not read, once it is gone. Not for the message path: it reads the whole ring.
     *
     * @return records; 0 if the ring is damaged.
     */
    public int countUnread() {
        return PairFileReader.of(file, geometry).read(0).ring().count();
    }

    /**
     * Removes the name of the file; mappings stay.
     *
     * @throws IOException if the name cannot be removed.
     */
    public void delete() throws IOException {
        file.delete();
    }

    /**
     * Unmaps the file, unless an application has been lent a packet of it: then the collector does. No thread may touch this side any more.
     */
    @Override
    public void close() {
        if (!lent) {
            file.close();
        }
    }

    /**
     * Unmaps the file, also if an application has been lent packets of it: it has given all of them back. No thread may touch this side any
     * more.
     */
    public void release() {
        file.close();
    }
}
