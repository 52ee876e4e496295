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
package io.tombolo.tools.latency;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.latency.LatencyFile;
import io.tombolo.ringbuffers.latency.LatencyKind;
import io.tombolo.tools.text.ScreenText;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All histograms of a job that have values, by rank, peer and kind. Those of a rank are of its last incarnation.
 *
 * @param readings the histograms
 * @param problems why a file could not be read, one line for each
 */
public record LatencyReadings(List<LatencyReading> readings, List<String> problems) {
    /** Of a job whose latencies are not read. */
    public static final LatencyReadings NONE = new LatencyReadings(List.of(), List.of());

    private static final Pattern FILE = Pattern.compile("latency-(\\d{1,4})\\.(\\d{1,9})-(\\d{1,4})\\.dat");

    /**
     * Reads the files of a job, read-only.
     *
     * @param job inspected
     * @return its histograms
     * @throws IOException if the directory cannot be read
     */
    public static LatencyReadings of(final JobDirectory job) throws IOException {
        final List<LatencyReading> readings = new ArrayList<>();
        final List<String> problems = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(job.path(), "latency-*.dat")) {
            for (final Path path : files) {
                final Matcher name = FILE.matcher(path.getFileName().toString());
                if (name.matches()) {
                    read(job, name, readings, problems);
                }
            }
        }
        readings.sort(Comparator.comparingInt(LatencyReading::rank).thenComparingInt(LatencyReading::peer)
            .thenComparing(LatencyReading::kind));
        return new LatencyReadings(List.copyOf(readings), problems.stream().sorted().toList());
    }

    private static void read(
        final JobDirectory job, final Matcher name, final List<LatencyReading> readings, final List<String> problems) {
        final int rank = Integer.parseInt(name.group(1));
        final int incarnation = Integer.parseInt(name.group(2));
        final int peer = Integer.parseInt(name.group(3));
        if (Math.max(rank, peer) >= job.size()) {
            return;
        }
        final RankRow row = job.row(rank);
        if (row.incarnation() != incarnation) {
            return;
        }
        try (LatencyFile file = LatencyFile.attach(job, rank, incarnation, peer)) {
            for (final LatencyKind kind : LatencyKind.values()) {
                final LatencyReading reading = LatencyReading.of(file, ScreenText.printable(row.name()), kind);
                if (reading.count() > 0) {
                    readings.add(reading);
                }
            }
        } catch (final NoSuchFileException deleted) {
            // Its incarnation has been replaced in the meantime.
            return;
        } catch (final IOException refused) {
            problems.add(refused.getMessage());
        }
    }

    /**
     * Chooses histograms.
     *
     * @param chosen says which
     * @return these, and all problems
     */
    public LatencyReadings only(final Predicate<LatencyReading> chosen) {
        return new LatencyReadings(readings.stream().filter(chosen).toList(), problems);
    }
}
