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
package io.tombolo.engine.telemetry;

import io.tombolo.engine.api.Outcome;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;

/**
 * Makes the events in a JVM that has the module {@code jdk.jfr}. Loaded only there.
 */
final class JfrEvents implements JvmEvents {
    private final String job;
    private final int rank;
    // Never committed: they tell what the recordings want, without an allocation.
    private final MessageSentEvent sent = new MessageSentEvent();
    private final MessageReceivedEvent received = new MessageReceivedEvent();
    private final WaitEvent wait = new WaitEvent();

    JfrEvents(final String job, final int rank) {
        this.job = job;
        this.rank = rank;
    }

    @Override
    public boolean hasMessages() {
        return sent.isEnabled() || received.isEnabled();
    }

    @Override
    public void message(
        final boolean isReceive, final Outcome outcome, final int peer, final int context, final int tag, final long length,
        final boolean isLong, final long waitedNs) {
        try {
            if (isReceive ? received.isEnabled() : sent.isEnabled()) {
                final MessageEvent event = isReceive ? new MessageReceivedEvent() : new MessageSentEvent();
                event.job = job;
                event.rank = rank;
                event.peer = peer;
                event.tag = tag;
                event.communicator = context;
                event.length = length;
                event.isLong = isLong;
                event.waited = waitedNs;
                event.outcome = outcome.name();
                event.commit();
            }
        } catch (final OutOfMemoryError lost) {
            // The event is lost; the message is not.
            return;
        }
    }

    @Override
    public void peerGone(final Outcome outcome, final int peer, final int incarnation) {
        try {
            final PeerGoneEvent event = new PeerGoneEvent();
            event.job = job;
            event.rank = rank;
            event.peer = peer;
            event.incarnation = incarnation;
            event.outcome = outcome.name();
            event.commit();
        } catch (final OutOfMemoryError lost) {
            // The event is lost; the peer is gone nevertheless.
            return;
        }
    }

    @Override
    public Object beginWait() {
        try {
            if (wait.isEnabled()) {
                final WaitEvent event = new WaitEvent();
                event.begin();
                return event;
            }
        } catch (final OutOfMemoryError lost) {
            // The event is lost; the wait goes on.
            return null;
        }
        return null;
    }

    @Override
    public void endWait(
        final Object begun, final WaitCall call, final String site, final int entries, final WaitKind kind, final int peer,
        final int context, final int tag) {
        try {
            final WaitEvent event = (WaitEvent) begun;
            event.end();
            if (event.shouldCommit()) {
                event.job = job;
                event.rank = rank;
                event.call = call.name();
                event.callSite = site;
                event.awaited = kind.name();
                event.peer = peer;
                event.tag = tag;
                event.communicator = context;
                event.entries = entries;
                event.commit();
            }
        } catch (final OutOfMemoryError lost) {
            // The event is lost; the wait has ended nevertheless.
            return;
        }
    }
}
