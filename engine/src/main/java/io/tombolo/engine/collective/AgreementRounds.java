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

/**
 * What one rank knows in the course of an agreement on something that all ranks of a group need to have: each votes for it, zero, or
 * against it, an {@link Objection}; and all that live come to the same verdict, whatever dies when.
 * <pre>
 *   1. all rounds of a dissemination barrier, with the gravest vote that was heard
 *        without loss: the gravest vote is this rank's proposal
 *        with a loss:  the loss is, and this rank does no more rounds
 *   2. all rounds again
 *        with a loss:  this rank does no more rounds
 *   3. without loss in both:                        the verdict is the proposal
 *      if a final objection was heard:              the verdict is that objection
 *      if a rank is lost that has never voted:      the verdict is a loss
 *      else:                                        the verdict is the proposal that the first rank has settled
 * </pre>
 * A loss is a message that a rank does not wait for any more, for whatever reason: because somebody of the group has died, or left, or has
 * had a loss. Whoever has one sends nothing more, and the others come to know of that otherwise; so who has come through a pass without
 * loss has heard, over ranks that had none, from every rank.
 * <p>
 * <b>Why all have the same.</b> Verdicts are the same if both are zero, or both say that all try something else, or both are final; who is
 * named does not matter.
 * <ol>
 * <li>Who has no loss in 1 has heard every vote: the proposals of all such ranks are one word, v. All other proposals are losses.
 * <li>If a rank has no loss in 1 and 2, every rank had none in 1: there is no proposal but v, and whatever is settled is v.
 * <li>If a rank has heard a final objection, v is final if there is a v, as losses are: every proposal is final.
 * <li>If a rank has never voted, nobody comes through 1: there is no v, and every proposal is a loss, and final.
 * <li>All others have what is settled, which is one word: a proposal. By 2, 3 and 4 it agrees with the verdicts of those who did not ask.
 * </ol>
 * Nothing here depends on who dies when, on how many do, or on whether two ranks see a death at different times; and nobody waits for a
 * rank that has its verdict: that one has done all rounds, or those who wait for it have a loss. A settled word waits for nobody. A verdict
 * of zero means that every rank, the dead ones too, voted so.
 * <p>
 * The second pass, and a word that is settled only when somebody is lost, are what makes this cheaper than the rounds of all with all that
 * agreement by messages alone needs for each rank that may die (Dolev and Strong 1983), and those would need a pair of files each.
 */
public final class AgreementRounds {
    private final int rounds;
    private int step;
    private boolean isLost;
    private long gravest;
    private long proposal;

    /**
     * Votes.
     *
     * @param size of the group.
     * @param vote zero, or this rank's objection.
     */
    public AgreementRounds(final int size, final long vote) {
        this.rounds = BarrierRounds.count(size);
        this.gravest = vote;
        this.proposal = vote;
    }

    /**
     * Returns whether both passes are over.
     *
     * @return true if nothing is to be told or heard any more.
     */
    public boolean isOver() {
        return step == 2 * rounds;
    }

    /**
     * Returns the next round, until it is over.
     *
     * @return as of {@link BarrierRounds}.
     */
    public int round() {
        return step % rounds;
    }

    /**
     * Returns the gravest vote that was heard, which is told.
     *
     * @return zero if nobody objects.
     */
    public long gravest() {
        return gravest;
    }

    /**
     * Takes what was heard in a round.
     *
     * @param vote the gravest that the other has heard of.
     */
    public void hear(final long vote) {
        gravest = Math.max(gravest, vote);
        step++;
        if (step <= rounds) {
            proposal = gravest;
        }
    }

    /**
     * Ends the rounds: something is not heard.
     *
     * @param loss       why.
     * @param isVoteLost whether a rank has never voted, and does not any more.
     */
    public void lose(final long loss, final boolean isVoteLost) {
        isLost = true;
        if (step < rounds) {
            proposal = Objection.loss(loss);
        }
        if (isVoteLost) {
            gravest = Math.max(gravest, Objection.loss(loss));
        }
        step = 2 * rounds;
    }

    /**
     * Returns whether the verdict is the {@link #gravest()} vote.
     *
     * @return false if the {@link #proposal()} has to be settled with those of others.
     */
    public boolean isDecided() {
        return !isLost || Objection.isFinal(gravest);
    }

    /**
     * Returns what this rank proposes.
     *
     * @return word to settle.
     */
    public long proposal() {
        return proposal;
    }
}
