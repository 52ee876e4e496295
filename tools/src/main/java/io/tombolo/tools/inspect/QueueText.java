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

import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Consumer;

/**
 * What waits at a rank, and its errors, as text.
 */
final class QueueText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    private final InspectOptions options;
    private final Consumer<String> out;

    QueueText(final InspectOptions options, final Consumer<String> out) {
        this.options = options;
        this.out = out;
    }

    /** The queues of all ranks. */
    void queues(final List<RankView> ranks) {
        for (final RankView rank : ranks) {
            queue("posted receive", rank, rank.queues().posted());
            queue("unexpected message", rank, rank.queues().unexpected());
            if (rank.queues().unstable() > 0) {
                out.accept("  " + rank.queues().unstable() + " nodes of rank " + rank.rank() + " changed at every try");
            }
        }
    }

    private void queue(final String title, final RankView rank, final List<QueueEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        final boolean isUnexpected = rank.queues().unexpected() == entries;
        final long bytes = entries.stream().mapToLong(QueueEntry::length).sum();
        out.accept("");
        out.accept("rank " + rank.rank() + ": " + entries.size() + " " + title + (entries.size() == 1 ? "" : "s") + (isUnexpected ? ", " + bytes + " bytes" : "") +
            ", oldest first" + (rank.isSettled() ? "" : " (busy: it changed in each of " + Settled.PASSES + " passes)"));
        final TextTable table = new TextTable("  ", ">>>>><");
        table.row("stamp", "source", "tag", "context", isUnexpected ? "length" : "", "");
        final int shown = Math.min(entries.size(), options.limit());
        for (final QueueEntry entry : entries.subList(0, shown)) {
            table.row(entry.stamp(), entry.sourceText(), entry.tagText(), entry.context(), isUnexpected ? entry.length() : "", "");
        }
        table.lines().forEach(out);
        if (shown < entries.size()) {
            out.accept("    and " + (entries.size() - shown) + " more; --queues shows them");
        }
    }

    /** The distinct error logs of all ranks. */
    void errors(final List<RankView> ranks) {
        for (final RankView rank : ranks) {
            final ErrorLogReading log = rank.errors();
            if (log.entries().isEmpty() && log.damage().isEmpty()) {
                continue;
            }
            out.accept("");
            out.accept("rank " + rank.rank() + ": " + log.entries().size() + " distinct error" + (log.entries().size() == 1 ? "" : "s") +
                (log.damage().isEmpty() ? "" : "; DAMAGED: " + log.damage()));
            log.entries().forEach(this::error);
        }
    }

    private void error(final ErrorEntry error) {
        final String when = error.count() == 1 ? "once, at " + time(error.firstMs()) :
            error.count() + " times, " + time(error.firstMs()) + " to " + time(error.lastMs());
        out.accept("  " + when);
        ScreenText.wrap("    ", "      ", ScreenText.printable(error.headline())).forEach(out);
    }

    static String time(final long ms) {
        return TIME.format(Instant.ofEpochMilli(ms));
    }
}
