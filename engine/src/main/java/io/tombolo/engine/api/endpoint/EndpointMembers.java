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

import io.tombolo.engine.access.EndpointAccess;
import io.tombolo.ringbuffers.queue.EventEntry;

/**
 * Gives the engine the members of this package that users do not see.
 */
final class EndpointMembers implements EndpointAccess {
    @Override
    public EventEntry entry(final Event event) {
        return event.entry();
    }

    @Override
    public void fill(
        final Event event, final EventType type, final CompletionStatus status, final Endpoint endpoint, final SharedReceiveQueue queue,
        final long cookie, final long length) {
        event.fill(type, status, endpoint, queue, cookie, length);
    }

    @Override
    public void fillConnection(
        final Event event, final int rank, final long request, final long privateData, final boolean isSolicited) {
        event.fillConnection(rank, request, privateData, isSolicited);
    }

    @Override
    public void setRemaining(final Event event, final int remaining) {
        event.setRemaining(remaining);
    }

    @Override
    public void fillQueue(
        final ReceiveQueueCounts counts, final ReceiveQueueState state, final ProtectionZone zone, final int maxSegments) {
        counts.fillQueue(state, zone, maxSegments);
    }

    @Override
    public void fillCounts(
        final ReceiveQueueCounts counts, final int maxReceives, final int available, final int outstanding, final int lowWatermark) {
        counts.fillCounts(maxReceives, available, outstanding, lowWatermark);
    }

    @Override
    public void fill(final ReceiveSpan counts, final int allocated, final int span) {
        counts.fill(allocated, span);
    }
}
