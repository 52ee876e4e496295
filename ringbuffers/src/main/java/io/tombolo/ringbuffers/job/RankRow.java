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

/**
 * What the row of a rank says at one moment.
 *
 * @param rank        of the row.
 * @param incarnation how often a process has joined in the row; 0 if none has.
 * @param state       of the last of these processes. A process that has just died may still be LIVE here.
 * @param reason      why it has that state.
 * @param isAfterLeft whether the process before it in this row had left in order; false if that had failed, or there was none.
 * @param sinceMs     when it got that state, in ms since the epoch; the creation of the job if no process has joined.
 * @param name        of the rank; empty if it has none.
 * @param pid         of the process, for people: its own container may know it by another number; 0 if none has joined.
 * @param startTimeMs when the process was started, in ms since the epoch; 0 if none has joined.
 * @param cores       that the process could run on when it joined; unknown if none has joined.
 */
public record RankRow(
    int rank, int incarnation, RankState state, StateReason reason, boolean isAfterLeft, long sinceMs, String name, long pid,
    long startTimeMs, CoreSet cores) {
    /** Reads a row until its state word has not changed meanwhile. A process that joins has written the rest before the word. */
    static RankRow read(final JobFile file, final int rank) {
        long word;
        RankRow row;
        do {
            word = file.stateWord(rank);
            final int incarnation = StateWord.incarnation(word);
            row = new RankRow(rank, incarnation, StateWord.state(word), StateWord.reason(word), StateWord.isAfterLeft(word),
                file.sinceMs(word), incarnation == 0 ? "" : file.name(rank), file.rowValue(rank, JobFileDescriptor.PID_OFFSET),
                file.rowValue(rank, JobFileDescriptor.START_TIME_OFFSET), file.cores(rank));
        } while (file.stateWord(rank) != word);
        return row;
    }
}
