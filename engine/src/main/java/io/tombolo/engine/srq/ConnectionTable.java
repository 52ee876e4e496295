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
package io.tombolo.engine.srq;

import static io.tombolo.engine.api.endpoint.EndpointState.CONNECTED;
import static io.tombolo.engine.api.endpoint.EndpointState.CONNECT_PENDING;
import static io.tombolo.engine.api.endpoint.EndpointState.DISCONNECTED;
import static io.tombolo.engine.api.endpoint.EndpointState.DISCONNECT_PENDING;
import static io.tombolo.engine.api.endpoint.EndpointState.FREED;
import static io.tombolo.engine.api.endpoint.EndpointState.UNCONNECTED;

import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.ringbuffers.transition.TransitionTable;

/**
 * The states of an endpoint: which event leads from which state to which. Anything else is refused.
 * <pre>
 *   unconnected --- connect --&gt; connect pending --- accepted --&gt; connected --- disconnect --&gt; disconnect pending
 *    ^   |                          |                            ^   |                          |
 *    |   +------------ accept ------|----------------------------+   | abort, break, gone       | drained, abort, gone
 *    |                              | rejected, timed out            v                          |
 *    +--- reset ---------------- disconnected &lt;----------------------+--------------------------+
 * </pre>
 */
public final class ConnectionTable {
    private static final String CREATED = "S4.26";
    private static final String ENDED = "S4.30";
    private static final String BROKEN = "S4.29";
    private static final String RESET = "S4.33";

    /** All transitions, in the order of the specification. */
    public static final TransitionTable<EndpointState, ConnectionEvent> TRANSITIONS = TransitionTable
        .of("endpoint", EndpointState.class, ConnectionEvent.class)
        .row(UNCONNECTED, ConnectionEvent.CONNECT, CONNECT_PENDING, CREATED)
        .row(UNCONNECTED, ConnectionEvent.ACCEPT, CONNECTED, CREATED)
        .row(UNCONNECTED, ConnectionEvent.RESET, UNCONNECTED, RESET)
        .row(UNCONNECTED, ConnectionEvent.FREE, FREED, RESET)
        .row(CONNECT_PENDING, ConnectionEvent.ACCEPTED, CONNECTED, CREATED)
        .row(CONNECT_PENDING, ConnectionEvent.REJECTED, DISCONNECTED, CREATED)
        .row(CONNECT_PENDING, ConnectionEvent.TIMED_OUT, DISCONNECTED, CREATED)
        .row(CONNECT_PENDING, ConnectionEvent.DISCONNECT, DISCONNECTED, ENDED)
        .row(CONNECT_PENDING, ConnectionEvent.ABORT, DISCONNECTED, ENDED)
        .row(CONNECT_PENDING, ConnectionEvent.PEER_GONE, DISCONNECTED, ENDED)
        .row(CONNECT_PENDING, ConnectionEvent.FREE, FREED, RESET)
        .row(CONNECTED, ConnectionEvent.DISCONNECT, DISCONNECT_PENDING, ENDED)
        .row(CONNECTED, ConnectionEvent.PEER_DISCONNECT, DISCONNECT_PENDING, ENDED)
        .row(CONNECTED, ConnectionEvent.ABORT, DISCONNECTED, ENDED)
        .row(CONNECTED, ConnectionEvent.PEER_ABORT, DISCONNECTED, ENDED)
        .row(CONNECTED, ConnectionEvent.BREAK, DISCONNECTED, BROKEN)
        .row(CONNECTED, ConnectionEvent.PEER_GONE, DISCONNECTED, ENDED)
        .row(CONNECTED, ConnectionEvent.FREE, FREED, RESET)
        .row(DISCONNECT_PENDING, ConnectionEvent.DISCONNECT, DISCONNECT_PENDING, ENDED)
        .row(DISCONNECT_PENDING, ConnectionEvent.PEER_DISCONNECT, DISCONNECT_PENDING, ENDED)
        .row(DISCONNECT_PENDING, ConnectionEvent.DRAINED, DISCONNECTED, ENDED)
        .row(DISCONNECT_PENDING, ConnectionEvent.ABORT, DISCONNECTED, ENDED)
        .row(DISCONNECT_PENDING, ConnectionEvent.PEER_ABORT, DISCONNECTED, ENDED)
        .row(DISCONNECT_PENDING, ConnectionEvent.BREAK, DISCONNECTED, BROKEN)
        .row(DISCONNECT_PENDING, ConnectionEvent.PEER_GONE, DISCONNECTED, ENDED)
        .row(DISCONNECT_PENDING, ConnectionEvent.FREE, FREED, RESET)
        .row(DISCONNECTED, ConnectionEvent.DISCONNECT, DISCONNECTED, ENDED)
        .row(DISCONNECTED, ConnectionEvent.ABORT, DISCONNECTED, ENDED)
        .row(DISCONNECTED, ConnectionEvent.RESET, UNCONNECTED, RESET)
        .row(DISCONNECTED, ConnectionEvent.FREE, FREED, RESET)
        .build();

    private ConnectionTable() {
    }
}
