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
package io.tombolo.engine.access;

import io.tombolo.engine.api.Claim;
import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The engine's part of a {@link Claim}: the claim passes its calls to it while it is open. The engine makes it at the first opening and
 * uses it again.
 */
public interface ClaimDelegate {
    /**
     * Returns whether memory is lent.
     *
     * @return false before a claim, and after its commit or abort.
     */
    boolean isOpen();

    /**
     * Returns the memory to fill.
     *
     * @return always the same buffer.
     */
    MutableDirectBuffer buffer();

    /**
     * Returns the memory to fill as a byte buffer.
     *
     * @return always the same buffer, from its start.
     */
    ByteBuffer byteBuffer();

    /**
     * Returns the length of the message.
     *
     * @return length, in bytes.
     */
    long length();

    /**
     * Sends the first bytes of the memory.
     *
     * @param length    of the message, in bytes; at most {@link #length()}.
     * @param timeoutNs longest wait for room in nanoseconds, or {@link Long#MAX_VALUE}.
     */
    void commit(long length, long timeoutNs);

    /** Gives the memory back; sends nothing. */
    void abort();
}
