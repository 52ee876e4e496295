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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.line.Samples;
import io.tombolo.jmh.bench.process.CollectiveSetup;
import io.tombolo.jmh.bench.process.MatchingSetup;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.RunResult;
import io.tombolo.jmh.bench.process.WindowAccess;
import io.tombolo.jmh.bench.process.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes the samples of each run as HdrHistogram logs, one file for each piece of work.
 */
final class HistogramLogs {

    private final Path directory;
    private final String bench;

    HistogramLogs(final Path directory, final String bench) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.bench = bench;
    }

    void write(final PeerKind peer, final Work work, final List<RunResult> runs) throws IOException {
        final String name = String.join("-",
            bench, peer.label(), work.buffer().label(), work.fill().label(), Integer.toString(work.size())) +
            setup(work) + access(work) + collective(work) + ".hlog";
        final HistogramLogWriter writer = new HistogramLogWriter(directory.resolve(name).toFile());
        try {
            writer.outputComment("samples in nanoseconds; a tag is the run and the messages of a sample, of which a round trip has two");
            writer.outputLogFormatVersion();
            writer.outputLegend();
            for (int run = 0; run < runs.size(); run++) {
                write(writer, run, runs.get(run).medians());
                if (runs.get(run).tails().messagesPerSample() != runs.get(run).medians().messagesPerSample()) {
                    write(writer, run, runs.get(run).tails());
                }
            }
        } finally {
            writer.close();
        }
    }

    private static String setup(final Work work) {
        final MatchingSetup matching = work.matching();
        return MatchingSetup.NONE.equals(matching) ? "" : "-" + String.join("-",
            matching.queue().name(), matching.wildcards().name(), Integer.toString(matching.depth())).toLowerCase(Locale.ROOT);
    }

    private static String access(final Work work) {
        return WindowAccess.NONE.equals(work.access()) ? "" : "-" + work.access().label();
    }

    private static String collective(final Work work) {
        return CollectiveSetup.NONE.equals(work.collective()) ? "" : "-" + work.collective().label();
    }

    private static void write(final HistogramLogWriter writer, final int run, final Samples samples) {
        final Histogram histogram = samples.histogram();
        histogram.setTag(run + 1 + "-" + samples.messagesPerSample());
        writer.outputIntervalHistogram(run, run + 1, histogram, 1.0);
    }
}
