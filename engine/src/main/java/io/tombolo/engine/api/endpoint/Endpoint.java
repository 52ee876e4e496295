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
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Privilege;
import java.util.concurrent.TimeUnit;

/**
 * One end of a connection. {@link InterfaceAdapter#createEndpoint} makes it. Sends go in the order in which they were posted, and complete
 * in that order. At the other side the messages of a connection take their buffers and complete in the order of their sends, whatever their
 * lengths (S4.9). Thread-safe; posts neither block nor allocate.
 */
public interface Endpoint {
    /** Flag of a send: a successful send gets no event. */
    int SUPPRESS = 1;

    /** Flag of a send: wakes the receiver if it waits for solicited receives (S4.6). */
    int SOLICITED = 2;

    /**
     * Returns the handle of the endpoint.
     *
     * @return index and generation; not reused while the engine lives.
     */
    long handle();

    /**
     * Returns the state of the connection.
     *
     * @return current state.
     */
    EndpointState state();

    /**
     * Returns the rank of the other side.
     *
     * @return rank, or {@link Communicator#NULL_RANK} without a connection.
     */
    int peer();

    /**
     * Requests a connection. One event follows: {@link EventType#ESTABLISHED}, {@link EventType#REJECTED} or {@link EventType#UNREACHABLE}.
     *
     * @param rank        that listens; may be this rank.
     * @param service     number that the rank listens to.
     * @param privateData 8 bytes for the other side.
     * @param timeout     for the answer; {@link Long#MAX_VALUE} for no limit.
     * @param unit        of the timeout.
     * @return {@link CallResult#INVALID_STATE} unless unconnected; {@link CallResult#INVALID_PARAMETER} if there is no such rank;
     *     {@link CallResult#INVALID_HANDLE} if the endpoint was freed.
     */
    CallResult connect(int rank, long service, long privateData, long timeout, TimeUnit unit);

    /**
     * Accepts a connection request. The endpoint is connected, and gets an {@link EventType#ESTABLISHED}.
     *
     * @param request     from {@link Event#request()}.
     * @param privateData 8 bytes for the other side.
     * @return {@link CallResult#INVALID_STATE} unless unconnected; {@link CallResult#INVALID_HANDLE} if the request no longer exists or the
     *     endpoint was freed.
     */
    CallResult accept(long request, long privateData);

    /**
     * Ends the connection. {@link EventType#DISCONNECTED} follows when it has ended.
     * <p>
     * A graceful disconnect lets both sides finish what was posted. A second graceful disconnect does nothing; an abrupt one overrides it.
     * After an abrupt disconnect, the other side may still be reading the memory of a long send: that send is flushed when the other side
     * has learnt of the end, or is gone. The event follows the last flushed send.
     *
     * @param mode of the disconnect.
     * @return {@link CallResult#INVALID_STATE} if there is no connection; {@link CallResult#INVALID_HANDLE} if the endpoint was freed.
     */
    CallResult disconnect(DisconnectMode mode);

    /**
     * Makes the endpoint unconnected again after its connection has ended. Events that nobody has taken stay.
     *
     * @return {@link CallResult#INVALID_STATE} unless the endpoint is unconnected, or is disconnected and the event of the end was
     *     delivered; {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult reset();

    /**
     * Frees the endpoint. A connection ends abruptly, without an event, and without completions of long sends that the other side may be
     * reading. To know when that memory is free again, disconnect first and wait for the event.
     *
     * @return {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult free();

    /**
     * Sends a message of one segment. The memory must not change until the completion. Exception: this call copies a message that travels
     * in the ring. Such a message has at most {@code tombolo.inline.limit} bytes, and fewer if an eighth of the ring or a packet is
     * smaller.
     *
     * @param region of the endpoint's zone, with {@link Privilege#LOCAL_READ}.
     * @param offset in the region, in bytes.
     * @param length of the message, in bytes.
     * @param cookie that the completion returns.
     * @param flags  sum of {@link #SUPPRESS} and {@link #SOLICITED}, or 0.
     * @return {@link CallResult#SUCCESS}, also for a connection that has ended, whose send is flushed; {@link CallResult#INVALID_STATE}
     *     without a connection, or after a graceful disconnect has begun; {@link CallResult#INSUFFICIENT_RESOURCES} if the endpoint has its
     *     largest number of sends outstanding, or there is no memory to copy a short message; other results as for a receive.
     */
    CallResult postSend(MemoryRegion region, long offset, long length, long cookie, int flags);

    /**
     * Sends a message that is gathered from segments; as {@link #postSend(MemoryRegion, long, long, long, int)}.
     *
     * @param segments in the order of the message, at most {@link InterfaceAdapter#MAX_SEGMENTS}; this call copies the list. Null is a
     *                 message of no bytes.
     * @param cookie   that the completion returns.
     * @param flags    sum of {@link #SUPPRESS} and {@link #SOLICITED}, or 0.
     * @return result as for one segment.
     */
    CallResult postSend(RegionSegments segments, long cookie, int flags);

    /**
     * Posts a receive buffer to an endpoint with a receive queue of its own.
     *
     * @param region as for {@link SharedReceiveQueue#postRecv(MemoryRegion, long, long, long)}.
     * @param offset in the region, in bytes.
     * @param length of the buffer, in bytes.
     * @param cookie that the completion returns.
     * @return {@link CallResult#MODEL_NOT_SUPPORTED} if the endpoint uses a shared queue (S4.26); {@link CallResult#SUCCESS}, also for a
     *     connection that has ended, whose receive is flushed; other results as for a shared queue.
     */
    CallResult postRecv(MemoryRegion region, long offset, long length, long cookie);

    /**
     * Sets the watermarks for the number of buffers that the endpoint holds, and arms the soft one.
     *
     * @param soft one event when the endpoint holds more buffers; at once if it does already.
     * @param hard the connection is broken when the endpoint would hold more buffers, or does already.
     * @return {@link CallResult#INVALID_PARAMETER} if one is not positive; {@link CallResult#INVALID_HANDLE} if the endpoint was freed.
     */
    CallResult setWatermarks(int soft, int hard);

    /**
     * Returns how many buffers the endpoint holds, from one consistent scan.
     *
     * @param span to fill.
     * @return {@link CallResult#INVALID_HANDLE} if the endpoint was freed.
     */
    CallResult queryReceives(ReceiveSpan span);
}
