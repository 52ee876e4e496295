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
package io.tombolo.tools.report;

import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.tools.doctor.Checkup;
import io.tombolo.tools.doctor.MachineFacts;
import io.tombolo.tools.flight.FlightHistory;
import io.tombolo.tools.inspect.JobReader;
import io.tombolo.tools.inspect.JobState;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.inspect.PairTraffic;
import io.tombolo.tools.jobs.JobParent;
import io.tombolo.tools.why.Finding;
import io.tombolo.tools.why.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that a report says about a job.
 *
 * @param job      the job
 * @param traffic  what each rank has sent to each other one, by source and destination
 * @param flight   events of the flight recorders
 * @param waits    why ranks wait, the gravest finding first
 * @param verdict  sum of these findings, such as {@code possible deadlock}; {@code not known} if waits could not be read
 * @param problems what could not be read, a line for each
 * @param checkup  what the checks of this machine have found, for a job of this size with these settings
 * @param software versions
 */
public record JobReport(
    JobView job, List<PairTraffic> traffic, FlightHistory flight, List<Finding> waits, String verdict,
    List<String> problems,
    List<io.tombolo.tools.doctor.Finding> checkup, Software software) {
    private static final String NOT_KNOWN = "not known";

    /**
     * Reads a job. It is not disturbed.
     *
     * @param directory directory of the job, which may be a {@code previous/}
     * @param tombolo   version of Tombolo
     * @return the report
     * @throws io.tombolo.ringbuffers.job.NoSuchJobException if there is no job
     * @throws IOException if the job file is refused or damaged; the message is one line
     */
    public static JobReport read(final Path directory, final String tombolo) throws IOException {
        final List<String> problems = new ArrayList<>();
        // First: it waits between its looks, and what the rest shows should be as late.
        final Optional<Findings> waits = waits(directory, problems);
        final FlightHistory flight = FlightHistory.of(directory);
        final JobView job = JobReader.read(directory);
        final PairGeometry geometry = PairGeometry.of(job.geometry());
        final List<PairTraffic> traffic = job.pairs().stream().map(pair -> PairTraffic.of(pair, geometry)).toList();
        problems.addAll(flight.problems());
        job.ranks().stream().filter(rank -> !rank.problem().isEmpty())
            .forEach(rank -> problems.add("rank " + rank.rank() + ": " + rank.problem()));
        job.pairs().stream().filter(pair -> !pair.problem().isEmpty())
            .forEach(pair -> problems.add("pair " + pair.source() + "-" + pair.destination() + ": " + pair.problem()));
        job.pairs().forEach(pair -> pair.damage()
            .forEach(damage -> problems.add("pair " + pair.source() + "-" + pair.destination() + " is damaged: " + damage)));
        problems.addAll(job.latencies().problems());
        return new JobReport(
            job, traffic, flight, waits.map(Findings::findings).orElse(List.of()),
            waits.map(found -> found.verdict().words()).orElse(NOT_KNOWN), List.copyOf(problems), checkup(job),
            Software.of(job, tombolo));
    }

    private static Optional<Findings> waits(final Path directory, final List<String> problems) {
        try {
            return Optional.of(Findings.of(directory));
        } catch (final IOException unreadable) {
            problems.add("waits: " + unreadable.getMessage());
            return Optional.empty();
        }
    }

    private static List<io.tombolo.tools.doctor.Finding> checkup(final JobView job) throws IOException {
        final Path home = job.state() == JobState.PREVIOUS ? job.path().getParent() : job.path();
        // A directory that another job could not be made in has this job already.
        return Checkup.of(MachineFacts.read(new JobParent(home.getParent())), count -> job.geometry(), job.ranks().size()).stream()
            .filter(finding -> !finding.topic().equals("directory") || finding.level() != io.tombolo.tools.doctor.Finding.Level.BLOCK)
            .toList();
    }

    /** The name of the job as {@code tombolo ls} shows it. */
    String name() {
        final Path path = job.path();
        final String last = String.valueOf(path.getFileName());
        return job.state() == JobState.PREVIOUS ? path.getParent().getFileName() + "/" + last : last;
    }
}
