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
 * The state of one rank during an agreement of a group, for example on the creation of a communicator. Each rank votes for it with zero, or
 * against it with an {@link Objection}. All surviving ranks come to the same verdict, whatever rank dies at whatever time.
 * <pre>
 *   1. each rank tells all others its vote, and hears theirs
 *        without loss: this rank proposes the gravest vote
 *        with a loss:  this rank proposes the loss, and tells nothing more
 *   2. each rank tells all others the gravest vote that it has heard, and hears theirs
 *   3. without loss in both passes:    the verdict is the proposal
 *      if a lost rank has never voted: the verdict is the loss
 *      else:                           the verdict is the proposal that the first rank has settled
 * </pre>
 * A <i>loss</i> is a vote that a rank does not wait for any more, because a rank of the group has died, has left, or has had a loss itself.
 * A rank with a loss tells nothing more, and the others hear of that by other means. So a rank that completes a pass without loss has heard
 * from every rank.
 * <p>
 * To <i>settle</i> a word is to store it in shared memory unless another rank was first; all ranks that settle get the first word.
 * <p>
 * <b>Why all verdicts agree.</b> Two verdicts agree if they are the same word, or if both are losses: the rank that a loss names does not
 * matter.
 * <ol>
 * <li>A rank without loss in pass 1 has heard every vote. So all such ranks propose the same word v. All other proposals are losses.
 * <li>If a rank has no loss in passes 1 and 2, no rank had a loss in pass 1. So v is the only proposal, and whatever is settled is v.
 * <li>If a rank has never voted, no rank completes pass 1. So there is no v, and every proposal is a loss.
 * <li>All other ranks take the settled word, which is one of the proposals. By 2 and 3 it agrees with the verdicts of the ranks that did
 * not settle.
 * </ol>
 * A rank that has heard an objection and has a loss settles as well. The objection may follow from the loss: a rank with the loss has its
 * verdict, takes back what it has made, and a rank that votes later objects because it does not find that. The loss is settled by then, so
 * it is the verdict of both.
 * <p>
 * Nothing here depends on which ranks die, when, or on whether two ranks see a death at different times. No rank waits for one that has its
 * verdict: either that one has done all rounds, or those that wait for it have a loss. To settle a word needs no other rank. A verdict of
 * zero means that every rank voted zero, the dead ones included.
 * <p>
 * Agreement by messages alone needs a pass for each rank that may die (Dolev and Strong 1983). The shared word that is settled only after a
 * loss avoids that.
 */
final class AgreementRounds {
    private static final int PASSES = 2;

    private int step;
    private boolean isLost;
    private long gravest;
    private long proposal;

    /**
     * Begins an agreement with the vote of this rank.
     *
     * @param size ranks of the group.
     * @param vote zero, or this rank's objection.
     */
    public AgreementRounds(final int size, final long vote) {
        // A rank that is alone has nobody to hear.
        this.step = size == 1 ? PASSES : 0;
        this.gravest = vote;
        this.proposal = vote;
    }

    /**
     * Returns whether both passes are over.
     *
     * @return true if this rank has nothing more to tell or to hear.
     */
    public boolean isOver() {
        return step == PASSES;
    }

    /**
     * Returns the gravest vote that this rank has heard. It tells this vote in each pass.
     *
     * @return zero if nobody objects.
     */
    public long gravest() {
        return gravest;
    }

    /**
     * Completes a pass.
     *
     * @param vote the gravest that a rank has told, this one included.
     */
    public void hear(final long vote) {
        gravest = Math.max(gravest, vote);
        step++;
        if (step == 1) {
            proposal = gravest;
        }
    }

    /**
     * Ends the passes because of a loss.
     *
     * @param loss       reason, an {@link Objection}.
     * @param isVoteLost whether a rank has never voted and never will.
     */
    public void lose(final long loss, final boolean isVoteLost) {
        isLost = true;
        if (step == 0) {
            proposal = Objection.loss(loss);
        }
        if (isVoteLost) {
            gravest = Math.max(gravest, Objection.loss(loss));
        }
        step = PASSES;
    }

    /**
     * Returns whether the verdict is the {@link #gravest()} vote.
     *
     * @return false if the {@link #proposal()} has to be settled.
     */
    public boolean isDecided() {
        return !isLost || Objection.isLoss(gravest);
    }

    /**
     * Returns the proposal of this rank.
     *
     * @return word to settle.
     */
    public long proposal() {
        return proposal;
    }
}
