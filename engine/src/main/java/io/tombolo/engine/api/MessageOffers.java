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

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/**
 * Sends that never wait. A call writes the message into the ring of its destination, or answers why it did not. Nothing is queued: the
 * caller decides whether to call again, to do something else, or to drop the message. The rules of {@link Communicator} apply; a message
 * takes its place behind all messages that this rank has sent to the destination before.
 * <p>
 * The answer is {@link #SENT} or one of the negative constants here. The memory may be used again after every answer. Only messages that
 * fit a record of the ring can be sent so, up to {@code tombolo.inline.limit} bytes and a packet, and less in a small ring;
 * {@link MessageClaims#tryClaim} takes longer ones. Such a message is copied even if it lies in a memory region.
 * <p>
 * A call that does not send makes progress for the rank once. Steady state allocates nothing: the first message to a destination creates
 * the file of the pair. In the error handler and the member listener these calls are allowed. They can be made by any thread that the
 * engine's {@link ThreadLevel} allows.
 */
public interface MessageOffers {
    /** Answer: the message is on its way. */
    int SENT = 0;

    /**
     * Answer: there is no room now. The ring is full, the receiver has too many messages that no receive has taken, or messages of this
     * rank wait in front of this one. Try again later.
     */
    int BACK_PRESSURED = -1;

    /** Answer: no process has joined as the destination yet. Try again later. */
    int ABSENT = -2;

    /**
     * Answer: the destination has died or left, or the communicator is revoked. In the world, the next process that joins as this rank can
     * be reached afterwards.
     */
    int GONE = -3;

    /** Answer: the message is longer than a record of the ring can be. It never fits: use {@link MessageClaims#tryClaim} or a send. */
    int TOO_LONG = -4;

    /**
     * Sends a message if there is room for it now.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank, or {@link Communicator#NULL_RANK}, for which the answer is always {@link #SENT}.
     * @param tag         0 or more.
     * @return {@link #SENT}, or a negative constant of this interface.
     * @throws MessagingException        if there is no memory for the first message to the destination.
     * @throws IllegalArgumentException  if the tag or the destination is out of range.
     * @throws IndexOutOfBoundsException if the range is not in the buffer.
     */
    int trySend(DirectBuffer buffer, long offset, long length, int destination, int tag);

    /**
     * Sends a part of a memory region if there is room for it now; as {@link #trySend(DirectBuffer, long, long, int, int)}.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @return {@link #SENT}, or a negative constant of this interface.
     */
    int trySend(MemoryRegion region, long offset, long length, int destination, int tag);

    /**
     * Sends the bytes between position and limit if there is room for them now; as
     * {@link #trySend(DirectBuffer, long, long, int, int)}. Position and limit do not change.
     *
     * @param buffer      holds the message.
     * @param destination rank.
     * @param tag         0 or more.
     * @return {@link #SENT}, or a negative constant of this interface.
     */
    int trySend(ByteBuffer buffer, int destination, int tag);

    /**
     * Sends bytes of an array if there is room for them now; as {@link #trySend(DirectBuffer, long, long, int, int)}.
     *
     * @param array       holds the message.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @return {@link #SENT}, or a negative constant of this interface.
     */
    int trySend(byte[] array, int offset, int length, int destination, int tag);

    /**
     * Sends elements of an array if there is room for them now; as {@link #trySend(DirectBuffer, long, long, int, int)}.
     *
     * @param array       holds the message.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @return {@link #SENT}, or a negative constant of this interface.
     */
    int trySend(int[] array, int offset, int length, int destination, int tag);

    /**
     * Sends elements of an array if there is room for them now; as {@link #trySend(DirectBuffer, long, long, int, int)}.
     *
     * @param array       holds the message.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @return {@link #SENT}, or a negative constant of this interface.
     */
    int trySend(long[] array, int offset, int length, int destination, int tag);

    /**
     * Sends elements of an array if there is room for them now; as {@link #trySend(DirectBuffer, long, long, int, int)}.
     *
     * @param array       holds the message.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @return {@link #SENT}, or a negative constant of this interface.
     */
    int trySend(double[] array, int offset, int length, int destination, int tag);
}
