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
package io.tombolo.tools.flight;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.tools.text.ScreenText;

/**
 * The fields of an event in words. A field without a meaning for its kind is empty; an event of an unknown kind shows all fields.
 */
final class FlightWords {
    /** In place of a peer or a tag: a wildcard, or none. */
    static final int NONE = -1;

    private FlightWords() {
    }

    static String kind(final FlightEvent event) {
        return event.kind() == null ? "kind " + event.kindCode() : event.kind().text();
    }

    static String peer(final FlightEvent event) {
        return event.peer() == NONE ? wildcard(event.kind()) : Integer.toString(event.peer());
    }

    static String tag(final FlightEvent event) {
        return !hasEnvelope(event.kind()) ? "" : event.tag() == NONE ? wildcard(event.kind()) : Integer.toString(event.tag());
    }

    static String length(final FlightEvent event) {
        return hasEnvelope(event.kind()) || event.kind() == FlightKind.STALL_BEGAN ? Long.toString(event.length()) : "";
    }

    static String number(final FlightEvent event) {
        return hasEnvelope(event.kind()) || hasNumber(event.kind()) ? Integer.toUnsignedString(event.number()) : "";
    }

    static String context(final FlightEvent event) {
        return hasEnvelope(event.kind()) || isOfWindow(event.kind()) ? Integer.toString(event.context()) : "";
    }

    /** What the detail says. Success is not said. */
    static String detail(final FlightEvent event) {
        final Outcome outcome = outcome(event);
        if (outcome != null) {
            return outcome == Outcome.SUCCESS ? "" : ScreenText.words(outcome.name());
        }
        if (isOfWindow(event.kind())) {
            return lock(event.detail()) + after(event);
        }
        if (event.kind() == FlightKind.STALL_ENDED) {
            return after(event).strip();
        }
        final EndpointState state = event.kind() == FlightKind.ENDPOINT ? EndpointState.of(event.detail()) : null;
        if (state != null) {
            return state.label();
        }
        return event.detail() == 0 ? "" : "detail " + event.detail();
    }

    private static String lock(final int detail) {
        return ((detail & FlightKind.EXCLUSIVE) == 0 ? "shared" : "exclusive") +
            ((detail & FlightKind.PEER_ASKS) == 0 ? ", of the peer" : ", for the peer");
    }

    private static String after(final FlightEvent event) {
        return event.length() == 0 ? "" : " after " + ScreenText.duration(event.length());
    }

    /** The outcome that an event says; null if its kind has none, or no outcome has its code. */
    static Outcome outcome(final FlightEvent event) {
        final FlightKind kind = event.kind();
        if (kind == FlightKind.SEND_COMPLETED || kind == FlightKind.RECEIVE_COMPLETED || kind == FlightKind.PEER_GONE ||
            kind == FlightKind.PROTOCOL_ERROR) {
            for (final Outcome outcome : Outcome.values()) {
                if (outcome.code() == event.detail()) {
                    return outcome;
                }
            }
        }
        return null;
    }

    private static String wildcard(final FlightKind kind) {
        return hasEnvelope(kind) ? "any" : "";
    }

    private static boolean hasEnvelope(final FlightKind kind) {
        return kind == null || switch (kind) {
            case STALL_BEGAN, STALL_ENDED, LOCK_AWAITED, LOCK_GRANTED, LOCK_GIVEN_UP, ENDPOINT, SLEPT, WOKE, PEER_GONE, PEER_CAME,
                PROTOCOL_ERROR -> false;
            default -> true;
        };
    }

    private static boolean hasNumber(final FlightKind kind) {
        return kind == FlightKind.ENDPOINT || kind == FlightKind.PEER_GONE || kind == FlightKind.PEER_CAME ||
            kind == FlightKind.PROTOCOL_ERROR;
    }

    private static boolean isOfWindow(final FlightKind kind) {
        return kind == FlightKind.LOCK_AWAITED || kind == FlightKind.LOCK_GRANTED || kind == FlightKind.LOCK_GIVEN_UP;
    }
}
