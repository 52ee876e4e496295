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

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.flight.ByteRingDescriptor;
import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Life cycle of {@code record-R.I.dat} ({@link StreamFileDescriptor}): the streams of bytes of a rank. The rank creates it before it
 * records its first event, and never again. The file goes with the other files of that incarnation.
 * <p>
 * <b>Ownership:</b> the rank writes; a recorder maps the file read-only. {@link #close()} unmaps: call it when no thread uses the rings any
 * more.
 */
public final class StreamFile implements AutoCloseable {
    private final MappedFile file;
    private final int payloadCapacity;

    private StreamFile(final MappedFile file, final int payloadCapacity) {
        this.file = file;
        this.payloadCapacity = payloadCapacity;
    }

    private static UnsafeBuffer header(final MappedFile file) {
        return file.buffer(0, StreamFileDescriptor.PAYLOAD_OFFSET);
    }

    /**
     * Creates the file of a rank.
     *
     * @param job             that the rank has joined.
     * @param payloadCapacity bytes of payload that fit; a {@linkplain StreamFileDescriptor#isCapacity capacity}.
     * @return the file, mapped read-write, with empty rings.
     * @throws IOException if there is no room, or the file exists; nothing is left behind. The message is one line.
     */
    public static StreamFile create(final JobDirectory job, final int payloadCapacity) throws IOException {
        final MappedFile created = MappedFile.create(
            job.streamsPath(job.rank(), job.incarnation()), StreamFileDescriptor.length(payloadCapacity), mapped -> {
                final UnsafeBuffer header = header(mapped);
                header.putLong(StreamFileDescriptor.MAGIC_OFFSET, StreamFileDescriptor.MAGIC);
                header.putInt(StreamFileDescriptor.VERSION_OFFSET, JobFileDescriptor.LAYOUT_VERSION);
                header.putInt(StreamFileDescriptor.RANK_OFFSET, job.rank());
                header.putInt(StreamFileDescriptor.INCARNATION_OFFSET, job.incarnation());
                header.putInt(StreamFileDescriptor.PAYLOAD_CAPACITY_OFFSET, payloadCapacity);
                header.putLong(StreamFileDescriptor.JOB_ID_OFFSET, job.jobId());
            });
        return new StreamFile(created, payloadCapacity);
    }

    /**
     * Maps the file of a rank read-only.
     *
     * @param job         inspected.
     * @param rank        whose file it is.
     * @param incarnation of that rank.
     * @return the file.
     * @throws java.nio.file.NoSuchFileException if the rank writes no streams.
     * @throws IOException                       if the file is refused; the message is one line.
     */
    public static StreamFile attach(final JobDirectory job, final int rank, final int incarnation) throws IOException {
        final MappedFile file = MappedFile.attach(job.streamsPath(rank, incarnation), -1, true);
        final int capacity = file.length() < StreamFileDescriptor.PAYLOAD_OFFSET ? 0 :
            header(file).getInt(StreamFileDescriptor.PAYLOAD_CAPACITY_OFFSET);
        if (!StreamFileDescriptor.isCapacity(capacity) || file.length() != StreamFileDescriptor.length(capacity) ||
            !isOf(header(file), job, rank, incarnation)) {
            file.close();
            throw new JobLayoutException(file.path() + ": holds no streams of rank " + rank + " of this job");
        }
        return new StreamFile(file, capacity);
    }

    private static boolean isOf(final UnsafeBuffer header, final JobDirectory job, final int rank, final int incarnation) {
        return header.getLong(StreamFileDescriptor.MAGIC_OFFSET) == StreamFileDescriptor.MAGIC &&
            header.getInt(StreamFileDescriptor.VERSION_OFFSET) == JobFileDescriptor.LAYOUT_VERSION &&
            header.getInt(StreamFileDescriptor.RANK_OFFSET) == rank &&
            header.getInt(StreamFileDescriptor.INCARNATION_OFFSET) == incarnation &&
            header.getLong(StreamFileDescriptor.JOB_ID_OFFSET) == job.jobId();
    }

    /**
     * Returns the memory of the ring of payload.
     *
     * @return new view of the ring with its header, valid until {@link #close()}.
     */
    public UnsafeBuffer payload() {
        return file.buffer(StreamFileDescriptor.PAYLOAD_OFFSET, ByteRingDescriptor.length(payloadCapacity));
    }

    /**
     * Returns the memory of the ring of the order.
     *
     * @return new view of the ring with its header, valid until {@link #close()}.
     */
    public UnsafeBuffer order() {
        return file.buffer(
            StreamFileDescriptor.orderOffset(payloadCapacity),
            ByteRingDescriptor.length(StreamFileDescriptor.orderCapacity(payloadCapacity)));
    }

    /** Unmaps; the file stays. Idempotent. */
    @Override
    public void close() {
        file.close();
    }
}
