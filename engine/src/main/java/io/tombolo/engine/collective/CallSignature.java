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
package io.tombolo.engine.collective;

import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;

/**
 * What all ranks must agree on in a collective call, in one word: the check of a line.
 * <pre>
 *    63          59 58    56 55   52 51          42 41                        0
 *   +--------------+--------+-------+--------------+---------------------------+
 *   | kind         | type   | op    | root         | elements, or hash of many |
 *   +--------------+--------+-------+--------------+---------------------------+
 * </pre>
 * The elements are those of the whole call, or of one part. Where each part has its own count, and all ranks know all of them, the field is
 * a hash of them; where they do not, it is 0. The history of a line is a hash of the signatures of all calls before.
 */
final class CallSignature {
    private static final int KIND_SHIFT = 59;
    private static final int TYPE_SHIFT = 56;
    private static final int OP_SHIFT = 52;
    private static final int ROOT_SHIFT = 42;
    private static final long COUNT_MASK = (1L << ROOT_SHIFT) - 1;
    private static final int ROOT_MASK = (1 << OP_SHIFT - ROOT_SHIFT) - 1;
    private static final int OP_MASK = (1 << TYPE_SHIFT - OP_SHIFT) - 1;
    private static final int TYPE_MASK = (1 << KIND_SHIFT - TYPE_SHIFT) - 1;
    private static final long HASH = 0x9e37_79b9_7f4a_7c15L;
    private static final long HISTORY = 0x10_0193;
    private static final int HISTORY_BITS = 24;
    private static final String[] OPS = {
        "", "SUM", "PRODUCT", "MIN", "MAX", "AND", "OR", "XOR", "REPLACE", "NO_OP", "LOGICAL_AND", "LOGICAL_OR", "LOGICAL_XOR",
        "MIN_LOCATION", "MAX_LOCATION", "a function of the application"
    };

    private CallSignature() {
    }

    /** Makes the signature of a call. */
    static long of(final CollectiveKind kind, final ElementType type, final ReduceOp op, final int root, final long count) {
        return (long) kind.code() << KIND_SHIFT | (type == null ? 0L : type.code()) << TYPE_SHIFT |
            (op == null ? 0L : op.code()) << OP_SHIFT | (long) root << ROOT_SHIFT | count & COUNT_MASK;
    }

    /** Makes the count of a signature from the counts of all parts. */
    static long hash(final int... counts) {
        long hash = counts.length;
        for (final int count : counts) {
            hash = (hash ^ count) * HASH;
            hash ^= hash >>> Integer.SIZE;
        }
        return hash;
    }

    /** Returns the history after a call: a hash of as many bits as a line has. */
    static int history(final int before, final long signature) {
        final long hash = before * HISTORY + signature;
        return (int) (hash ^ hash >>> HISTORY_BITS ^ hash >>> 2 * HISTORY_BITS) & (1 << HISTORY_BITS) - 1;
    }

    /** Describes a call. */
    static String describe(final long signature) {
        final CollectiveKind kind = CollectiveKind.of((int) (signature >>> KIND_SHIFT));
        if (kind == null) {
            return "no known operation";
        }
        final ElementType type = ElementType.of((int) (signature >>> TYPE_SHIFT) & TYPE_MASK);
        final long count = signature & COUNT_MASK;
        final StringBuilder text = new StringBuilder(kind.call());
        if (kind == CollectiveKind.BARRIER) {
            return text.toString();
        }
        text.append(" of ");
        if (kind.hasCounts()) {
            text.append(count == 0 ? "" : "counts with hash " + Long.toHexString(count) + " of ");
        } else {
            text.append(count).append(' ');
        }
        text.append(type == null ? "bytes" : type);
        final int op = (int) (signature >>> OP_SHIFT) & OP_MASK;
        if (op != 0) {
            text.append(" with ").append(OPS[op]);
        }
        if (kind.isRooted()) {
            text.append(" and root ").append((int) (signature >>> ROOT_SHIFT) & ROOT_MASK);
        }
        return text.toString();
    }
}
