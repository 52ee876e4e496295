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

import java.util.Locale;

/**
 * Event that changes the state of an endpoint, see {@link ConnectionTable}.
 */
public enum ConnectionEvent {
    /** The application requests a connection. */
    CONNECT,
    /** The application accepts a request with this endpoint. */
    ACCEPT,
    /** The other side has accepted. */
    ACCEPTED,
    /** The other side has refused. */
    REJECTED,
    /** The other side has not answered in time. */
    TIMED_OUT,
    /** The application ends the connection gracefully: all that is under way finishes. */
    DISCONNECT,
    /** The application ends the connection at once. */
    ABORT,
    /** The other side will send nothing more. */
    PEER_DISCONNECT,
    /** The other side has ended the connection at once, or broken it. */
    PEER_ABORT,
    /** Both sides have finished. */
    DRAINED,
    /** A message found no buffer, or one that is too short; or the endpoint exceeded its hard watermark. */
    BREAK,
    /** The rank of the other side is gone. */
    PEER_GONE,
    /** The application makes the endpoint ready for another connection. */
    RESET,
    /** The application frees the endpoint. */
    FREE;

    /**
     * Returns the name for display.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
