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

/**
 * Forwarding: passing messages on while they are still arriving (S3.30). The rules of {@link Communicator} apply.
 * <p>
 * The message must be received into a {@link MemoryRegion} of this rank, by {@code irecv}. A message that a matched probe has found may
 * also be received into memory of the engine, if the application does not need it. The message is not copied again: the engine exposes each
 * part that has arrived to the next receiver where it lies. So a chain of ranks uses all its links at the same time. A receive may be
 * forwarded to several destinations.
 * <p>
 * The receive completes like any other. Its request may be completed and started again before or after the sends are complete, but the
 * received data must not change before they are. A truncated message is forwarded as truncated. The send takes its place among the other
 * messages to its destination when the receive has its first bytes. If the receive is cancelled, so is the send. If the receive fails, the
 * send ends with {@link Outcome#INCOMPLETE}, and so does the next receive if it has begun.
 */
public interface MessageForwards {
    /**
     * Forwards a message. Returns when the destination has it.
     *
     * @param receive     active receive into a memory region; stays active.
     * @param destination rank.
     * @param tag         0 or more.
     * @throws MessagingException       if the receive fails, or the destination has died or left.
     * @throws IllegalStateException    if the receive is not active.
     * @throws IllegalArgumentException if the receive is not into a memory region.
     */
    void forward(Request receive, int destination, int tag);

    /**
     * Starts to forward a message. Allocates one small object for each receive.
     *
     * @param receive     active receive into a memory region; stays active.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     of the send, idle; active from now on.
     * @throws IllegalStateException    if the receive is not active, or the request is.
     * @throws IllegalArgumentException if the receive is not into a memory region.
     */
    void forward(Request receive, int destination, int tag, Request request);

    /**
     * Starts to forward a message that a matched probe has found. The message ends. It is received into memory of this rank that the engine
     * keeps for this {@link Message}: as long as the longest such message, and once for each of the sends that overlap. Allocates small
     * objects, and makes a file when that memory is too short.
     *
     * @param message     open; ends.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     of the send, idle; active from now on.
     * @throws IllegalStateException        if the message is not open, or the request is active.
     * @throws java.io.UncheckedIOException if there is no space for the memory; the message stays open.
     */
    void forward(Message message, int destination, int tag, Request request);

    /**
     * Starts to forward a message that a matched probe has found to several destinations; as {@link #forward(Message, int, int, Request)}.
     *
     * @param message      open; ends.
     * @param destinations ranks.
     * @param tag          0 or more.
     * @param requests     one for each destination, idle; active from now on.
     */
    void forward(Message message, int[] destinations, int tag, Request[] requests);
}
