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
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * How far the recorder of a job has read a ring of one rank, as that rank sees it in {@link RecorderFile}.
 */
public final class RecorderPosition implements AutoCloseable {
    /** No recorder reads this incarnation. */
    public static final long NONE = -1;
    /** A recorder has not come to this incarnation yet. */
    public static final long PENDING = -2;

    private final MappedFile file;
    private final UnsafeBuffer words;
    private final int line;
    private final int position;
    private final int incarnation;

    private RecorderPosition(final MappedFile file, final int rank, final int incarnation, final RecordedRing ring) {
        this.file = file;
        this.words = file.buffer(0, (int) file.length());
        this.line = RecorderFileDescriptor.line(rank);
        this.position = RecorderFileDescriptor.position(rank, ring);
        this.incarnation = incarnation;
    }

    /**
     * Maps the file of the recorder read-only, if there is one.
     *
     * @param job  that the rank has joined.
     * @param ring of the rank.
     * @return null if no recorder has made a file for this job yet.
     * @throws IOException if the file is refused.
     */
    public static RecorderPosition attach(final JobDirectory job, final RecordedRing ring) throws IOException {
        final Path path = job.path().resolve(JobPaths.RECORDER_FILE);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        final MappedFile file = MappedFile.attach(path, -1, true);
        if (!RecorderFile.isOf(file, job)) {
            file.close();
            return null;
        }
        return new RecorderPosition(file, job.rank(), job.incarnation(), ring);
    }

    /**
     * Returns how far the ring was read.
     *
     * @return position of the first event or byte that is not read; {@link #NONE} if the recorder has ended or pauses, or the file is
     *     damaged; {@link #PENDING} if it has not come to this incarnation yet.
     */
    public long load() {
        // Acquire; partners: the release stores in RecorderFile.read. The position is that of the incarnation, or 0.
        final long read = words.getLongAcquire(line + RecorderFileDescriptor.INCARNATION_OFFSET);
        return read == incarnation ? Math.max(NONE, words.getLongAcquire(position)) :
            read == RecorderFile.NOBODY ? NONE : PENDING;
    }

    /** Unmaps the file. */
    @Override
    public void close() {
        file.close();
    }
}
