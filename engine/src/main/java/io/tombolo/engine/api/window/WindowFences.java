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
package io.tombolo.engine.api.window;

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;

/**
 * Active-target epochs of a {@link Window}: both sides take part.
 */
public interface WindowFences {
    /**
     * Ends the epoch that the last fence began, and begins another, in which every rank may access every other's part. Collective: returns
     * when all ranks have called it, and all their operations are complete. A rank for which it has returned may lock this rank's part.
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if this rank has locked, started or posted.
     * @throws PeerFailedException if a rank of the window has died or left: at once, whether the others fence or not.
     * @throws InterruptException  if the thread is interrupted; the next fence goes on with this one, and nothing else is allowed before.
     */
    void fence();

    /**
     * Lets some ranks access this rank's part, until {@link #await()} or a {@link #test()} that answers true.
     *
     * @param origins ranks that call {@link #start}.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if it is posted already.
     * @throws PeerFailedException if one of them has died or left; it is posted for the others, and {@link #await()} says so again.
     */
    void post(int... origins);

    /**
     * Begins an epoch at some ranks, which call {@link #post}; waits until they have.
     *
     * @param targets ranks that are accessed.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if this rank has started already, or locked one of them.
     * @throws PeerFailedException if a target has died or left; nothing is started then, and what the others have posted is kept.
     * @throws InterruptException  if the thread is interrupted; nothing is started then, and what others have posted is kept.
     */
    void start(int... targets);

    /**
     * Ends the epoch that {@link #start} began: returns when all its operations are complete, here and at the targets.
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if there is none.
     * @throws PeerFailedException if a target has died or left; the epoch has ended.
     * @throws InterruptException  if the thread is interrupted; call it again for the targets that are left.
     */
    void complete();

    /**
     * Waits until the ranks that this part was posted for have called {@link #complete}, which ends the posting. (The field's name for this
     * is "wait", which in Java is every object's.)
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if nothing is posted.
     * @throws PeerFailedException if one of them has died or left, whether the others have called it or not; the posting has ended if they
     *                             have, else it goes on for them, and this is to be called again.
     * @throws InterruptException  if the thread is interrupted; it is posted still.
     */
    void await();

    /**
     * Looks whether the ranks that this part was posted for have called {@link #complete}, making progress.
     *
     * @return true if so, which ends the posting.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if nothing is posted.
     * @throws PeerFailedException if one of them has died or left, when the others have called it; the posting has ended.
     */
    boolean test();
}
