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
package io.tombolo.engine.api;

import java.time.Instant;

/**
 * What is known of a rank at one moment. Immutable.
 *
 * @param rank        number of the rank in the world.
 * @param name        of the rank; empty if it has none.
 * @param state       of the rank.
 * @param incarnation counts the processes that have joined as this rank, from 1; 0 if none has.
 * @param pid         of the process, for people: in another container it may have another number. 0 if none has joined, or a later one has
 *                    joined before this rank had learned of it.
 * @param since       when the rank got its state, by the clock of the machine, in milliseconds. If a later process has joined
 *                    already, the time of that.
 * @param reason      why the rank has its state.
 */
public record Member(int rank, String name, MemberState state, int incarnation, long pid, Instant since, MemberReason reason) {
    /**
     * Returns whether the process takes part.
     *
     * @return true in state {@link MemberState#LIVE}.
     */
    public boolean isLive() {
        return state == MemberState.LIVE;
    }

    /**
     * Returns whether the process has ended.
     *
     * @return true in state {@link MemberState#LEFT} or {@link MemberState#FAILED}.
     */
    public boolean isGone() {
        return state == MemberState.LEFT || state == MemberState.FAILED;
    }
}
