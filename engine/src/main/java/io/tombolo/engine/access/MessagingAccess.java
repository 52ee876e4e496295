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
package io.tombolo.engine.access;

import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;

/**
 * The hidden members of the package {@code api}. It implements this interface once; {@link ApiAccess#MESSAGING} is the implementation.
 */
public interface MessagingAccess {
    /**
     * Fills a status.
     *
     * @param status        to fill.
     * @param source        rank that sent the message.
     * @param tag           of the message.
     * @param length        bytes in the receiver's buffer.
     * @param messageLength bytes that were sent.
     * @param outcome       of the operation.
     * @return the status.
     */
    Status fill(Status status, int source, int tag, long length, long messageLength, Outcome outcome);

    /**
     * Returns the engine's part of a request.
     *
     * @param request any.
     * @return null before the first start.
     */
    RequestDelegate delegate(Request request);

    /**
     * Makes a request active.
     *
     * @param request  idle.
     * @param delegate for the operation.
     * @throws IllegalStateException if the request is active.
     */
    void start(Request request, RequestDelegate delegate);

    /**
     * Makes a request active for a message that has left already: the request is complete, and its delegate is not called for this
     * operation. Most short messages go this way.
     *
     * @param request     idle.
     * @param delegate    for later operations.
     * @param destination rank that the message went to.
     * @param tag         of the message.
     * @param length      of the message, in bytes.
     * @throws IllegalStateException if the request is active.
     */
    void startSent(Request request, RequestDelegate delegate, int destination, int tag, long length);

    /**
     * Prepares a request, which stays idle.
     *
     * @param request  idle.
     * @param delegate which {@link Request#start()} starts.
     * @throws IllegalStateException if the request is active.
     */
    void prepare(Request request, RequestDelegate delegate);

    /**
     * Checks that a request can be started.
     *
     * @param request any.
     * @throws IllegalStateException if the request is active.
     */
    void checkIdle(Request request);

    /**
     * Returns the engine's part of a claim.
     *
     * @param claim any.
     * @return null before the first opening.
     */
    ClaimDelegate delegate(Claim claim);

    /**
     * Sets the engine's part of a claim.
     *
     * @param claim    not open.
     * @param delegate for its calls from now on.
     */
    void attach(Claim claim, ClaimDelegate delegate);

    /**
     * Returns the engine's part of a message.
     *
     * @param message any.
     * @return null before the first opening.
     */
    MessageDelegate delegate(Message message);

    /**
     * Sets the engine's part of a message.
     *
     * @param message  not open.
     * @param delegate for its calls from now on.
     */
    void attach(Message message, MessageDelegate delegate);

    /**
     * Returns the engine's part of a multicast.
     *
     * @param multicast any.
     * @return null before the first call.
     */
    MulticastDelegate delegate(Multicast multicast);

    /**
     * Sets the engine's part of a multicast.
     *
     * @param multicast any.
     * @param delegate  of the last call from now on.
     */
    void attach(Multicast multicast, MulticastDelegate delegate);

    /**
     * Returns the pieces of segments.
     *
     * @param segments any.
     * @return always the same list; it changes with the segments.
     */
    SegmentList list(Segments segments);
}
