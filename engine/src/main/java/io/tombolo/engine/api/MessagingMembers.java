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
package io.tombolo.engine.api;

import io.tombolo.engine.access.ClaimDelegate;
import io.tombolo.engine.access.MessageDelegate;
import io.tombolo.engine.access.MessagingAccess;
import io.tombolo.engine.access.MulticastDelegate;
import io.tombolo.engine.access.RequestDelegate;
import io.tombolo.engine.access.SegmentList;

/**
 * Gives the engine the members of this package that users do not see.
 */
final class MessagingMembers implements MessagingAccess {
    @Override
    public Status fill(
        final Status status, final int source, final int tag, final long length, final long messageLength, final Outcome outcome) {
        return status.fill(source, tag, length, messageLength, outcome);
    }

    @Override
    public RequestDelegate delegate(final Request request) {
        return request.delegate();
    }

    @Override
    public void start(final Request request, final RequestDelegate delegate) {
        request.start(delegate);
    }

    @Override
    public void startSent(final Request request, final RequestDelegate delegate, final int destination, final int tag, final long length) {
        request.startSent(delegate, destination, tag, length);
    }

    @Override
    public void prepare(final Request request, final RequestDelegate delegate) {
        request.prepare(delegate);
    }

    @Override
    public void checkIdle(final Request request) {
        request.checkIdle();
    }

    @Override
    public ClaimDelegate delegate(final Claim claim) {
        return claim.delegate();
    }

    @Override
    public void attach(final Claim claim, final ClaimDelegate delegate) {
        claim.attach(delegate);
    }

    @Override
    public MessageDelegate delegate(final Message message) {
        return message.delegate();
    }

    @Override
    public void attach(final Message message, final MessageDelegate delegate) {
        message.attach(delegate);
    }

    @Override
    public MulticastDelegate delegate(final Multicast multicast) {
        return multicast.delegate();
    }

    @Override
    public void attach(final Multicast multicast, final MulticastDelegate delegate) {
        multicast.attach(delegate);
    }

    @Override
    public SegmentList list(final Segments segments) {
        return segments.list();
    }
}
