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
package io.tombolo.engine.api;

import java.util.concurrent.TimeUnit;

/**
 * The calls by which a group goes on after members have died or left. Names and meaning are those of MPI's chapter on fault tolerance
 * (ULFM).
 * <p>
 * A member is <b>lost</b> when its process has died, has left the job or has been replaced by a later incarnation, or when it has closed
 * the communicator. A lost member stays lost for this communicator. Operations that need it fail with a {@link PeerFailedException};
 * operations between other members go on.
 * <p>
 * All of these calls also work on a {@linkplain #revoke revoked} communicator. Those that are collective wait for every member that is not
 * lost, and for no other: {@link #agree agree}, {@link #shrink shrink} and {@link #replace replace}. One of them at a time for each
 * communicator, in the same order at all members.
 */
public interface GroupRepair {
    /**
     * Revokes the communicator at all members. Not collective: one member calls it, for example after an error that the others may not see.
     * Every pending and every later operation on the communicator ends with {@link Outcome#REVOKED} at every member as soon as the member
     * calls in, except the calls of this interface. A message that is being copied is completed first. Messages that nobody has received
     * are dropped. Idempotent. Other communicators and windows that were made from this one are not revoked.
     *
     * @throws IllegalStateException if the communicator is closed.
     */
    void revoke();

    /**
     * Returns whether a member has revoked the communicator. One load from shared memory.
     *
     * @return true from then on.
     * @throws IllegalStateException if the communicator is closed.
     */
    boolean isRevoked();

    /**
     * Returns the members that are lost, as this rank sees it now. Other members may see it later.
     *
     * @return new array of ranks in this group, ascending.
     */
    int[] failedRanks();

    /**
     * Acknowledges all members that are lost now, at this rank. Receives from {@link Communicator#ANY_SOURCE} go on without a report of
     * these, see {@link #reportFailures}, and {@link #agree agree} does not fail because of them once all members have acknowledged them.
     *
     * @return number of members that this rank has acknowledged.
     */
    int acknowledgeFailed();

    /**
     * Sets whether a receive from {@link Communicator#ANY_SOURCE} reports that a member is lost which this rank has not acknowledged. By
     * default it does not, and goes on as long as there is a member that can send. If it does, {@code recv} throws a {@link
     * PeerFailedException} and no message is lost; {@code await}, {@code test} and the calls of {@link Requests} throw it too, and the
     * request stays active: after {@link #acknowledgeFailed} the same calls go on. Applies to this rank alone, in either {@link ErrorMode}.
     *
     * @param isReported true to report.
     * @return the communicator.
     */
    Communicator reportFailures(boolean isReported);

    /**
     * Agrees with all members on the bitwise AND of their flags. Collective. Every living member gets the same result, whoever dies at
     * whatever moment. A member that dies may or may not have contributed its flag.
     *
     * @param flag contribution of this rank.
     * @return AND of the flags.
     * @throws PeerFailedException   if a member is lost that not all contributing members had acknowledged; thrown at all members alike.
     *                               {@link #agree(int, Status)} also gives the result then.
     * @throws InterruptException    if the thread is interrupted. Call agree again to continue; the flag of the first call counts. The same
     *                               holds for a {@link DeadlineException} of a view {@link Communicator#within within} a time.
     * @throws IllegalStateException if the members call different operations, or {@link #iagree} or {@link #ishrink} is under way.
     */
    int agree(int flag);

    /**
     * As {@link #agree(int)}, but puts the failure into a status instead of throwing it.
     *
     * @param flag   contribution of this rank.
     * @param status filled with {@link Outcome#SUCCESS}, or with {@link Outcome#PEER_FAILED} or {@link Outcome#PEER_LEFT} and a member that
     *               is lost.
     * @return AND of the flags, also in case of a failure.
     */
    int agree(int flag, Status status);

    /**
     * Begins {@link #agree(int)} and does not block.
     *
     * @param flag contribution of this rank.
     * @return the call; its result is the AND of the flags.
     */
    GroupCall<Integer> iagree(int flag);

    /**
     * Makes a communicator of the members that are not lost, in the same order. Collective. All living members get the same group. If
     * a member dies in the call, the group is made without it.
     *
     * @return new communicator with the promises of this one; the caller closes both.
     * @throws MessagingException    if a rank was told an impossible name; no member gets a communicator then.
     * @throws InterruptException    if the thread is interrupted. Call shrink again to continue, also after a {@link DeadlineException} of
     *                               a view {@link Communicator#within within} a time.
     * @throws IllegalStateException if a rank has no room for one more communicator, the members call different operations, or {@link
     *                               #iagree} or {@link #ishrink} is under way; no member gets a communicator then.
     */
    Communicator shrink();

    /**
     * Begins {@link #shrink} and does not block.
     *
     * @return the call; its result is the new communicator.
     */
    GroupCall<Communicator> ishrink();

    /**
     * Makes the group again, with the processes that have taken the places of the lost members. Each member that is left calls this, and
     * each new process calls {@code Engine.group} with the ranks of the group in their order. Waits until every lost member has joined
     * again and all have called; if one of them dies meanwhile, it waits for the next. The world can be replaced, too: by a group of all
     * ranks.
     *
     * @return new communicator without promises; the caller closes both.
     * @throws InterruptException    if the thread is interrupted. No rank gets a communicator then, and the others go on waiting for this
     *                               one.
     * @throws IllegalStateException if this rank has no room for one more communicator, or {@link #iagree} or {@link #ishrink} is under
     *                               way.
     */
    Communicator replace();

    /**
     * As {@link #replace()}, but waits no longer than a timeout.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @return new communicator; the caller closes both.
     * @throws DeadlineException if the time is up. No rank gets a communicator then, and the others go on waiting for this one.
     */
    Communicator replace(long timeout, TimeUnit unit);
}
