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

import io.tombolo.tools.inspect.InspectOptions;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.latency.LatencyExport;
import io.tombolo.tools.latency.LatencyJson;
import io.tombolo.tools.latency.LatencyReadings;
import io.tombolo.tools.latency.LatencyText;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * The options of {@code inspect} for latencies.
 */
final class LatencyOptions {
    @Option(names = "--latency", description = {
        "Show only how long messages and locks wait: a histogram for each rank, peer and kind of wait, and how much is measured."
    })
    private boolean latency;

    @Option(names = "--peer", paramLabel = "P", description = "With --latency: show only this source, destination or target.")
    private Integer peer;

    @Option(names = "--hgrm", paramLabel = "DIR", description = {
        "With --latency: write a file of percentiles for each histogram to this directory, in microseconds."
    })
    private Path percentiles;

    @Option(names = "--hdr-log", paramLabel = "FILE", description = {
        "With --latency: write all histograms to this file, as a log of HdrHistogram with a tag for each, in nanoseconds."
    })
    private Path log;

    /** Returns whether latencies are asked for; refuses options that need --latency. */
    boolean isAsked() {
        if (!latency && (peer != null || percentiles != null || log != null)) {
            throw new CommandFailure(ExitStatus.USAGE, "--peer, --hgrm and --hdr-log need --latency");
        }
        return latency;
    }

    /** Shows the latencies of a job, or of one of its ranks. */
    void show(final JobView job, final int rank, final boolean json, final Terminal terminal) throws IOException {
        if (peer != null && (peer < 0 || peer >= job.ranks().size())) {
            throw new CommandFailure(
                ExitStatus.USAGE, "--peer " + peer + ": the job has ranks 0 to " + (job.ranks().size() - 1));
        }
        final LatencyReadings chosen = job.latencies().only(
            reading -> (rank == InspectOptions.ALL || reading.rank() == rank) && (peer == null || reading.peer() == peer));
        if (percentiles != null) {
            LatencyExport.percentiles(chosen, percentiles);
        }
        if (log != null) {
            LatencyExport.log(chosen, job.createdMs(), job.readMs(), log);
        }
        if (json) {
            LatencyJson.write(job.path(), chosen, terminal.out());
        } else {
            LatencyText.write(chosen, terminal.out());
        }
    }
}
