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

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Proof that a rank is dead: it has joined, and {@link RankLocks} has no sign of life. Any thread.
 */
final class DeathDetector {
    private final JobFile file;
    private final RankLocks locks;
    private final boolean isMarking;

    /**
     * Of a job.
     *
     * @param isMarking whether what is found is written into the row: by ranks, not by inspectors.
     */
    DeathDetector(final JobFile file, final RankLocks locks, final boolean isMarking) {
        this.file = file;
        this.locks = locks;
        this.isMarking = isMarking;
    }

    /** Looks now. */
    boolean of(final int rank) {
        final long word = file.stateWord(rank);
        final RankState state = RankState.of(JobFileDescriptor.stateCode(word));
        if (state == RankState.FAILED) {
            return true;
        }
        if (state == RankState.FREE || state == RankState.LEFT || state == RankState.CORRUPT || isAlive(rank)) {
            return false;
        }
        // An inspector may find that a survivor has just marked it.
        return isMarking ? mark(rank, word) : file.stateWord(rank) == word || file.state(rank) == RankState.FAILED;
    }

    private boolean isAlive(final int rank) {
        try {
            return locks.isAlive(rank);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean mark(final int rank, final long word) {
        if (file.moveState(rank, word, RankState.FAILED, JobFileDescriptor.incarnation(word))) {
            file.raiseFailureEpoch();
            return true;
        }
        return file.state(rank) == RankState.FAILED || file.state(rank) == RankState.LIVE && of(rank);
    }
}
