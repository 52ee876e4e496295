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
 * Several targets may be locked at a time, each once. With a window in {@link WindowMode#PACKET} a lock and the operations under it are
 * only queued; they leave with {@link #unlock} or {@link #flush} (S2.5), or when a request of theirs is waited for. A lock and unlock
 * without operations between sends nothing there, and is no mutex then; a lock of the own part is taken in the call (S2.29).
 */
public interface WindowLocks {
    /**
     * Begins an epoch at a target.
     *
     * @param target rank, not locked by this window; {@link Communicator#NULL_RANK} does nothing.
     * @param type   of the lock.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if the target is locked, started or accessed since a fence already, or if the
     *                             window was made with {@link WindowOption#NO_LOCKS}.
     * @throws PeerFailedException if the target has died or left, where the lock is taken in the call.
     */
    void lock(int target, LockType type);

    /**
     * Begins an epoch at a target, whose lock has to be had within a time: in the call that takes it, counted from there.
     *
     * @param target  rank, as for {@link #lock(int, LockType)}.
     * @param type    of the lock.
     * @param timeout how long to wait for the lock.
     * @param unit    of the timeout.
     * @throws WindowException   as for {@link #lock(int, LockType)}.
     * @throws DeadlineException if the time is up; the target is not locked then. Where the lock is taken by a later call, that call throws
     *                           it, and the operations of the epoch are dropped.
     */
    void lock(int target, LockType type, long timeout, TimeUnit unit);

    /**
     * Begins an epoch at a target, with a promise about its lock.
     *
     * @param target    rank, as for {@link #lock(int, LockType)}.
     * @param type      of the lock that the epoch has, or that nobody is to conflict with.
     * @param assertion what is promised.
     * @throws WindowException     as for {@link #lock(int, LockType)}.
     * @throws PeerFailedException if the target has died or left, where the lock is taken in the call.
     */
    void lock(int target, LockType type, LockAssertion assertion);

    /**
     * Begins a shared epoch at every rank of the window.
     *
     * @throws WindowException as for {@link #lock(int, LockType)}; nothing is locked then.
     */
    void lockAll();

    /**
     * As {@link #lockAll()}, with a promise about all the locks.
     *
     * @param assertion what is promised.
     * @throws WindowException as for {@link #lock(int, LockType)}; nothing is locked then.
     */
    void lockAll(LockAssertion assertion);

    /**
     * Ends an epoch: returns when all its operations are complete, here and at the target, and gives the lock back, which also happens if
     * it throws.
     *
     * @param target rank that is locked; {@link Communicator#NULL_RANK} does nothing.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if the target is not locked.
     * @throws PeerFailedException if the target has died or left.
     * @throws DeadlineException   if the lock was to be had within a time.
     * @throws InterruptException  if the thread is interrupted; the target stays locked.
     */
    void unlock(int target);

    /**
     * Ends the epochs that {@link #lockAll()} began; the first error is thrown when all have ended.
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if there are none.
     * @throws PeerFailedException if a target has died or left.
     */
    void unlockAll();

    /**
     * Returns when all operations of this rank at a target are complete, here and there. The lock stays.
     *
     * @param target rank in an epoch of this window; {@link Communicator#NULL_RANK} does nothing.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if there is no epoch at the target.
     * @throws PeerFailedException if the target has died or left.
     */
    void flush(int target);

    /**
     * As {@link #flush}, for every target in an epoch.
     *
     * @throws PeerFailedException if a target has died or left.
     */
    void flushAll();

    /**
     * Returns when all operations of this rank at a target are complete here: buffers may be used again, results are there.
     *
     * @param target rank in an epoch of this window; {@link Communicator#NULL_RANK} does nothing.
     * @throws WindowException     {@link Outcome#RMA_SYNC} if there is no epoch at the target.
     * @throws PeerFailedException if the target has died or left.
     */
    void flushLocal(int target);

    /**
     * As {@link #flushLocal}, for every target in an epoch.
     *
     * @throws PeerFailedException if a target has died or left.
     */
    void flushLocalAll();
}
