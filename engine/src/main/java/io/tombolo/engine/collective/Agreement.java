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

import io.tombolo.engine.progress.Deadline;
import io.tombolo.ringbuffers.fault.FaultPoint;

/**
 * The agreements of a group on whether something is made at all ranks: a communicator or a window. Each rank votes when it has made its own
 * part, and all living ranks come to the same verdict. {@link AgreementRounds} explains the protocol. One thread at a time.
 * <p>
 * A rank that has {@linkplain CollectiveProgress#giveUp given up} does not take part. Its verdict is the reason why it has given up, and no
 * other rank gets the verdict zero. After losing a rank, a group can only finish the round that was in progress.
 */
final class Agreement {
    private final SlotCalls slotCalls;
    private final CollectiveProgress calls;
    private final long[] out = new long[1];
    private final long[] in;
    private long number;

    /**
     * Creates the agreements of a group.
     *
     * @param slotCalls exchange the votes; none is under way.
     * @param group     its ranks.
     * @param calls     progress of the group.
     */
    Agreement(final SlotCalls slotCalls, final Group group, final CollectiveProgress calls) {
        this.slotCalls = slotCalls;
        this.calls = calls;
        this.in = new long[group.size()];
    }

    /**
     * Agrees with the other ranks. Collective. An interrupt does not end it, and the interrupt flag stays as it is: every rank votes soon,
     * or the others stop waiting for it.
     *
     * @param vote {@link Objection} of this rank, or zero.
     * @return the verdict: zero if no rank objects; else an objection.
     */
    long agree(final long vote) {
        number++;
        if (calls.loss() != 0) {
            return calls.loss();
        }
        final AgreementRounds rounds = new AgreementRounds(in.length, vote);
        while (!rounds.isOver()) {
            step(rounds);
        }
        if (calls.loss() == 0) {
            calls.completeCall();
        }
        return rounds.isDecided() ? rounds.gravest() : settle(rounds.proposal());
    }

    private void step(final AgreementRounds rounds) {
        out[0] = rounds.gravest();
        if (slotCalls.exchange(CollectiveKind.VOTE, out, in, Deadline.NONE, true)) {
            long gravest = 0;
            for (final long vote : in) {
                gravest = Math.max(gravest, vote);
            }
            rounds.hear(gravest);
            return;
        }
        final long failure = slotCalls.failure();
        rounds.lose(failure, calls.findFailure() != 0 && calls.isAbsent());
        slotCalls.giveUp(failure);
    }

    private long settle(final long proposal) {
        FaultPoint.COLLECTIVE_STEP.hit();
        final long settled = calls.settle(number, proposal);
        FaultPoint.COLLECTIVE_STEP.hit();
        return settled;
    }
}
