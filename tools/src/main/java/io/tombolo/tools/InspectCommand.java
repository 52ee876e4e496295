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

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.tools.inspect.InspectJson;
import io.tombolo.tools.inspect.InspectOptions;
import io.tombolo.tools.inspect.InspectText;
import io.tombolo.tools.inspect.JobReader;
import io.tombolo.tools.inspect.JobView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code inspect}: shows a live or dead job.
 */
@Command(
    name = "inspect",
    description = {
        "Show a job, live or dead: ranks, messages between them, queues, errors, counters.",
        "",
        "The job is not disturbed: its files are mapped read-only, and locks are probed, never taken. Values that change are read again "
            + "until two passes agree; a part that keeps changing is marked busy. A job that was put aside lies in previous/ in the "
            + "directory of the job that replaced it.",
        ""
    })
final class InspectCommand implements Callable<Integer> {
    private static final Pattern PAIR = Pattern.compile("(\\d{1,4})-(\\d{1,4})");

    private final Terminal terminal;

    @Mixin
    private JobArgument job;

    @Mixin
    private FlightArguments flight;

    @Option(names = "--json", description = "Write JSON. Its form is stable.")
    private boolean json;

    @Option(names = "--hex", description = "Also show records as raw 64-bit words, header first.")
    private boolean hex;

    @Option(names = "--queues", description = "Show all entries of each queue, not only the oldest 8.")
    private boolean queues;

    @Option(names = "--sends", description = {
        "Show only sends: the state of each send machine ('tombolo fsm send' prints it), what waits, what is held, and credit."
    })
    private boolean sends;

    @Option(names = "--windows", description = {
        "Show only windows: how each part is locked, which ranks hold the lock or wait for it, and whether a holder died."
    })
    private boolean windows;

    @Option(names = "--srq", description = {
        "Show only shared receive queues, endpoints and event dispatchers."
    })
    private boolean srq;

    @Option(names = "--feeds", description = {
        "Show only feeds: what each has published, and how far each reader is behind."
    })
    private boolean feeds;

    @Option(names = "--pair", paramLabel = "S-D", description = "Show only the pair from rank S to rank D, even if it is idle.")
    private String pair;

    @Option(names = "--rank", paramLabel = "RANK|NAME", description = "With --flight or --latency: show only this rank.")
    private String rank;

    @Mixin
    private LatencyOptions latency;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    InspectCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        InspectOptions options = new InspectOptions(hex, queues, sends, windows, srq, feeds, InspectOptions.ALL, InspectOptions.ALL);
        if (pair != null) {
            final Matcher numbers = PAIR.matcher(pair);
            if (!numbers.matches()) {
                throw new CommandFailure(ExitStatus.USAGE, "--pair takes two ranks such as 0-1, not " + pair);
            }
            options = new InspectOptions(
                hex, queues, sends, windows, srq, feeds, Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
        }
        flight.check(hex || queues || sends || windows || srq || feeds || pair != null || latency.isAsked());
        if (rank != null && !flight.areAsked() && !latency.isAsked()) {
            throw new CommandFailure(ExitStatus.USAGE, "--rank needs --flight or --latency");
        }
        final Path path = job.find(terminal);
        if (flight.areAsked()) {
            flight.show(path, number(path), json, terminal);
            return ExitStatus.DONE.code();
        }
        if (latency.isAsked()) {
            latency.show(JobReader.read(path), number(path), json, terminal);
            return ExitStatus.DONE.code();
        }
        final JobView view = JobReader.read(path);
        if (Math.max(options.source(), options.destination()) >= view.ranks().size()) {
            throw new CommandFailure(
                ExitStatus.USAGE, "--pair " + pair + ": the job has ranks 0 to " + (view.ranks().size() - 1));
        }
        if (json) {
            InspectJson.write(view, options, terminal.out());
        } else {
            InspectText.write(view, options, terminal.out());
        }
        return ExitStatus.DONE.code();
    }

    private int number(final Path path) throws IOException {
        if (rank == null) {
            return InspectOptions.ALL;
        }
        try (JobDirectory named = JobDirectory.inspect(path)) {
            return RankArgument.number(rank, named);
        }
    }
}
