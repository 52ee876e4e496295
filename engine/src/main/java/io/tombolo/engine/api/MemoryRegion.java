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
package io.tombolo.engine.api;

import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory that the peers of a rank can map: a message that lies in it is copied once, by its receiver (S0.9). Allocated by
 * {@code Engine.allocate}, given back by {@link #close()}.
 * <p>
 * The owner must not change a message's bytes between the start of its send and its completion. Thread-safe as plain memory is.
 */
public interface MemoryRegion extends AutoCloseable {
    /**
     * Returns the size.
     *
     * @return bytes.
     */
    long length();

    /**
     * Wraps the region from its start: all of it up to 1 GiB less a page. The buffer keeps the memory mapped, also after
     * {@link #close()}.
     *
     * @return the same buffer at every call; created when the region was.
     */
    UnsafeBuffer buffer();

    /**
     * Wraps a part of the region. A buffer must not cross the borders at 1 GiB less a page, and every GiB after; messages may.
     *
     * @param offset in the region, in bytes.
     * @param length of the part, in bytes.
     * @return a new buffer.
     * @throws IndexOutOfBoundsException if the part does not lie in the region.
     */
    UnsafeBuffer buffer(long offset, int length);

    /**
     * Copies bytes into the region, over those borders too.
     *
     * @param offset       in the region, in bytes.
     * @param source       is read.
     * @param sourceOffset in the source, in bytes.
     * @param length       bytes.
     * @throws IndexOutOfBoundsException if a range does not lie in its memory.
     */
    void putBytes(long offset, DirectBuffer source, long sourceOffset, long length);

    /**
     * Copies bytes out of the region, over those borders too.
     *
     * @param offset       in the region, in bytes.
     * @param target       is written.
     * @param targetOffset in the target, in bytes.
     * @param length       bytes.
     * @throws IndexOutOfBoundsException if a range does not lie in its memory.
     */
    void getBytes(long offset, MutableDirectBuffer target, long targetOffset, long length);

    /**
     * Returns the number that the region has at its rank.
     *
     * @return id, from 1.
     */
    int id();

    /**
     * Returns the number that stands for the region in lists of segments.
     *
     * @return handle: index and generation, not given again while the engine lives.
     */
    long handle();

    /**
     * Returns the protection zone that the region belongs to.
     *
     * @return handle of the zone.
     */
    long zone();

    /**
     * Returns what the region may be used for by endpoints and windows.
     *
     * @return new; all privileges, unless {@link InterfaceAdapter} was told otherwise.
     */
    Set<Privilege> privileges();

    /**
     * Gives the region back: its file loses its name, and no new message may be sent from it. Peers that are still reading finish; the
     * memory is unmapped when the last buffer over it has been collected. Idempotent.
     */
    @Override
    void close();
}
