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

import io.tombolo.ringbuffers.fault.FaultPoint;

/**
 * The agreements of a group on whether something is made at all ranks: a communicator or a window. Each rank votes when it has made its own
 * part, and all living ranks come to the same verdict. {@link AgreementRounds} explains the protocol. One thread at a time.
 * <p>
 * A rank that has {@linkplain CollectiveProgress#giveUp given up} does not take part. Its verdict is the reason why it has given up, and no
 * other rank gets the verdict zero. After losing a rank, a group can only finish the round that was in progress.
 */
final class Agreement {
    private final Exchange exchange;
    private final Group group;
    private final CollectiveProgress calls;
    private final long[] out = new long[1];
    private final long[] in = new long[1];
    private long number;

    /**
     * Creates the agreements of a group.
     *
     * @param exchange sends and receives the messages; no step is under way.
     * @param group    its ranks.
     * @param calls    progress of the group.
     */
    Agreement(final Exchange exchange, final Group group, final CollectiveProgress calls) {
        this.exchange = exchange;
        this.group = group;
        this.calls = calls;
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
        final AgreementRounds rounds = new AgreementRounds(group.size(), vote);
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
        final int round = rounds.round();
        exchange.start(
            round, BarrierRounds.to(group.rank(), group.size(), round), out, 1,
            BarrierRounds.from(group.rank(), group.size(), round), in, 1);
        final long failure = exchange.awaitUninterrupted();
        if (failure == 0) {
            rounds.hear(in[0]);
            return;
        }
        exchange.abandon();
        rounds.lose(failure, calls.findFailure() != 0 && calls.isAbsent());
        calls.giveUp(failure);
    }

    private long settle(final long proposal) {
        FaultPoint.COLLECTIVE_STEP.hit();
        final long settled = calls.settle(number, proposal);
        FaultPoint.COLLECTIVE_STEP.hit();
        return settled;
    }
}
