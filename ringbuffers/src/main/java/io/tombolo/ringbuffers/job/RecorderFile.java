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
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The file of the process that records a job ({@link RecorderFileDescriptor}): it says how far the recorder has read. The
 * file stays, and goes with the job.
 * <p>
 * <b>Threading:</b> one thread at a time, which holds the {@link RecorderLock}.
 */
public final class RecorderFile implements AutoCloseable {
    /** In place of an incarnation: nothing of the rank is read now. */
    public static final int NOBODY = -1;

    private static final RecordedRing[] RINGS = RecordedRing.values();

    private final MappedFile file;
    private final UnsafeBuffer words;

    private RecorderFile(final MappedFile file) {
        this.file = file;
        this.words = file.buffer(0, (int) file.length());
    }

    /**
     * Opens the file of a job, and creates it if it is missing or belongs to an earlier job.
     *
     * @param job that is inspected.
     * @return the file; the caller closes it.
     * @throws NoSuchJobException if the job has been deleted.
     * @throws IOException        if the file is refused or cannot be created.
     */
    public static RecorderFile open(final JobDirectory job) throws IOException {
        final Path path = job.path().resolve(JobPaths.RECORDER_FILE);
        try {
            while (true) {
                final MappedFile file = map(path, job);
                if (isOf(file, job)) {
                    return new RecorderFile(file);
                }
                file.delete();
                file.close();
            }
        } catch (final NoSuchFileException deleted) {
            throw new NoSuchJobException(job.path());
        }
    }

    private static MappedFile map(final Path path, final JobDirectory job) throws IOException {
        while (true) {
            try {
                return MappedFile.create(path, RecorderFileDescriptor.length(job.size()), mapped -> fill(mapped, job));
            } catch (final FileAlreadyExistsException exists) {
                try {
                    return MappedFile.attach(path, -1, false);
                } catch (final NoSuchFileException deleted) {
                    continue;
                }
            }
        }
    }

    private static void fill(final MappedFile file, final JobDirectory job) {
        final UnsafeBuffer header = file.buffer(0, RecorderFileDescriptor.LINES_OFFSET);
        header.putLong(RecorderFileDescriptor.MAGIC_OFFSET, RecorderFileDescriptor.MAGIC);
        header.putInt(RecorderFileDescriptor.VERSION_OFFSET, JobFileDescriptor.LAYOUT_VERSION);
        header.putInt(RecorderFileDescriptor.SIZE_OFFSET, job.size());
        header.putLong(RecorderFileDescriptor.JOB_ID_OFFSET, job.jobId());
    }

    /** Returns whether a file is that of a job. */
    static boolean isOf(final MappedFile file, final JobDirectory job) {
        if (file.length() != RecorderFileDescriptor.length(job.size())) {
            return false;
        }
        final UnsafeBuffer header = file.buffer(0, RecorderFileDescriptor.LINES_OFFSET);
        return header.getLong(RecorderFileDescriptor.MAGIC_OFFSET) == RecorderFileDescriptor.MAGIC &&
            header.getInt(RecorderFileDescriptor.VERSION_OFFSET) == JobFileDescriptor.LAYOUT_VERSION &&
            header.getLong(RecorderFileDescriptor.JOB_ID_OFFSET) == job.jobId();
    }

    /**
     * Stores how far a rank was read.
     *
     * @param rank        from 0.
     * @param incarnation that is read, or {@link #NOBODY}.
     * @param ring        that is read.
     * @param position    of the first event or byte that is not read.
     */
    public void read(final int rank, final int incarnation, final RecordedRing ring, final long position) {
        final int line = RecorderFileDescriptor.line(rank);
        if (words.getLong(line + RecorderFileDescriptor.INCARNATION_OFFSET) != incarnation) {
            for (final RecordedRing each : RINGS) {
                words.putLongRelease(RecorderFileDescriptor.position(rank, each), 0);
            }
            // Release; partner: the acquire load in incarnation(). A reader of the incarnation sees no position of the one before.
            words.putLongRelease(line + RecorderFileDescriptor.INCARNATION_OFFSET, incarnation);
        }
        // Release; partner: the acquire load in position(). What was read before is recorded.
        words.putLongRelease(RecorderFileDescriptor.position(rank, ring), position);
    }

    /**
     * Returns which incarnation of a rank is read.
     *
     * @param rank from 0.
     * @return 0 for none yet, or {@link #NOBODY}.
     */
    public int incarnation(final int rank) {
        return (int) words.getLongAcquire(RecorderFileDescriptor.line(rank) + RecorderFileDescriptor.INCARNATION_OFFSET);
    }

    /**
     * Returns how far that incarnation was read.
     *
     * @param rank from 0.
     * @param ring that is read.
     * @return position of the first event or byte that is not read.
     */
    public long position(final int rank, final RecordedRing ring) {
        return words.getLongAcquire(RecorderFileDescriptor.position(rank, ring));
    }

    /** Unmaps; the file stays. */
    @Override
    public void close() {
        file.close();
    }
}
