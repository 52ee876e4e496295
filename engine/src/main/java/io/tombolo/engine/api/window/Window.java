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
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory of all ranks of a communicator, each rank's part of its own length, that every one of them can access: remote memory access
 * (S2.1 to S2.36). Made by {@link Communicator#createWindow createWindow} and {@link Communicator#allocateWindow allocateWindow}.
 * <p>
 * Every access lies in an epoch: {@link WindowLocks} for those that the target takes no part in, {@link WindowFences} for the others.
 * Ranks are those of the communicator; lengths, offsets and displacements are in bytes, counts in elements. What the target's own
 * threads load and store in their part is ordered with the accesses of others by an epoch of their own: a lock of their own part, a fence,
 * a posting.
 * <p>
 * Two threads of a rank may use a window at a time for different targets; one thread at a time for each target, and for the calls that
 * are about all. Steady state allocates nothing.
 */
public interface Window extends WindowLocks, WindowFences, WindowTransfers, WindowAccumulates, AutoCloseable {
    /**
     * Returns this process's number among the ranks of the window.
     *
     * @return 0 to {@link #size()} - 1.
     */
    int rank();

    /**
     * Returns the number of ranks.
     *
     * @return at least 1.
     */
    int size();

    /**
     * Returns the number that the window has at all its ranks, and no other window that one of them is in.
     *
     * @return id, positive.
     */
    int id();

    /**
     * Returns how its memory is reached.
     *
     * @return the mode, the same at all ranks.
     */
    WindowMode mode();

    /**
     * Returns the length of a part.
     *
     * @param target rank.
     * @return bytes, as they were told when the window was made.
     */
    long length(int target);

    /**
     * Wraps a rank's part from its start, to be loaded from and stored to: all of it up to 1 GiB less a page. This rank's own, and with
     * {@link WindowMode#DIRECT} also another's.
     *
     * @param target rank.
     * @return a new buffer, which keeps the memory mapped.
     * @throws UnsupportedOperationException if it is another rank's and the window is not {@link WindowMode#DIRECT}.
     */
    UnsafeBuffer sharedQuery(int target);

    /**
     * Returns whether a rank died, or left, that had locked a part, or was in the middle of operations there: what they were about may be
     * half done. The part goes on working.
     *
     * @param target rank; of another's part this rank knows with {@link WindowMode#PACKET} what the last answer from there has told: any
     *               epoch with an access brings one.
     * @return true from then on, as long as the window lives.
     */
    boolean isTainted(int target);

    /**
     * Ends the window. Collective: waits until all ranks have called it, so that all operations aimed at this rank's part have been applied
     * and it is not locked (S2.31). If a rank has died or left before it came through this, nobody is waited for: the window is closed
     * here all the same, while this rank's part, which others may be using, stays in their reach until this engine closes, and is not to be
     * used for anything else. Idempotent; every later use is an {@link IllegalStateException}.
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if this rank has an epoch open, or has posted: end it first.
     * @throws PeerFailedException if a rank has died or left; the window is closed.
     * @throws MessagingException  if the pair with a rank was given up, then the window is closed; or if there is no memory for the
     *                             messages, at this rank or another: close it again then.
     * @throws InterruptException  if the thread is interrupted: others may access this rank's part still; close it again.
     */
    @Override
    void close();
}
