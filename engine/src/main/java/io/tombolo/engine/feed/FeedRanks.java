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
package io.tombolo.engine.feed;

import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.feed.FeedReaderWord;
import io.tombolo.ringbuffers.feed.FeedReaders;
import io.tombolo.ringbuffers.feed.FeedTail;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.window.DeathProbe;

/**
 * The other ranks, as the writers and readers of feeds see them: which are gone, and how to wake them. Any thread. Ranks and incarnations
 * come from shared memory, and are checked here.
 */
final class FeedRanks implements DeathProbe {
    private final Node node;
    private final Progress progress;

    FeedRanks(final Node node, final Progress progress) {
        this.node = node;
        this.progress = progress;
    }

    /** Returns whether an incarnation is gone, or never was. */
    @Override
    public boolean isDead(final int rank, final int incarnation) {
        if (rank < 0 || rank >= node.size()) {
            return true;
        }
        final RankState state = node.job().state(rank, incarnation);
        return state == RankState.LEFT || state == RankState.FAILED || state == RankState.FREE;
    }

    /** Returns whether a rank has left in order; only of one that is dead. */
    boolean hasLeft(final int rank, final int incarnation) {
        return node.job().state(rank, incarnation) == RankState.LEFT;
    }

    /** Asks for a check whether a rank is alive. */
    void suspect(final int rank) {
        if (rank >= 0 && rank < node.size() && rank != node.rank()) {
            node.job().suspect(rank);
        }
    }

    /** Wakes a rank if it sleeps. */
    void wake(final int rank) {
        if (rank >= 0 && rank < node.size()) {
            progress.wake(rank);
        }
    }

    /** Wakes the readers that sleep. */
    void wakeSleepers(final FeedTail tail, final FeedReaders readers) {
        tail.takeSleepers();
        boolean isAnyLeft = false;
        for (int reader = 0; reader < readers.count(); reader++) {
            if (readers.isAsleep(reader) && !readers.freeIfDead(reader, this)) {
                // It stays announced until it is awake and says so itself: it may not have fallen asleep yet.
                isAnyLeft = true;
                wake(FeedReaderWord.rank(readers.word(reader)));
            }
        }
        if (isAnyLeft) {
            tail.leaveSleepers();
        }
    }
}
