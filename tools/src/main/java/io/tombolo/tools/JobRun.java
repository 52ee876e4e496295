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

import io.tombolo.ringbuffers.job.JobLocation;
import io.tombolo.tools.run.JobLaunch;
import io.tombolo.tools.run.LaunchDirectory;
import io.tombolo.tools.run.LaunchResult;
import io.tombolo.tools.run.PrefixedLines;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Runs the ranks of a job in the foreground. Each line of output begins with the number of its rank. The job directory is removed after
 * success. After a failure it stays, and lines say what failed, where the directory is, and, if a job is there, how to inspect it.
 */
final class JobRun {
    private final Terminal terminal;
    private final String name;
    private final int size;
    private final List<String> command;
    private int timeoutSeconds;
    private boolean keepGoing;

    /** Prepares a run of {@code size} copies of a command for the command {@code tombolo name}, without a time limit. */
    JobRun(final Terminal terminal, final String name, final int size, final List<String> command) {
        this.terminal = terminal;
        this.name = name;
        this.size = size;
        this.command = command;
    }

    /** Sets the time limit; 0 for none. */
    JobRun timeout(final int seconds) {
        timeoutSeconds = seconds;
        return this;
    }

    /** Sets whether the other ranks continue when one fails. */
    JobRun keepGoing(final boolean keep) {
        keepGoing = keep;
        return this;
    }

    /** Runs the job and returns the exit status. */
    int in(final LaunchDirectory directory) throws IOException, InterruptedException {
        try (directory) {
            final LaunchResult result = launch(directory.path()).run();
            if (result.status() == 0) {
                directory.remove();
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

    private JobLaunch launch(final Path path) {
        return JobLaunch.ofCopies(path, size, command)
            .timeout(Duration.ofSeconds(timeoutSeconds))
            .keepGoing(keepGoing)
            .takeSignals(true)
            .stdin(terminal.stdin())
            .output(new PrefixedLines(terminal.out()), new PrefixedLines(terminal.err()));
    }

    private void report(final LaunchResult result, final Path path) {
        final String limit = result.end() == LaunchResult.End.TIME_UP ? " (" + timeoutSeconds + " s)" : "";
        terminal.err().println(
            "tombolo " + name + ": " + result.describe().replaceFirst("^time limit reached", "time limit reached" + limit));
        terminal.err().println("job directory: " + path);
        if (JobLocation.at(path).hasJob()) {
            terminal.err().println("inspect: " + Installation.call() + " inspect " + path);
        }
    }
}
