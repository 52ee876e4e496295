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
package io.tombolo.engine.peer;

import io.tombolo.engine.access.SegmentList;
import io.tombolo.ringbuffers.Bytes;

/**
 * Copies between contiguous memory and the segments of a message: gathers for a send, scatters for a receive.
 */
public final class SegmentCopy {
    private SegmentCopy() {
    }

    /**
     * Copies the beginning of a message into contiguous memory.
     *
     * @param segments of the message.
     * @param address  absolute.
     * @param length   bytes, at most those of the segments.
     */
    public static void gather(final SegmentList segments, final long address, final long length) {
        long done = 0;
        while (done < length) {
            final int segment = segments.find(done);
            final long bytes = Math.min(segments.run(segment, done), length - done);
            Bytes.copy(segments.base(segment), segments.offset(segment, done), null, address + done, bytes);
            done += bytes;
        }
    }

    /**
     * Copies the beginning of a message out of contiguous memory.
     *
     * @param address  absolute.
     * @param segments to fill.
     * @param length   bytes, at most those of the segments.
     */
    public static void scatter(final long address, final SegmentList segments, final long length) {
        long done = 0;
        while (done < length) {
            final int segment = segments.find(done);
            final long bytes = Math.min(segments.run(segment, done), length - done);
            Bytes.copy(null, address + done, segments.base(segment), segments.offset(segment, done), bytes);
            done += bytes;
        }
    }
}
