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
package io.tombolo.extensions.journal.record;

import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A file of a queue whose next bytes have blocks on the disk. The library maps its files sparse: a store into a hole of a full disk would
 * end the process. So holes are filled through a channel before they are stored to, which fails in order. Bytes that are there are written
 * back as they are. The thread that appends to the queue is the only one that may use this object.
 */
final class ReservedFile implements AutoCloseable {
    /** Bytes that are reserved at a time. */
    static final int STEP = 1 << 20;

    private static final int CHUNK = 64 * 1024;

    private final FreeSpace space;
    private final FileChannel channel;
    private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
    private long reserved;

    /**
     * Opens a file, which is created with mode 0600 if it is missing.
     *
     * @param from offset from which on bytes may lie in a hole.
     */
    ReservedFile(final Path path, final long from, final FreeSpace space) throws IOException {
        this.space = space;
        this.channel = FileChannel.open(
            path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE), OwnerOnly.fileMode());
        this.reserved = from / CHUNK * CHUNK;
    }

    /** Opens or creates a file; returns null, and begins a pause, if there is no room for a further file. */
    static ReservedFile create(final Path path, final long from, final FreeSpace space) throws IOException {
        try {
            return new ReservedFile(path, from, space);
        } catch (final FileSystemException refused) {
            space.refusedToCreate(refused);
            return null;
        }
    }

    /** Returns the offset up to which bytes are reserved. */
    long reserved() {
        return reserved;
    }

    /** Reserves a step more; returns false, and begins a pause, if there is no room. */
    boolean extend(final int bytes) throws IOException {
        if (!space.mayTake(bytes)) {
            return false;
        }
        try {
            final long target = reserved + bytes;
            while (reserved < target) {
                fill();
            }
            space.granted();
            return true;
        } catch (final IOException full) {
            space.refused(full);
            return false;
        }
    }

    private void fill() throws IOException {
        chunk.clear();
        int read = 0;
        while (read >= 0 && chunk.hasRemaining()) {
            read = channel.read(chunk, reserved + chunk.position());
        }
        while (chunk.hasRemaining()) {
            chunk.put((byte) 0);
        }
        chunk.flip();
        while (chunk.hasRemaining()) {
            channel.write(chunk, reserved + chunk.position());
        }
        reserved += CHUNK;
    }

    /** Stores zeros from an offset to the end of the file. */
    void clearFrom(final long offset) throws IOException {
        long position = offset;
        final long end = channel.size();
        while (position < end) {
            chunk.clear().limit((int) Math.min(CHUNK, end - position));
            for (int i = 0; i < chunk.limit(); i++) {
                chunk.put(i, (byte) 0);
            }
            position += channel.write(chunk, position);
        }
    }

    /** Stores a word, maybe behind the end of the file. */
    void put(final long offset, final int word) throws IOException {
        chunk.clear().limit(Integer.BYTES);
        chunk.order(ByteOrder.LITTLE_ENDIAN).putInt(0, word);
        channel.write(chunk, offset);
    }

    /** Gives the space behind the last document back. A zero word stays, which says that no document follows. */
    void shrink(final long end, final int page) throws IOException {
        final long length = (end + Integer.BYTES + page - 1) / page * page;
        if (length < channel.size()) {
            channel.truncate(length);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
