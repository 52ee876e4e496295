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
package io.tombolo.engine.communicator;

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.region.SharedRegion;

/**
 * The state of a request for a message, which is used again for each start: an operation, and the communicator of the last start.
 */
public final class RequestState extends CallState {
    // Place of the receive if it is in a region; else null.
    private SharedRegion region;
    private Object base;
    private long offset;

    RequestState(final MessageCalls calls) {
        super(calls, new Operation());
    }

    static RequestState of(final Request request, final MessageCalls calls) {
        MESSAGING.checkIdle(request);
        if (MESSAGING.delegate(request) instanceof RequestState state) {
            state.calls(calls);
            return state;
        }
        return new RequestState(calls);
    }

    boolean belongsTo(final Progress progress) {
        return progress() == progress;
    }

    /**
     * Remembers the place of a receive if it is in a region. Only a message in a region can be forwarded.
     */
    void rememberRegion(final Object newBase, final long newOffset, final Object owner) {
        if (owner instanceof SharedRegion shared) {
            region = shared;
            base = newBase;
            offset = newOffset;
        } else {
            forgetRegion();
        }
    }

    private void forgetRegion() {
        if (region != null) {
            region = null;
            base = null;
        }
    }

    SharedRegion region() {
        return region;
    }

    Object base() {
        return base;
    }

    long offset() {
        return offset;
    }

    @Override
    public void finish(final Status status) {
        forgetRegion();
        super.finish(status);
    }
}
