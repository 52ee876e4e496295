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

import java.util.Locale;

/**
 * State of the connection of an {@link Endpoint}.
 */
public enum EndpointState {
    /** The endpoint has no connection, and had none since it was made or reset. */
    UNCONNECTED(1),
    /** The endpoint has requested a connection and waits for the answer. */
    CONNECT_PENDING(2),
    /** The endpoint sends and receives. */
    CONNECTED(3),
    /** One side has begun a graceful disconnect: operations that are under way finish, and nothing new is sent. */
    DISCONNECT_PENDING(4),
    /** The connection has ended. Operations that are posted now are flushed at once. */
    DISCONNECTED(5),
    /** The endpoint was freed. */
    FREED(6);

    private static final EndpointState[] BY_CODE = values();

    private final int code;

    EndpointState(final int code) {
        this.code = code;
    }

    /**
     * Returns the number of this state in a queue file.
     *
     * @return code, from 1, which is never reused.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the name for people.
     *
     * @return name in lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * Finds a state by its code.
     *
     * @param code any value.
     * @return the state, or null if no state has this code.
     */
    public static EndpointState of(final int code) {
        return code > 0 && code <= BY_CODE.length ? BY_CODE[code - 1] : null;
    }
}
