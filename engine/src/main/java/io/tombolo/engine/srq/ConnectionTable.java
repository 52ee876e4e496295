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
import java.util.List;

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

    private static final ConnectionRow[] ROWS = {
        new ConnectionRow(UNCONNECTED, ConnectionEvent.CONNECT, CONNECT_PENDING, CREATED),
        new ConnectionRow(UNCONNECTED, ConnectionEvent.ACCEPT, CONNECTED, CREATED),
        new ConnectionRow(UNCONNECTED, ConnectionEvent.RESET, UNCONNECTED, RESET),
        new ConnectionRow(UNCONNECTED, ConnectionEvent.FREE, FREED, RESET),
        new ConnectionRow(CONNECT_PENDING, ConnectionEvent.ACCEPTED, CONNECTED, CREATED),
        new ConnectionRow(CONNECT_PENDING, ConnectionEvent.REJECTED, DISCONNECTED, CREATED),
        new ConnectionRow(CONNECT_PENDING, ConnectionEvent.TIMED_OUT, DISCONNECTED, CREATED),
        new ConnectionRow(CONNECT_PENDING, ConnectionEvent.DISCONNECT, DISCONNECTED, ENDED),
        new ConnectionRow(CONNECT_PENDING, ConnectionEvent.ABORT, DISCONNECTED, ENDED),
        new ConnectionRow(CONNECT_PENDING, ConnectionEvent.PEER_GONE, DISCONNECTED, ENDED),
        new ConnectionRow(CONNECT_PENDING, ConnectionEvent.FREE, FREED, RESET),
        new ConnectionRow(CONNECTED, ConnectionEvent.DISCONNECT, DISCONNECT_PENDING, ENDED),
        new ConnectionRow(CONNECTED, ConnectionEvent.PEER_DISCONNECT, DISCONNECT_PENDING, ENDED),
        new ConnectionRow(CONNECTED, ConnectionEvent.ABORT, DISCONNECTED, ENDED),
        new ConnectionRow(CONNECTED, ConnectionEvent.PEER_ABORT, DISCONNECTED, ENDED),
        new ConnectionRow(CONNECTED, ConnectionEvent.BREAK, DISCONNECTED, BROKEN),
        new ConnectionRow(CONNECTED, ConnectionEvent.PEER_GONE, DISCONNECTED, ENDED),
        new ConnectionRow(CONNECTED, ConnectionEvent.FREE, FREED, RESET),
        new ConnectionRow(DISCONNECT_PENDING, ConnectionEvent.DISCONNECT, DISCONNECT_PENDING, ENDED),
        new ConnectionRow(DISCONNECT_PENDING, ConnectionEvent.PEER_DISCONNECT, DISCONNECT_PENDING, ENDED),
        new ConnectionRow(DISCONNECT_PENDING, ConnectionEvent.DRAINED, DISCONNECTED, ENDED),
        new ConnectionRow(DISCONNECT_PENDING, ConnectionEvent.ABORT, DISCONNECTED, ENDED),
        new ConnectionRow(DISCONNECT_PENDING, ConnectionEvent.PEER_ABORT, DISCONNECTED, ENDED),
        new ConnectionRow(DISCONNECT_PENDING, ConnectionEvent.BREAK, DISCONNECTED, BROKEN),
        new ConnectionRow(DISCONNECT_PENDING, ConnectionEvent.PEER_GONE, DISCONNECTED, ENDED),
        new ConnectionRow(DISCONNECT_PENDING, ConnectionEvent.FREE, FREED, RESET),
        new ConnectionRow(DISCONNECTED, ConnectionEvent.DISCONNECT, DISCONNECTED, ENDED),
        new ConnectionRow(DISCONNECTED, ConnectionEvent.ABORT, DISCONNECTED, ENDED),
        new ConnectionRow(DISCONNECTED, ConnectionEvent.RESET, UNCONNECTED, RESET),
        new ConnectionRow(DISCONNECTED, ConnectionEvent.FREE, FREED, RESET),
    };

    private static final int EVENTS = ConnectionEvent.values().length;
    private static final EndpointState[] NEXT = next();

    private ConnectionTable() {
    }

    private static EndpointState[] next() {
        final EndpointState[] next = new EndpointState[EndpointState.values().length * EVENTS];
        for (final ConnectionRow row : ROWS) {
            final int place = row.from().ordinal() * EVENTS + row.event().ordinal();
            if (next[place] != null) {
                throw new IllegalStateException("two rows for " + row);
            }
            next[place] = row.to();
        }
        return next;
    }

    /**
     * Returns the rows.
     *
     * @return all of them.
     */
    public static List<ConnectionRow> rows() {
        return List.of(ROWS);
    }

    /**
     * Looks a state and an event up.
     *
     * @return the next state, or null if the event is refused.
     */
    static EndpointState next(final EndpointState from, final ConnectionEvent event) {
        return NEXT[from.ordinal() * EVENTS + event.ordinal()];
    }
}
