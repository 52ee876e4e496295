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

import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The file in which a rank shows its state, and in which its peers ring its doorbell.
 * <p>
 * <b>Ownership:</b> the rank writes; peers write only the doorbell; an inspector maps the file read-only and must not store.
 * {@link #close()} unmaps: call it when no thread uses a section, the doorbell or the counters any more.
 */
public final class RankFile implements AutoCloseable {
    private final MappedFile file;
    private final JobGeometry geometry;
    private final int size;
    private final Doorbell doorbell;
    private final Counters counters;

    private RankFile(final MappedFile file, final JobDirectory job, final int rank, final int incarnation, final boolean isOwn) {
        this.file = file;
        this.geometry = job.geometry();
        this.size = job.size();
        final AtomicBuffer bell = section(RankFileSection.DOORBELL);
        final Path socket = job.socketPath(rank, incarnation);
        this.doorbell = isOwn ? Doorbell.ofSleeper(bell, socket, size) : Doorbell.ofRinger(bell, socket);
        this.counters = new Counters(section(RankFileSection.COUNTERS));
    }

    /**
     * Creates the file of a rank, and its wake-up socket if it has no futex.
     *
     * @param job that the rank has joined.
     * @return the file, mapped read-write.
     * @throws IOException if there is no room, or the file exists.
     */
    public static RankFile create(final JobDirectory job) throws IOException {
        final int length = RankFileDescriptor.length(job.geometry(), job.size());
        final MappedFile file = MappedFile.create(job.rankPath(job.rank(), job.incarnation()), length, mapped -> fill(mapped, job));
        return new RankFile(file, job, job.rank(), job.incarnation(), true);
    }

    /**
     * Maps the file of a rank to ring its doorbell; read-only if the job is only inspected. No socket is opened before the first ring.
     *
     * @param job         joined or inspected.
     * @param rank        whose file it is.
     * @param incarnation of that rank.
     * @return the file.
     * @throws java.nio.file.NoSuchFileException if the rank has not created it yet, or it has been deleted.
     * @throws IOException                       if the file is refused; the message is one line.
     */
    public static RankFile attach(final JobDirectory job, final int rank, final int incarnation) throws IOException {
        final int length = RankFileDescriptor.length(job.geometry(), job.size());
        final MappedFile file = MappedFile.attach(job.rankPath(rank, incarnation), length, job.rank() < 0);
        try {
            check(file, job, rank, incarnation);
            return new RankFile(file, job, rank, incarnation, false);
        } catch (final IOException e) {
            file.close();
            throw e;
        }
    }

    private static void fill(final MappedFile file, final JobDirectory job) {
        final UnsafeBuffer header = file.buffer(0, RankFileDescriptor.HEADER_LENGTH);
        header.putLong(RankFileDescriptor.MAGIC_OFFSET, RankFileDescriptor.MAGIC);
        header.putInt(RankFileDescriptor.VERSION_OFFSET, JobFileDescriptor.LAYOUT_VERSION);
        header.putInt(RankFileDescriptor.RANK_OFFSET, job.rank());
        header.putInt(RankFileDescriptor.INCARNATION_OFFSET, job.incarnation());
        header.putInt(RankFileDescriptor.SECTION_COUNT_OFFSET, RankFileSection.values().length);
        header.putLong(RankFileDescriptor.JOB_ID_OFFSET, job.jobId());
        header.putLong(RankFileDescriptor.FILE_LENGTH_OFFSET, file.length());
        for (final RankFileSection section : RankFileSection.values()) {
            final int entry = RankFileDescriptor.entryOffset(section);
            header.putLong(entry + RankFileDescriptor.ENTRY_CODE_OFFSET, section.code());
            header.putLong(entry + RankFileDescriptor.ENTRY_OFFSET_OFFSET,
                RankFileDescriptor.sectionOffset(section, job.geometry(), job.size()));
            header.putLong(entry + RankFileDescriptor.ENTRY_LENGTH_OFFSET,
                RankFileDescriptor.sectionLength(section, job.geometry(), job.size()));
        }
        // Release; partner: the acquire load in check().
        header.putIntRelease(RankFileDescriptor.READY_OFFSET, RankFileDescriptor.READY);
    }

    private static void check(final MappedFile file, final JobDirectory job, final int rank, final int incarnation)
        throws JobLayoutException {
        final UnsafeBuffer header = file.buffer(0, RankFileDescriptor.HEADER_LENGTH);
        // Acquire; partner: the release store in fill().
        if (header.getIntAcquire(RankFileDescriptor.READY_OFFSET) != RankFileDescriptor.READY ||
            header.getLong(RankFileDescriptor.MAGIC_OFFSET) != RankFileDescriptor.MAGIC) {
            throw new JobLayoutException(file.path() + ": not a Tombolo rank file");
        }
        final int version = header.getInt(RankFileDescriptor.VERSION_OFFSET);
        if (version != JobFileDescriptor.LAYOUT_VERSION) {
            throw new JobLayoutException(file.path() + ": has layout version " + version + ", this library has version " +
                JobFileDescriptor.LAYOUT_VERSION);
        }
        if (header.getInt(RankFileDescriptor.RANK_OFFSET) != rank ||
            header.getInt(RankFileDescriptor.INCARNATION_OFFSET) != incarnation ||
            header.getLong(RankFileDescriptor.JOB_ID_OFFSET) != job.jobId() ||
            header.getLong(RankFileDescriptor.FILE_LENGTH_OFFSET) != file.length()) {
            throw new JobLayoutException(file.path() + ": belongs to another rank or job, or is corrupt");
        }
    }

    /**
     * Returns a section of the file.
     *
     * @param section to view.
     * @return a new view, valid until {@link #close()}.
     */
    public AtomicBuffer section(final RankFileSection section) {
        return file.buffer(
            RankFileDescriptor.sectionOffset(section, geometry, size),
            RankFileDescriptor.sectionLength(section, geometry, size));
    }

    /**
     * Returns the rank's doorbell.
     *
     * @return the doorbell of this mapping.
     */
    public Doorbell doorbell() {
        return doorbell;
    }

    /**
     * Returns the rank's counters.
     *
     * @return the counters of this mapping; only the rank itself writes them.
     */
    public Counters counters() {
        return counters;
    }

    /**
     * Unmaps, and close the sockets of the doorbell; the files stay. Idempotent.
     */
    @Override
    public void close() {
        doorbell.close();
        file.close();
    }
}
