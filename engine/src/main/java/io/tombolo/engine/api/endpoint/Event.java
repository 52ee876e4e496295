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

import io.tombolo.engine.access.InstalledAccess;
import io.tombolo.engine.api.Communicator;
import io.tombolo.ringbuffers.queue.EventEntry;

/**
 * One event that was taken from an {@link EventDispatcher}. The caller owns it and uses it again for the next event. Not thread-safe.
 */
public final class Event {
    static {
        InstalledAccess.install(new EndpointMembers());
    }

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
     * Makes an empty event, to be filled by a dispatcher.
     */
    public Event() {
    }

    /**
     * Returns the type of the event.
     *
     * @return type, or null before the first event.
     */
    public EventType type() {
        return type;
    }

    /**
     * Returns the result of a send or receive.
     *
     * @return status; {@link CompletionStatus#SUCCESS} for other events.
     */
    public CompletionStatus status() {
        return status;
    }

    /**
     * Returns the endpoint of the event.
     *
     * @return endpoint; null if it was freed since, and for events without an endpoint.
     */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Returns the receive queue of a watermark event.
     *
     * @return queue; null for other events.
     */
    public SharedReceiveQueue queue() {
        return queue;
    }

    /**
     * Returns the cookie of the send or receive (S4.4).
     *
     * @return cookie that the caller gave with the post.
     */
    public long cookie() {
        return cookie;
    }

    /**
     * Returns the length of the message.
     *
     * @return length, in bytes.
     */
    public long length() {
        return length;
    }

    /**
     * Returns the connection request, for {@link Endpoint#accept} or {@link InterfaceAdapter#reject}.
     *
     * @return handle of the request; 0 for other events.
     */
    public long request() {
        return request;
    }

    /**
     * Returns the private data of the other side, which came with its request or answer.
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
     * Returns how many events were left in the dispatcher when this one was taken, or when a wait timed out.
     *
     * @return number of events.
     */
    public int remaining() {
        return remaining;
    }

    /**
     * Returns whether the sender asked to wake the receiver (S4.6).
     *
     * @return true if the send had {@link Endpoint#SOLICITED}.
     */
    public boolean isSolicited() {
        return solicited;
    }

    void fill(
        final EventType newType, final CompletionStatus newStatus, final Endpoint newEndpoint, final SharedReceiveQueue newQueue,
        final long newCookie, final long newLength) {
        type = newType;
        status = newStatus;
        endpoint = newEndpoint;
        queue = newQueue;
        cookie = newCookie;
        length = newLength;
    }

    void fillConnection(final int newRank, final long newRequest, final long newPrivateData, final boolean isSolicited) {
        rank = newRank;
        request = newRequest;
        privateData = newPrivateData;
        solicited = isSolicited;
    }

    EventEntry entry() {
        return entry;
    }

    void setRemaining(final int events) {
        remaining = events;
    }

    @Override
    public String toString() {
        return type + " " + status + " cookie=" + cookie + " length=" + length + " rank=" + rank;
    }
}
