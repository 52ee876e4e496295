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
package io.tombolo.ringbuffers.counters;

/**
 * Layout of a counters section, native byte order: one 64-bit value for each code.
 * <pre>
 *   0                                                               63
 *  +-----------------------------------------------------------------+  0
 *  |                      value of counter code 0                    |
 *  +-----------------------------------------------------------------+  8
 *  |                      value of counter code 1                    |
 *  +-----------------------------------------------------------------+  16
 *  |                               ...                               |
 *  +-----------------------------------------------------------------+  2048
 * </pre>
 * Only the rank's progress owner writes. Values share cache lines, because they have one writer and are read only by tools.
 */
public final class CountersDescriptor {
    /** Number of codes that the section has room for. */
    public static final int CAPACITY = 256;

    /** Length of a value in bytes. */
    public static final int VALUE_LENGTH = Long.BYTES;

    /** Length of the section in bytes. */
    public static final int LENGTH = CAPACITY * VALUE_LENGTH;

    private CountersDescriptor() {
    }

    /**
     * Offset of a counter's value in the section.
     *
     * @param code of the counter, below {@link #CAPACITY}.
     * @return bytes from the start of the section.
     */
    public static int valueOffset(final int code) {
        return code * VALUE_LENGTH;
    }
}
