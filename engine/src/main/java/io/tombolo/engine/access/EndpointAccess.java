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

import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ProtectionZone;
import io.tombolo.engine.api.endpoint.ReceiveQueueCounts;
import io.tombolo.engine.api.endpoint.ReceiveQueueState;
import io.tombolo.engine.api.endpoint.ReceiveSpan;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.ringbuffers.queue.EventEntry;

/**
 * The hidden members of the package {@code api.endpoint}. It implements this interface once; {@link ApiAccess#ENDPOINTS} is the
 * implementation.
 */
public interface EndpointAccess {
    /**
     * Returns the entry that the engine reads an event into.
     *
     * @param event of the caller.
     * @return always the same for an event.
     */
    EventEntry entry(Event event);

    /**
     * Fills the fields that every event has.
     *
     * @param event    to fill.
     * @param type     of the event.
     * @param status   of the send or receive.
     * @param endpoint of the event, or null.
     * @param queue    of a watermark event, else null.
     * @param cookie   of the send or receive.
     * @param length   of the message, in bytes.
     */
    void fill(
        Event event, EventType type, CompletionStatus status, Endpoint endpoint, SharedReceiveQueue queue, long cookie, long length);

    /**
     * Fills the fields about the connection.
     *
     * @param event       to fill.
     * @param rank        of the other side.
     * @param request     handle of the connection request, or 0.
     * @param privateData of the other side, or 0.
     * @param isSolicited whether the sender asked for a wake-up.
     */
    void fillConnection(Event event, int rank, long request, long privateData, boolean isSolicited);

    /**
     * Sets how many events are left in the dispatcher.
     *
     * @param event     to fill.
     * @param remaining number of events.
     */
    void setRemaining(Event event, int remaining);

    /**
     * Fills what does not change in the life of a receive queue, and its state.
     *
     * @param counts      to fill.
     * @param state       of the queue.
     * @param zone        of the queue.
     * @param maxSegments of a buffer.
     */
    void fillQueue(ReceiveQueueCounts counts, ReceiveQueueState state, ProtectionZone zone, int maxSegments);

    /**
     * Fills the counts of a receive queue.
     *
     * @param counts       to fill.
     * @param maxReceives  largest number of outstanding buffers.
     * @param available    number of buffers on the queue.
     * @param outstanding  number of buffers whose completions were not reaped.
     * @param lowWatermark that was set last, or 0.
     */
    void fillCounts(ReceiveQueueCounts counts, int maxReceives, int available, int outstanding, int lowWatermark);

    /**
     * Fills the counts of the buffers that an endpoint holds.
     *
     * @param counts    to fill.
     * @param allocated number of buffers that were taken and are not complete.
     * @param span      number of buffers from the oldest of these to the newest.
     */
    void fill(ReceiveSpan counts, int allocated, int span);
}
