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
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Layout and life cycle of {@code nodes-R-k.dat}, native byte order: matching nodes of rank R beyond those of its {@link RankFile}. The
 * file is created when the nodes are needed; nodes in use never move.
 * <pre>
 *  +---------------------------------------------------------------+  0
 *  |                          magic (long)                         |
 *  +-------------------------------+-------------------------------+  8
 *  |     layout version (int)      |          rank (int)           |
 *  +-------------------------------+-------------------------------+  16
 *  |          index (int)          |       reserved, zero          |
 *  +-------------------------------+-------------------------------+  24
 *  |                         job id (long)                         |
 *  +---------------------------------------------------------------+  32
 *  |  zero, up to a page                                           |
 *  +---------------------------------------------------------------+  4096
 *  |  the nodes                                                    |
 *  +---------------------------------------------------------------+
 * </pre>
 * <b>Ownership:</b> the rank writes; an inspector maps the file read-only and must not store. {@link #close()} unmaps: call it when no
 * thread uses the nodes any more.
 */
public final class MatchNodeFile implements AutoCloseable {
    /** First word of the file: "TOMBNODE". */
    static final long MAGIC = 0x45_444f4e424d4f54L;

    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    private static final int RANK_OFFSET = VERSION_OFFSET + Integer.BYTES;
    private static final int INDEX_OFFSET = RANK_OFFSET + Integer.BYTES;
    private static final int JOB_ID_OFFSET = INDEX_OFFSET + 2 * Integer.BYTES;
    private static final int NODES_OFFSET = RankFileDescriptor.SECTION_ALIGNMENT;
    private static final int NODES_LENGTH = RankFileDescriptor.MATCH_NODES * RankFileDescriptor.MATCH_NODE_LENGTH;

    private final MappedFile file;

    private MatchNodeFile(final MappedFile file) {
        this.file = file;
    }

    /**
     * Creates the next file of a rank.
     *
     * @param job   that the rank has joined.
     * @param index of the file, from 1.
     * @return the file, mapped read-write, with room for {@link RankFileDescriptor#MATCH_NODES} nodes.
     * @throws IOException if there is no room, or the file exists.
     */
    public static MatchNodeFile create(final JobDirectory job, final int index) throws IOException {
        final Path path = job.nodesPath(job.rank(), job.incarnation(), index);
        return new MatchNodeFile(MappedFile.create(path, NODES_OFFSET + NODES_LENGTH, mapped -> {
            final UnsafeBuffer header = mapped.buffer(0, NODES_OFFSET);
            header.putLong(MAGIC_OFFSET, MAGIC);
            header.putInt(VERSION_OFFSET, JobFileDescriptor.LAYOUT_VERSION);
            header.putInt(RANK_OFFSET, job.rank());
            header.putInt(INDEX_OFFSET, index);
            header.putLong(JOB_ID_OFFSET, job.jobId());
        }));
    }

    /**
     * Maps a file of a rank read-only.
     *
     * @param job         inspected.
     * @param rank        whose file it is.
     * @param incarnation of that rank.
     * @param index       of the file, from 1.
     * @return the file.
     * @throws java.nio.file.NoSuchFileException if the rank has not created it.
     * @throws IOException                       if the file is refused; the message is one line.
     */
    public static MatchNodeFile attach(final JobDirectory job, final int rank, final int incarnation, final int index)
        throws IOException {
        final MappedFile file = MappedFile.attach(job.nodesPath(rank, incarnation, index), NODES_OFFSET + NODES_LENGTH, true);
        final UnsafeBuffer header = file.buffer(0, NODES_OFFSET);
        if (header.getLong(MAGIC_OFFSET) != MAGIC || header.getInt(VERSION_OFFSET) != JobFileDescriptor.LAYOUT_VERSION ||
            header.getInt(RANK_OFFSET) != rank || header.getInt(INDEX_OFFSET) != index || header.getLong(JOB_ID_OFFSET) != job.jobId()) {
            file.close();
            throw new JobLayoutException(file.path() + ": holds no matching nodes of rank " + rank + " of this job");
        }
        return new MatchNodeFile(file);
    }

    /**
     * Returns the nodes.
     *
     * @return a new view, valid until {@link #close()}.
     */
    public AtomicBuffer nodes() {
        return file.buffer(NODES_OFFSET, NODES_LENGTH);
    }

    /**
     * Unmap; the file stays. Idempotent.
     */
    @Override
    public void close() {
        file.close();
    }
}
