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

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.collective.Elements;

/** What the calls of a thread share: a memory region, and two views that each call shows its memory by. */
final class MemorySpace implements AutoCloseable {
    final Elements send = new Elements();
    final Elements receive = new Elements();
    final MemoryRegion region;
    private long used;

    MemorySpace(final Engine engine, final long length) {
        this.region = engine.allocate(length);
    }

    /** Returns a place for so many bytes, or -1 if the region is full. */
    long reserve(final int length) {
        final long place = used;
        if (length > region.length() - place) {
            return -1;
        }
        used += length;
        return place;
    }

    /** Takes all places back. */
    void reset() {
        used = 0;
    }

    @Override
    public void close() {
        region.close();
    }
}
