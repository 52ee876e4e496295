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
 * What came of the attempt to end the membership of a rank whose process is gone.
 *
 * @param outcome what the rank was found to be.
 * @param row     of the rank afterwards.
 */
public record Eviction(Outcome outcome, RankRow row) {
    /** What a rank was found to be. */
    public enum Outcome {
        /** Its process is gone. The row says FAILED now, by this eviction. */
        EVICTED,
        /** Its process may be alive, though it may be stopped. Nothing was changed; the row names its pid. */
        ALIVE,
        /** It had left or failed before. */
        GONE,
        /** No process has joined as this rank. */
        ABSENT
    }

    static Eviction of(final Path directory, final int rank) throws IOException {
        final JobFile file;
        try {
            OwnerOnly.checkDirectory(directory);
            file = JobFile.attach(directory.resolve(JobPaths.JOB_FILE), false);
        } catch (final NoSuchFileException e) {
            throw new NoSuchJobException(directory);
        }
        if (rank < 0 || rank >= file.size()) {
            throw new IllegalArgumentException("rank=" + rank + " must be from 0 to " + (file.size() - 1));
        }
        final RankLocks locks = RankLocks.open(directory, file.jobId());
        try {
            final long before = file.stateWord(rank);
            new DeathDetector(file, locks, true, () -> { }).detect(rank, StateReason.EVICTED);
            final RankRow row = RankRow.read(file, rank);
            return new Eviction(outcome(before, row), row);
        } finally {
            locks.close();
        }
    }

    private static Outcome outcome(final long before, final RankRow row) {
        return switch (row.state()) {
            case FREE -> Outcome.ABSENT;
            case JOINING, LIVE, CORRUPT -> Outcome.ALIVE;
            case LEFT -> Outcome.GONE;
            case FAILED ->
                row.reason() == StateReason.EVICTED && StateWord.state(before) != RankState.FAILED ? Outcome.EVICTED : Outcome.GONE;
        };
    }
}
