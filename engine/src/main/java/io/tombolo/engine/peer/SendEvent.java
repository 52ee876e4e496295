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
package io.tombolo.engine.peer;

import java.util.Locale;

/**
 * What takes a send from one {@link SendState} to the next: how an action ended, or what happened elsewhere. The events of a wait state are
 * levels, not edges: each turn looks again at the thing itself, so none can be lost between a check and the wait.
 */
public enum SendEvent {
    /** A send was queued. */
    RECORD_AVAILABLE,
    /** The type of the send is known. */
    TYPE_DECIDED,
    /** The peer keeps room again for a message that was to go as a rendezvous. */
    CREDIT_AVAILABLE,
    /** No buffer is free. */
    NO_BUFFERS,
    /** The send has its buffer, or needs none. */
    BUFFERS_OK,
    /** A buffer came free. */
    BUFFERS_AVAILABLE,
    /** There is no room. */
    FLOW_RESTRICTED,
    /** There is room. */
    FLOW_OK,
    /** Room was made. */
    FLOW_ENABLED,
    /** All of the message has left. */
    MESSAGE_COMPLETE,
    /** The envelope has left, and the data goes its own way while the queue goes on. */
    PARKED,
    /** There is more, and the receiver takes it from registered memory. */
    MORE_DIRECT,
    /** There is more, and it goes through a buffer. */
    MORE_BUFFERED,
    /** All is exposed, and not all is got. */
    ALL_EXPOSED,
    /** There will be more, and it has not arrived here yet. */
    NO_DATA,
    /** More of a message that is forwarded has arrived. */
    DATA_AVAILABLE,
    /** The receiver has all that it wants. */
    DONE_GET,
    /** The send was taken back, or its peer is gone. */
    RECORD_ENDED,
    /** The end of the send has been told. */
    SIGNALLED,
    /** Another send waits. */
    MORE_RECORDS,
    /** No other send waits. */
    NO_MORE_RECORDS;

    /**
     * Returns the name as a person writes it.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
