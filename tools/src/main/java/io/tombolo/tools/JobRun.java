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

import io.tombolo.ringbuffers.file.OwnerOnly;
import io.tombolo.ringbuffers.job.JobLocation;
import io.tombolo.tools.run.JobLaunch;
import io.tombolo.tools.run.LaunchDirectory;
import io.tombolo.tools.run.LaunchResult;
import io.tombolo.tools.run.PrefixedLines;
import io.tombolo.tools.run.RankCommand;
import io.tombolo.tools.run.RecorderProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Runs the ranks of a job in the foreground. Each line of output begins with the number of its rank. The job directory is removed after
 * success. After a failure it stays, and lines say what failed, where the directory is, and, if a job is there, how to inspect it.
 */
final class JobRun {
    private static final String FLIGHT_WAIT = "TOMBOLO_FLIGHT_WAIT_MS";
    private static final String LOSSLESS_WAIT_MS = "1000";

    private final Terminal terminal;
    private final String name;
    private final List<RankCommand> ranks;
    private int timeoutSeconds;
    private int capacity;
    private String group = OwnerOnly.NO_GROUP;
    private boolean keep;
    private boolean keepGoing;
    private int respawns;
    private int spares;
    private boolean pins;
    private Path recorderJar;
    private Path journal;
    private boolean lossless;
    private int recorderSeconds;
    private long payloadBytes;
    private List<String> recorderOptions = List.of();

    /** Prepares a run of ranks for the command {@code tombolo name}, without a time limit. */
    JobRun(final Terminal terminal, final String name, final List<RankCommand> ranks) {
        this.terminal = terminal;
        this.name = name;
        this.ranks = ranks;
        this.capacity = ranks.size();
    }

    /** Sets the time limit; 0 for none. */
    JobRun timeout(final int seconds) {
        timeoutSeconds = seconds;
        return this;
    }

    /** Sets whether the other ranks continue when one fails. */
    JobRun keepGoing(final boolean goOn) {
        keepGoing = goOn;
        return this;
    }

    /** Sets the size of the job, at least the number of ranks that are started. */
    JobRun capacity(final int size) {
        capacity = size;
        return this;
    }

    /** Sets the group of users that shares the directory, whatever the settings of this process say. */
    JobRun group(final String name) {
        group = name;
        return this;
    }

    /** Sets whether the job stays when all ranks have ended. */
    JobRun keep(final boolean stays) {
        keep = stays;
        return this;
    }

    /** Sets how often in a minute a rank that has died starts again; 0 for never. */
    JobRun respawn(final int mostAMinute) {
        respawns = mostAMinute;
        return this;
    }

    /** Sets the number of spare processes. */
    JobRun spares(final int number) {
        spares = number;
        return this;
    }

    /** Sets whether ranks get cores of their own. */
    JobRun pin(final boolean pin) {
        pins = pin;
        return this;
    }

    /** Sets a journal, in which the jar records all messages of the ranks, and whether they wait for the recorder. */
    JobRun journal(final Path jar, final Path toDirectory, final List<String> options, final boolean losesNothing) {
        lossless = losesNothing;
        recorderJar = jar;
        journal = toDirectory.toAbsolutePath().normalize();
        recorderOptions = options;
        return this;
    }

    /** Sets the longest wait for the recorder. */
    JobRun journalWait(final int seconds) {
        recorderSeconds = seconds;
        return this;
    }

    /** Sets how many bytes of messages each rank keeps for the journal; 0 for none. */
    JobRun payload(final long bytes) {
        payloadBytes = bytes;
        return this;
    }

    /** Runs the job and returns the exit status. */
    int in(final LaunchDirectory directory) throws IOException, InterruptedException {
        try (directory; RecorderProcess recorder = recorder(directory.path())) {
            final LaunchResult result = launch(directory.path()).run();
            final String problem = recorder == null ? "" : recorder.finish();
            if (!problem.isEmpty()) {
                terminal.err().println("tombolo " + name + ": " + problem);
                if (result.status() == 0) {
                    // What it has not recorded is in the files of the job.
                    directory.keep();
                    return ExitStatus.FAILED.code();
                }
            }
            if (result.status() == 0 && !keep) {
                directory.remove();
            } else if (result.status() == 0) {
                directory.keep();
            } else {
                directory.keep();
                report(result, directory.path());
            }
            return result.status();
        } catch (final IOException ex) {
            directory.remove();
            throw ex;
        }
    }

    private RecorderProcess recorder(final Path path) throws IOException {
        return journal == null ? null : RecorderProcess.start(recorderJar, path, journal, recorderOptions, recorderSeconds);
    }

    private JobLaunch launch(final Path path) {
        final List<String> names = ranks.stream().map(RankCommand::name).toList();
        final JobLaunch launch = new JobLaunch(path, ranks)
            .timeout(Duration.ofSeconds(timeoutSeconds))
            .capacity(capacity)
            .keepGoing(keepGoing)
            .respawn(respawns)
            .spares(spares)
            .pin(pins)
            .takeSignals(true)
            .stdin(terminal.stdin())
            .onNotice(notice -> terminal.err().println("tombolo " + name + ": " + notice))
            .output(new PrefixedLines(terminal.out(), names), new PrefixedLines(terminal.err(), names));
        if (!group.equals(RunCommand.group())) {
            launch.environment("TOMBOLO_GROUP", group);
        }
        if (journal != null) {
            launch.environment("TOMBOLO_FLIGHT_MESSAGES", "all");
        }
        if (payloadBytes > 0) {
            launch.environment("TOMBOLO_FLIGHT_PAYLOAD_BYTES", Long.toString(payloadBytes));
        }
        if (lossless && System.getenv(FLIGHT_WAIT) == null) {
            launch.environment(FLIGHT_WAIT, LOSSLESS_WAIT_MS);
        }
        return keep ? launch.environment("TOMBOLO_KEEP", "true") : launch;
    }

    private void report(final LaunchResult result, final Path path) {
        final String limit = result.end() == LaunchResult.End.TIME_UP ? " (" + timeoutSeconds + " s)" : "";
        terminal.err().println(
            "tombolo " + name + ": " + result.describe().replaceFirst("^time limit reached", "time limit reached" + limit));
        terminal.err().println("job directory: " + path);
        if (JobLocation.at(path).hasJob()) {
            terminal.err().println("why: " + Installation.call() + " why " + path);
            terminal.err().println("inspect: " + Installation.call() + " inspect " + path);
        }
    }
}
