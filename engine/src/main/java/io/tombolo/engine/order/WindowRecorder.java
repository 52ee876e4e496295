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
package io.tombolo.engine.order;

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.flight.OrderWriter;

/**
 * Records the calls of windows in packet mode, the results of their accesses, and the changes that this rank executes in its own part.
 * Whatever a replay would have to get from the other ranks is in the record, so that it needs no packets.
 * <p>
 * <b>Threading:</b> the only thread of the rank. Nothing is allocated once a window is made.
 */
public final class WindowRecorder implements WindowOrder {
    private final OrderWriter writer;
    private final CallPlaces places;
    private final byte[] bytes = new byte[OrderWriter.MOST_BYTES];
    private long placeBefore;
    private long results;

    WindowRecorder(final OrderWriter writer, final CallPlaces places) {
        this.writer = writer;
        this.places = places;
    }

    /**
     * Records that a window is made, before other ranks reach its part. {@link #end} follows when all ranks have it.
     *
     * @param window  its number.
     * @param lengths of its parts in bytes, by member.
     */
    public void made(final int window, final long... lengths) {
        writer.window(window, lengths);
        places.leaveOut(window);
    }

    @Override
    public void begin(final int window, final WindowCall call, final int target, final int members) {
        writer.called(window, call.code(), target, members);
    }

    @Override
    public void end() {
        writer.returned();
    }

    @Override
    public void access(
        final int window, final WindowCall call, final int target, final long displacement, final long length, final ElementType type,
        final AccumulateOp op, final int checksum) {
        writer.access(window, call.code(), target, displacement, length, WindowEntry.elements(type, op), checksum);
    }

    /**
     * Reserves room for the result of an access.
     *
     * @param length bytes, at least 1; 1 for an access that only tells when it has ended.
     * @return position of its first byte among all results.
     */
    public long reserve(final long length) {
        final long position = results;
        results += length;
        return position;
    }

    /**
     * Records that a result is there, or a piece of it.
     *
     * @param position of its first byte.
     * @param base     array, or null.
     * @param offset   in the array, or address.
     * @param length   bytes; 0 for an access that only tells when it has ended.
     */
    public void result(final long position, final Object base, final long offset, final long length) {
        long done = 0;
        do {
            final int piece = (int) Math.min(length - done, bytes.length);
            writer.result(position + done, base, offset + done, piece);
            done += piece;
        } while (done < length);
    }

    /**
     * Records that memory of this rank has changed.
     *
     * @param window       number of the window.
     * @param memory       of this rank there.
     * @param displacement of the first byte.
     * @param length       bytes.
     */
    public void changed(final int window, final WindowMemory memory, final long displacement, final long length) {
        for (long done = 0; done < length; done += bytes.length) {
            final int piece = (int) Math.min(length - done, bytes.length);
            memory.copyOut(displacement + done, bytes, Bytes.BYTES_OFFSET, piece);
            writer.changed(places.begun() - placeBefore, window, displacement + done, bytes, piece);
            placeBefore = places.begun();
        }
    }
}
