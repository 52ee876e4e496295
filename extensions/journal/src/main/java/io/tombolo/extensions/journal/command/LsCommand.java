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
import io.tombolo.extensions.journal.JournalRank;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code ls}: lists the ranks of a journal.
 */
@Command(name = "ls", description = {"List the ranks in a journal. A state of 'open' means: no end was recorded (yet).", ""})
final class LsCommand implements Callable<Integer> {
    private static final String ROW = "%-16s %6s %4s  %-12s %-8s %12s %6s %12s %14s  %-19s %10s %9s%n";
    private static final double MIB = 1 << 20;
    private static final double NS_A_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int TIME_LENGTH = 19;

    private final PrintStream out;
    private final PrintStream err;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal, or of one job in it.")
    private Path journal;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    LsCommand(final PrintStream out, final PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        final List<String> damages = new ArrayList<>();
        final Journal opened = Journal.open(journal);
        out.printf(Locale.ROOT, ROW,
            "job", "rank", "inc", "name", "state", "events", "gaps", "missing", "payload bytes", "first event (UTC)", "seconds", "MiB");
        for (final JournalRank rank : opened) {
            final RankSummary summary = RankSummary.of(rank);
            out.printf(Locale.ROOT, ROW,
                Long.toHexString(rank.jobId()), rank.rank(), rank.incarnation(), summary.name().isEmpty() ? "-" : summary.name(),
                summary.state().isEmpty() ? "open" : summary.state(), summary.events(), summary.gaps(), summary.missing(),
                summary.payload(), time(summary.firstNs()),
                String.format(Locale.ROOT, "%.3f", (summary.lastNs() - summary.firstNs()) / NS_A_SECOND),
                String.format(Locale.ROOT, "%.1f", summary.bytes() / MIB));
            if (!summary.damage().isEmpty()) {
                damages.add(summary.damage());
            }
        }
        return Damages.report(damages, out, err);
    }

    private static String time(final long epochNs) {
        return epochNs == 0 ? "-" : Instant.EPOCH.plus(epochNs, ChronoUnit.NANOS).toString().substring(0, TIME_LENGTH);
    }
}
