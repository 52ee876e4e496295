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
package io.tombolo.engine.api.endpoint;

import io.tombolo.engine.api.Communicator;
import io.tombolo.ringbuffers.queue.EventEntry;

/**
 * One event, as it was taken from an {@link EventDispatcher}. The caller owns it and uses it again for the next. Not thread-safe.
 */
public final class Event {
    private final EventEntry entry = new EventEntry();
    private EventType type;
    private CompletionStatus status = CompletionStatus.SUCCESS;
    private Endpoint endpoint;
    private SharedReceiveQueue queue;
    private long cookie;
    private long length;
    private long request;
    private long privateData;
    private int rank = Communicator.NULL_RANK;
    private int remaining;
    private boolean solicited;

    /**
     * No event.
     */
    public Event() {
    }

    /**
     * Returns what happened.
     *
     * @return type, or null before the first event.
     */
    public EventType type() {
        return type;
    }

    /**
     * Returns how a send or receive ended.
     *
     * @return status; {@link CompletionStatus#SUCCESS} for other events.
     */
    public CompletionStatus status() {
        return status;
    }

    /**
     * Returns the endpoint that it happened to.
     *
     * @return endpoint; null if it was freed since, and for events that are about none.
     */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Returns the receive queue that a watermark event is about.
     *
     * @return queue, or null.
     */
    public SharedReceiveQueue queue() {
        return queue;
    }

    /**
     * Returns what was given with the send or receive (S4.4).
     *
     * @return cookie.
     */
    public long cookie() {
        return cookie;
    }

    /**
     * Returns the bytes of the message.
     *
     * @return length.
     */
    public long length() {
        return length;
    }

    /**
     * Returns the handle of a connection request, to be accepted or rejected.
     *
     * @return handle.
     */
    public long request() {
        return request;
    }

    /**
     * Returns what the other side sent along with its request or answer.
     *
     * @return 8 bytes.
     */
    public long privateData() {
        return privateData;
    }

    /**
     * Returns the rank of the other side.
     *
     * @return rank, or {@link Communicator#NULL_RANK}.
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns how many events were left when this one was taken, or when a wait gave up.
     *
     * @return count.
     */
    public int remaining() {
        return remaining;
    }

    /**
     * Returns whether the sender asked for the receiver to be woken (S4.6).
     *
     * @return true if the send had {@link Endpoint#SOLICITED}.
     */
    public boolean isSolicited() {
        return solicited;
    }

    /**
     * Fills what every event has. Called by the engine.
     *
     * @param newType     what happened.
     * @param newStatus   how it ended.
     * @param newEndpoint endpoint, or null.
     * @param newQueue    receive queue, or null.
     * @param newCookie   cookie.
     * @param newLength   bytes.
     */
    public void set(
        final EventType newType, final CompletionStatus newStatus, final Endpoint newEndpoint, final SharedReceiveQueue newQueue,
        final long newCookie, final long newLength) {
        type = newType;
        status = newStatus;
        endpoint = newEndpoint;
        queue = newQueue;
        cookie = newCookie;
        length = newLength;
    }

    /**
     * Fills what events of connections have. Called by the engine.
     *
     * @param newRank        other side.
     * @param newRequest     handle of the request, or 0.
     * @param newPrivateData of the other side, or 0.
     * @param isSolicited    whether the sender asked for a wake-up.
     */
    public void connection(final int newRank, final long newRequest, final long newPrivateData, final boolean isSolicited) {
        rank = newRank;
        request = newRequest;
        privateData = newPrivateData;
        solicited = isSolicited;
    }

    /**
     * Returns what the engine reads an event into. Called by the engine.
     *
     * @return always the same.
     */
    public EventEntry entry() {
        return entry;
    }

    /**
     * Sets how many events are left. Called by the engine.
     *
     * @param events count.
     */
    public void remaining(final int events) {
        remaining = events;
    }

    @Override
    public String toString() {
        return type + " " + status + " cookie=" + cookie + " length=" + length + " rank=" + rank;
    }
}
