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

import io.tombolo.engine.Payloads;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.ringbuffers.Bytes;
import java.util.Arrays;
import java.util.Random;

/**
 * The epochs of one rank at one part: random batches, one at a time. An area of the part belongs to this actor alone, which puts to its
 * slots; a batch accesses a slot at most once. All actors add to one word.
 */
final class EpochActor {
    /** Bytes of the part that belong to one origin. The first area belongs to no origin. */
    static final int AREA = 64 * 1024;

    private static final int SLOTS = 4;
    private static final int SLOT = AREA / SLOTS;

    private final OrderedEpochs epochs;
    private final Random random;
    private final int origin;
    private final int target;
    private final EpochMemory shown;
    private final EpochMemory got;
    // Contents of the area, by slot; 0 if nothing was put there.
    private final long[] seeds = new long[SLOTS];
    private final int[] lengths = new int[SLOTS];
    // Bytes that the current batch gets, by slot.
    private final int[] wanted = new int[SLOTS];
    private final int[] putLengths = new int[SLOTS];
    private final long[] putSeeds = new long[SLOTS];
    private int adds;
    private boolean isLast;
    private final long[] word = new long[1];
    private WindowCommand under;
    private WindowCommand giveUp;
    private LockType type;
    private boolean isHeld;
    // Whether the epoch takes no lock; it ends with a flush.
    private boolean isUnchecked;
    private boolean isFirst = true;
    private int over;
    private long added;
    private long next = 1;

    EpochActor(final OrderedEpochs epochs, final int origin, final int target) {
        this.epochs = epochs;
        this.random = epochs.random();
        this.origin = origin;
        this.target = target;
        this.shown = EpochMemory.of(epochs.engine(origin), random, AREA);
        this.got = EpochMemory.of(epochs.engine(origin), random, AREA);
        this.word[0] = 1;
    }

    int target() {
        return target;
    }

    LockType type() {
        return type;
    }

    long added() {
        return added;
    }

    boolean isOver(final int most) {
        return over >= most;
    }

    /** Does the next step, if one is possible. */
    void act() {
        if (under == null) {
            begin();
        } else if (under.isDone()) {
            end();
        } else if (isFirst && giveUp == null && origin != target && random.nextInt(50) == 0) {
            giveUp = epochs.command(WindowCommand.Step.ABANDON, origin, target);
            epochs.submit(origin, giveUp);
        }
    }

    private void begin() {
        Arrays.fill(wanted, 0);
        Arrays.fill(putSeeds, 0);
        adds = 0;
        isLast = false;
        if (type == null) {
            type = random.nextBoolean() ? LockType.SHARED : LockType.EXCLUSIVE;
            isUnchecked = random.nextInt(4) == 0;
            if (origin == target && !isUnchecked) {
                under = epochs.command(WindowCommand.Step.LOCK_OWN, origin, target);
                under.under(type, false);
                epochs.submit(origin, under);
                return;
            }
        }
        isLast = random.nextInt(3) == 0;
        // A batch that may go with its lock request cannot be abandoned.
        final boolean mayJoin = isFirst && !isUnchecked && random.nextBoolean();
        under = epochs.command(WindowCommand.Step.RUN, origin, target);
        under.under(isUnchecked ? null : type, mayJoin);
        under.ends(isLast && !isUnchecked, true);
        fill(under, mayJoin && isLast && random.nextBoolean() ? 1 : random.nextInt(SLOTS + 1));
        if (isLast && isHeld) {
            epochs.lets(this);
            isHeld = false;
        }
        isFirst &= !mayJoin && !isUnchecked;
        epochs.submit(origin, under);
    }

    private void fill(final WindowCommand command, final int accesses) {
        for (int slot = 0; slot < accesses; slot++) {
            final RmaOperation access = new RmaOperation();
            final long displacement = (origin + 1L) * AREA + (long) slot * SLOT;
            final int at = slot * SLOT;
            if (random.nextInt(5) == 0) {
                access.accumulate(ElementType.LONG, AccumulateOp.SUM, 0, null);
                access.place(word, Bytes.LONGS_OFFSET, Long.BYTES, word);
                if (random.nextBoolean()) {
                    got.into(access, at, Long.BYTES);
                }
                adds++;
            } else if (random.nextBoolean()) {
                putLengths[slot] = 1 + Payloads.length(random, SLOT - 1);
                putSeeds[slot] = next++ * 1000 + origin * 10L + target;
                shown.fill(at, putLengths[slot], putSeeds[slot]);
                access.transfer(true, displacement, null);
                shown.place(access, at, putLengths[slot]);
            } else {
                final int most = seeds[slot] == 0 ? SLOT : lengths[slot];
                wanted[slot] = seeds[slot] == 0 ? 1 + random.nextInt(most) : most;
                access.transfer(false, displacement, null);
                got.place(access, at, wanted[slot]);
            }
            command.add(access);
        }
    }

    private void end() {
        final boolean isGivenUp = giveUp != null && giveUp.outcome() == Outcome.SUCCESS;
        assertThat(under.outcome()).as(toString()).isEqualTo(isGivenUp ? Outcome.CANCELLED : Outcome.SUCCESS);
        if (isGivenUp) {
            over();
            return;
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            if (wanted[slot] > 0 && seeds[slot] != 0) {
                got.check(slot * SLOT, wanted[slot], seeds[slot]);
            }
            if (putSeeds[slot] != 0) {
                seeds[slot] = putSeeds[slot];
                lengths[slot] = putLengths[slot];
            }
        }
        added += adds;
        if (isLast) {
            over();
            return;
        }
        if (!isHeld && !isUnchecked) {
            epochs.holds(this, type);
            isHeld = true;
        }
        isFirst = false;
        under = null;
    }

    private void over() {
        under = null;
        giveUp = null;
        type = null;
        isFirst = true;
        over++;
    }

    @Override
    public String toString() {
        return type + " epoch " + over + " of rank " + origin + " at rank " + target;
    }
}
