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

import io.tombolo.engine.api.collective.GroupCollectives;
import io.tombolo.engine.api.collective.NonblockingCollectives;
import io.tombolo.engine.api.collective.PersistentCollectives;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowException;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.api.window.WindowOption;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A group of ranks that exchange tagged messages. Messages from one rank to another match in the order in which they were sent (S0.2,
 * S1.7). A message takes the oldest posted receive that it matches, and a receive takes the oldest message (S1.6).
 * <p>
 * <b>Collective operations</b> involve all ranks of the group: {@link #barrier}, those of {@link GroupCollectives} in three forms (see
 * {@link NonblockingCollectives} and {@link PersistentCollectives}), and the calls that make communicators and windows. They do not match
 * messages.
 * <p>
 * <b>Arguments.</b> Offsets and lengths are in bytes; for arrays of primitives they are in elements. Tags are 0 to
 * {@link Integer#MAX_VALUE}. An operation whose destination or source is {@link #NULL_RANK} does nothing and succeeds. Memory may be null
 * if it has 0 bytes, or if the operation names {@link #NULL_RANK}; otherwise null throws a {@link NullPointerException}.
 * <p>
 * <b>Ownership.</b> Until an operation is complete, do not change a buffer that is being sent, and do not read a buffer that is being
 * received into.
 * <p>
 * <b>Errors.</b> Misuse throws an {@link IllegalArgumentException} or {@link IndexOutOfBoundsException} before anything is sent. A call
 * after close throws an {@link IllegalStateException}. {@link ErrorMode} decides about the errors of operations.
 * <p>
 * <b>Threads and progress.</b> {@link ThreadLevel} says which threads may call. While a blocking call waits, it makes progress for all
 * operations of the rank. {@link #within} limits the wait. A nonblocking operation goes on whenever any call of the rank waits, tests or
 * starts something. Steady state allocates nothing, except in methods that say that they return a new object.
 */
public interface Communicator
    extends MessageSends, MessageOffers, MessageModes, MessageSegments, MessageReceives, MessagePolls, MessageProbes,
    MessageClaims, MessageMulticasts, MessageForwards, GroupCollectives, NonblockingCollectives, PersistentCollectives, GroupRepair,
    AutoCloseable {
    /**
     * Source of a receive or probe that matches messages of any rank. When every other rank of the communicator has died or left, or the
     * pair with it was given up, and all their messages have been received, the operation ends without a message: with
     * {@link Outcome#PEER_FAILED} if one of the ranks has died. Ranks that have not joined yet may still send. A message of the rank to
     * itself counts if it was sent before that. In a communicator of one rank there are no other ranks, and such a receive waits.
     */
    int ANY_SOURCE = -1;

    /** Tag of a receive or probe that matches messages with any tag. */
    int ANY_TAG = -1;

    /** The null rank. Sending to it and receiving from it do nothing and succeed. */
    int NULL_RANK = -2;

    /** Colour in {@link #split} of a rank that joins none of the new groups. */
    int UNDEFINED = -3;

    /** Largest number of communicators that a rank may have at a time, including the world. */
    int MAX_COMMUNICATORS = 1024;

    /** Highest priority of messages. */
    int MAX_PRIORITY = 7;

    /**
     * Returns a view of this communicator whose calls give up after a time. A call that is still waiting then throws a
     * {@link DeadlineException}, in either {@link ErrorMode}, which says what was waited for, how long, and what the state is now. Each
     * call gets the whole time. Calls that do not wait are the same as on this communicator. The limit does not pass to requests, messages,
     * claims, windows and communicators that a call of the view opens or returns.
     * <ul>
     * <li><b>Receives and probes:</b> nothing is taken, and the memory of the caller is free. A receive that has matched is completed
     * instead, which can take longer than the limit: the sender of a message longer than its staging lanes has to supply the rest. If that
     * must not delay the caller, use {@link #mprobe} and {@link Message#recv(MutableDirectBuffer, long, long, long, TimeUnit)}.
     * <li><b>Sends:</b> a message that has not left is withdrawn, and never arrives. One that has left is cancelled if its receiver
     * answers within 5 ms that no receive has matched it. Otherwise it may still arrive. The memory of the caller is free in each case:
     * what the receiver does not have yet is copied. For that a message in a {@link MemoryRegion} goes as if it were in private memory,
     * with one more copy; {@code isend} and {@link Request#await(long, TimeUnit)} avoid that. Exception: the data of a {@code forward} may
     * not change any more once its time was up. {@code sendrecv} ends both halves in this way.
     * <li><b>{@link #claim claim}:</b> nothing is lent.
     * <li><b>{@link #barrier barrier}, operations of {@link GroupCollectives}:</b> the next call continues it, as after an interrupt.
     * <li><b>{@link #dup dup}, {@link #split split}, {@link #createWindow createWindow}, {@link #allocateWindow allocateWindow}:</b>
     * nothing is made at any rank, and this communicator is out of step, as after an interrupt. The limit applies until all ranks have
     * called; what is left needs no further call of another rank.
     * </ul>
     *
     * @param timeout longest wait of a call, 0 or more; with 0 a call looks once.
     * @param unit    of the timeout.
     * @return new view, which shares everything with this communicator, its error mode, its priority and its {@link #close} too. Keep it:
     *     its calls allocate nothing.
     * @throws IllegalArgumentException if the timeout is negative.
     */
    Communicator within(long timeout, TimeUnit unit);

    /**
     * Returns the number of this rank in the group.
     *
     * @return 0 to {@link #size()} - 1.
     */
    int rank();

    /**
     * Returns the number of ranks in the group.
     *
     * @return at least 1.
     */
    int size();

    /**
     * Sets how errors of operations that end from now on are reported.
     *
     * @param mode new mode.
     * @return this.
     */
    Communicator errors(ErrorMode mode);

    /**
     * Sets the priority of this communicator's messages at this rank (S3.36, S3.40). If a ring is full or no packet is free, messages to
     * that rank wait in a queue at the sender. A message with a higher priority leaves the queue first. Messages that leave at once are not
     * affected.
     * <p>
     * Messages of one communicator never overtake each other, whatever the priority was when they were queued. No message waits without
     * limit: after 16 messages in a row that have overtaken an older one, the oldest message leaves. New communicators, one-sided
     * operations and endpoints have priority 0.
     *
     * @param priority 0 to {@link #MAX_PRIORITY}, the highest. Applies from now on, also to messages that wait already.
     * @return this.
     * @throws IllegalArgumentException if it is out of range.
     */
    Communicator priority(int priority);

    /**
     * Returns the priority of this communicator's messages at this rank.
     *
     * @return 0 to {@link #MAX_PRIORITY}.
     */
    int priority();

    /**
     * Sends one message and receives another; neither waits for the other. The arrival of the message at its destination does not tell
     * whether the receive is posted there.
     *
     * @param sendBuffer    holds the message to send.
     * @param sendOffset    of the message, in bytes.
     * @param sendLength    of the message, in bytes.
     * @param destination   rank.
     * @param sendTag       0 or more.
     * @param receiveBuffer to fill; must not overlap the message to send.
     * @param receiveOffset in the buffer, in bytes.
     * @param capacity      longest message that fits, in bytes.
     * @param source        rank or {@link #ANY_SOURCE}.
     * @param receiveTag    tag or {@link #ANY_TAG}.
     * @param status        of the receive, to fill, or null.
     */
    void sendrecv(
        DirectBuffer sendBuffer, long sendOffset, long sendLength, int destination, int sendTag,
        MutableDirectBuffer receiveBuffer, long receiveOffset, long capacity, int source, int receiveTag, Status status);

    /**
     * Waits until all ranks of the group have called it. Errors are thrown in either {@link ErrorMode}. Ranks that came through before
     * something went wrong get no error.
     *
     * @throws PeerFailedException   if a rank of the group has died or left before it came through. This is thrown at once, whether the
     *                               other ranks call barrier or not. Every later barrier of the group fails too.
     * @throws MessagingException    if ranks have called different operations, if the pair with a rank was given up, or if this rank
     *                               cannot map a file of another one. No collective operation succeeds on this communicator any more, at
     *                               any rank.
     * @throws InterruptException    if the thread is interrupted. Call barrier again to continue, before any other collective operation.
     * @throws IllegalStateException if this communicator is out of step, see {@link #dup}.
     */
    void barrier();

    /**
     * Makes a communicator of the same ranks. Its messages never match those of this communicator. Collective: all ranks of the group must
     * call it. It returns when all have called, or at once if one of them has died or left. One thread at a time for each communicator.
     * Either all living ranks get a communicator or none does, whichever rank dies or leaves meanwhile.
     *
     * @param promises of this rank, for the new communicator.
     * @return new communicator, which the caller closes.
     * @throws PeerFailedException   if a rank of the group has died or left. No rank gets a communicator then, nor later.
     * @throws MessagingException    if ranks have called different operations; or if a rank was told an impossible context, or was
     *                               interrupted, or cannot map a file of another one, or the pair with it was given up. No rank gets a
     *                               communicator then. After that, or an {@link Error} thrown at a rank in the middle, collective
     *                               operations on this communicator may fail for good.
     * @throws InterruptException    if the thread is interrupted while other ranks may still have to call. No rank gets a communicator
     *                               then, and this communicator is out of step. A later interrupt only leaves the interrupt flag set.
     * @throws IllegalStateException if a rank has {@link #MAX_COMMUNICATORS} open, or as many slots for collective operations in use as
     *                               {@code tombolo.collective.slots} allows, or the job has no free group record, or the job directory
     *                               has no room for another file of a rank; no rank gets a communicator then. Or if this communicator is
     *                               out of step because a rank was interrupted, or ranks called different operations: collective
     *                               operations can no longer be called on it.
     */
    Communicator dup(Promise... promises);

    /**
     * Makes a communicator for each colour, of the ranks that name the colour. Collective, as {@link #dup}.
     *
     * @param color    0 or more, or {@link #UNDEFINED} to join none.
     * @param key      orders the ranks of the new group; ranks with equal keys keep their order in this group.
     * @param promises of this rank, for the new communicator.
     * @return new communicator, which the caller closes; null for {@link #UNDEFINED}.
     * @throws PeerFailedException   if a rank of the group has died or left. No rank gets a communicator then, nor later.
     * @throws MessagingException    if ranks have called different operations; or if a rank was told an impossible context, or was
     *                               interrupted, or cannot map a file of another one, or the pair with it was given up. No rank gets a
     *                               communicator then. After that, or an {@link Error} thrown at a rank in the middle, collective
     *                               operations on this communicator may fail for good.
     * @throws InterruptException    if the thread is interrupted while other ranks may still have to call. No rank gets a communicator
     *                               then, and this communicator is out of step. A later interrupt only leaves the interrupt flag set.
     * @throws IllegalStateException if a rank has {@link #MAX_COMMUNICATORS} open, or as many slots for collective operations in use as
     *                               {@code tombolo.collective.slots} allows, or the job has no free group record, or the job directory
     *                               has no room for another file of a rank; no rank gets a communicator then. Or if this communicator is
     *                               out of step because a rank was interrupted, or ranks called different operations: collective
     *                               operations can no longer be called on it.
     */
    Communicator split(int color, int key, Promise... promises);

    /**
     * Returns the promises of this rank that were made with the communicator.
     *
     * @return unmodifiable set.
     */
    Set<Promise> promises();

    /**
     * Makes a window over memory of the caller. Collective, as {@link #dup}. The window has contexts of its own: it counts as one of
     * {@link #MAX_COMMUNICATORS}, and outlives this communicator.
     * <p>
     * The rank that owns the memory executes the accesses of the others. At {@link ThreadLevel#MULTIPLE}, a window that can be locked has
     * an agent thread that does this while the rank makes no calls. At {@link ThreadLevel#SINGLE} there is no agent: the others wait until
     * the rank makes a call that makes progress.
     *
     * @param memory  this rank's part, from the first byte to the last. It may be of any kind, may have no bytes, and may be null. It stays
     *                the caller's, and must stay valid and in its place until the window is closed.
     * @param options the same at all ranks.
     * @return new window with {@link WindowMode#PACKET}, which every rank closes.
     * @throws IllegalArgumentException if ranks give different options, or one calls {@link #allocateWindow}.
     * @throws IllegalStateException    if this communicator is out of step, as in {@link #dup}.
     * @throws PeerFailedException      if a rank of the group has died or left; no rank gets a window then.
     * @throws InterruptException       if the thread is interrupted while other ranks may still have to call, as in {@link #dup}. After a
     *                                  later interrupt the window is made, and the interrupt flag stays set.
     */
    Window createWindow(MutableDirectBuffer memory, WindowOption... options);

    /**
     * Makes a window over a memory region of any length; as {@link #createWindow(MutableDirectBuffer, WindowOption...)}. Long gets from a
     * region are copied once.
     *
     * @param memory  this rank's part, or null for a part of no bytes; do not close it before the window.
     * @param options the same at all ranks.
     * @return new window with {@link WindowMode#PACKET}, which every rank closes.
     */
    Window createWindow(MemoryRegion memory, WindowOption... options);

    /**
     * Makes a window over new memory that all ranks can map. Collective, as {@link #createWindow(MutableDirectBuffer, WindowOption...)}.
     *
     * @param length  of this rank's part in bytes, 0 to 2^46; ranks may choose different lengths.
     * @param options the same at all ranks.
     * @return new window, filled with zeros, which every rank closes.
     * @throws IllegalArgumentException     if ranks give different options, or one calls {@link #createWindow}.
     * @throws WindowException              if the part of a rank cannot be that long; no rank gets a window then.
     * @throws java.io.UncheckedIOException if there is no space; the message says how much is needed, and where.
     */
    Window allocateWindow(long length, WindowOption... options);

    /**
     * Closes the communicator at this rank and releases its contexts. Idempotent; waits for no other rank. Every later call throws
     * {@link IllegalStateException}.
     * <p>
     * Sends that are under way go on. Receives that have not matched end with {@link Outcome#CANCELLED}. Messages that nobody has received,
     * or that arrive later, are dropped and counted; for their senders they are received. In a collective operation that this rank has not
     * come through, the others get a {@link PeerFailedException}, as if this rank had left.
     *
     * @throws IllegalStateException if this is the world, which its engine closes.
     */
    @Override
    void close();
}
