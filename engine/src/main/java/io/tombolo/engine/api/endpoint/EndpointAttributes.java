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

/**
 * Attributes with which an {@link Endpoint} is made. One dispatcher may serve several purposes. Not thread-safe.
 */
public final class EndpointAttributes {
    /** A watermark that is never reached. */
    public static final int INFINITE = Integer.MAX_VALUE;

    private static final int DEFAULT_SENDS = 64;

    private ProtectionZone zone;
    private SharedReceiveQueue receiveQueue;
    private EventDispatcher receiveDispatcher;
    private EventDispatcher requestDispatcher;
    private EventDispatcher connectDispatcher;
    private CompletionFlag receiveFlag = CompletionFlag.UNSIGNALLED;
    private int maxSends = DEFAULT_SENDS;
    private int maxReceives;
    private int softWatermark = INFINITE;
    private int hardWatermark = INFINITE;

    /**
     * Makes attributes of an endpoint with 64 outstanding sends and no watermarks. The caller must set the dispatchers, and either a shared
     * receive queue or the number of receives.
     */
    public EndpointAttributes() {
    }

    /**
     * Sets the zone of the memory that the endpoint sends from.
     *
     * @param newZone zone.
     * @return this.
     */
    public EndpointAttributes zone(final ProtectionZone newZone) {
        zone = newZone;
        return this;
    }

    /**
     * Returns the zone of the memory that the endpoint sends from.
     *
     * @return zone, or null for the zone of the adapter.
     */
    public ProtectionZone zone() {
        return zone;
    }

    /**
     * Sets the shared queue from which messages take their buffers, for the life of the endpoint (S4.26).
     *
     * @param queue shared queue.
     * @return this.
     */
    public EndpointAttributes receiveQueue(final SharedReceiveQueue queue) {
        receiveQueue = queue;
        return this;
    }

    /**
     * Returns the shared queue from which messages take their buffers.
     *
     * @return shared queue, or null for a queue of the endpoint's own.
     */
    public SharedReceiveQueue receiveQueue() {
        return receiveQueue;
    }

    /**
     * Sets one dispatcher for all events.
     *
     * @param dispatcher for receives, sends and the connection.
     * @return this.
     */
    public EndpointAttributes dispatcher(final EventDispatcher dispatcher) {
        return receiveDispatcher(dispatcher).requestDispatcher(dispatcher).connectDispatcher(dispatcher);
    }

    /**
     * Sets the dispatcher that gets completions of receives.
     *
     * @param dispatcher for receives.
     * @return this.
     */
    public EndpointAttributes receiveDispatcher(final EventDispatcher dispatcher) {
        receiveDispatcher = dispatcher;
        return this;
    }

    /**
     * Returns the dispatcher that gets completions of receives.
     *
     * @return dispatcher, or null if it is not set.
     */
    public EventDispatcher receiveDispatcher() {
        return receiveDispatcher;
    }

    /**
     * Sets the dispatcher that gets completions of sends.
     *
     * @param dispatcher for sends.
     * @return this.
     */
    public EndpointAttributes requestDispatcher(final EventDispatcher dispatcher) {
        requestDispatcher = dispatcher;
        return this;
    }

    /**
     * Returns the dispatcher that gets completions of sends.
     *
     * @return dispatcher, or null if it is not set.
     */
    public EventDispatcher requestDispatcher() {
        return requestDispatcher;
    }

    /**
     * Sets the dispatcher that gets events of the connection.
     *
     * @param dispatcher for the connection.
     * @return this.
     */
    public EndpointAttributes connectDispatcher(final EventDispatcher dispatcher) {
        connectDispatcher = dispatcher;
        return this;
    }

    /**
     * Returns the dispatcher that gets events of the connection.
     *
     * @return dispatcher, or null if it is not set.
     */
    public EventDispatcher connectDispatcher() {
        return connectDispatcher;
    }

    /**
     * Sets which receives wake a thread that waits for events. Endpoints with {@link CompletionFlag#SOLICITED_WAIT} and endpoints with
     * {@link CompletionFlag#EVD_THRESHOLD} cannot share a dispatcher.
     *
     * @param flag for receives.
     * @return this.
     */
    public EndpointAttributes receiveFlag(final CompletionFlag flag) {
        receiveFlag = flag;
        return this;
    }

    /**
     * Returns which receives wake a thread that waits for events.
     *
     * @return flag; {@link CompletionFlag#UNSIGNALLED} by default.
     */
    public CompletionFlag receiveFlag() {
        return receiveFlag;
    }

    /**
     * Sets how many sends may be outstanding, which means posted and their completions not reaped. A short send that suppresses its
     * completion and leaves at once does not count.
     *
     * @param sends 1 to {@link InterfaceAdapter#MAX_SENDS}.
     * @return this.
     */
    public EndpointAttributes maxSends(final int sends) {
        maxSends = sends;
        return this;
    }

    /**
     * Returns how many sends may be outstanding.
     *
     * @return number of sends.
     */
    public int maxSends() {
        return maxSends;
    }

    /**
     * Sets how many receives may be outstanding, for an endpoint without a shared queue.
     *
     * @param receives 1 to {@link InterfaceAdapter#MAX_RECEIVES}; must stay 0 with a shared queue.
     * @return this.
     */
    public EndpointAttributes maxReceives(final int receives) {
        maxReceives = receives;
        return this;
    }

    /**
     * Returns how many receives may be outstanding, for an endpoint without a shared queue.
     *
     * @return number of receives; 0 with a shared queue.
     */
    public int maxReceives() {
        return maxReceives;
    }

    /**
     * Sets the watermarks for the number of buffers that the endpoint holds: taken from the queue and not complete (S4.27).
     *
     * @param soft one event when the endpoint holds more buffers.
     * @param hard the connection is broken when the endpoint would hold more buffers.
     * @return this.
     */
    public EndpointAttributes watermarks(final int soft, final int hard) {
        softWatermark = soft;
        hardWatermark = hard;
        return this;
    }

    /**
     * Returns the soft watermark.
     *
     * @return number of buffers; {@link #INFINITE} by default.
     */
    public int softWatermark() {
        return softWatermark;
    }

    /**
     * Returns the hard watermark.
     *
     * @return number of buffers; {@link #INFINITE} by default.
     */
    public int hardWatermark() {
        return hardWatermark;
    }
}
