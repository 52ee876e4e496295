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
 * Who owns a pool packet: FREE → CLAIMED → POSTED → HELD → RETURNING → FREE. The source alone writes the state word, FREE, CLAIMED or
 * POSTED. A receiver gives a packet back within the poll that took it and writes nothing, so a POSTED packet may be in any of the three
 * states POSTED, HELD and RETURNING (S0.8).
 */
public enum PacketState {
    /** On the stack of the sender. */
    FREE(0),
    /** Being filled by the sender. */
    CLAIMED(1),
    /** Named by a ring record; nobody may write it. */
    POSTED(2),
    /** Kept by the receiver beyond the poll that took it. */
    HELD(3),
    /** Named by a return record; nobody may write it. */
    RETURNING(4);

    private final int code;

    PacketState(final int code) {
        this.code = code;
    }

    /**
     * Returns the number that stands for this state in shared memory.
     *
     * @return the code.
     */
    public int code() {
        return code;
    }
}
