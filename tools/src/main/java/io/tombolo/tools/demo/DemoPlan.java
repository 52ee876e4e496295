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
 * How a file is divided: into {@link FilePart}s, and each part into pieces. The pieces go to the receiving ranks in turn: 1, 2, …, 1, 2, …
 * All ranks compute the same plan. Immutable.
 */
final class DemoPlan {
    private final int workers;
    private final long length;
    private final long[] partLengths = new long[FilePart.values().length];

    /**
     * Computes a plan.
     *
     * @param length  length of the file in bytes, at least 1
     * @param workers number of receiving ranks, at least 1
     */
    DemoPlan(final long length, final int workers) {
        if (length < 1 || workers < 1) {
            throw new IllegalArgumentException("nothing to divide: length=" + length + " workers=" + workers);
        }
        this.workers = workers;
        this.length = length;
        long left = length;
        for (final FilePart part : FilePart.values()) {
            partLengths[part.ordinal()] = part.lengthOf(left);
            left -= partLengths[part.ordinal()];
        }
    }

    /** Length of the file in bytes. */
    long length() {
        return length;
    }

    /** Number of receiving ranks: ranks 1 to this number. */
    int workers() {
        return workers;
    }

    /** Length of a part in bytes; 0 if the file is too small for it. */
    long length(final FilePart part) {
        return partLengths[part.ordinal()];
    }

    /** Number of pieces of a part. */
    long pieces(final FilePart part) {
        return (length(part) + part.pieceLength() - 1) / part.pieceLength();
    }

    /** Length of a piece in bytes. The pieces of a part are numbered from 0. */
    int pieceLength(final FilePart part, final long piece) {
        return (int) Math.min(part.pieceLength(), length(part) - piece * part.pieceLength());
    }

    /** The rank that receives a piece. */
    int worker(final long piece) {
        return 1 + (int) (piece % workers);
    }

    /** Number of bytes of the file that a rank receives. */
    long lengthFor(final int worker) {
        long sum = 0;
        for (final FilePart part : FilePart.values()) {
            for (long piece = firstPiece(worker); piece < pieces(part); piece += workers) {
                sum += pieceLength(part, piece);
            }
        }
        return sum;
    }

    /** First piece of each part that a rank receives, if the part has that many. Its next pieces follow at steps of {@link #workers()}. */
    long firstPiece(final int worker) {
        return worker - 1;
    }
}
