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

import java.util.Arrays;

/**
 * The state words of a packet pool, read from outside. Immutable; safe in any thread.
 */
public final class PoolReading {
    private final long[] stateWords;

    /** Keeps the array: the caller gives it up. */
    PoolReading(final long[] stateWords) {
        this.stateWords = stateWords;
    }

    /**
     * Returns the packets of the pool.
     *
     * @return count.
     */
    public int size() {
        return stateWords.length;
    }

    /**
     * Returns the state word of a packet.
     *
     * @param index of the packet, 0 to {@link #size()} - 1.
     * @return the word, see {@link PacketDescriptor}; in a damaged file its state may be unknown.
     */
    public long stateWord(final int index) {
        return stateWords[index];
    }

    /**
     * Counts the packets in a state.
     *
     * @param state to look for.
     * @return packets.
     */
    public int count(final PacketState state) {
        int count = 0;
        for (final long word : stateWords) {
            count += PacketDescriptor.stateCode(word) == state.code() ? 1 : 0;
        }
        return count;
    }

    /**
     * Counts the packets whose state is unknown: the file is damaged if there are any.
     *
     * @return packets.
     */
    public int countUnknown() {
        int count = stateWords.length;
        for (final PacketState state : PacketState.values()) {
            count -= count(state);
        }
        return count;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof PoolReading && Arrays.equals(stateWords, ((PoolReading) other).stateWords);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(stateWords);
    }
}
