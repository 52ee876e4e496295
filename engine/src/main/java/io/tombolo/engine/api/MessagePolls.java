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

import java.util.function.Supplier;

/**
 * Receives by handler: a poll shows messages where they are. It shows every message that no posted receive takes, and that no matched probe
 * has taken, in the order in which a receive would get them. The rules of {@link Communicator} apply.
 * <p>
 * A message in a {@link MemoryRegion} or a claim of its sender is shown in the memory of its sender. A message in the ring is copied once,
 * into memory of the poll. A longer message from private memory is fetched first. The poll does not wait for that: a later poll whose
 * filter it fits shows it, and before it no other message that fits this filter; receives and probes do not find it any more. Fetched
 * messages together may take {@code tombolo.fetch.bytes}.
 * <p>
 * A poll never waits (unless it is recorded for a replay), makes progress for the rank, and throws whatever the error mode of the
 * communicator is. It ends early if a handler closes the communicator or the engine. Steady state allocates nothing. The calls can be made
 * by any thread that the engine's {@link ThreadLevel} allows; several polls at a time show different messages.
 */
public interface MessagePolls {
    /**
     * Shows messages from any source with any tag.
     *
     * @param handler is shown each message; the message is given back when the handler returns. It must not return
     *                {@link MessageAction#KEEP}.
     * @param limit   most messages that are shown, at least 1.
     * @return messages shown, 0 to the limit.
     * @throws MessagingException       if a message cannot be had because its sender has died or left, or no rank is left that could send
     *                                  one.
     * @throws IllegalArgumentException if the communicator has promised to use no wildcard.
     * @throws IllegalStateException    if the handler returns {@link MessageAction#KEEP}; the message is given back.
     */
    int poll(MessageHandler handler, int limit);

    /**
     * Shows messages that fit a filter, and can keep them.
     *
     * @param source  rank, or {@link Communicator#ANY_SOURCE}; from {@link Communicator#NULL_RANK} no message comes.
     * @param tag     that a message must have in the bits of the mask; or {@link Communicator#ANY_TAG}, and the mask does not matter.
     * @param mask    bits of the tag that count; -1 for all.
     * @param handler is shown each message.
     * @param limit   most messages that are shown, at least 1.
     * @param kept    supplies a message that is not open, whenever the handler has returned {@link MessageAction#KEEP}. Called on the same
     *                thread after the handler. May be null if the handler keeps none.
     * @return messages shown, 0 to the limit.
     * @throws MessagingException       as for {@link #poll(MessageHandler, int)}.
     * @throws IllegalArgumentException if an argument is out of range, or breaks a promise of the communicator.
     * @throws IllegalStateException    if a message is to be kept, and there is no supplier or its message is open; the message is given
     *                                  back. So it is if there is no memory to keep it, which is a {@link MessagingException}.
     */
    int poll(int source, int tag, int mask, MessageHandler handler, int limit, Supplier<Message> kept);
}
