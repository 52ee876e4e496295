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
package io.tombolo.tools;

import io.tombolo.tools.top.JobRates;
import io.tombolo.tools.top.JobSampler;
import io.tombolo.tools.top.LiveView;
import io.tombolo.tools.top.RateHistory;
import io.tombolo.tools.top.TopExport;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code top}: shows what the ranks of a job do, live.
 */
@Command(
    name = "top",
    description = {
        "Show what the ranks of a job do and how fast messages move, live. The ranks are not disturbed.",
        "",
        "At the top each rank has a character for each sample; a line explains those that appear. Below is a table of ranks or of pairs of "
            + "ranks. Keys: q quit, t the other table, space pause, + and - the interval, arrow keys scroll; the last line names the keys "
            + "that sort. A k is 1,000.",
        "",
        "Without a terminal use --once, --csv or --json. They show the rates between two samples; --csv and --json go on until the job "
            + "ends, unless --once is given.",
        ""
    })
final class TopCommand implements Callable<Integer> {
    private static final long LEAST_INTERVAL_MS = 10;
    private static final long GREATEST_INTERVAL_MS = TimeUnit.HOURS.toMillis(1);

    private final Terminal terminal;

    @Mixin
    private JobArgument job;

    @Option(names = "--interval", paramLabel = "SECONDS", defaultValue = "1", description = {
        "Seconds between samples, such as 0.5; from 0.01 to 3600. Default: 1."
    })
    private double seconds;

    @Option(names = "--once", description = "Print the rates of one interval, and exit.")
    private boolean once;

    @Option(names = "--pairs", description = "Show pairs of ranks in place of ranks. JSON has both.")
    private boolean pairs;

    @Option(names = "--csv", description = "Write CSV: a heading, then a line for each rank or pair and interval.")
    private boolean csv;

    @Option(names = "--json", description = "Write JSON: a line for each interval, or, with --once, an indented document.")
    private boolean json;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    TopCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        final double ms = seconds * TimeUnit.SECONDS.toMillis(1);
        if (!(ms >= LEAST_INTERVAL_MS && ms <= GREATEST_INTERVAL_MS)) {
            throw new CommandFailure(ExitStatus.USAGE, "--interval takes 0.01 to 3600 seconds");
        }
        if (csv && json) {
            throw new CommandFailure(ExitStatus.USAGE, "give --csv or --json, not both");
        }
        final boolean isLive = !once && !csv && !json;
        if (isLive) {
            checkTerminal();
        }
        try (JobSampler sampler = new JobSampler(job.find(terminal))) {
            if (isLive) {
                final Map<String, String> environment = System.getenv();
                final boolean isColoured = environment.getOrDefault("NO_COLOR", "").isEmpty();
                if (!new LiveView(sampler, Math.round(ms), pairs, isColoured, isAscii(environment)).run()) {
                    throw refusal("this terminal cannot place the cursor");
                }
            } else {
                print(sampler, Math.round(ms));
            }
        }
        return ExitStatus.DONE.code();
    }

    private void checkTerminal() {
        if (!terminal.hasKeyboard()) {
            throw refusal("standard input is no terminal");
        }
        if (!terminal.isInteractive()) {
            throw refusal("standard output is no terminal");
        }
        final String type = System.getenv().getOrDefault("TERM", "");
        if (type.isEmpty() || type.startsWith("dumb")) {
            throw refusal("TERM is " + (type.isEmpty() ? "not set" : type) + ", a terminal that cannot place the cursor");
        }
    }

    private static CommandFailure refusal(final String why) {
        return new CommandFailure(ExitStatus.USAGE, why + "; use --once, --csv or --json");
    }

    /** Whether the user's locale shows only ASCII, by the rules of POSIX: the first of these variables that has a value counts. */
    static boolean isAscii(final Map<String, String> environment) {
        for (final String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
            final String locale = environment.getOrDefault(name, "");
            if (!locale.isEmpty()) {
                return !locale.toUpperCase(Locale.ROOT).matches(".*UTF-?8.*");
            }
        }
        return true;
    }

    private void print(final JobSampler sampler, final long intervalMs) throws IOException {
        final RateHistory history = new RateHistory();
        JobRates rates = history.add(sampler.sample());
        if (csv) {
            TopExport.csvHeading(pairs, terminal.out());
        }
        final long startNs = rates.now().timeNs();
        long intervals = 0;
        do {
            if (!rates.now().isEnded()) {
                intervals++;
                // At equal distances from the first sample.
                sleepUntil(startNs + TimeUnit.MILLISECONDS.toNanos(intervals * intervalMs));
                rates = history.add(sampler.sample());
            }
            print(rates);
        } while (!once && !rates.now().isEnded() && !terminal.out().checkError());
    }

    private void print(final JobRates rates) {
        if (csv) {
            TopExport.csv(rates, pairs, terminal.out());
        } else if (json) {
            TopExport.json(rates, !once, terminal.out());
        } else {
            TopExport.text(rates, pairs, terminal.out());
        }
    }

    private static void sleepUntil(final long timeNs) {
        try {
            TimeUnit.NANOSECONDS.sleep(timeNs - System.nanoTime());
        } catch (final InterruptedException ended) {
            throw new CommandFailure(ExitStatus.FAILED, "interrupted");
        }
    }
}
