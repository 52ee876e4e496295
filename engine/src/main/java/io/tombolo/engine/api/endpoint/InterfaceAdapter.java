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
 * Makes the objects that connections need: zones, regions, receive queues, dispatchers, endpoints. Each engine has one adapter. The
 * {@code free} of an object frees it, as does the close of the engine. Thread-safe, except that an engine of {@link ThreadLevel#SINGLE}
 * refuses other threads. Not for the message path. All counts are exact, and a smaller queue really takes less memory;
 * {@link #attributes()} has further capabilities.
 * <p>
 * The table says who must call in, and for how long, so that an operation goes on; see the table of {@code Engine}, also for the threads
 * that may call.
 * <table class="striped">
 * <caption>Who must call in for operations of endpoints</caption>
 * <thead>
 * <tr><th scope="col">operation</th><th scope="col">who must call in, for how long</th><th scope="col">with asyncProgress</th></tr>
 * </thead>
 * <tbody>
 * <tr><th scope="row">{@code createZone}, {@code createDispatcher}, {@code createReceiveQueue}, {@code createEndpoint}, {@code allocate},
 * {@code register}, {@code listen}, {@code free}, {@code resize}, {@code setLowWatermark}, {@code setWatermarks}, {@code reset}</th>
 * <td>This rank, in the call, once.</td>
 * <td>The agent does it; the call waits for it.</td></tr>
 * <tr><th scope="row">{@code attributes}, {@code query}, {@code setUnwaitable}, {@code clearUnwaitable}</th>
 * <td>Nobody.</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@code queryReceives}, {@code post} of an event of one's own</th>
 * <td>This rank, in the call, once.</td>
 * <td>The agent does it; the call waits for it.</td></tr>
 * <tr><th scope="row">{@code connect}, {@code accept}, {@code reject}</th>
 * <td>This rank, in the call, which waits for no other rank. Then both sides, until each has its event.</td>
 * <td>The agents exchange the messages; a thread must still accept.</td></tr>
 * <tr><th scope="row">{@code postRecv}</th>
 * <td>Nobody. If messages wait for a buffer: this rank, in the call, once.</td>
 * <td>The agent delivers.</td></tr>
 * <tr><th scope="row">{@code postSend} up to a packet</th>
 * <td>Nobody: the message is on its way when the call returns. If the ring, the packets or the budget of the receiver are used up: this
 * rank until there is room, and the receiver, which makes room.</td>
 * <td>The agents make room.</td></tr>
 * <tr><th scope="row">{@code postSend} above that</th>
 * <td>The receiver, until it has a buffer and has copied the message. This rank to learn that the send is complete.</td>
 * <td>The receiver's agent copies.</td></tr>
 * <tr><th scope="row">{@code dequeue}, {@code poll}</th>
 * <td>This rank, in the call, once, if there is no event.</td>
 * <td>The call only looks.</td></tr>
 * <tr><th scope="row">{@code await}</th>
 * <td>This rank, in the call, until there are events or the time is up. It makes progress for all its operations.</td>
 * <td>The call only waits.</td></tr>
 * <tr><th scope="row">{@code disconnect}</th>
 * <td>Abrupt: this rank, in the call. Graceful: both sides, until the posted operations are complete.</td>
 * <td>The agents finish it.</td></tr>
 * </tbody>
 * </table>
 */
public interface InterfaceAdapter {
    /** Largest number of buffers of a receive queue. */
    int MAX_RECEIVES = (1 << 15) - 1;

    /** Largest number of segments of a buffer or send. */
    int MAX_SEGMENTS = 64;

    /** Largest number of outstanding sends of an endpoint. */
    int MAX_SENDS = 1 << 14;

    /** Alignment of segments that is fastest, in bytes. Any other alignment works, but is slower (S4.12). */
    int OPTIMAL_ALIGNMENT = 64;

    /**
     * Returns the capabilities of this adapter. Any thread.
     *
     * @return always the same.
     */
    AdapterAttributes attributes();

    /**
     * Returns the zone of the regions that {@code Engine.allocate} makes.
     *
     * @return zone that is never freed.
     */
    ProtectionZone zone();

    /**
     * Returns the dispatcher that gets events of watermarks and overflows.
     *
     * @return dispatcher that is never freed.
     */
    EventDispatcher asynchronousDispatcher();

    /**
     * Makes a protection zone.
     *
     * @return new zone.
     */
    ProtectionZone createZone();

    /**
     * Allocates a memory region in a zone.
     *
     * @param length     in bytes, positive.
     * @param zone       of the region.
     * @param privileges of the region.
     * @return new region, filled with zeros.
     * @throws RefusedException if the zone was freed, or privileges are missing.
     */
    MemoryRegion allocate(long length, ProtectionZone zone, Privilege... privileges);

    /**
     * Makes a region over a part of another, with a zone and privileges of its own (S4.32). Each of the two is closed separately; the
     * memory lives until both are closed.
     *
     * @param region     of this rank.
     * @param offset     in the region, in bytes.
     * @param length     in bytes, positive.
     * @param zone       of the new region.
     * @param privileges of the new region.
     * @return new region, which shares the memory.
     * @throws RefusedException if the zone was freed, the region was closed, or the part is not wholly in it.
     */
    MemoryRegion register(MemoryRegion region, long offset, long length, ProtectionZone zone, Privilege... privileges);

    /**
     * Makes an event dispatcher.
     *
     * @param events smallest number of events that it must have room for.
     * @return new dispatcher.
     * @throws RefusedException if the number is out of range, or there is no memory.
     */
    EventDispatcher createDispatcher(int events);

    /**
     * Makes a shared receive queue.
     *
     * @param zone       of its buffers.
     * @param attributes sizes of the queue.
     * @return new queue, which no endpoint uses yet.
     * @throws RefusedException {@link CallResult#INVALID_PARAMETER} if a size is out of range or the low watermark is set;
     *                          {@link CallResult#INVALID_HANDLE} if the zone was freed; {@link CallResult#INSUFFICIENT_RESOURCES} if there
     *                          is no memory.
     */
    SharedReceiveQueue createReceiveQueue(ProtectionZone zone, ReceiveQueueAttributes attributes);

    /**
     * Makes an endpoint.
     *
     * @param attributes zone, receive queue, dispatchers and sizes.
     * @return new endpoint, unconnected.
     * @throws RefusedException {@link CallResult#INVALID_PARAMETER} if attributes are missing or out of range;
     *                          {@link CallResult#INVALID_HANDLE} if one of them was freed; {@link CallResult#INSUFFICIENT_RESOURCES} if
     *                          there is no memory.
     */
    Endpoint createEndpoint(EndpointAttributes attributes);

    /**
     * Listens for connection requests.
     *
     * @param service    number that this rank does not listen to yet.
     * @param dispatcher that gets an {@link EventType#CONNECTION_REQUEST} for each request.
     * @return new service point.
     * @throws RefusedException {@link CallResult#INVALID_STATE} if the rank listens to the number already;
     *                          {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     */
    ServicePoint listen(long service, EventDispatcher dispatcher);

    /**
     * Rejects a connection request.
     *
     * @param request     from {@link Event#request()}.
     * @param privateData 8 bytes for the other side.
     * @return {@link CallResult#INVALID_HANDLE} if the request no longer exists.
     */
    CallResult reject(long request, long privateData);
}
