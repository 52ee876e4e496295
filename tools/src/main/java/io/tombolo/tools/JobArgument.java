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

import io.tombolo.tools.jobs.JobParent;
import io.tombolo.tools.jobs.JobSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * The argument of all commands that read one job: its name or path, with the option {@code --parent}.
 */
final class JobArgument {
    @Mixin
    private ParentOption parent;

    @Parameters(arity = "0..1", paramLabel = "JOB", description = {
        "Path of a job's directory, or its name as shown by 'tombolo ls'.",
        "Default: a job of several processes before one within a single JVM (a unit test), a live job before a dead one, then the "
            + "newest. A line on standard error names the job that was chosen."
    })
    private String name;

    /** The directory that holds the job directories. */
    JobParent parent() {
        return parent.directory();
    }

    /** Whether the user has named a job. */
    boolean isGiven() {
        return name != null;
    }

    /** Finds the directory of the job. If the user has named none, this chooses a job and prints which. */
    Path find(final Terminal terminal) throws IOException {
        if (name != null) {
            return parent().find(name);
        }
        final List<JobSummary> jobs = parent().byInterest();
        final JobSummary first = jobs.get(0);
        terminal.err().println("tombolo: no job was named; this is " + first.name() + " (" + first.state().word() + "), " +
            (jobs.size() == 1 ? "the only one" : "one of " + jobs.size() + " that 'tombolo ls' lists"));
        return first.path();
    }
}
