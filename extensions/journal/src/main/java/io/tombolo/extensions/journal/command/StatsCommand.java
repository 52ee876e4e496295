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
package io.tombolo.extensions.journal.command;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.excerpt.ExcerptKind;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.RecordedRing;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code stats}: counts the events of a journal.
 */
@Command(name = "stats", description = {"Count the events in a journal by job, rank and kind, with bytes and events a second.", ""})
final class StatsCommand implements Callable<Integer> {
    private static final String ROW = "%-16s %6s %4s  %-22s %12s %16s %12s%n";
    private static final double NS_A_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PrintStream out;
    private final PrintStream err;
    private final Map<Key, Count> counts = new TreeMap<>();

    @Parameters(paramLabel = "DIR", description = "Directory of the journal, or of one job in it.")
    private Path journal;

    @Mixin
    private EventFilter filter;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    private record Key(long job, int rank, int incarnation, String what) implements Comparable<Key> {
        @Override
        public int compareTo(final Key other) {
            final int byJob = Long.compare(job, other.job);
            final int byRank = byJob == 0 ? Integer.compare(rank, other.rank) : byJob;
            final int byIncarnation = byRank == 0 ? Integer.compare(incarnation, other.incarnation) : byRank;
            return byIncarnation == 0 ? what.compareTo(other.what) : byIncarnation;
        }
    }

    private static final class Count {
        private long number;
        private long bytes;
        private long firstNs = Long.MAX_VALUE;
        private long lastNs = Long.MIN_VALUE;

        private void add(final long more, final long length, final long epochNs) {
            number += more;
            bytes += Math.max(0, length);
            firstNs = Math.min(firstNs, epochNs);
            lastNs = Math.max(lastNs, epochNs);
        }

        private String rate() {
            final double seconds = (lastNs - firstNs) / NS_A_SECOND;
            return seconds <= 0 ? "-" : String.format(Locale.ROOT, "%.0f", number / seconds);
        }
    }

    StatsCommand(final PrintStream out, final PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        filter.parsed();
        final Journal opened = Journal.open(journal);
        try (MergedEvents events = new MergedEvents(opened, filter)) {
            JournalEvent event = events.next();
            while (event != null) {
                if (filter.takes(event)) {
                    count(event);
                }
                event = events.next();
            }
            out.printf(Locale.ROOT, ROW, "job", "rank", "inc", "what", "number", "bytes", "a second");
            counts.forEach((key, count) -> out.printf(Locale.ROOT, ROW,
                Long.toHexString(key.job()), key.rank(), key.incarnation(), key.what(), count.number,
                count.bytes == 0 ? "-" : count.bytes, count.rate()));
            return Damages.report(events.damages(), out, err);
        }
    }

    /** Returns whether the length of an event is that of a message. */
    private static boolean isOfMessage(final FlightKind kind) {
        return kind != null && kind.code() < FlightKind.STALL_BEGAN.code();
    }

    private static long bytes(final JournalEvent event) {
        return event.isPayload() ? event.payloadLength() : isOfMessage(event.flight().kind()) ? event.flight().length() : 0;
    }

    private void count(final JournalEvent event) {
        if (event.isFlight()) {
            add(event, EventLines.kind(event), 1, bytes(event));
        } else if (event.kind() == ExcerptKind.GAP) {
            final String what = event.gapRing() == RecordedRing.EVENTS ? "missing: " : event.gapRing().text() + " missing: ";
            add(event, what + EventLines.reason(event), event.missing(), 0);
        }
    }

    private void add(final JournalEvent event, final String what, final long number, final long length) {
        counts.computeIfAbsent(new Key(event.rank().jobId(), event.rank().rank(), event.rank().incarnation(), what), key -> new Count())
            .add(number, length, event.epochNs());
    }
}
