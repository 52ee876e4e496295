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

import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightKind;

/**
 * One event of the flight recorder of a rank, as it was read.
 *
 * @param rank        that recorded it
 * @param timeNs      time of the turn, in nanoseconds since the epoch
 * @param kind        of the event; null if the file has a code that is none
 * @param kindText    the kind in words
 * @param peer        rank, or -1
 * @param tag         tag, or -1
 * @param length      bytes, or what the kind says
 * @param number      its meaning depends on the kind
 * @param detail      what the detail says, in words; empty if nothing is to be said
 */
public record FlightEntry(
    int rank, long timeNs, FlightKind kind, String kindText, int peer, int tag, long length, long number, String detail) {
    static FlightEntry of(final FlightCursor cursor) {
        final FlightEvent event = cursor.event();
        return new FlightEntry(
            cursor.rank(), cursor.timeNs(), event.kind(), FlightWords.kind(event), event.peer(), event.tag(), event.length(),
            Integer.toUnsignedLong(event.number()), FlightWords.detail(event));
    }
}
