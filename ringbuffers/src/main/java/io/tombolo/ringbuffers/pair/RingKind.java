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
package io.tombolo.ringbuffers.pair;

/**
 * How the records of a pair ring lie in memory. Both kinds keep the same contract; the setting {@code tombolo.ring.kind} chooses.
 */
public enum RingKind {
    /** Slots of 64 bytes, with a position stamp in the first word of each record that is stored last: see {@link StampedSlotDescriptor}. */
    STAMPED(0),
    /** The layout and the producer of Agrona's one-to-one ring buffer: see {@link AgronaRecordDescriptor}. */
    AGRONA(1);

    private final int code;

    RingKind(final int code) {
        this.code = code;
    }

    /**
     * Returns the number that stands for this kind in shared memory.
     *
     * @return the code.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a kind by its code.
     *
     * @param code as {@link #code()} gives it.
     * @return the kind.
     * @throws IllegalArgumentException if there is none.
     */
    public static RingKind of(final long code) {
        for (final RingKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no such ring kind: code=" + code);
    }
}
