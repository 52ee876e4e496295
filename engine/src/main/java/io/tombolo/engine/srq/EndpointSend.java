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

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.transfer.RegisteredMemory;

/**
 * A send of an endpoint, from its post to its completion. Reused; an endpoint has one for each send that may be outstanding.
 */
public final class EndpointSend extends Operation {
    final Connection connection;
    final int place;
    final SegmentView view;
    long cookie;
    int flags;
    EndpointSend nextSend;

    EndpointSend(final Connection connection, final int place, final Registry<RegisteredMemory> memories) {
        this.connection = connection;
        this.place = place;
        this.view = new SegmentView(memories);
    }

    /**
     * Begins a send that was acquired. Its segments follow by {@link #add}.
     *
     * @param newCookie opaque.
     * @param newFlags  of the application.
     */
    public void prepare(final long newCookie, final int newFlags) {
        begin(Kind.ENDPOINT);
        source = NONE;
        cookie = newCookie;
        flags = newFlags;
        view.clear();
    }

    /**
     * Adds a segment.
     *
     * @param memory of the segment; kept alive until the send has ended, even if it is closed.
     * @param at     offset in the memory.
     * @param bytes  length; the caller has checked the range.
     */
    public void add(final RegisteredMemory memory, final long at, final long bytes) {
        view.add(memory, at, bytes);
    }

    /**
     * Copies the message if it is short, so that the application may reuse its memory at once.
     *
     * @param most length of the longest short message, bytes.
     */
    public void copyShort(final int most) {
        if (view.length() <= most) {
            view.copy();
        }
    }
}
