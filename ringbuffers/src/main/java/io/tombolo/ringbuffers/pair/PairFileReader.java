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
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.SOURCE_INCARNATION_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.RETURNED_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.RETURN_RING_OFFSET;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.PairEnds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads a pair file from outside: from a third process, or after the job is dead. The mapping is read-only, so neither end notices. One
 * thread at a time.
 * <p>
 * Each word is loaded once and checked before it is used, and every access is bounds checked. Whatever the bytes are, a reading takes at
 * most one step for each slot, record and packet of the geometry.
 */
public final class PairFileReader implements AutoCloseable {
    private final MappedFile file;
    private final PairGeometry geometry;
    private final UnsafeBuffer buffer;

    private PairFileReader(final MappedFile file, final PairGeometry geometry) {
        this.file = file;
        this.geometry = geometry;
        this.buffer = file.buffer(0, (int) file.length());
    }

    /**
     * Maps a pair file read-only.
     *
     * @param path     of the file.
     * @param geometry sizes.
     * @param pair     its ends.
     * @return a reader; close it.
     * @throws IOException if the file is missing, of another length or owner, or not the one expected; one line.
     */
    public static PairFileReader attach(final Path path, final PairGeometry geometry, final PairEnds pair)
        throws IOException {
        return new PairFileReader(PairHeader.attach(path, geometry, pair, true), geometry);
    }

    /** Reads a file that is mapped already; the caller does not close the reader. */
    static PairFileReader of(final MappedFile file, final PairGeometry geometry) {
        return new PairFileReader(file, geometry);
    }

    /**
     * Reads everything once. While the ranks work, parts may be of different moments. Two equal readings in a row are consistent.
     *
     * @param limit most records of each ring to keep; the others are counted.
     * @return what was found.
     */
    public PairReading read(final int limit) {
        return new PairReading(buffer.getInt(SOURCE_INCARNATION_OFFSET), readRing(limit), readPool(), readReturns(limit),
            buffer.getLongVolatile(CONSUMED_OFFSET), buffer.getLongVolatile(DONE_OFFSET));
    }

    /**
     * Reads the ring once, and nothing else.
     *
     * @param limit most records to keep; the others are counted.
     * @return what was found.
     */
    public RingReading<RingRecord> readRing(final int limit) {
        return geometry.ringKind() == RingKind.AGRONA ?
            new AgronaRingReader(section(PairFileDescriptor.ringOffset(geometry), PairFileDescriptor.ringLength(geometry))).read(limit) :
            readStamped(limit);
    }

    private UnsafeBuffer section(final int offset, final int length) {
        return new UnsafeBuffer(buffer, offset, length);
    }

    private RingReading<RingRecord> readStamped(final int limit) {
        return new StampedRingReader(section(PairFileDescriptor.ringOffset(geometry), PairFileDescriptor.ringLength(geometry)))
            // Acquire; partner: the release store in StampedConsumer.publish.
            .read(buffer.getLongVolatile(DRAINED_OFFSET), limit);
    }

    /** Returns the first words of a body; bytes behind the body count as zero. */
    static List<Long> body(final UnsafeBuffer buffer, final int offset, final int length) {
        final List<Long> words = new ArrayList<>(RingRecord.WORDS);
        for (int i = 0; i < RingRecord.WORDS; i++) {
            long word = 0;
            for (int j = Math.min(length - i * Long.BYTES, Long.BYTES) - 1; j >= 0; j--) {
                word = word << Byte.SIZE | buffer.getByte(offset + i * Long.BYTES + j) & 0xFF;
            }
            words.add(word);
        }
        return List.copyOf(words);
    }

    private PoolReading readPool() {
        final long[] words = new long[geometry.packets()];
        final int packets = PairFileDescriptor.packetsOffset(geometry);
        final int stride = PacketDescriptor.stride(geometry.packetLength());
        for (int i = 0; i < words.length; i++) {
            words[i] = buffer.getLongVolatile(packets + i * stride + PacketDescriptor.STATE_OFFSET);
        }
        return new PoolReading(words);
    }

    private RingReading<ReturnRecord> readReturns(final int limit) {
        // Acquire; partner: the release store in ReturnConsumer.publish.
        final long head = buffer.getLongVolatile(RETURNED_OFFSET);
        final int capacity = geometry.returnRecords();
        if (head < 0) {
            return RingReading.damaged(capacity, head, "returned=" + head + " cannot be");
        }
        final List<ReturnRecord> records = new ArrayList<>();
        int count = 0;
        String damage = "";
        while (count < capacity && damage.isEmpty()) {
            final long position = head + count;
            final int offset = RETURN_RING_OFFSET + ((int) (position & capacity - 1L) << ReturnRecordDescriptor.RECORD_SHIFT);
            // Acquire; partner: the release store in ReturnProducer.offer.
            final long stamp = buffer.getLongVolatile(offset + ReturnRecordDescriptor.STAMP_OFFSET);
            if (!Stamp.isAt(stamp, position)) {
                break;
            }
            final boolean isGood = Stamp.type(stamp) != RingConsumer.EMPTY;
            if (records.size() < limit || !isGood) {
                records.add(returnRecord(offset, position, stamp, isGood));
            }
            damage = isGood ? "" : "no producer writes the record at position " + position;
            count++;
        }
        return new RingReading<>(capacity, head, head + count, count, List.copyOf(records),
            RingReading.UNKNOWN, RingReading.UNKNOWN, RingConsumer.EMPTY, damage);
    }

    private ReturnRecord returnRecord(final int offset, final long position, final long stamp, final boolean isGood) {
        final int words = offset + ReturnRecordDescriptor.WORDS_OFFSET;
        return new ReturnRecord(position, stamp, isGood ? Stamp.type(stamp) : RingConsumer.CORRUPT, Stamp.length(stamp),
            List.of(buffer.getLong(words), buffer.getLong(words + Long.BYTES), buffer.getLong(words + 2 * Long.BYTES)));
    }

    /**
     * Unmaps the file. Readings that were taken stay.
     */
    @Override
    public void close() {
        file.close();
    }
}
