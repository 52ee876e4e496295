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
 * Type of an {@link Event}.
 */
public enum EventType {
    /** A receive has completed. Has cookie, status, length and the solicited flag. */
    RECEIVE(1),
    /** A send has completed. Has cookie, status and length. */
    SEND(2),
    /** Another endpoint requests a connection. Has request, private data and rank. */
    CONNECTION_REQUEST(3),
    /** The connection is established. At the side that requested it, has the private data of the other side. */
    ESTABLISHED(4),
    /** The other side has rejected the request. Has its private data. */
    REJECTED(5),
    /** The other side did not answer in time, or is gone. */
    UNREACHABLE(6),
    /** The connection has ended, because a side disconnected or the other rank is gone. */
    DISCONNECTED(7),
    /** The connection was broken: a message found no buffer or a short one, or the endpoint held too many buffers. */
    BROKEN(8),
    /** A receive queue has fewer buffers than its low watermark (S4.25). */
    LOW_WATERMARK(9),
    /** An endpoint holds more buffers than its soft watermark (S4.27). */
    SOFT_WATERMARK(10),
    /** An event found no room in an event dispatcher (S4.31). */
    OVERFLOW(11),
    /** The application posted this event. Has its cookie. */
    SOFTWARE(12);

    private static final EventType[] BY_CODE = values();

    private final int code;

    EventType(final int code) {
        this.code = code;
    }

    /**
     * Returns the number of this type in an event queue.
     *
     * @return code, from 1, which is never reused.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a type by its code.
     *
     * @param code any value.
     * @return the type, or null if no type has this code.
     */
    public static EventType of(final int code) {
        return code > 0 && code <= BY_CODE.length ? BY_CODE[code - 1] : null;
    }
}
