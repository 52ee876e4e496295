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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import java.util.concurrent.TimeUnit;

/**
 * Passive-target epochs of a {@link Window}: the target takes no part in them.
 * <p>
 * A rank may lock several targets at a time, each once. With {@link WindowMode#PACKET}, a lock and the operations under it are only queued.
 * They leave with {@link #unlock} or {@link #flush} (S2.5), or when the program waits for a request of one of them. A lock and unlock
 * without operations in between sends nothing, and then is no mutex. A lock of the own part is taken in the call (S2.29).
 */
public interface WindowLocks {
    /**
     * Begins an epoch at a target.
     *
     * @param target rank that this window has not locked; {@link Communicator#NULL_RANK} does nothing.
     * @param type   of the lock.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if the target is locked, started, or accessed since a fence, or if the window
     *                             was made with {@link WindowOption#NO_LOCKS}.
     * @throws PeerFailedException if the target has died or left, and the lock is taken in the call.
     */
    void lock(int target, LockType type);

    /**
     * Begins an epoch at a target, with a limit for the wait for its lock. The time counts from the call that takes the lock.
     *
     * @param target  rank, as for {@link #lock(int, LockType)}.
     * @param type    of the lock.
     * @param timeout longest wait for the lock.
     * @param unit    of the timeout.
     * @throws WindowException   as for {@link #lock(int, LockType)}.
     * @throws DeadlineException if the time is up; the target is not locked. If a later call takes the lock, that call throws this, and the
     *                           operations of the epoch are dropped.
     */
    void lock(int target, LockType type, long timeout, TimeUnit unit);

    /**
     * Begins an epoch at a target, with a promise about its lock.
     *
     * @param target    rank, as for {@link #lock(int, LockType)}.
     * @param type      of the lock, also if the promise is that it need not be taken.
     * @param assertion promise.
     * @throws WindowException     as for {@link #lock(int, LockType)}.
     * @throws PeerFailedException if the target has died or left, and the lock is taken in the call.
     */
    void lock(int target, LockType type, LockAssertion assertion);

    /**
     * Begins an epoch with a shared lock at every rank of the window.
     *
     * @throws WindowException as for {@link #lock(int, LockType)}; nothing is locked then.
     */
    void lockAll();

    /**
     * Begins an epoch with a shared lock at every rank of the window, with a promise about all the locks.
     *
     * @param assertion promise.
     * @throws WindowException as for {@link #lock(int, LockType)}; nothing is locked then.
     */
    void lockAll(LockAssertion assertion);

    /**
     * Ends an epoch. Returns when all its operations are complete, here and at the target. Releases the lock, also if it throws.
     *
     * @param target rank that is locked; {@link Communicator#NULL_RANK} does nothing.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if the target is not locked.
     * @throws PeerFailedException if the target has died or left.
     * @throws DeadlineException   if the lock had a time limit, and it is up.
     * @throws InterruptException  if the thread is interrupted; the target stays locked.
     */
    void unlock(int target);

    /**
     * Ends the epochs that {@link #lockAll()} began. If some of them fail, it ends all and then throws the first error.
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if there are none.
     * @throws PeerFailedException if a target has died or left.
     */
    void unlockAll();

    /**
     * Returns when all operations of this rank at a target are complete, here and at the target. The lock stays.
     *
     * @param target rank in an epoch of this window; {@link Communicator#NULL_RANK} does nothing.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if there is no epoch at the target.
     * @throws PeerFailedException if the target has died or left.
     */
    void flush(int target);

    /**
     * Does a {@link #flush} for every target in an epoch.
     *
     * @throws PeerFailedException if a target has died or left.
     */
    void flushAll();

    /**
     * Returns when all operations of this rank at a target are complete here: buffers may be used again, and results have arrived.
     *
     * @param target rank in an epoch of this window; {@link Communicator#NULL_RANK} does nothing.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if there is no epoch at the target.
     * @throws PeerFailedException if the target has died or left.
     */
    void flushLocal(int target);

    /**
     * Does a {@link #flushLocal} for every target in an epoch.
     *
     * @throws PeerFailedException if a target has died or left.
     */
    void flushLocalAll();
}
