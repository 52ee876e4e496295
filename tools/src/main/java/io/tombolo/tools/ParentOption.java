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
 * Where commands look for jobs: one option for all of them.
 */
final class ParentOption {
    /** Help: which job is chosen when none is named. */
    static final String CHOICE =
        "Default: a launched job before one within a single JVM (a unit test), a live one before a dead one, then the newest; "
            + "a line on standard error names the choice.";

    @Option(names = "--parent", paramLabel = "DIR", description = {
        "Where job directories lie.", "Default: /dev/shm/tombolo-<user>, or without /dev/shm in the directory for temporary files."
    })
    private Path path;

    /** The directory; it is not made. */
    JobParent directory() {
        final String property = Settings.text(RunCommand.PARENT_PROPERTY);
        return new JobParent(path != null ? path : property != null ? Path.of(property) : JobDirectory.defaultParentPath());
    }

    /** The directory of a job by its name or path. Without a name one is chosen, and the user is told which. */
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
