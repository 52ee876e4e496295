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
import io.tombolo.engine.api.Communicator;
import java.util.List;

/** A rank that makes a {@link CallSequence} on the world, on a copy of it, and on one half of it. */
final class ModelRank {
    private static final int REGION_BYTES = 1 << 20;

    private final long seed;
    private final List<CallForm> forms;
    private final int batches;
    private final SharedCases ofWorld;
    private final SharedCases ofDup;
    private final SharedCases[] ofHalves;

    /**
     * Describes the sequence of all ranks.
     *
     * @param isLocal whether all ranks use this object; otherwise one does, in a process of its own.
     */
    ModelRank(final long seed, final List<CallForm> forms, final int batches, final int size, final boolean isLocal) {
        this.seed = seed;
        this.forms = forms;
        this.batches = batches;
        this.ofWorld = cases(1, size, isLocal);
        this.ofDup = cases(2, size, isLocal);
        this.ofHalves = new SharedCases[] {cases(3, (size + 1) / 2, isLocal), cases(4, size / 2, isLocal)};
    }

    private SharedCases cases(final int number, final int size, final boolean isLocal) {
        return new SharedCases(seed + number, size, isLocal ? size : 1);
    }

    /** A process. Its arguments are the seed and the number of batches. */
    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            new ModelRank(Long.parseLong(arguments[0]), List.of(CallForm.values()), Integer.parseInt(arguments[1]), engine.size(), false)
                .run(engine);
        }
    }

    /** Makes all calls of a rank. */
    void run(final Engine engine) {
        final Communicator world = engine.world();
        final int colour = engine.rank() & 1;
        try (MemorySpace space = new MemorySpace(engine, REGION_BYTES); Communicator dup = world.dup();
            Communicator half = world.split(colour, -engine.rank())) {
            final List<CallSequence.Group> groups = List.of(
                new CallSequence.Group(world, ofWorld), new CallSequence.Group(dup, ofDup),
                new CallSequence.Group(half, ofHalves[colour]));
            new CallSequence(groups, forms, seed, space, SharedCases.random(seed, ~engine.rank())).run(batches);
        }
        world.barrier();
    }
}
