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
 * Memory that other ranks of the job can map, so that a receiver copies a message out of it directly: one copy (S0.9).
 * {@code Engine.allocate} makes a region, {@link #close()} frees it.
 * <p>
 * The owner must not change the bytes of a message from the start of its send until its completion. Thread-safe like plain memory: the
 * region itself orders no accesses.
 */
public interface MemoryRegion extends AutoCloseable {
    /**
     * Returns the length of the region.
     *
     * @return length, in bytes.
     */
    long length();

    /**
     * Returns a buffer over the region from its start: all of it, but at most 1 GiB less a page. The buffer keeps the memory mapped, also
     * after {@link #close()}.
     *
     * @return the same buffer at every call.
     */
    UnsafeBuffer buffer();

    /**
     * Returns a buffer over a part of the region. A buffer must not cross the borders at 1 GiB less a page and at every GiB after that;
     * messages may cross them.
     *
     * @param offset in the region, in bytes.
     * @param length of the part, in bytes.
     * @return new buffer, which keeps the memory mapped.
     * @throws IndexOutOfBoundsException if the part does not lie in the region, or crosses such a border.
     */
    UnsafeBuffer buffer(long offset, int length);

    /**
     * Copies bytes into the region, across such borders too.
     *
     * @param offset       in the region, in bytes.
     * @param source       holds the bytes.
     * @param sourceOffset in the source, in bytes.
     * @param length       in bytes.
     * @throws IndexOutOfBoundsException if a range does not lie in its memory.
     */
    void putBytes(long offset, DirectBuffer source, long sourceOffset, long length);

    /**
     * Copies bytes out of the region, across such borders too.
     *
     * @param offset       in the region, in bytes.
     * @param target       to fill.
     * @param targetOffset in the target, in bytes.
     * @param length       in bytes.
     * @throws IndexOutOfBoundsException if a range does not lie in its memory.
     */
    void getBytes(long offset, MutableDirectBuffer target, long targetOffset, long length);

    /**
     * Returns the number of the region at its rank.
     *
     * @return id, from 1.
     */
    int id();

    /**
     * Returns the handle of the region.
     *
     * @return index and generation; not reused while the engine lives.
     */
    long handle();

    /**
     * Returns the protection zone of the region.
     *
     * @return handle of the zone.
     */
    long zone();

    /**
     * Returns the privileges of the region, which endpoints and windows check.
     *
     * @return new set; all privileges, unless the region was made with others by {@link InterfaceAdapter}.
     */
    Set<Privilege> privileges();

    /**
     * Frees the region: no new message may be sent from it, and its file loses its name. Peers that are still reading finish. The memory is
     * unmapped when the last buffer over it has been garbage-collected. Idempotent.
     */
    @Override
    void close();
}
