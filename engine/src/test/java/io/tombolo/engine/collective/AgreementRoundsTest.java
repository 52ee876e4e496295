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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.Outcome;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All surviving ranks have the same verdict: in all possible agreements of few ranks, and in many random ones of more. A run is determined
 * by the votes, by the number of messages that each rank has sent when it dies, by which of those are lost, by which of them the receiver
 * takes for lost although they have arrived, by the step at which a rank gives up, and by the rank that settles the word first. A rank that
 * has lost a message sends no more.
 */
class AgreementRoundsTest {
    private static final long FOR = 0;
    private static final int NEVER = Integer.MAX_VALUE;

    private final Random random = new Random();
    private int size;
    private int steps;
    private long[] votes;
    // By rank: number of messages sent before it dies; a bit for each message that is lost; a bit for each that it takes for lost.
    private int[] sent;
    private int[] lost;
    private int[] doubted;
    // By rank: step from which it receives nothing. At step 0 it has voted a loss, which no rank hears.
    private int[] quits;
    private AgreementRounds[] rounds;

    private static long vote(final int kind, final int rank) {
        return kind == 0 ? FOR : Objection.of(kind == 1 ? Outcome.CANCELLED : Outcome.INSUFFICIENT_RESOURCES, rank);
    }

    private void ranks(final int ranks) {
        size = ranks;
        steps = ranks == 1 ? 0 : 2;
        votes = new long[ranks];
        sent = new int[ranks];
        lost = new int[ranks];
        doubted = new int[ranks];
        quits = new int[ranks];
        Arrays.fill(quits, NEVER);
        rounds = new AgreementRounds[ranks];
    }

    /** A rank receives a message that was sent, unless the message was lost with its sender. */
    private void run() {
        for (int rank = 0; rank < size; rank++) {
            rounds[rank] = new AgreementRounds(size, votes[rank]);
        }
        for (int step = 0; step < steps; step++) {
            final long[] gravest = new long[size];
            final boolean[] tells = new boolean[size];
            for (int rank = 0; rank < size; rank++) {
                gravest[rank] = rounds[rank].gravest();
                tells[rank] = sent[rank] > step && quits[rank] > 0 && !rounds[rank].isOver();
            }
            for (int rank = 0; rank < size; rank++) {
                if (sent[rank] > step && !rounds[rank].isOver()) {
                    step(rank, step, tells, gravest);
                }
            }
        }
        // Any rank may be the first, even one that settles the word and then dies.
        boolean isSettled = false;
        for (int first = 0; first < size; first++) {
            if (rounds[first].isOver() && !rounds[first].isDecided()) {
                isSettled = true;
                assertAgreed(rounds[first].proposal());
            }
        }
        if (!isSettled) {
            assertAgreed(FOR);
        }
    }

    private void step(final int rank, final int step, final boolean[] tells, final long[] gravest) {
        final boolean isDoubted = (doubted[rank] >> step & 1) != 0 || step >= quits[rank];
        long heard = gravest[rank];
        for (int other = 0; other < size; other++) {
            final boolean isHeard = other == rank || tells[other] && (lost[other] >> step & 1) == 0;
            if (!isHeard || isDoubted && other != rank) {
                // Only some ranks know of the lost vote.
                rounds[rank].lose(Objection.of(Outcome.PEER_FAILED, other), isAVoteLost() && (rank + step) % 2 == 0);
                return;
            }
            heard = Math.max(heard, gravest[other]);
        }
        rounds[rank].hear(heard);
    }

    private boolean isAVoteLost() {
        for (int rank = 0; rank < size; rank++) {
            if (sent[rank] == 0 || quits[rank] == 0) {
                return true;
            }
        }
        return false;
    }

    /** All losses are the same verdict, whichever rank they name; of all others each word is one. */
    private static long kind(final long verdict) {
        return Objection.isLoss(verdict) ? Objection.loss(0) : verdict;
    }

    private void assertAgreed(final long settled) {
        long agreed = -1;
        for (int rank = 0; rank < size; rank++) {
            if (sent[rank] == NEVER) {
                final long kind = kind(rounds[rank].isDecided() ? rounds[rank].gravest() : settled);
                if (agreed >= 0 && kind != agreed) {
                    throw new AssertionError("rank " + rank + " has " + text(kind) + ", others " + text(agreed) + " of " + this);
                }
                agreed = kind;
            }
        }
        final long gravest = kind(gravest());
        // Without a survivor there is no verdict.
        if (agreed >= 0 && agreed != gravest && (isNothingLost() || agreed != Objection.loss(0))) {
            throw new AssertionError(text(agreed) + " against a vote for " + text(gravest) + " of " + this);
        }
    }

    private static String text(final long word) {
        return (Objection.isLoss(word) ? "loss " : "") + Objection.outcome(word) + " of rank " + Objection.rank(word);
    }

    private long gravest() {
        long gravest = FOR;
        for (final long vote : votes) {
            gravest = Math.max(gravest, vote);
        }
        return gravest;
    }

    private boolean isNothingLost() {
        for (int rank = 0; rank < size; rank++) {
            if (sent[rank] != NEVER || lost[rank] != 0 || doubted[rank] != 0 || quits[rank] != NEVER) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < size; rank++) {
            text.append("\nrank ").append(rank).append(" votes ").append(text(votes[rank])).append(", sends ").append(sent[rank])
                .append(", of which are lost ").append(Integer.toBinaryString(lost[rank]))
                .append(" and doubted ").append(Integer.toBinaryString(doubted[rank])).append(", quits ").append(quits[rank]);
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void shouldHaveOneVerdictInAllRunsOfFewRanks(final int ranks) {
        ranks(ranks);
        dieInEveryWay(0);
    }

    /** With more than three ranks, surviving ranks lose nothing here: the runs would be too many. */
    private void dieInEveryWay(final int rank) {
        if (rank == size) {
            voteInEveryWay();
            return;
        }
        sent[rank] = NEVER;
        loseInEveryWay(rank, size > 3 ? 0 : steps);
        for (sent[rank] = 0; sent[rank] <= steps; sent[rank]++) {
            loseInEveryWay(rank, sent[rank]);
        }
    }

    private void loseInEveryWay(final int rank, final int messages) {
        final int doubts = size == 2 ? 1 << messages : 1;
        for (lost[rank] = 0; lost[rank] < 1 << messages; lost[rank]++) {
            for (doubted[rank] = 0; doubted[rank] < doubts; doubted[rank]++) {
                dieInEveryWay(rank + 1);
            }
        }
    }

    /** All votes for three ranks; for more, at most one objection, because a second one spreads like the first. */
    private void voteInEveryWay() {
        run();
        for (int rank = 0; rank < size; rank++) {
            for (int kind = 1; kind <= 2; kind++) {
                votes[rank] = vote(kind, rank);
                run();
                for (int other = size > 3 ? size : rank + 1; other < size; other++) {
                    votes[other] = vote(3 - kind, other);
                    run();
                    votes[other] = FOR;
                }
            }
            votes[rank] = FOR;
        }
    }

    @Test
    void shouldHaveOneVerdictInManyRunsOfMoreRanks() {
        final long seed = System.nanoTime();
        random.setSeed(seed);
        for (int run = 0; run < 200_000; run++) {
            ranks(2 + random.nextInt(11));
            for (int rank = 0; rank < size; rank++) {
                votes[rank] = vote(random.nextInt(size) > 0 ? 0 : 1 + random.nextInt(2), rank);
                sent[rank] = random.nextInt(3) > 0 ? NEVER : random.nextInt(steps + 1);
                // Even of ranks that live, whose pair breaks.
                lost[rank] = random.nextInt(sent[rank] == NEVER ? 8 : 2) > 0 ? 0 : random.nextInt(1 << steps);
                doubted[rank] = random.nextInt(8) > 0 ? 0 : random.nextInt(1 << steps);
                if (random.nextInt(16) == 0) {
                    quits[rank] = random.nextInt(steps);
                    votes[rank] = quits[rank] == 0 ? Objection.loss(vote(1, rank)) : votes[rank];
                }
            }
            try {
                run();
            } catch (final AssertionError error) {
                throw new AssertionError("seed=" + seed + " run=" + run + ": " + error.getMessage(), error);
            }
        }
    }

    @Test
    void shouldPutTheGraverObjectionOverTheOther() {
        final long now = Objection.of(Outcome.CANCELLED, Integer.MAX_VALUE);
        final long never = Objection.of(Outcome.INSUFFICIENT_RESOURCES, 0);
        final long loss = Objection.loss(Objection.of(Outcome.PEER_FAILED, 7));
        assertThat(new long[] {FOR, now, never, loss}).isSorted();
        assertThat(Objection.of(Outcome.SUCCESS, 3)).isEqualTo(FOR);
        assertThat(Objection.isLoss(never)).isFalse();
        assertThat(Objection.isLoss(loss)).isTrue();
        assertThat(Objection.outcome(loss)).isEqualTo(Outcome.PEER_FAILED);
        assertThat(Objection.rank(loss)).isEqualTo(7);
        assertThat(Objection.outcome(1L << 50)).isEqualTo(Outcome.PROTOCOL_ERROR);
    }
}
