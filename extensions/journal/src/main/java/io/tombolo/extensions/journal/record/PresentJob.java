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
package io.tombolo.extensions.journal.record;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobLocation;
import io.tombolo.ringbuffers.job.NoSuchJobException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The job that a directory holds now. Another job may take the place of one that has ended.
 */
final class PresentJob {
    /** In place of the id of a job. */
    static final long NONE = 0;

    private PresentJob() {
    }

    /** Returns whether a directory still holds a job. */
    static boolean isIn(final Path directory, final long jobId) throws IOException {
        return id(directory) == jobId;
    }

    /** Returns the id of the job in a directory that no process will join any more, because all its ranks are gone. */
    static long endedIn(final Path directory) throws IOException {
        try (JobDirectory job = JobDirectory.inspect(directory)) {
            return job.isKept() && job.abortStatus() == 0 || JobLocation.at(directory).aliveRank() >= 0 ? NONE : job.jobId();
        } catch (final NoSuchJobException none) {
            return NONE;
        }
    }

    private static long id(final Path directory) throws IOException {
        try (JobDirectory job = JobDirectory.inspect(directory)) {
            return job.jobId();
        } catch (final NoSuchJobException none) {
            return NONE;
        }
    }
}
