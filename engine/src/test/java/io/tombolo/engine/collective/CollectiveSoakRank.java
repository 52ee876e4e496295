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
import io.tombolo.engine.api.collective.Elements;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * One rank of the soak of collective operations. In each round all ranks replace some of their communicators and make some batches of a
 * {@link CallSequence} on the world and on all of these. Each rank closes a communicator that was replaced when it likes.
 */
final class CollectiveSoakRank {
    /** More slots than a rank has in use at a time: world, communicators, those to be closed, those that others still read. */
    static final int SLOTS = 24;

    private static final int GROUPS = 4;
    private static final int MOST_CLOSING = 3;
    private static final int MOST_CHANGES = 3;
    private static final int MOST_BATCHES = 3;
    private static final int ROUNDS_OF_A_REGION = 8;
    private static final int REGION_BYTES = 1 << 20;
    private static final List<CallForm> FORMS = List.of(CallForm.values());

    private final Engine engine;
    private final Communicator world;
    private final long seed;
    private final Random own;
    private final Communicator[] groups = new Communicator[GROUPS];
    private final Deque<Communicator> closing = new ArrayDeque<>();
    private int round;

    CollectiveSoakRank(final Engine engine, final long seed) {
        this.engine = engine;
        this.world = engine.world();
        this.seed = seed;
        this.own = SharedCases.random(seed, ~engine.rank());
    }

    /**
     * Plays rounds until rank 0 ends them, and closes all communicators.
     *
     * @return number of rounds so far.
     */
    int run(final BooleanSupplier goOn) {
        for (int group = 0; group < GROUPS; group++) {
            groups[group] = world.dup();
        }
        boolean isGoingOn = agree(goOn);
        while (isGoingOn) {
            try (MemorySpace space = new MemorySpace(engine, REGION_BYTES)) {
                for (int left = ROUNDS_OF_A_REGION; left > 0 && isGoingOn; left--) {
                    play(space);
                    isGoingOn = agree(goOn);
                }
            }
        }
        for (final Communicator group : groups) {
            group.close();
        }
        closing.forEach(Communicator::close);
        closing.clear();
        world.barrier();
        return round;
    }

    private boolean agree(final BooleanSupplier goOn) {
        final int[] answer = {engine.rank() == 0 && goOn.getAsBoolean() ? 1 : 0};
        world.bcast(Elements.of(answer), 0);
        return answer[0] != 0;
    }

    private void play(final MemorySpace space) {
        final Random shared = SharedCases.random(seed, round);
        try {
            for (int left = shared.nextInt(MOST_CHANGES + 1); left > 0; left--) {
                replace(shared);
            }
            final List<CallSequence.Group> called = new ArrayList<>();
            called.add(new CallSequence.Group(world, new SharedCases(shared.nextLong(), world.size(), 1)));
            for (final Communicator group : groups) {
                called.add(new CallSequence.Group(group, new SharedCases(shared.nextLong(), group.size(), 1)));
            }
            final List<CallForm> forms = shared.nextInt(4) == 0 ? List.of(CallForm.BLOCKING) : FORMS;
            new CallSequence(called, forms, shared.nextLong(), space, own).run(1 + shared.nextInt(MOST_BATCHES));
        } catch (final RuntimeException | Error failure) {
            throw new AssertionError("seed=" + seed + " round=" + round + ": " + failure.getMessage(), failure);
        }
        round++;
    }

    /** Makes a communicator of another one, in the place of a third one. */
    private void replace(final Random shared) {
        final int place = shared.nextInt(GROUPS);
        final Communicator parent = shared.nextBoolean() ? world : groups[shared.nextInt(GROUPS)];
        final Communicator made = shared.nextBoolean() ? parent.dup() : parent.split(parent.rank() & 1, -parent.rank());
        closing.addLast(groups[place]);
        groups[place] = made;
        while (closing.size() > own.nextInt(MOST_CLOSING + 1)) {
            closing.removeFirst().close();
        }
    }
}
