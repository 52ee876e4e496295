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

import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowException;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.api.window.WindowOption;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A group of ranks that exchange tagged messages. Messages from one rank to another are matched in the order in which they were sent
 * (S0.2, S1.7); a message takes the oldest posted receive that fits, a receive the oldest message that fits (S1.6).
 * <p>
 * Offsets and lengths are in bytes, for arrays of primitives in elements. Tags are 0 to {@link Integer#MAX_VALUE}. A destination or
 * source of {@link #NULL_RANK} makes an operation a no-op. Memory of 0 bytes may be null, and so may that of an operation with
 * {@link #NULL_RANK}; elsewhere null is a {@link NullPointerException}. A buffer that is being sent must not change, and one that is being
 * received into must not be read, before the operation is complete. Misuse is an {@link IllegalArgumentException} or
 * {@link IndexOutOfBoundsException} before anything is sent; use after close is an {@link IllegalStateException}.
 * <p>
 * Who may call is told by {@link ThreadLevel}. Blocking calls make progress for all operations of the rank while they wait; a nonblocking
 * operation goes on whenever any call of the rank waits, tests or starts something. Steady state allocates nothing, except where a method
 * says that it returns a new object.
 */
public interface Communicator
    extends MessageSends, MessageModes, MessageSegments, MessageReceives, MessageProbes, MessageClaims, MessageForwards, AutoCloseable {
    /**
     * Source of a receive or probe that takes messages from any rank. It ends without one when every other rank of the communicator has
     * died or left, or the pair with it was given up, and all is received that they sent: with {@link Outcome#PEER_FAILED} if one of them
     * has died. Ranks that have not come yet may still send. What a rank sends to itself counts as long as it was sent before that; in a
     * communicator of one rank there is nobody else, and such a receive waits.
     */
    int ANY_SOURCE = -1;

    /** Tag of a receive that takes messages with any tag. */
    int ANY_TAG = -1;

    /** A rank that is nobody: sending to it and receiving from it do nothing and succeed. */
    int NULL_RANK = -2;

    /** Colour of a {@link #split} for a rank that shall be in none of the new groups. */
    int UNDEFINED = -3;

    /** Communicators that a rank may have at a time, the world counted. */
    int MAX_COMMUNICATORS = 1024;

    /** Highest priority of messages. */
    int MAX_PRIORITY = 7;

    /**
     * Returns this process's number in the group.
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
     * Chooses what errors do from now on.
     *
     * @param mode new mode.
     * @return this.
     */
    Communicator errors(ErrorMode mode);

    /**
     * Lets messages of this communicator that have to wait pass those of others (S3.36, S3.40). Where a ring is full, or a packet is
     * missing, messages to that rank wait in a queue at the sender; the next is one of the highest priority. Messages of one communicator
     * never pass each other, whatever its priority was when they were queued, and those that go at once are not concerned. No message
     * waits without limit: after 16 messages in a row that have passed an older one, the oldest of all goes. What one-sided operations and
     * endpoints send has priority 0, as every communicator when it is made; this rank's sends alone are concerned.
     *
     * @param priority 0 to {@link #MAX_PRIORITY}, the highest; from now on, for messages that wait too.
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
     * Sends one message and receives another, without either waiting for the other. That the message has come does not tell its destination
     * that the receive is posted.
     *
     * @param sendBuffer    holds the message to send.
     * @param sendOffset    of it, in bytes.
     * @param sendLength    of it, in bytes.
     * @param destination   rank.
     * @param sendTag       0 or more.
     * @param receiveBuffer is filled; must not overlap what is sent.
     * @param receiveOffset in the buffer, in bytes.
     * @param capacity      bytes at most.
     * @param source        rank or {@link #ANY_SOURCE}.
     * @param receiveTag    tag or {@link #ANY_TAG}.
     * @param status        of the receive, is filled, or null.
     */
    void sendrecv(
        DirectBuffer sendBuffer, long sendOffset, long sendLength, int destination, int sendTag,
        MutableDirectBuffer receiveBuffer, long receiveOffset, long capacity, int source, int receiveTag, Status status);

    /**
     * Waits until all ranks of the group have called it. Errors are thrown in either {@link ErrorMode}; ranks that came through before
     * something went wrong get none.
     *
     * @throws PeerFailedException   if a rank of the group has died or left before it came through: at once, whether the others call it or
     *                               not. Every later barrier of the group fails, too.
     * @throws MessagingException    if the pair with a rank was given up, at all ranks; or if there is no room for the messages, at this
     *                               rank or another. If it is room in the job directory for the file of a pair, call it again to go on with
     *                               this barrier. If a table of this rank is full, of receives or of sends, this is for good: nothing
     *                               collective succeeds on this communicator any more, at any rank.
     * @throws InterruptException    if the thread is interrupted; call it again to go on with this barrier, before any other collective.
     * @throws IllegalStateException if this communicator is out of step, see {@link #dup}.
     */
    void barrier();

    /**
     * Makes a communicator of the same ranks, whose messages never match those of this one. Collective: all ranks of the group call it,
     * and it returns when all have, or at once if one of them has died or left; one thread at a time for each communicator. Either all
     * ranks that live get one or none does, whichever rank dies or leaves meanwhile.
     *
     * @param promises of this rank, for the new communicator.
     * @return a new communicator, to be closed by the caller.
     * @throws PeerFailedException   if a rank of the group has died or left; no rank gets one then, nor later.
     * @throws MessagingException    if a rank was told a context that cannot be right, or was interrupted, or the pair with it was given
     *                               up, or there is no room for its messages; no rank gets one then. After want of room, or an
     *                               {@link Error} thrown at a rank in the middle, it may be that nothing collective succeeds on this
     *                               communicator any more.
     * @throws InterruptException    if the thread is interrupted while ranks may still have to come; no rank gets one then, and this
     *                               communicator is out of step. Later the flag stays set.
     * @throws IllegalStateException if a rank has {@link #MAX_COMMUNICATORS} open; no rank gets one then. Or if this communicator is out of
     *                               step, since a rank was interrupted, or ranks called different operations: nothing collective can be
     *                               called on it any more.
     */
    Communicator dup(Promise... promises);

    /**
     * Makes a communicator for each colour, of the ranks that name it. Collective, as {@link #dup}.
     *
     * @param color    0 or more, or {@link #UNDEFINED} for none.
     * @param key      orders the ranks of the new group; equal keys in the order of this group.
     * @param promises of this rank, for the new communicator.
     * @return a new communicator, to be closed by the caller, or null for {@link #UNDEFINED}.
     * @throws PeerFailedException   if a rank of the group has died or left; no rank gets one then, nor later.
     * @throws MessagingException    if a rank was told a context that cannot be right, or was interrupted, or the pair with it was given
     *                               up, or there is no room for its messages; no rank gets one then. After want of room, or an
     *                               {@link Error} thrown at a rank in the middle, it may be that nothing collective succeeds on this
     *                               communicator any more.
     * @throws InterruptException    if the thread is interrupted while ranks may still have to come; no rank gets one then, and this
     *                               communicator is out of step. Later the flag stays set.
     * @throws IllegalStateException if a rank has {@link #MAX_COMMUNICATORS} open; no rank gets one then. Or if this communicator is out of
     *                               step, since a rank was interrupted, or ranks called different operations: nothing collective can be
     *                               called on it any more.
     */
    Communicator split(int color, int key, Promise... promises);

    /**
     * Returns what was promised when this communicator was made.
     *
     * @return unmodifiable.
     */
    Set<Promise> promises();

    /**
     * Makes a window over memory that the caller has. Collective, as {@link #dup}; the window has contexts of its own, so it counts as one
     * of {@link #MAX_COMMUNICATORS}, and outlives this communicator.
     * <p>
     * The rank that has the memory accesses it for the others. At {@link ThreadLevel#MULTIPLE} a window that can be locked has an agent
     * thread for that while the rank makes no calls. At {@link ThreadLevel#SINGLE} there is none: the others wait until the rank calls in,
     * with any call that makes progress.
     *
     * @param memory  this rank's part, all of it, from its first byte on; of any kind, may have no bytes or be null. Stays the caller's,
     *                and must stay alive and in its place until the window is closed.
     * @param options the same at all ranks.
     * @return a new window with {@link WindowMode#PACKET}, to be closed by the caller, at all ranks alike.
     * @throws IllegalArgumentException if ranks name different options, or one calls {@link #allocateWindow}.
     * @throws IllegalStateException    if this communicator is out of step, as in {@link #dup}.
     * @throws PeerFailedException      if a rank of the group has died or left; no rank gets a window then.
     * @throws InterruptException       if the thread is interrupted while ranks may still have to come, as in {@link #dup}. Later the
     *                                  window is made, and the flag stays set.
     */
    Window createWindow(MutableDirectBuffer memory, WindowOption... options);

    /**
     * Makes a window over a memory region, of any length; as {@link #createWindow(MutableDirectBuffer, WindowOption...)}. Long gets from it
     * are copied once.
     *
     * @param memory  this rank's part, or null for one of no bytes; must not be closed before the window.
     * @param options the same at all ranks.
     * @return a new window with {@link WindowMode#PACKET}, to be closed by the caller, at all ranks alike.
     */
    Window createWindow(MemoryRegion memory, WindowOption... options);

    /**
     * Makes a window over new memory that all ranks can map. Collective, as {@link #createWindow(MutableDirectBuffer, WindowOption...)}.
     *
     * @param length  bytes of this rank's part, 0 to 2^46; may be another at each rank.
     * @param options the same at all ranks.
     * @return a new window over zeros, to be closed by the caller, at all ranks alike.
     * @throws IllegalArgumentException     if ranks name different options, or one calls {@link #createWindow}.
     * @throws WindowException              if the part of a rank cannot be so long; no rank gets a window then.
     * @throws java.io.UncheckedIOException if there is no space; the message says how much is needed, and where.
     */
    Window allocateWindow(long length, WindowOption... options);

    /**
     * Ends the communicator at this rank and gives its contexts back; idempotent, waits for no other rank. Sends go on; receives that have
     * not matched end {@link Outcome#CANCELLED}; messages that nobody has received, or that still come, are dropped and counted, and their
     * senders see them as received. Every later use is an {@link IllegalStateException}. In a collective operation that this rank has not
     * come through the others get a {@link PeerFailedException}, as if it had left.
     *
     * @throws IllegalStateException if it is the world, which ends with its engine.
     */
    @Override
    void close();
}
