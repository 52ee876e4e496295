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
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory of all ranks of a communicator that each of them can access (remote memory access, S2.1 to S2.36). Each rank has a part, whose
 * length it chooses. {@link Communicator#createWindow createWindow} and {@link Communicator#allocateWindow allocateWindow} make a window.
 * <p>
 * Every access belongs to an epoch. {@link WindowLocks} has epochs in which the target takes no part, {@link WindowFences} those in which
 * it does. To order its own loads and stores with the accesses of others, a rank needs an epoch too: a lock of its own part, a fence or a
 * posting.
 * <p>
 * Ranks are those of the communicator. Lengths, offsets and displacements are in bytes, counts in elements.
 * <p>
 * One thread at a time may use a window for the same target, and one at a time may make calls that concern all targets. Two threads may use
 * different targets at the same time. {@link #within} limits how long calls wait. Steady state allocates nothing.
 */
public interface Window extends WindowLocks, WindowFences, WindowTransfers, WindowAccumulates, AutoCloseable {
    /**
     * Returns a view of this window whose calls give up after a time. A call that is still waiting then throws a {@link DeadlineException},
     * which says what was waited for, how long, and what the state is now. Each call gets the whole time.
     * <ul>
     * <li><b>lock:</b> as {@link #lock(int, LockType, long, TimeUnit)}. <b>lockAll:</b> as this for every rank; an
     * error in the call locks nothing.
     * <li><b>unlock, unlockAll, flush and its forms:</b> the epoch goes on with its operations. Their memory may not be used yet: call
     * again. Only a limit for the lock itself ends the epoch.
     * <li><b>Operations that return a value:</b> the operation goes on, and its value is lost.
     * <li><b>fence, complete, close:</b> the next call continues this one, and must come before other calls. <b>start:</b> nothing is
     * started, and postings stay valid. <b>await:</b> the part is still posted. <b>post</b> throws no such exception: its messages leave as
     * soon as there is room.
     * </ul>
     *
     * @param timeout longest wait of a call, 0 or more; with 0 a call looks once.
     * @param unit    of the timeout.
     * @return new view, which shares everything with this window. Keep it: its calls allocate nothing.
     * @throws IllegalArgumentException if the timeout is negative.
     */
    Window within(long timeout, TimeUnit unit);

    /**
     * Returns the number of this rank in the window.
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
     * Returns the number of the window. It is the same at all ranks, and no other window of one of these ranks has it.
     *
     * @return positive number.
     */
    int id();

    /**
     * Returns how ranks access the memory.
     *
     * @return mode, the same at all ranks.
     */
    WindowMode mode();

    /**
     * Returns the length of a part.
     *
     * @param target rank.
     * @return length in bytes, as the rank chose it when the window was made.
     */
    long length(int target);

    /**
     * Returns a buffer over a rank's part, for loads and stores. It covers the part from its start, at most 1 GiB less a page. This rank's
     * own part is always accessible; those of other ranks only with {@link WindowMode#DIRECT}.
     *
     * @param target rank.
     * @return new buffer, which keeps the memory mapped.
     * @throws UnsupportedOperationException if the part is another rank's and the window is not {@link WindowMode#DIRECT}.
     */
    UnsafeBuffer sharedQuery(int target);

    /**
     * Returns whether a rank has died or left while it held a lock of a part, or was in the middle of operations there. Those operations
     * may be half done. The part stays usable.
     *
     * @param target rank. With {@link WindowMode#PACKET}, this rank knows about another rank's part what the last answer from there said;
     *               any epoch with an access brings an answer.
     * @return true from then on, for the life of the window.
     */
    boolean isTainted(int target);

    /**
     * Ends the window. Collective: waits until all ranks have called it. Then all operations on this rank's part have been applied, and the
     * part is not locked (S2.31). Idempotent; any other call on a closed window throws {@link IllegalStateException}.
     * <p>
     * If a rank has died or left before it came through this call, the others do not wait for it, and the window is closed here. Other
     * ranks may still be accessing this rank's part: it stays accessible until this engine closes. Do not use that memory for anything
     * else.
     *
     * @throws WindowException     {@link Outcome#RMA_SYNC} if this rank has an epoch open or has posted: end it first.
     * @throws PeerFailedException if a rank has died or left; the window is closed.
     * @throws MessagingException  if the pair with a rank was given up; the window is closed. Or if this rank or another has no memory for
     *                             the messages: close the window again.
     * @throws InterruptException  if the thread is interrupted. Others may still access this rank's part: close the window again.
     */
    @Override
    void close();
}
