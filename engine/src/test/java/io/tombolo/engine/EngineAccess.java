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
package io.tombolo.engine;

import io.tombolo.engine.node.Node;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.region.RegionAllocator;

/**
 * Gives tests of all packages the parts of an {@link Engine} that its API hides.
 */
public final class EngineAccess {
    private EngineAccess() {
    }

    /**
     * Returns the protocol state of a rank.
     *
     * @param engine of the rank.
     * @return belongs to the rank's progress owner: a test uses it only while no other thread makes progress.
     */
    public static Messages messages(final Engine engine) {
        return engine.messages();
    }

    /**
     * Returns the node of a rank.
     *
     * @param engine of the rank.
     * @return with the counters, the job directory and the pair files of the rank.
     */
    public static Node node(final Engine engine) {
        return engine.node();
    }

    /**
     * Returns what makes and knows the memory regions of a rank.
     *
     * @param engine of the rank.
     * @return any thread may use it.
     */
    public static RegionAllocator allocator(final Engine engine) {
        return engine.allocator();
    }

    /**
     * Ends a rank like a killed process: it tells no other rank.
     *
     * @param engine of the rank.
     */
    public static void abandon(final Engine engine) {
        engine.abandon();
    }

    /**
     * Sets the length of the windows in which regions are mapped: small ones have many borders.
     *
     * @param context of a rank, not yet launched.
     * @param shift   power of 2 of the length in bytes.
     * @return the context.
     */
    public static EngineContext windowShift(final EngineContext context, final int shift) {
        return context.windowShift(shift);
    }
}
