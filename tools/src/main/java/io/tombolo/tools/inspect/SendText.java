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

import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes the state of the sends of each rank to each peer, a line for each pair in which something was sent.
 */
final class SendText {
    private final JobView job;
    private final InspectOptions options;
    private final Consumer<String> out;

    SendText(final JobView job, final InspectOptions options, final Consumer<String> out) {
        this.job = job;
        this.options = options;
        this.out = out;
    }

    void write(final List<RankView> ranks) {
        final TextTable table = new TextTable("  ", "<<<>>>>><");
        table.row("sends", "peer", "machine", "queued", "long", "packets", "lanes", "bytes out", "since");
        int shown = 0;
        for (final RankView rank : ranks) {
            for (int peer = 0; peer < rank.sends().size(); peer++) {
                final SendReading sends = rank.sendsTo(peer);
                if (sends.changedMs() != 0 && options.shows(rank.rank(), peer)) {
                    shown++;
                    table.row(rank.rank() + "-" + peer, sends.state(), ScreenText.words(sends.machine()), sends.queued(), sends.pending(),
                        sends.packetsOut(), sends.lanes(), sends.uncredited(), QueueText.time(sends.changedMs()));
                }
            }
        }
        out.accept("");
        if (shown == 0) {
            out.accept("no sends: nothing was sent");
            return;
        }
        table.lines().forEach(out);
        out.accept("  of " + job.geometry().value(GeometrySetting.PACKETS) + " packets a pair, " +
            job.geometry().value(GeometrySetting.STAGING_LANES) + " lanes a rank, credit for " +
            job.geometry().value(GeometrySetting.UNEXPECTED_BYTES) + " eager bytes a pair");
    }
}
