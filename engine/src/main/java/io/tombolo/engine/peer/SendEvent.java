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
 * The events that take a send from one {@link SendState} to the next: how an action ended, or what happened elsewhere. The events of a
 * wait state are levels, not edges: each turn looks at the condition itself, so no event can be lost between a check and the wait.
 */
public enum SendEvent {
    /** A record was queued. */
    RECORD_AVAILABLE,
    /** The type of the send is known. */
    TYPE_DECIDED,
    /** The peer has credit again for a message that was to go as a rendezvous. */
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
    /** All of the message has been published. */
    MESSAGE_COMPLETE,
    /** The envelope has been published. The data follows under a cursor of its own, and the queue goes on. */
    PARKED,
    /** There is more data, and the receiver copies it from registered memory. */
    MORE_DIRECT,
    /** There is more data, and it goes through a buffer. */
    MORE_BUFFERED,
    /** All data is exposed, and the receiver has not copied all of it. */
    ALL_EXPOSED,
    /** There will be more data, and it has not arrived here yet. */
    NO_DATA,
    /** More of a message that is forwarded has arrived. */
    DATA_AVAILABLE,
    /** The receiver has copied all that it wants. */
    DONE_GET,
    /** The send was cancelled, or its peer is gone. */
    RECORD_ENDED,
    /** The end of the send has been signalled. */
    SIGNALLED,
    /** Another record waits. */
    MORE_RECORDS,
    /** No other record waits. */
    NO_MORE_RECORDS;

    /**
     * Returns the name for output.
     *
     * @return lower case, with spaces.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
