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
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Writes the matching queues and the errors of ranks as text.
 */
final class QueueText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final InspectOptions options;
    private final long readMs;
    private final Consumer<String> out;

    /** Makes a writer for values that were read at {@code readMs}, milliseconds since the epoch. */
    QueueText(final InspectOptions options, final long readMs, final Consumer<String> out) {
        this.options = options;
        this.readMs = readMs;
        this.out = out;
    }

    /** Writes the queues of all ranks: in full for a few ranks, otherwise only the oldest entry of each. */
    void queues(final List<RankView> ranks) {
        queues("posted receive", ranks, rank -> rank.queues().posted());
        queues("unexpected message", ranks, rank -> rank.queues().unexpected());
        for (final RankView rank : ranks) {
            if (rank.queues().unstable() > 0) {
                out.accept("  " + rank.queues().unstable() + " queue entries of rank " + rank.rank() +
                    " changed while they were read and are not shown");
            }
        }
    }

    private void queues(final String title, final List<RankView> all, final Function<RankView, List<QueueEntry>> entries) {
        final List<RankView> ranks = all.stream().filter(rank -> !entries.apply(rank).isEmpty()).toList();
        if (ranks.size() <= InspectOptions.FEW || options.allQueued()) {
            ranks.forEach(rank -> queue(title, rank, entries.apply(rank)));
            return;
        }
        out.accept("");
        out.accept(title + "s of " + ranks.size() + " ranks, the oldest of each; --queues shows all");
        final TextTable table = new TextTable("  ", ">>>>>>>>");
        table.row("rank", "waiting", "bytes", "stamp", "age", "source", "tag", "context");
        for (final RankView rank : ranks) {
            final List<QueueEntry> queue = entries.apply(rank);
            final QueueEntry oldest = queue.get(0);
            table.row(rank.rank(), queue.size(), queue.stream().mapToLong(QueueEntry::length).sum(), oldest.stamp(),
                oldest.ageText(readMs), oldest.sourceText(), oldest.tagText(), oldest.context());
        }
        table.lines().forEach(out);
    }

    private void queue(final String title, final RankView rank, final List<QueueEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        final boolean isUnexpected = rank.queues().unexpected() == entries;
        final long bytes = entries.stream().mapToLong(QueueEntry::length).sum();
        out.accept("");
        out.accept("rank " + rank.rank() + ": " + entries.size() + " " + title + (entries.size() == 1 ? "" : "s") +
            (isUnexpected ? ", " + bytes + " bytes" : "") +
            ", oldest first" + (rank.isSettled() ? "" : " (busy: it changed in each of " + StableReading.PASSES + " passes)"));
        final TextTable table = new TextTable("  ", ">>>>>><");
        table.row("stamp", "age", "source", "tag", "context", isUnexpected ? "length" : "", "");
        final int shown = Math.min(entries.size(), options.limit());
        for (final QueueEntry entry : entries.subList(0, shown)) {
            table.row(entry.stamp(), entry.ageText(readMs), entry.sourceText(), entry.tagText(), entry.context(),
                isUnexpected ? entry.length() : "", "");
        }
        table.lines().forEach(out);
        if (shown < entries.size()) {
            out.accept("    and " + (entries.size() - shown) + " more; --queues shows them");
        }
    }

    /** Writes the error logs of all ranks. */
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
