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
package io.tombolo.tools.inspect;

import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.ringbuffers.queue.ReceiveSlotState;
import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes receive queues, endpoints and event dispatchers as text, a line for each.
 */
final class EndpointText {
    private static final String INDENT = "  ";

    private final Consumer<String> out;

    EndpointText(final Consumer<String> out) {
        this.out = out;
    }

    void write(final List<RankView> ranks) {
        if (ranks.stream().allMatch(rank -> rank.endpoints().isEmpty())) {
            out.accept("");
            out.accept("no endpoints, receive queues or event dispatchers");
            return;
        }
        queues(ranks);
        endpoints(ranks);
        dispatchers(ranks);
        for (final RankView rank : ranks) {
            rank.endpoints().problems().forEach(problem ->
                ScreenText.wrap(INDENT, INDENT + INDENT, "rank " + rank.rank() + ": " + ScreenText.printable(problem)).forEach(out));
        }
    }

    private void queues(final List<RankView> ranks) {
        final TextTable table = new TextTable(INDENT, "<>>>>>>>>>>");
        table.row("srq", "max", "available", "outstanding", "low", "armed", "taken", "waiting", "held", "unreaped", "fired");
        for (final RankView rank : ranks) {
            for (final ReceiveQueueEntry queue : rank.endpoints().queues()) {
                table.row(rank.rank() + "/" + queue.index(), queue.most(), queue.available(), queue.outstanding(), queue.lowWatermark(),
                    queue.isArmed() ? "yes" : "no", queue.taken(), queue.waiting(), queue.in(ReceiveSlotState.TAKEN),
                    queue.in(ReceiveSlotState.COMPLETED), queue.fired());
            }
        }
        write(table);
    }

    private void endpoints(final List<RankView> ranks) {
        final TextTable table = new TextTable(INDENT, "<<<>>>>>>>>");
        table.row("endpoint", "state", "peer", "srq", "events", "taken", "done", "sent", "sending", "waiting", "soft/hard");
        for (final RankView rank : ranks) {
            for (final EndpointEntry endpoint : rank.endpoints().endpoints()) {
                table.row(rank.rank() + "/" + endpoint.index(), ScreenText.words(endpoint.state()),
                    endpoint.peer() < 0 ? "-" : endpoint.peer() + "/" + endpoint.remote(), endpoint.queue(), endpoint.events(),
                    endpoint.taken(), endpoint.completed(), endpoint.sent(), endpoint.sending(), endpoint.waiting(),
                    watermark(endpoint.soft()) + "/" + watermark(endpoint.hard()));
            }
        }
        write(table);
    }

    private static String watermark(final int watermark) {
        return watermark == EndpointAttributes.INFINITE ? "-" : Integer.toString(watermark);
    }

    private void dispatchers(final List<RankView> ranks) {
        final TextTable table = new TextTable(INDENT, "<>>>>>>");
        table.row("events", "capacity", "there", "taken", "reserved", "overflows", "waited");
        for (final RankView rank : ranks) {
            for (final EventQueueEntry events : rank.endpoints().dispatchers()) {
                table.row(rank.rank() + "/" + events.index(), events.capacity(), events.events(), events.taken(), events.reserved(),
                    events.overflows(), events.isWaited() ? "yes" : "no");
            }
        }
        write(table);
    }

    private void write(final TextTable table) {
        final List<String> lines = table.lines();
        if (lines.size() > 1) {
            out.accept("");
            lines.forEach(out);
        }
    }
}
