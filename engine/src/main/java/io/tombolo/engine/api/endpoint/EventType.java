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
 * What an {@link Event} tells.
 */
public enum EventType {
    /** A receive has ended: cookie, status, length, solicited. */
    RECEIVE(1),
    /** A send has ended: cookie, status, length. */
    SEND(2),
    /** Somebody asks to connect: request, private data, rank. */
    CONNECTION_REQUEST(3),
    /** The connection is there. Of the side that asked: private data of the other. */
    ESTABLISHED(4),
    /** The other side has refused: private data. */
    REJECTED(5),
    /** The other side did not answer in time, or is gone. */
    UNREACHABLE(6),
    /** The connection has ended as one side asked, or because the other rank is gone. */
    DISCONNECTED(7),
    /** The connection was broken: no buffer, one that is too short, or too many. */
    BROKEN(8),
    /** Fewer buffers are on a receive queue than its low watermark (S4.25). */
    LOW_WATERMARK(9),
    /** An endpoint holds more buffers than its soft watermark (S4.27). */
    SOFT_WATERMARK(10),
    /** An event found no room in an event dispatcher (S4.31). */
    OVERFLOW(11),
    /** The application's own: cookie. */
    SOFTWARE(12);

    private static final EventType[] BY_CODE = values();

    private final int code;

    EventType(final int code) {
        this.code = code;
    }

    /**
     * Returns the number that stands for this type in an event queue.
     *
     * @return code, from 1, never used again for something else.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a type by its code.
     *
     * @param code of any value.
     * @return the type, or null if there is none.
     */
    public static EventType of(final int code) {
        return code > 0 && code <= BY_CODE.length ? BY_CODE[code - 1] : null;
    }
}
