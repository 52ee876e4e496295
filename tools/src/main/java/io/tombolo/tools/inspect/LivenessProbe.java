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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobLocation;
import io.tombolo.ringbuffers.job.RankRow;
import java.nio.file.Path;

/**
 * Finds out which ranks of a job are alive, by their locks, which it does not take. Not thread-safe.
 */
public final class LivenessProbe {
    private final JobDirectory job;
    // Decided by the place of the directory, because a user may give this name to the directory of a live job.
    private final boolean isPrevious;

    /**
     * Probes the ranks of a job.
     *
     * @param job inspected; it must stay open
     */
    public LivenessProbe(final JobDirectory job) {
        final Path parent = job.path().getParent();
        this.job = job;
        this.isPrevious = parent != null && JobLocation.at(parent).previous().path().equals(job.path());
    }

    /** Whether the job was put aside. */
    boolean isPrevious() {
        return isPrevious;
    }

    /**
     * Probes a rank.
     *
     * @param row of the rank
     * @return whether it is alive
     */
    public Liveness of(final RankRow row) {
        return switch (row.state()) {
            case FREE -> Liveness.ABSENT;
            case LEFT -> Liveness.LEFT;
            case JOINING, LIVE, FAILED, CORRUPT -> job.probe(row.rank()) || isLeftBehind(row.rank()) ? Liveness.DEAD : Liveness.ALIVE;
        };
    }

    /** Whether the lock file of a rank was not put aside with its job, so that no process can hold it. */
    private boolean isLeftBehind(final int rank) {
        return isPrevious && !JobLocation.at(job.path()).hasLock(rank);
    }
}
