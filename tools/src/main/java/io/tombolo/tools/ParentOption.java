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
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * Where commands look for jobs: one option for all of them.
 */
final class ParentOption {
    @Option(names = "--parent", paramLabel = "DIR", description = {
        "Where job directories lie.", "Default: /dev/shm/tombolo-<user>, or without /dev/shm in the directory for temporary files."
    })
    private Path path;

    /** The directory; it is not made. */
    JobParent directory() {
        final String property = Settings.text(RunCommand.PARENT_PROPERTY);
        return new JobParent(path != null ? path : property != null ? Path.of(property) : JobDirectory.defaultParentPath());
    }

    /** The directory of a job by its name or path, or of the newest job if there is none. */
    Path job(final String name) throws IOException {
        return name == null ? directory().newest() : directory().find(name);
    }
}
