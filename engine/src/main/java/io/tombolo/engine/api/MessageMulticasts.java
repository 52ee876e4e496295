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

import org.agrona.DirectBuffer;

/**
 * Multicasts: one message to a list of ranks. Each destination receives it as an ordinary message of this rank, with a receive or a probe,
 * into memory or in place. To each destination it takes its place among the other messages of this rank. The rules of {@link Communicator}
 * apply.
 * <p>
 * <b>Copies.</b> A short message is written into the ring of each destination, which costs less than a shared copy: in a
 * {@link MemoryRegion} a message below {@code tombolo.registered.limit}, in other memory one that is not longer than a packet. A longer one
 * is not copied for each destination: a message in a region is exposed to all of them where it is, and a message in other memory is copied
 * once, into a region that the engine lends from the memory of claims ({@code tombolo.claim.bytes}). The memory comes back when the last
 * destination has taken the message. A destination that is slow or stopped holds that memory, but neither the message to another
 * destination nor later messages. While half of the memory of claims is lent, messages in other memory are copied once for each
 * destination, as by {@code isend}.
 * <p>
 * <b>Slow receivers.</b> {@link Multicast#skipSlow} says what a call does about a destination whose ring has no room, that has no credit
 * for the message, behind whose earlier messages it would have to wait, or that is absent or gone. A call that waits treats it as
 * {@code isend} does. A call that skips leaves it out: the destination gets nothing and the call does not fail; {@link Multicast#skipped}
 * and the counter "destinations that multicasts have skipped" count it. While half of the memory of claims is lent, it also skips a
 * destination that has not taken an earlier long message. If there is no memory at all, it skips every destination. A blocking call that
 * skips waits for nobody: it copies a long message out of a {@link MemoryRegion}, as it does if {@link Communicator#within} limits it. To
 * save that copy, use {@code imulticast}.
 * <p>
 * <b>Errors.</b> If the message to one destination fails, the others get theirs all the same. The error names the first destination in the
 * list whose message has failed. A destination that dies after the message has left the memory of the caller is no error.
 * <p>
 * A list without destinations completes at once. A call checks all arguments before anything is sent.
 */
public interface MessageMulticasts {
    /**
     * Sends a message to several ranks. Returns when the memory may be used again: the message has left it, or has been received by all.
     *
     * @param buffer       with the message.
     * @param offset       in the buffer, in bytes.
     * @param length       of the message, in bytes; with {@link Multicast#skipSlow} at most {@code tombolo.claim.bytes}.
     * @param destinations list of ranks; {@link Multicast#status()} gets the result.
     * @param tag          0 or more.
     * @throws MessagingException       if the message to a destination has failed, and the communicator throws errors.
     * @throws DeadlineException        if the time of {@link Communicator#within} is up; the memory may be used again. The message never
     *                                  arrives where it had not left, and may still arrive elsewhere.
     * @throws InterruptException       if the thread is interrupted; the message is sent all the same, as by {@code send}.
     * @throws IllegalArgumentException if a destination or the tag is out of range, or the message is too long to skip receivers.
     */
    void multicast(DirectBuffer buffer, long offset, long length, Multicast destinations, int tag);

    /**
     * Sends a message in a memory region to several ranks; as {@link #multicast(DirectBuffer, long, long, Multicast, int)}.
     *
     * @param region       with the message.
     * @param offset       in the region, in bytes.
     * @param length       of the message, in bytes.
     * @param destinations list of ranks; {@link Multicast#status()} gets the result.
     * @param tag          0 or more.
     * @throws MessagingException if the message to a destination has failed, and the communicator throws errors.
     */
    void multicast(MemoryRegion region, long offset, long length, Multicast destinations, int tag);

    /**
     * Starts to send a message to several ranks. The request is complete when the memory may be used again. Its status has the first
     * destination in the list whose message has failed as its source, or {@link Communicator#NULL_RANK}. {@link Request#cancel()} takes the
     * message back from the destinations that have not matched it; if there is one, the outcome is {@link Outcome#CANCELLED}.
     *
     * @param buffer       with the message; do not change it before the request is complete.
     * @param offset       in the buffer, in bytes.
     * @param length       of the message, in bytes; with {@link Multicast#skipSlow} at most {@code tombolo.claim.bytes}.
     * @param destinations list of ranks.
     * @param tag          0 or more.
     * @param request      idle; active from now on.
     * @throws IllegalStateException    if the request is active.
     * @throws IllegalArgumentException if a destination or the tag is out of range, or the message is too long to skip receivers.
     */
    void imulticast(DirectBuffer buffer, long offset, long length, Multicast destinations, int tag, Request request);

    /**
     * Starts to send a message in a memory region to several ranks; as
     * {@link #imulticast(DirectBuffer, long, long, Multicast, int, Request)}. The request is complete when all destinations that were not
     * skipped have received the message.
     *
     * @param region       with the message; do not change it before the request is complete.
     * @param offset       in the region, in bytes.
     * @param length       of the message, in bytes.
     * @param destinations list of ranks.
     * @param tag          0 or more.
     * @param request      idle; active from now on.
     * @throws IllegalStateException    if the request is active.
     * @throws IllegalArgumentException if a destination or the tag is out of range.
     */
    void imulticast(MemoryRegion region, long offset, long length, Multicast destinations, int tag, Request request);
}
