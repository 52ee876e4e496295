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
 * Active-target epochs of a {@link Window}: the target takes part in them.
 */
public interface WindowFences {
    /**
     * Ends the epoch that the last fence began, and begins the next, in which every rank may access every part. Collective: returns when
     * all ranks have called it and all their operations are complete. A rank that has returned from it may lock parts of the others.
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if this rank has locked, started or posted.
     * @throws PeerFailedException if a rank of the window has died or left: at once, whether the others call it or not.
     * @throws InterruptException  if the thread is interrupted. The next call of fence continues this one; no other call is allowed before.
     */
    void fence();

    /**
     * Allows some ranks to access this rank's part, until {@link #await()} returns or {@link #test()} returns true.
     *
     * @param origins ranks that call {@link #start}.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if this rank has posted already.
     * @throws PeerFailedException if one of the ranks has died or left. The part is posted for the others, and {@link #await()} throws this
     *                             again.
     */
    void post(int... origins);

    /**
     * Begins an epoch at some ranks. Waits until they have called {@link #post}.
     *
     * @param targets ranks to access.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if this rank has started already, or has locked one of them.
     * @throws PeerFailedException if a target has died or left. Nothing is started; postings of the others stay valid.
     * @throws InterruptException  if the thread is interrupted. Nothing is started; postings stay valid.
     */
    void start(int... targets);

    /**
     * Ends the epoch that {@link #start} began. Returns when all its operations are complete, here and at the targets.
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if there is no such epoch.
     * @throws PeerFailedException if a target has died or left; the epoch has ended.
     * @throws InterruptException  if the thread is interrupted; call it again for the targets that are left.
     */
    void complete();

    /**
     * Ends a posting. Waits until the ranks that this part was posted for have called {@link #complete}. (MPI calls this operation "wait",
     * a name that every Java object has already.)
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if nothing is posted.
     * @throws PeerFailedException if one of the ranks has died or left, whether the others have called complete or not. If they have, the
     *                             posting has ended. Otherwise it goes on for them: call this again.
     * @throws InterruptException  if the thread is interrupted; the part is still posted.
     */
    void await();

    /**
     * Tests whether the ranks that this part was posted for have called {@link #complete}, and makes progress.
     *
     * @return true if so; the posting has ended.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if nothing is posted.
     * @throws PeerFailedException if one of the ranks has died or left, and the others have called complete; the posting has ended.
     */
    boolean test();
}
