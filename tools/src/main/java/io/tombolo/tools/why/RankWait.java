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
package io.tombolo.tools.why;

import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.util.List;

/**
 * A wait of a rank that was there at both looks.
 *
 * @param rank     number of the rank
 * @param reading  as the rank shows it
 * @param waitedMs how long it has waited, in milliseconds
 * @param leftMs   milliseconds until its time is up; negative if it has no limit
 * @param needs    what it waits for, by entry
 */
public record RankWait(int rank, WaitReading reading, long waitedMs, long leftMs, List<RankWait.Target> needs) {
    /**
     * One of the things that a wait waits for.
     *
     * @param entry  as the rank shows it
     * @param isAny  whether one of the ranks is enough; else all of them are needed
     * @param ranks  ranks that can bring it
     * @param isFree whether it may come without an act of these ranks, or has come
     */
    public record Target(WaitEntry entry, boolean isAny, List<Integer> ranks, boolean isFree) {
    }

    static RankWait of(final WaitModel.Wait wait) {
        return new RankWait(wait.rank().rank(), wait.reading(), Sentences.waitedMs(wait.rank(), wait.reading()),
            Sentences.leftMs(wait.rank(), wait.reading()), wait.needs().stream()
            .map(need -> new Target(need.entry(), need.isAny(), need.ranks(), need.isFree())).toList());
    }
}
