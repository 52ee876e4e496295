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
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.tools.json.JsonWriter;
import java.io.PrintStream;

/**
 * Writes each event as one line of JSON. The form is stable: members may be added but are never renamed or removed. The members that are
 * not described are those of {@link FlightKind}, raw; a peer or tag of -1 (a wildcard, or none) is null.
 * <pre>
 * rank          number of the rank that recorded the event
 * name          its name, null without
 * incarnation   its incarnation, from 1
 * position      events of this incarnation before this one
 * missed        events that were overwritten between the line before of this incarnation and this one, before they were read; events that
 *               --last leaves out are not counted
 * allMessages   whether the rank records all messages; if false, short messages that complete at once are left out
 * timeNs        time of the turn, in nanoseconds since the epoch; ranks of a machine have the same clock, which is exact only to a
 *               millisecond of the wall clock
 * kind          name of the kind, or KIND_n
 * detail        from 0 to 255
 * outcome       name of the outcome for kinds that have one, otherwise null
 * peer, tag     null, or a number
 * length, number, context
 * </pre>
 */
final class FlightJson implements FlightOutput {
    private final PrintStream out;
    private final PrintStream err;

    FlightJson(final PrintStream out, final PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public void note(final String line) {
        // The members missed and allMessages say it.
    }

    @Override
    public void problem(final String line) {
        err.println("tombolo inspect: " + line);
    }

    @Override
    public void event(final FlightCursor cursor, final long missed) {
        final FlightEvent event = cursor.event();
        final FlightKind kind = event.kind();
        final Outcome outcome = FlightWords.outcome(event);
        JsonWriter.ofLine(out).object().member("rank", cursor.rank()).member("name", cursor.name().isEmpty() ? null : cursor.name())
            .member("incarnation", cursor.incarnation()).member("position", event.position()).member("missed", missed)
            .member("allMessages", cursor.hasAllMessages()).member("timeNs", cursor.timeNs())
            .member("kind", kind == null ? "KIND_" + event.kindCode() : kind.name()).member("detail", event.detail())
            .member("outcome", outcome == null ? null : outcome.name())
            .member("peer", event.peer() == FlightWords.NONE ? null : event.peer())
            .member("tag", event.tag() == FlightWords.NONE ? null : event.tag())
            .member("length", event.length()).member("number", Integer.toUnsignedLong(event.number())).member("context", event.context())
            .end();
    }
}
