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
 * Passing messages on while they are still arriving (S3.30); the rules of {@link Communicator} hold.
 * <p>
 * The message must be received into a {@link MemoryRegion} of this rank, by {@code irecv}; one that a matched probe has found is received
 * into memory of the engine, if its application does not want it for itself. It is not copied again: what has arrived of it is shown to
 * the next receiver where it lies, part by part, so that a chain of ranks is busy at all its links at once. One receive may be passed on
 * to several destinations.
 * <p>
 * The receive ends as if nothing else were; it may be awaited, and its request started again, before or after the sends are complete.
 * What it has received must not change before they are. A message is passed on as received: one that is truncated goes on as what there
 * is room for. It takes its place among the other messages to its destination when the receive has its first bytes. If the receive is
 * cancelled, so is the send. If it fails, the send ends {@link Outcome#INCOMPLETE}, and so does the next receive where it has begun.
 */
public interface MessageForwards {
    /**
     * Passes a message on and returns when its destination has it.
     *
     * @param receive     active receive into a memory region; stays active.
     * @param destination rank.
     * @param tag         0 or more.
     * @throws MessagingException       if the receive fails, or the destination has died or left.
     * @throws IllegalStateException    if the receive is not active.
     * @throws IllegalArgumentException if it is not into a memory region.
     */
    void forward(Request receive, int destination, int tag);

    /**
     * Starts to pass a message on. Makes one small object for each receive.
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
     * Starts to pass a message on that a matched probe has found. The message ends here: it is received into memory of this rank that the
     * engine keeps for this {@link Message}, as much as its longest and as often as sends overlap. Makes small objects, and a file when
     * that memory is too short.
     *
     * @param message     open.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     of the send, idle; active from now on.
     * @throws IllegalStateException         if the message is not open, or the request is active.
     * @throws java.io.UncheckedIOException  if there is no space for the memory; the message stays open.
     */
    void forward(Message message, int destination, int tag, Request request);

    /**
     * Starts to pass a message on that a matched probe has found, to several destinations at once, as
     * {@link #forward(Message, int, int, Request)}.
     *
     * @param message      open; ends here.
     * @param destinations ranks.
     * @param tag          0 or more.
     * @param requests     one for each destination, idle; active from now on.
     */
    void forward(Message message, int[] destinations, int tag, Request[] requests);
}
