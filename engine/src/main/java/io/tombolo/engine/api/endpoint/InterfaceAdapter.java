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

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Privilege;
import io.tombolo.engine.api.ThreadLevel;

/**
 * Makes what connections need: zones, regions, receive queues, dispatchers, endpoints. One for each engine. What is made is given back by
 * its own {@code free}, or with the engine. Off the message path; thread-safe (an engine of {@link ThreadLevel#SINGLE} turns other threads
 * away). All counts are exact, queues shrink for real; {@link #attributes()} tells the rest.
 * <p>
 * Who must call in, and for how long, as in the table of {@code Engine}; threads are those of the rank there.
 * <table class="striped">
 * <caption>Operations of endpoints</caption>
 * <thead>
 * <tr><th scope="col">operation</th><th scope="col">who must call in, for how long</th><th scope="col">with asyncProgress</th></tr>
 * </thead>
 * <tbody>
 * <tr><th scope="row">{@code createZone}, {@code createDispatcher}, {@code createReceiveQueue}, {@code createEndpoint}, {@code allocate},
 * {@code register}, {@code listen}, {@code free}, {@code resize}, {@code setLowWatermark}, {@code setWatermarks}, {@code reset}</th>
 * <td>this rank, in the call, once</td>
 * <td>the agent does it, the call waits for it</td></tr>
 * <tr><th scope="row">{@code attributes}, {@code query}, {@code setUnwaitable}, {@code clearUnwaitable}</th>
 * <td>nobody</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@code queryReceives}, {@code post} of an event of one's own</th>
 * <td>this rank, in the call, once</td>
 * <td>the agent does it, the call waits for it</td></tr>
 * <tr><th scope="row">{@code connect}, {@code accept}, {@code reject}</th>
 * <td>this rank in the call, which waits for nobody; then both sides, until each has its event</td>
 * <td>the agents exchange it; somebody still has to accept</td></tr>
 * <tr><th scope="row">{@code postRecv}</th>
 * <td>nobody; where messages wait for a buffer, this rank, once</td>
 * <td>the agent delivers</td></tr>
 * <tr><th scope="row">{@code postSend} up to a packet</th>
 * <td>nobody: it is on its way when the call returns. Where ring, packets or the receiver's budget are used up: this rank until there is
 * room, and the receiver, who makes it</td>
 * <td>the agents make room</td></tr>
 * <tr><th scope="row">{@code postSend} above that</th>
 * <td>the receiver, until it has a buffer and has copied; this rank to see that it is complete</td>
 * <td>the receiver's agent copies</td></tr>
 * <tr><th scope="row">{@code dequeue}</th>
 * <td>this rank, once, if there is no event</td>
 * <td>the call only looks</td></tr>
 * <tr><th scope="row">{@code await}</th>
 * <td>this rank, until there are events or the time given is up: turns for all its operations</td>
 * <td>the call only waits</td></tr>
 * <tr><th scope="row">{@code disconnect}</th>
 * <td>abrupt: this rank, in the call. Graceful: both sides, until what was posted is done</td>
 * <td>the agents finish it</td></tr>
 * </tbody>
 * </table>
 */
public interface InterfaceAdapter {
    /** Most buffers of a receive queue. */
    int MAX_RECEIVES = (1 << 15) - 1;

    /** Most segments of a buffer or send. */
    int MAX_SEGMENTS = 64;

    /** Most sends of an endpoint. */
    int MAX_SENDS = 1 << 14;

    /** Alignment of segments that is fastest, in bytes; any other is only slower (S4.12). */
    int OPTIMAL_ALIGNMENT = 64;

    /**
     * Tells what this adapter can do.
     *
     * @return always the same. Any thread.
     */
    AdapterAttributes attributes();

    /**
     * Returns the zone of the regions that {@code Engine.allocate} makes.
     *
     * @return zone that is never freed.
     */
    ProtectionZone zone();

    /**
     * Returns where watermark events and overflows are told.
     *
     * @return dispatcher that is never freed.
     */
    EventDispatcher asynchronousDispatcher();

    /**
     * Makes a zone.
     *
     * @return new, empty.
     */
    ProtectionZone createZone();

    /**
     * Makes a memory region of a zone.
     *
     * @param length     bytes, positive.
     * @param zone       that it belongs to.
     * @param privileges what it may be used for.
     * @return a region of zeros.
     * @throws RefusedException if the zone was freed, or privileges are missing.
     */
    MemoryRegion allocate(long length, ProtectionZone zone, Privilege... privileges);

    /**
     * Makes a region over a part of another, with a zone and privileges of its own (S4.32). It is closed by itself; the memory lives as
     * long as one of the two.
     *
     * @param region     of this rank.
     * @param offset     in the region, in bytes.
     * @param length     bytes, positive.
     * @param zone       that it belongs to.
     * @param privileges what it may be used for.
     * @return a region that shares its memory.
     * @throws RefusedException if the zone was freed, the region closed, or the part is not wholly in it.
     */
    MemoryRegion register(MemoryRegion region, long offset, long length, ProtectionZone zone, Privilege... privileges);

    /**
     * Makes an event dispatcher.
     *
     * @param events that it has room for, at least.
     * @return new, empty.
     * @throws RefusedException if the number is out of range, or there is no memory.
     */
    EventDispatcher createDispatcher(int events);

    /**
     * Makes a receive queue.
     *
     * @param zone       of its buffers.
     * @param attributes sizes.
     * @return new, empty, attached to nothing.
     * @throws RefusedException {@link CallResult#INVALID_PARAMETER} if a size is out of range or the low watermark is set;
     *                          {@link CallResult#INVALID_HANDLE} if the zone was freed; or there is no memory.
     */
    SharedReceiveQueue createReceiveQueue(ProtectionZone zone, ReceiveQueueAttributes attributes);

    /**
     * Makes an endpoint.
     *
     * @param attributes zone, receive queue, dispatchers, sizes.
     * @return new, unconnected.
     * @throws RefusedException {@link CallResult#INVALID_PARAMETER} if attributes are missing or out of range;
     *                          {@link CallResult#INVALID_HANDLE} if one of them was freed; or there is no memory.
     */
    Endpoint createEndpoint(EndpointAttributes attributes);

    /**
     * Listens for connection requests.
     *
     * @param service    number, not listened to yet by this rank.
     * @param dispatcher gets an {@link EventType#CONNECTION_REQUEST} for each.
     * @return new.
     * @throws RefusedException {@link CallResult#INVALID_STATE} if the rank listens to it already; {@link CallResult#INVALID_HANDLE} if
     *                          the dispatcher was freed.
     */
    ServicePoint listen(long service, EventDispatcher dispatcher);

    /**
     * Refuses a connection request.
     *
     * @param request     from {@link Event#request()}.
     * @param privateData goes along.
     * @return {@link CallResult#INVALID_HANDLE} if there is no such request any more.
     */
    CallResult reject(long request, long privateData);
}
