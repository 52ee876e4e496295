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
package io.tombolo.extensions.journal.excerpt;

import io.tombolo.ringbuffers.job.RecordedRing;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Bytes of a stream that follow one another, as an excerpt holds them. Reused for each excerpt; allocates nothing after it was made. One
 * thread at a time.
 */
public final class ByteRun {
    private final ByteBuffer memory = ByteBuffer.allocateDirect(ExcerptFormat.MAX_BYTES);
    private final UnsafeBuffer buffer = new UnsafeBuffer(memory);
    private final Bytes<ByteBuffer> bytes = Bytes.wrapForWrite(memory);
    private RecordedRing stream = RecordedRing.PAYLOAD;
    private long first;
    private int offset;
    private int length;

    /** Makes an empty run. */
    public ByteRun() {
    }

    /**
     * Returns the memory of the run, at most {@link ExcerptFormat#MAX_BYTES}.
     *
     * @return always the same.
     */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /**
     * Says what the memory holds.
     *
     * @param newStream of the bytes.
     * @param position  of the first byte in the stream.
     * @param newOffset of the first byte in the memory.
     * @param newLength bytes.
     */
    public void set(final RecordedRing newStream, final long position, final int newOffset, final int newLength) {
        stream = newStream;
        first = position;
        offset = newOffset;
        length = newLength;
    }

    /**
     * Returns the stream of the bytes.
     *
     * @return payload or order.
     */
    public RecordedRing stream() {
        return stream;
    }

    /**
     * Returns the position of the first byte.
     *
     * @return position in the stream.
     */
    public long first() {
        return first;
    }

    /**
     * Returns where the first byte is.
     *
     * @return offset in the memory.
     */
    public int offset() {
        return offset;
    }

    /**
     * Returns how many bytes there are.
     *
     * @return bytes.
     */
    public int length() {
        return length;
    }

    /** Returns the bytes to write. */
    Bytes<ByteBuffer> content() {
        bytes.readPositionRemaining(offset, length);
        return bytes;
    }

    /** Returns the memory for bytes that are read. */
    Bytes<ByteBuffer> target() {
        bytes.clear();
        return bytes;
    }

    /** Takes over what was read into {@link #target}. */
    void accept(final RecordedRing newStream, final long position) {
        set(newStream, position, 0, (int) bytes.readRemaining());
    }
}
