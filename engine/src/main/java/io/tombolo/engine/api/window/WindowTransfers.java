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
package io.tombolo.engine.api.window;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Puts and gets of a {@link Window}.
 * <p>
 * An operation is complete after the unlock, flush, fence or complete that follows it, and may be incomplete until then: do not change the
 * source of a put, and do not read the result of a get. An operation with a request is complete when the request is: a put is complete
 * here, so its buffer may be used again; a get has its data.
 */
public interface WindowTransfers {
    /**
     * Copies bytes into a target's part.
     *
     * @param origin       holds the bytes.
     * @param offset       in the origin, in bytes.
     * @param length       in bytes; 0 does nothing.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @throws WindowException           {@link Outcome#RMA_SYNC} outside of an epoch; {@link Outcome#RMA_RANGE} if the bytes do not lie in
     *                                   the target's part.
     * @throws IndexOutOfBoundsException if the bytes do not lie in the origin.
     */
    void put(DirectBuffer origin, long offset, long length, int target, long displacement);

    /**
     * Copies bytes of a memory region into a target's part; as {@link #put(DirectBuffer, long, long, int, long)}.
     *
     * @param origin       holds the bytes.
     * @param offset       in the origin, in bytes.
     * @param length       in bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     */
    void put(MemoryRegion origin, long offset, long length, int target, long displacement);

    /**
     * Copies bytes into a target's part, with a request; as {@link #put(DirectBuffer, long, long, int, long)}.
     *
     * @param origin       holds the bytes.
     * @param offset       in the origin, in bytes.
     * @param length       in bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle; active from now on.
     */
    void put(DirectBuffer origin, long offset, long length, int target, long displacement, Request request);

    /**
     * Copies bytes of a memory region into a target's part, with a request; as {@link #put(MemoryRegion, long, long, int, long)}.
     *
     * @param origin       holds the bytes.
     * @param offset       in the origin, in bytes.
     * @param length       in bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle; active from now on.
     */
    void put(MemoryRegion origin, long offset, long length, int target, long displacement, Request request);

    /**
     * Copies bytes of a target's part into a buffer.
     *
     * @param result       to fill.
     * @param offset       in the result, in bytes.
     * @param length       in bytes; 0 does nothing.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @throws WindowException           as for {@link #put(DirectBuffer, long, long, int, long)}.
     * @throws IndexOutOfBoundsException if the bytes do not fit in the result.
     */
    void get(MutableDirectBuffer result, long offset, long length, int target, long displacement);

    /**
     * Copies bytes of a target's part into a memory region; as {@link #get(MutableDirectBuffer, long, long, int, long)}.
     *
     * @param result       to fill.
     * @param offset       in the result, in bytes.
     * @param length       in bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     */
    void get(MemoryRegion result, long offset, long length, int target, long displacement);

    /**
     * Copies bytes of a target's part into a buffer, with a request; as {@link #get(MutableDirectBuffer, long, long, int, long)}.
     *
     * @param result       to fill.
     * @param offset       in the result, in bytes.
     * @param length       in bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle; active from now on.
     */
    void get(MutableDirectBuffer result, long offset, long length, int target, long displacement, Request request);

    /**
     * Copies bytes of a target's part into a memory region, with a request; as {@link #get(MemoryRegion, long, long, int, long)}.
     *
     * @param result       to fill.
     * @param offset       in the result, in bytes.
     * @param length       in bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle; active from now on.
     */
    void get(MemoryRegion result, long offset, long length, int target, long displacement, Request request);
}
