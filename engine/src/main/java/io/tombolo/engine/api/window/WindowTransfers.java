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
 * Puts and gets of a {@link Window}; its rules hold. An operation may be complete only after the unlock, flush, fence or complete that
 * follows: until then what is put must not change, and what is got is not there. Those with a request are complete when their request is:
 * a put here, so that the buffer may be used again, a get with its data.
 */
public interface WindowTransfers {
    /**
     * Copies bytes into a target's part.
     *
     * @param origin       is read.
     * @param offset       in the origin, in bytes.
     * @param length       bytes; 0 does nothing.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @throws WindowException           {@link Outcome#RMA_SYNC} outside of an epoch, {@link Outcome#RMA_RANGE} if the bytes do not lie in
     *                                   the target's part.
     * @throws IndexOutOfBoundsException if they do not lie in the origin.
     */
    void put(DirectBuffer origin, long offset, long length, int target, long displacement);

    /**
     * Copies a part of a memory region into a target's part; as {@link #put(DirectBuffer, long, long, int, long)}.
     *
     * @param origin       is read.
     * @param offset       in the origin, in bytes.
     * @param length       bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     */
    void put(MemoryRegion origin, long offset, long length, int target, long displacement);

    /**
     * As {@link #put(DirectBuffer, long, long, int, long)}, with a request.
     *
     * @param origin       is read.
     * @param offset       in the origin, in bytes.
     * @param length       bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle, is started.
     */
    void put(DirectBuffer origin, long offset, long length, int target, long displacement, Request request);

    /**
     * As {@link #put(MemoryRegion, long, long, int, long)}, with a request.
     *
     * @param origin       is read.
     * @param offset       in the origin, in bytes.
     * @param length       bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle, is started.
     */
    void put(MemoryRegion origin, long offset, long length, int target, long displacement, Request request);

    /**
     * Copies bytes out of a target's part.
     *
     * @param result       is written.
     * @param offset       in the result, in bytes.
     * @param length       bytes; 0 does nothing.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @throws WindowException           as for {@link #put(DirectBuffer, long, long, int, long)}.
     * @throws IndexOutOfBoundsException if they do not lie in the result.
     */
    void get(MutableDirectBuffer result, long offset, long length, int target, long displacement);

    /**
     * Copies bytes out of a target's part into a memory region; as {@link #get(MutableDirectBuffer, long, long, int, long)}.
     *
     * @param result       is written.
     * @param offset       in the result, in bytes.
     * @param length       bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     */
    void get(MemoryRegion result, long offset, long length, int target, long displacement);

    /**
     * As {@link #get(MutableDirectBuffer, long, long, int, long)}, with a request.
     *
     * @param result       is written.
     * @param offset       in the result, in bytes.
     * @param length       bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle, is started.
     */
    void get(MutableDirectBuffer result, long offset, long length, int target, long displacement, Request request);

    /**
     * As {@link #get(MemoryRegion, long, long, int, long)}, with a request.
     *
     * @param result       is written.
     * @param offset       in the result, in bytes.
     * @param length       bytes.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle, is started.
     */
    void get(MemoryRegion result, long offset, long length, int target, long displacement, Request request);
}
