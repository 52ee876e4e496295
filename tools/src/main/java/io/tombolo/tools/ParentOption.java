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

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.setting.Settings;
import io.tombolo.tools.jobs.JobParent;
import io.tombolo.tools.jobs.JobSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * The option {@code --parent} of all commands that look for jobs.
 */
final class ParentOption {
    /** Help text: which job is chosen if none is named. */
    static final String CHOICE =
        "Default: a job of several processes before one within a single JVM (a unit test), a live job before a dead one, then the "
            + "newest. A line on standard error names the job that was chosen.";

    @Option(names = "--parent", paramLabel = "DIR", description = {
        "Directory that holds the job directories.",
        "Default: /dev/shm/tombolo-<user>, or in the directory for temporary files if there is no /dev/shm."
    })
    private Path path;

    /** The directory that the user chose, or the default. It is not created. */
    JobParent directory() {
        final String property = Settings.text(RunCommand.PARENT_PROPERTY);
        return new JobParent(path != null ? path : property != null ? Path.of(property) : JobDirectory.defaultParentPath());
    }

    /** Finds the directory of a job by its name or path. If the name is null, it chooses a job and prints which. */
    Path job(final String name, final Terminal terminal) throws IOException {
        if (name != null) {
            return directory().find(name);
        }
        final List<JobSummary> jobs = directory().byInterest();
        final JobSummary first = jobs.get(0);
        terminal.err().println("tombolo: no job was named; this is " + first.name() + " (" + first.state().word() + "), " +
            (jobs.size() == 1 ? "the only one" : "one of " + jobs.size() + " that 'tombolo ls' lists"));
        return first.path();
    }
}
