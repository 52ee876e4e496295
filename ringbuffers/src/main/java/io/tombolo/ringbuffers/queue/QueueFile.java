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
package io.tombolo.ringbuffers.queue;

import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A file {@code queue-R.i-k.dat}: its identity and its memory. Its owner never unmaps it, because a thread may still use a queue that
 * another thread has freed. The collector unmaps it when the queue and all its views are unreachable.
 */
public final class QueueFile {
    private final MappedFile file;
    private final UnsafeBuffer memory;

    private QueueFile(final MappedFile file) {
        this.file = file;
        this.memory = file.buffer(0, (int) file.length());
    }

    /**
     * Creates a file that is zero behind its head.
     *
     * @param path       of the file, see {@link io.tombolo.ringbuffers.job.JobDirectory#queuePath}.
     * @param rank       that owns the file.
     * @param number     of the file, not used before.
     * @param kind       of {@link QueueFileDescriptor}.
     * @param index      of the queue.
     * @param generation of the queue.
     * @param part       of the queue, from 0.
     * @param length     bytes, head included.
     * @return the file, mapped read-write.
     * @throws IOException if there is no room; the message is one line that says how much is needed, and where.
     */
    public static QueueFile create(
        final Path path, final int rank, final int number, final int kind, final int index, final int generation, final int part,
        final int length) throws IOException {
        return new QueueFile(MappedFile.create(path, length, mapped -> {
            final UnsafeBuffer head = mapped.buffer(0, QueueFileDescriptor.LENGTH);
            head.putLong(QueueFileDescriptor.MAGIC_OFFSET, QueueFileDescriptor.MAGIC);
            head.putLong(QueueFileDescriptor.HASH_OFFSET, QueueFileDescriptor.LAYOUT_HASH);
            head.putInt(QueueFileDescriptor.RANK_OFFSET, rank);
            head.putInt(QueueFileDescriptor.KIND_OFFSET, kind);
            head.putInt(QueueFileDescriptor.INDEX_OFFSET, index);
            head.putInt(QueueFileDescriptor.GENERATION_OFFSET, generation);
            head.putInt(QueueFileDescriptor.PART_OFFSET, part);
            head.putInt(QueueFileDescriptor.NUMBER_OFFSET, number);
        }));
    }

    /**
     * Maps a file read-only, for an inspector.
     *
     * @param path of the file.
     * @param rank that must own the file.
     * @return the file; the caller closes it by {@link #unmap()}.
     * @throws IOException if it is not a queue file of that rank and this layout.
     */
    public static QueueFile inspect(final Path path, final int rank) throws IOException {
        final MappedFile mapped = MappedFile.attach(path, -1, true);
        if (!isQueue(mapped, rank)) {
            mapped.close();
            throw new IOException(path + ": is not a queue file of rank " + rank + ", or of another layout");
        }
        return new QueueFile(mapped);
    }

    private static boolean isQueue(final MappedFile mapped, final int rank) {
        if (mapped.length() < QueueFileDescriptor.LENGTH || mapped.length() > Integer.MAX_VALUE) {
            return false;
        }
        final UnsafeBuffer head = mapped.buffer(0, QueueFileDescriptor.LENGTH);
        return head.getLong(QueueFileDescriptor.MAGIC_OFFSET) == QueueFileDescriptor.MAGIC &&
            head.getLong(QueueFileDescriptor.HASH_OFFSET) == QueueFileDescriptor.LAYOUT_HASH &&
            head.getInt(QueueFileDescriptor.RANK_OFFSET) == rank;
    }

    /**
     * Returns the whole file.
     *
     * @return memory that keeps the mapping alive.
     */
    public AtomicBuffer memory() {
        return memory;
    }

    /**
     * Returns a word of the head.
     *
     * @param offset of the field, from {@link QueueFileDescriptor}.
     * @return its value.
     */
    public int head(final int offset) {
        return memory.getInt(offset);
    }

    /**
     * Removes the name of the file: inspectors no longer find the queue. Mappings stay.
     *
     * @throws IOException if the name cannot be removed.
     */
    public void delete() throws IOException {
        file.delete();
    }

    /**
     * Unmaps a file of {@link #inspect}.
     */
    public void unmap() {
        file.close();
    }
}
