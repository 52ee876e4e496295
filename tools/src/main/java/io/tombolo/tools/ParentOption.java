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
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * The option {@code --parent} of all commands that look for jobs.
 */
final class ParentOption {
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
}
