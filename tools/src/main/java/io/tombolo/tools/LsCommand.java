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

import io.tombolo.tools.jobs.JobListing;
import io.tombolo.tools.jobs.JobParent;
import io.tombolo.tools.jobs.JobSummary;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code ls}: lists jobs.
 */
@Command(
    name = "ls",
    description = {
        "List your jobs, newest first: live, dead, or put aside in previous/ when a later job began in the same directory.", ""
    })
final class LsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ParentOption parent;

    @Option(names = "--json", description = "Write JSON. Its form is stable.")
    private boolean json;

    @Option(names = "--names", description = "Print only the names, one a line.")
    private boolean names;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    LsCommand(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        final JobParent directory = parent.directory();
        final List<JobSummary> jobs = directory.list();
        if (names) {
            jobs.forEach(job -> terminal.out().println(job.name()));
        } else if (json) {
            JobListing.json(directory, jobs, terminal.out());
        } else {
            JobListing.text(directory, jobs, terminal.colours(), terminal.out());
        }
        return ExitStatus.DONE.code();
    }
}
