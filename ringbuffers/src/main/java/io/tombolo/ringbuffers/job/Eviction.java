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
package io.tombolo.ringbuffers.job;

import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Ends the membership of a rank whose process is gone, on behalf of a person: no rank needs to look for it first.
 */
public final class Eviction {
    private Eviction() {
    }

    /**
     * Moves the row of a rank to FAILED and raises the failure epoch, if the rank is proven dead by its lock and its socket.
     *
     * @param directory of the job.
     * @param rank      from 0.
     * @return true if the row is FAILED now; false if the rank may live, or has left, or has never joined.
     * @throws NoSuchJobException if there is no job.
     * @throws IOException        if the directory or a file is refused. The message is one line.
     */
    public static boolean evict(final Path directory, final int rank) throws IOException {
        final Path absolute = directory.toAbsolutePath().normalize();
        OwnerOnly.checkDirectory(absolute);
        final JobFile file;
        try {
            file = JobFile.attach(absolute.resolve(JobPaths.JOB_FILE), false);
        } catch (final NoSuchFileException none) {
            throw new NoSuchJobException(absolute);
        }
        if (rank < 0 || rank >= file.size()) {
            throw new IllegalArgumentException("rank=" + rank + " must be from 0 to " + (file.size() - 1));
        }
        final RankLocks locks = RankLocks.open(absolute, file.jobId());
        try {
            return new DeathDetector(file, locks, true).detect(rank);
        } finally {
            locks.close();
        }
    }
}
