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
 * The row of a rank at one moment.
 *
 * @param rank        from 0.
 * @param name        of the rank; empty if it has none.
 * @param state       of the rank.
 * @param incarnation how often a process has joined in the row; 0 if none has.
 * @param pid         of the last process that has joined, for people; 0 if none has.
 * @param sinceMs     when the rank got its state, in ms since the epoch.
 * @param reason      why it has its state.
 */
public record RankRow(int rank, String name, RankState state, int incarnation, long pid, long sinceMs, StateReason reason) {
}
