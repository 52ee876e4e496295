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
package io.tombolo.tools.demo;

/**
 * A part of the file, whose pieces travel in one way. The parts lie in the file in this order.
 */
enum FilePart {
    /** Pieces that travel inside a record of the ring. */
    SHORT("short", 48, "48 B", 2L << 20, 4, false),

    /** Pieces that travel in packets of the pool. */
    EAGER("eager", 4 << 10, "4 KiB", 16L << 20, 3, false),

    /** Long pieces in private memory, which travel through staging lanes. */
    STAGED("staged", 1 << 20, "1 MiB", 16L << 20, 2, false),

    /** Long pieces in a memory region, which the receiver copies once. Takes the rest of the file. */
    GET("registered", 1 << 20, "1 MiB", Long.MAX_VALUE, 1, true);

    private final String label;
    private final int pieceLength;
    private final String pieceText;
    private final long maxLength;
    private final int share;
    private final boolean isRegistered;

    FilePart(
        final String label, final int pieceLength, final String pieceText, final long maxLength, final int share,
        final boolean isRegistered) {
        this.label = label;
        this.pieceLength = pieceLength;
        this.pieceText = pieceText;
        this.maxLength = maxLength;
        this.share = share;
        this.isRegistered = isRegistered;
    }

    /** Name of the part in the output. */
    String label() {
        return label;
    }

    /** Length of each piece in bytes; the last one may be shorter. */
    int pieceLength() {
        return pieceLength;
    }

    /** {@link #pieceLength()} as text for the output. */
    String pieceText() {
        return pieceText;
    }

    /** Whether the pieces lie in a memory region of rank 0. */
    boolean isRegistered() {
        return isRegistered;
    }

    /** The tag of the pieces. */
    int tag() {
        return DemoTags.FIRST_PART + ordinal();
    }

    /**
     * Computes how much of the file the part takes.
     *
     * @param left bytes of the file that the parts before have left
     * @return bytes: a share of the rest, rounded up, up to a limit
     */
    long lengthOf(final long left) {
        return Math.min(maxLength, left / share + (left % share == 0 ? 0 : 1));
    }
}
