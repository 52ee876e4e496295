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
 * Finds dead ranks: a rank is dead if it has joined and {@link RankLocks} finds no sign of life. Any thread.
 */
final class DeathDetector {
    private final JobFile file;
    private final RankLocks locks;
    private final boolean isMarking;
    private final Runnable marked;

    /**
     * Watches the ranks of a job.
     *
     * @param isMarking whether a death is written into the row: true for ranks, false for inspectors.
     * @param marked    run after a death was written into a row; must not block.
     */
    DeathDetector(final JobFile file, final RankLocks locks, final boolean isMarking, final Runnable marked) {
        this.file = file;
        this.locks = locks;
        this.isMarking = isMarking;
        this.marked = marked;
    }

    /** Probes a rank now. Returns true if it is proven dead. */
    boolean detect(final int rank) {
        return detect(rank, StateReason.PROCESS_GONE);
    }

    /**
     * Probes a rank now.
     *
     * @param reason for the row, if the rank is dead and no other process has marked it.
     * @return true if it is proven dead.
     */
    boolean detect(final int rank, final StateReason reason) {
        final long word = file.stateWord(rank);
        final RankState state = StateWord.state(word);
        if (state == RankState.FAILED) {
            return true;
        }
        if (state == RankState.FREE || state == RankState.LEFT || state == RankState.CORRUPT || probeAlive(rank)) {
            return false;
        }
        // For an inspector: a survivor may just have marked the rank.
        return isMarking ? mark(rank, word, reason) : file.stateWord(rank) == word || file.state(rank) == RankState.FAILED;
    }

    private boolean probeAlive(final int rank) {
        try {
            return locks.probeAlive(rank);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Moves the row of a rank that was proven dead to FAILED.
     *
     * @param word of the row, loaded before the proof.
     */
    private boolean mark(final int rank, final long word, final StateReason reason) {
        if (file.moveState(rank, word, RankState.FAILED, reason)) {
            marked.run();
            return true;
        }
        // Another process has changed the row: it has marked the rank as well, the rank has become LIVE, or its successor has joined.
        final long now = file.stateWord(rank);
        return StateWord.incarnation(now) != StateWord.incarnation(word) || StateWord.state(now) == RankState.FAILED ||
            StateWord.state(now) == RankState.LIVE && detect(rank, reason);
    }
}
