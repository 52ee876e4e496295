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
package io.tombolo.ringbuffers.window;

import static io.tombolo.ringbuffers.window.WindowFileDescriptor.BYPASS_LIMIT_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.INCARNATION_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.LAYOUT_VERSION;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.LENGTH_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.MAGIC;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.MAGIC_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.RANK_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.SIZE_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.VERSION_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.WINDOW_OFFSET;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.file.MappedRange;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A rank's part of a window as a mapped file. Its owner creates it, and the other ranks of the window map it for reading and writing. The
 * lock in its header orders their accesses.
 */
public final class WindowFile implements AutoCloseable {
    private final MappedFile file;
    private final int size;
    private final MappedRange data;

    private WindowFile(final MappedFile file, final int size) {
        this.file = file;
        this.size = size;
        this.data = new MappedRange(file, WindowFileDescriptor.dataOffset(size));
    }

    /**
     * Creates the file.
     *
     * @param path         of the file, which must not exist.
     * @param rank         of the owner.
     * @param window       id, the same on all ranks.
     * @param length       bytes of data, not negative.
     * @param bypassLimit  how many shared locks may pass a waiting exclusive one, or {@link WindowLock#UNLIMITED}.
     * @param incarnations of the ranks of the job.
     * @param windowShift  log2 of the length of a window of the mapping, {@link MappedFile#WINDOW_SHIFT} except in tests; a window must be
     *                     longer than the header.
     * @return the owner's mapping.
     * @throws IOException if there is no space.
     */
    public static WindowFile create(
        final Path path, final int rank, final int window, final long length, final int bypassLimit, final int[] incarnations,
        final int windowShift) throws IOException {
        final int size = incarnations.length;
        final int start = WindowFileDescriptor.dataOffset(size);
        return new WindowFile(MappedFile.create(path, start + length, windowShift, mapped -> {
            final UnsafeBuffer header = mapped.buffer(0, start);
            header.putLong(MAGIC_OFFSET, MAGIC);
            header.putInt(VERSION_OFFSET, LAYOUT_VERSION);
            header.putInt(RANK_OFFSET, rank);
            header.putInt(WINDOW_OFFSET, window);
            header.putInt(SIZE_OFFSET, size);
            header.putLong(LENGTH_OFFSET, length);
            header.putInt(BYPASS_LIMIT_OFFSET, bypassLimit);
            for (int i = 0; i < size; i++) {
                header.putInt(WindowFileDescriptor.rankOffset(size, i) + INCARNATION_OFFSET, incarnations[i]);
            }
        }), size);
    }

    /**
     * Maps the file of a peer.
     *
     * @param path     of the file.
     * @param rank     of the owner.
     * @param window   id.
     * @param size     number of ranks of the job.
     * @param readOnly for an inspector: a store then kills the JVM.
     * @param windowShift log2 of the length of a window of the mapping, {@link MappedFile#WINDOW_SHIFT} except in tests.
     * @return the mapping.
     * @throws IOException if the file is missing or belongs to another window.
     */
    public static WindowFile attach(
        final Path path, final int rank, final int window, final int size, final boolean readOnly, final int windowShift)
        throws IOException {
        final MappedFile file = MappedFile.attach(path, -1, readOnly, windowShift);
        if (!isWindow(file, rank, window, size)) {
            file.close();
            throw new IOException(path + " is not window " + window + " of rank " + rank + " in a job of " + size);
        }
        return new WindowFile(file, size);
    }

    private static boolean isWindow(final MappedFile file, final int rank, final int window, final int size) {
        final int start = WindowFileDescriptor.dataOffset(size);
        if (file.length() < start) {
            return false;
        }
        final UnsafeBuffer header = file.buffer(0, start);
        return header.getLong(MAGIC_OFFSET) == MAGIC && header.getInt(VERSION_OFFSET) == LAYOUT_VERSION &&
            header.getInt(RANK_OFFSET) == rank && header.getInt(WINDOW_OFFSET) == window && header.getInt(SIZE_OFFSET) == size &&
            header.getLong(LENGTH_OFFSET) == file.length() - start;
    }

    /**
     * Returns the data.
     *
     * @return range that keeps the mapping alive.
     */
    public MappedRange data() {
        return data;
    }

    /**
     * Returns the header, with the lock.
     *
     * @return memory for {@link WindowLock} and {@link LockReading}; it keeps the mapping alive.
     */
    public UnsafeBuffer header() {
        return file.buffer(0, WindowFileDescriptor.dataOffset(size));
    }

    /**
     * Creates a rank's view of the lock.
     *
     * @param rank that will take the lock.
     * @return a new view.
     */
    public WindowLock lock(final int rank) {
        return new WindowLock(header(), rank);
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
     * Unmaps the file. Call it only when all threads have left and no buffer of the data was handed out.
     */
    @Override
    public void close() {
        file.close();
    }
}
