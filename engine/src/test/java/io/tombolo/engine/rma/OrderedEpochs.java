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
package io.tombolo.engine.rma;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.pt2pt.Interleaving;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.ringbuffers.counters.Counter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A window of all ranks of a job, in which every rank has epochs at every part at the same time. All runs in one thread that never waits:
 * the test submits commands to the progress owners directly.
 */
final class OrderedEpochs implements AutoCloseable {
    private static final int ID = 99;
    private static final int EPOCHS = 12;

    private final LocalJob job;
    private final Random random;
    private final Interleaving interleaving;
    private final PacketWindow[] windows;
    private final UnsafeBuffer[] parts;
    private final List<EpochActor> actors = new ArrayList<>();
    // By target: the actors that know that they hold the lock.
    private final List<List<EpochActor>> holders = new ArrayList<>();

    OrderedEpochs(final LocalJob job, final Random random) {
        this.job = job;
        this.random = random;
        this.interleaving = new Interleaving(job, random);
        this.windows = new PacketWindow[job.size()];
        this.parts = new UnsafeBuffer[job.size()];
        final int[] worldRanks = new int[job.size()];
        for (int rank = 0; rank < worldRanks.length; rank++) {
            worldRanks[rank] = rank;
            holders.add(new ArrayList<>());
        }
        final boolean isUnordered = random.nextInt(4) == 0;
        for (int rank = 0; rank < worldRanks.length; rank++) {
            windows[rank] = new PacketWindow(ID, rank, worldRanks, part(rank), true, isUnordered, protocol(rank));
            assertDone(rank, WindowCommand.Step.OPEN);
        }
        for (int origin = 0; origin < worldRanks.length; origin++) {
            for (int target = 0; target < worldRanks.length; target++) {
                actors.add(new EpochActor(this, origin, target));
            }
        }
    }

    private WindowPart part(final int rank) {
        final int length = EpochActor.AREA * (job.size() + 1);
        if (random.nextInt(3) > 0) {
            final MemoryRegion region = job.engine(rank).allocate(length);
            parts[rank] = region.buffer();
            return new WindowPart(
                null, SharedRegion.base(region, 0, length, rank), SharedRegion.offset(region, 0, length), length, region, region.buffer());
        }
        parts[rank] = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
        return new WindowPart(parts[rank].byteArray(), null, parts[rank].addressOffset(), length, parts[rank], parts[rank]);
    }

    private WindowProtocol protocol(final int rank) {
        return (WindowProtocol) EngineAccess.messages(job.engine(rank)).protocol(Operation.Kind.WINDOW);
    }

    Random random() {
        return random;
    }

    Engine engine(final int rank) {
        return job.engine(rank);
    }

    int size() {
        return job.size();
    }

    WindowCommand command(final WindowCommand.Step step, final int rank, final int target) {
        final WindowCommand command = new WindowCommand();
        command.ask(step, windows[rank], target, target);
        return command;
    }

    void submit(final int rank, final WindowCommand command) {
        EngineAccess.messages(job.engine(rank)).start(command);
    }

    private void assertDone(final int rank, final WindowCommand.Step step) {
        final WindowCommand command = command(step, rank, rank);
        submit(rank, command);
        assertThat(command.isDone()).isTrue();
    }

    private boolean isIdle(final int rank) {
        final WindowCommand command = command(WindowCommand.Step.ASK_IDLE, rank, rank);
        submit(rank, command);
        return command.outcome() == Outcome.SUCCESS;
    }

    /** Takes note that an actor knows that it holds a lock. */
    void holds(final EpochActor actor, final LockType type) {
        final List<EpochActor> others = holders.get(actor.target());
        for (final EpochActor other : others) {
            assertThat(type == LockType.SHARED && other.type() == LockType.SHARED).as("%s beside %s", actor, other).isTrue();
        }
        others.add(actor);
    }

    void lets(final EpochActor actor) {
        holders.get(actor.target()).remove(actor);
    }

    void run() {
        final long[] sums = new long[job.size()];
        for (int open = actors.size(); open > 0;) {
            TimeLimit.check();
            interleaving.step();
            final EpochActor actor = actors.get(random.nextInt(actors.size()));
            if (!actor.isOver(EPOCHS)) {
                actor.act();
                open -= actor.isOver(EPOCHS) ? 1 : 0;
            }
            assertNoErrors();
        }
        for (final EpochActor actor : actors) {
            sums[actor.target()] += actor.added();
        }
        for (int rank = 0; rank < sums.length; rank++) {
            while (!isIdle(rank)) {
                TimeLimit.check();
                interleaving.step();
            }
            assertThat(parts[rank].getLong(0)).isEqualTo(sums[rank]);
        }
        assertNoErrors();
    }

    private void assertNoErrors() {
        for (int rank = 0; rank < job.size(); rank++) {
            assertThat(EngineAccess.node(job.engine(rank)).counters().value(Counter.PROTOCOL_ERRORS)).isZero();
        }
    }

    @Override
    public void close() {
        for (int rank = 0; rank < windows.length; rank++) {
            assertDone(rank, WindowCommand.Step.CLOSE);
        }
    }
}
