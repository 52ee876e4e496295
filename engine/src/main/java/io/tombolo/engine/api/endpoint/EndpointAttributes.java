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
 * What an {@link Endpoint} is made with. Dispatchers may be the same one. Not thread-safe.
 */
public final class EndpointAttributes {
    /** Watermark that is never reached. */
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
     * 64 sends at once, no watermarks. Zone, receive queue and dispatchers have to be set.
     */
    public EndpointAttributes() {
    }

    /**
     * Sets the zone of the memory that is sent from.
     *
     * @param newZone zone.
     * @return this.
     */
    public EndpointAttributes zone(final ProtectionZone newZone) {
        zone = newZone;
        return this;
    }

    /**
     * Returns the zone.
     *
     * @return zone, or null for that of the adapter.
     */
    public ProtectionZone zone() {
        return zone;
    }

    /**
     * Sets the queue that messages take their buffers from, for the life of the endpoint (S4.26).
     *
     * @param queue shared.
     * @return this.
     */
    public EndpointAttributes receiveQueue(final SharedReceiveQueue queue) {
        receiveQueue = queue;
        return this;
    }

    /**
     * Returns the queue that messages take their buffers from.
     *
     * @return shared queue, or null for one of the endpoint's own.
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
     * Sets where completions of receives go.
     *
     * @param dispatcher for receives.
     * @return this.
     */
    public EndpointAttributes receiveDispatcher(final EventDispatcher dispatcher) {
        receiveDispatcher = dispatcher;
        return this;
    }

    /**
     * Returns where completions of receives go.
     *
     * @return dispatcher.
     */
    public EventDispatcher receiveDispatcher() {
        return receiveDispatcher;
    }

    /**
     * Sets where completions of sends go.
     *
     * @param dispatcher for sends.
     * @return this.
     */
    public EndpointAttributes requestDispatcher(final EventDispatcher dispatcher) {
        requestDispatcher = dispatcher;
        return this;
    }

    /**
     * Returns where completions of sends go.
     *
     * @return dispatcher.
     */
    public EventDispatcher requestDispatcher() {
        return requestDispatcher;
    }

    /**
     * Sets where events of the connection go.
     *
     * @param dispatcher for the connection.
     * @return this.
     */
    public EndpointAttributes connectDispatcher(final EventDispatcher dispatcher) {
        connectDispatcher = dispatcher;
        return this;
    }

    /**
     * Returns where events of the connection go.
     *
     * @return dispatcher.
     */
    public EventDispatcher connectDispatcher() {
        return connectDispatcher;
    }

    /**
     * Sets which receives wake a waiter. Endpoints with {@link CompletionFlag#SOLICITED_WAIT} and with
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
     * Returns which receives wake a waiter.
     *
     * @return flag.
     */
    public CompletionFlag receiveFlag() {
        return receiveFlag;
    }

    /**
     * Sets how many sends may be outstanding: posted and their completions not reaped. A short send that suppresses its completion and
     * goes at once counts for nothing.
     *
     * @param sends from 1 to {@link InterfaceAdapter#MAX_SENDS}.
     * @return this.
     */
    public EndpointAttributes maxSends(final int sends) {
        maxSends = sends;
        return this;
    }

    /**
     * Returns how many sends may be outstanding.
     *
     * @return count.
     */
    public int maxSends() {
        return maxSends;
    }

    /**
     * Sets how many receives an endpoint without a shared queue may have outstanding.
     *
     * @param receives from 1 to {@link InterfaceAdapter#MAX_RECEIVES}; must stay 0 with a shared queue.
     * @return this.
     */
    public EndpointAttributes maxReceives(final int receives) {
        maxReceives = receives;
        return this;
    }

    /**
     * Returns how many receives an endpoint without a shared queue may have outstanding.
     *
     * @return count.
     */
    public int maxReceives() {
        return maxReceives;
    }

    /**
     * Sets the watermarks on the buffers that the endpoint holds: taken and not completed (S4.27).
     *
     * @param soft one event when it holds more.
     * @param hard the connection is broken when it would hold more.
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
     * @return buffers.
     */
    public int softWatermark() {
        return softWatermark;
    }

    /**
     * Returns the hard watermark.
     *
     * @return buffers.
     */
    public int hardWatermark() {
        return hardWatermark;
    }
}
