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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.completion.Operation;

/**
 * A buffer that an endpoint has taken and whose completion has not been put yet, because its message, or one before it, is still being
 * fetched. Reused; belongs to {@link EndpointReceives}.
 */
final class TakenReceive extends Operation {
    SegmentView view;
    Connection connection;
    int slot;
    long cookie;
    boolean isSolicited;
    // Result, or null while the message is being fetched.
    CompletionStatus status;
    long length;
    TakenReceive nextTaken;

    TakenReceive(final SegmentView view) {
        this.view = view;
    }

    /** Begins to fetch the message. */
    void fetch() {
        begin(Kind.RECEIVE);
        status = null;
        connection.allocated++;
    }

    @Override
    public void complete(final int fromRank, final int fromTag, final long bytes, final long totalLength) {
        connection.allocated--;
        super.complete(fromRank, fromTag, bytes, totalLength);
    }

    @Override
    public void complete(final Outcome newOutcome) {
        connection.allocated--;
        super.complete(newOutcome);
    }

    boolean isSettled() {
        return status != null || isDone();
    }
}
