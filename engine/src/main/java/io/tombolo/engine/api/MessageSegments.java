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
 * Messages that are not contiguous. The rules of {@link Communicator} apply. A message is a sequence of bytes: the pieces of its two sides
 * may differ, and either side may be contiguous. A message longer than a packet is gathered into the staging lanes of its sender and
 * scattered out of them, part by part.
 */
public interface MessageSegments {
    /**
     * Gathers and sends a message, like a send of contiguous memory.
     *
     * @param segments    hold the message; do not change them before the operation is complete.
     * @param destination rank.
     * @param tag         0 or more.
     * @throws MessagingException if the destination has died or left.
     */
    void send(Segments segments, int destination, int tag);

    /**
     * Starts a send that gathers.
     *
     * @param segments    hold the message; do not change them before the operation is complete.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(Segments segments, int destination, int tag, Request request);

    /**
     * Receives and scatters a message, like a receive into contiguous memory.
     *
     * @param segments to fill in their order; do not change them before the operation is complete. Their length is the capacity.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   to fill, or null.
     * @throws MessagingException if the source has died or left.
     * @throws TruncatedException if the message is longer than the segments; they hold its beginning.
     */
    void recv(Segments segments, int source, int tag, Status status);

    /**
     * Posts a receive that scatters.
     *
     * @param segments to fill in their order; do not change them before the operation is complete. Their length is the capacity.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(Segments segments, int source, int tag, Request request);
}
