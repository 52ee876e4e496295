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
package io.tombolo.tools.top;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.latency.LatencyFile;
import io.tombolo.ringbuffers.latency.LatencyKind;
import io.tombolo.ringbuffers.latency.LatencyReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads at each sample how long messages have waited for a receive, and how often sends have stalled. The files stay mapped until their
 * rank is replaced. The directory is listed only after a change.
 */
final class LatencySource implements AutoCloseable {
    private static final Pattern FILE = Pattern.compile("latency-(\\d{1,4})\\.(\\d{1,9})-(\\d{1,4})\\.dat");

    private final JobDirectory job;
    // By the rank that measures and its peer.
    private final Map<Long, Source> sources = new HashMap<>();
    private FileTime listed;

    /** A mapped file, and what was read last. */
    private static final class Source {
        private final LatencyFile file;
        private final int incarnation;
        private final LatencyReader waits;
        private final LatencyReader stalls;
        private LatencyCounts counts = LatencyCounts.NONE;

        Source(final LatencyFile file, final int incarnation) {
            this.file = file;
            this.incarnation = incarnation;
            this.waits = file.reader(LatencyKind.ARRIVAL_MATCH);
            this.stalls = file.reader(LatencyKind.CREDIT_STALL);
        }

        void read() {
            counts = LatencyCounts.of(waits, counts);
        }
    }

    LatencySource(final JobDirectory job) {
        this.job = job;
    }

    /** Reads all files. Call it before the results of this sample are asked for. */
    void read() {
        try {
            final FileTime changed = Files.getLastModifiedTime(job.path());
            if (!changed.equals(listed)) {
                list();
                listed = changed;
            }
        } catch (final IOException gone) {
            // The job has ended: the files that are mapped stay readable.
            listed = null;
        }
        sources.values().forEach(Source::read);
    }

    private void list() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(job.path(), "latency-*.dat")) {
            for (final Path path : files) {
                final Matcher name = FILE.matcher(path.getFileName().toString());
                if (name.matches()) {
                    attach(Integer.parseInt(name.group(1)), Integer.parseInt(name.group(2)), Integer.parseInt(name.group(3)));
                }
            }
        }
    }

    private void attach(final int rank, final int incarnation, final int peer) {
        if (Math.max(rank, peer) >= job.size() || job.incarnation(rank) != incarnation) {
            return;
        }
        final Source before = sources.get(key(rank, peer));
        if (before != null && before.incarnation == incarnation) {
            return;
        }
        try {
            sources.put(key(rank, peer), new Source(LatencyFile.attach(job, rank, incarnation, peer), incarnation));
        } catch (final IOException absent) {
            return;
        }
        if (before != null) {
            before.file.close();
        }
    }

    private static long key(final int rank, final int peer) {
        return (long) rank << Integer.SIZE | peer;
    }

    /** How long messages to a rank from all others have waited for a receive. */
    LatencyCounts of(final int rank) {
        final List<LatencyCounts> parts = new ArrayList<>();
        for (int peer = 0; peer < job.size(); peer++) {
            parts.add(of(rank, peer));
        }
        return LatencyCounts.sum(parts);
    }

    /** How long messages to a rank from another have waited for a receive. */
    LatencyCounts of(final int rank, final int source) {
        final Source measured = sources.get(key(rank, source));
        return measured == null || measured.incarnation != job.incarnation(rank) ? LatencyCounts.NONE : measured.counts;
    }

    /** How often sends of a rank to another have begun to wait. */
    long stalls(final int rank, final int destination) {
        final Source measured = sources.get(key(rank, destination));
        return measured == null || measured.incarnation != job.incarnation(rank) ? 0 : measured.stalls.recorded();
    }

    /** Unmaps all files. */
    @Override
    public void close() {
        sources.values().forEach(source -> source.file.close());
        sources.clear();
    }
}
