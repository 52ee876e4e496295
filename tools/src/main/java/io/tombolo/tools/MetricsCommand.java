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

import io.tombolo.ringbuffers.job.NoSuchJobException;
import io.tombolo.tools.inspect.JobReader;
import io.tombolo.tools.inspect.JobState;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.jobs.JobSummary;
import io.tombolo.tools.metrics.MetricsFormat;
import io.tombolo.tools.metrics.MetricsText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code metrics}: prints the counters of jobs for a monitoring system.
 */
@Command(
    name = "metrics",
    description = {
        "Print the counters of jobs, live or dead, as text for a monitoring system. The ranks are not disturbed.",
        "",
        "Each sample has the label job, the name of the job's directory. Samples of a rank also have rank, and name if "
            + "the rank has one; samples of a pair have rank (the source) and peer (the destination). "
            + "Samples of a feed have rank (the writer), name and feed; those of its readers also reader (a rank) and slot. "
            + "Histograms of latencies have rank, name, peer and kind; their limits are exact to 6 percent. "
            + "A collector of text files, such as that of node_exporter, needs the format "
            + "prometheus and complete files: write to a new file and rename it.",
        "",
        "Example: bin/tombolo metrics --all > new && mv new tombolo.prom",
        ""
    })
final class MetricsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private JobArgument job;

    @Option(names = "--all", description = "Print all jobs below the parent directory in one text, except those in a previous/.")
    private boolean all;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "prometheus", description = {
        "Either prometheus (text format, version 0.0.4) or openmetrics (OpenMetrics 1.0). Default: prometheus."
    })
    private MetricsFormat format;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    MetricsCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (all && job.isGiven()) {
            throw new CommandFailure(ExitStatus.USAGE, "give a job or --all, not both");
        }
        final List<JobView> jobs = all ? readAll() : List.of(JobReader.read(job.find(terminal)));
        MetricsText.write(jobs, format, terminal.out());
        return ExitStatus.DONE.code();
    }

    /** Reads all jobs. A line on standard error names each job that cannot be read. */
    private List<JobView> readAll() throws IOException {
        final List<JobView> jobs = new ArrayList<>();
        for (final JobSummary each : job.parent().list()) {
            if (each.state() != JobState.PREVIOUS && each.state().isJob()) {
                try {
                    jobs.add(JobReader.read(each.path()));
                } catch (final NoSuchJobException ended) {
                    continue;
                } catch (final IOException refused) {
                    terminal.err().println("tombolo metrics: left out: " + refused.getMessage());
                }
            }
        }
        return jobs;
    }
}
