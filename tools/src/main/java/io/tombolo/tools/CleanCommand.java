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
import io.tombolo.tools.inspect.JobState;
import io.tombolo.tools.jobs.JobParent;
import io.tombolo.tools.jobs.JobSummary;
import io.tombolo.tools.text.ScreenText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code clean}: removes dead jobs.
 */
@Command(
    name = "clean",
    description = {
        "Remove dead jobs, together with jobs that were put aside in their previous/.",
        "",
        "A live job is refused. Files that do not belong to Tombolo stay. To remove only a job that was put aside, name JOB/previous. "
            + "With --all, live jobs stay, but jobs that were put aside in their directories are removed.",
        ""
    })
final class CleanCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ParentOption parent;

    @Parameters(arity = "0..*", paramLabel = "JOB", description = "Paths of job directories, or names as shown by 'tombolo ls'.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "Remove every job below the parent directory that is not live.")
    private boolean all;

    @Option(names = "--dry-run", description = "Only print what would be removed.")
    private boolean dryRun;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    private ExitStatus status = ExitStatus.DONE;

    CleanCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (all == !names.isEmpty()) {
            throw new CommandFailure(ExitStatus.USAGE, "give jobs to remove, or --all");
        }
        final List<JobSummary> jobs = all ? removable() : named();
        if (jobs.isEmpty()) {
            terminal.out().println("no dead jobs in " + parent.directory().path());
        }
        jobs.forEach(this::clean);
        return status.code();
    }

    /** All jobs that are not live. A job in {@code previous/} is listed only if the job above it stays. */
    private List<JobSummary> removable() throws IOException {
        final List<JobSummary> jobs = new ArrayList<>();
        for (final JobSummary job : parent.directory().list()) {
            final boolean goesAlong = job.state() == JobState.PREVIOUS && jobs.stream().anyMatch(
                other -> job.path().startsWith(other.path()));
            if (job.state() != JobState.LIVE && job.state() != JobState.STARTING && !goesAlong) {
                jobs.add(job);
            }
        }
        return jobs;
    }

    private List<JobSummary> named() throws IOException {
        final JobParent directory = parent.directory();
        final List<JobSummary> jobs = new ArrayList<>();
        for (final String name : names) {
            jobs.add(JobSummary.of(directory.find(name)));
        }
        return jobs;
    }

    private void clean(final JobSummary job) {
        final String what = job.path() + " (" + job.stateText() + ", " + ScreenText.bytes(job.bytes()) + ")";
        try {
            if (dryRun) {
                job.checkRemovable();
                terminal.out().println("would remove " + what);
            } else if (job.remove()) {
                terminal.out().println("removed " + what);
            } else {
                terminal.out().println(
                    "removed the job in " + job.path() + "; its directory stays: it was there before, or has other files");
            }
        } catch (final IOException ex) {
            terminal.err().println("tombolo clean: " + ex.getMessage());
            // The highest status is that of the command, as for the ranks of a job.
            final ExitStatus own = ex instanceof NoSuchJobException ? ExitStatus.NO_SUCH_JOB : ExitStatus.FAILED;
            status = own.compareTo(status) > 0 ? own : status;
        }
    }
}
