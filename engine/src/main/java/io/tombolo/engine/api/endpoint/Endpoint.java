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
 * One end of a connection. Made by {@link InterfaceAdapter#createEndpoint}. Sends are in order, and complete in order; messages of one
 * connection take their buffers and complete in the order of their sends, whatever their lengths (S4.9). Thread-safe; posts neither block
 * nor allocate.
 */
public interface Endpoint {
    /** Flag of a send: no event if it succeeds. */
    int SUPPRESS = 1;

    /** Flag of a send: wake the receiver if it waits for solicited receives (S4.6). */
    int SOLICITED = 2;

    /**
     * Returns the number that stands for the endpoint.
     *
     * @return handle: index and generation, not given again while the engine lives.
     */
    long handle();

    /**
     * Returns where the connection is.
     *
     * @return state, of now.
     */
    EndpointState state();

    /**
     * Returns the rank of the other side.
     *
     * @return rank, or {@link Communicator#NULL_RANK} without a connection.
     */
    int peer();

    /**
     * Asks for a connection: ends with one event, {@link EventType#ESTABLISHED}, {@link EventType#REJECTED} or
     * {@link EventType#UNREACHABLE}.
     *
     * @param rank        that listens, this one included.
     * @param service     that it listens to.
     * @param privateData goes along.
     * @param timeout     for the answer; {@link Long#MAX_VALUE} for no limit.
     * @param unit        of the timeout.
     * @return {@link CallResult#INVALID_STATE} unless unconnected; {@link CallResult#INVALID_PARAMETER} for a rank that cannot be;
     *     {@link CallResult#INVALID_HANDLE} if the endpoint was freed.
     */
    CallResult connect(int rank, long service, long privateData, long timeout, TimeUnit unit);

    /**
     * Accepts a connection request: this endpoint is connected, and says so by {@link EventType#ESTABLISHED}.
     *
     * @param request     from {@link Event#request()}.
     * @param privateData goes along.
     * @return {@link CallResult#INVALID_STATE} unless unconnected; {@link CallResult#INVALID_HANDLE} if there is no such request any
     *     more, or the endpoint was freed.
     */
    CallResult accept(long request, long privateData);

    /**
     * Ends the connection: {@link EventType#DISCONNECTED} follows when it has. A graceful disconnect lets everything finish that was
     * posted, on both sides; a second one does nothing, an abrupt one overrides it. After an abrupt one a long send is flushed once the
     * other side, which may be reading its memory, has learnt of the end, or is gone; the event comes after the last of them.
     *
     * @param mode how.
     * @return {@link CallResult#INVALID_STATE} if there is no connection; {@link CallResult#INVALID_HANDLE} if the endpoint was freed.
     */
    CallResult disconnect(DisconnectMode mode);

    /**
     * Makes the endpoint unconnected again, after a connection has ended. Events that nobody has taken stay.
     *
     * @return {@link CallResult#INVALID_STATE} unless unconnected, or disconnected with the event of the end put;
     *     {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult reset();

    /**
     * Gives the endpoint back; ends its connection abruptly, without an event for that, and without the completions of long sends that
     * the other side may be reading: their memory is known to be free again only after a disconnect and its event.
     *
     * @return {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult free();

    /**
     * Sends a message of one segment. The memory must not change until the completion, but for a message that
     * travels in the ring, which is copied by this call: at most {@code tombolo.inline.limit} bytes, and fewer where an eighth of the ring
     * or a packet carries fewer.
     *
     * @param region of the endpoint's zone, with {@link Privilege#LOCAL_READ}.
     * @param offset in the region, in bytes.
     * @param length of the message, in bytes.
     * @param cookie is returned with the completion.
     * @param flags  sum of {@link #SUPPRESS} and {@link #SOLICITED}, or 0.
     * @return {@link CallResult#SUCCESS} also for a connection that has ended: the send is flushed then;
     *     {@link CallResult#INVALID_STATE} without a connection, or once a graceful disconnect has begun;
     *     {@link CallResult#INSUFFICIENT_RESOURCES} if as many sends are outstanding as may be, or there is no memory for the copy of a
     *     short one; otherwise as for a receive.
     */
    CallResult postSend(MemoryRegion region, long offset, long length, long cookie, int flags);

    /**
     * Sends a message that is gathered from segments.
     *
     * @param segments in their order, at most {@link InterfaceAdapter#MAX_SEGMENTS}; copied by this call; null is none.
     * @param cookie   is returned with the completion.
     * @param flags    as above.
     * @return as above.
     */
    CallResult postSend(RegionSegments segments, long cookie, int flags);

    /**
     * Posts a receive buffer to an endpoint that has a queue of its own.
     *
     * @param region as for {@link SharedReceiveQueue#postRecv(MemoryRegion, long, long, long)}.
     * @param offset in the region, in bytes.
     * @param length of the buffer, in bytes.
     * @param cookie is returned with the completion.
     * @return {@link CallResult#MODEL_NOT_SUPPORTED} if it uses a shared queue (S4.26); {@link CallResult#SUCCESS} also for a connection
     *     that has ended: the receive is flushed then.
     */
    CallResult postRecv(MemoryRegion region, long offset, long length, long cookie);

    /**
     * Sets the watermarks on the buffers that the endpoint holds; arms the soft one.
     *
     * @param soft one event when it holds more, at once if it does.
     * @param hard the connection is broken when it would hold more, or does.
     * @return {@link CallResult#INVALID_PARAMETER} if one is not positive; {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult setWatermarks(int soft, int hard);

    /**
     * Tells how many buffers the endpoint holds, from one consistent scan.
     *
     * @param span is filled.
     * @return {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult queryReceives(ReceiveSpan span);
}
