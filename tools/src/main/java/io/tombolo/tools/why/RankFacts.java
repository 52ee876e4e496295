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

import io.tombolo.ringbuffers.wait.WaitReading;
import io.tombolo.tools.inspect.QueueEntry;
import io.tombolo.tools.inspect.ReceiveQueueEntry;
import java.util.List;

/**
 * What is known of a rank.
 *
 * @param rank          its number
 * @param name          its name; empty if it has none
 * @param phase         what its process does
 * @param problem       why its file cannot be read; what is known of a rank whose clock stands still; else empty
 * @param isSingle      whether one thread alone may call its engine
 * @param isMoving      whether it waits, but did not wait for the same at both looks, or has waits that are not shown
 * @param hasLooked     whether it has looked for work between the looks and found none, and fell asleep again
 * @param nowNs         clock of the rank at the last look; of a dead rank, when it was last known to live
 * @param waits         waits that were there at both looks
 * @param posted        receives that wait for a message, oldest first
 * @param unexpected    messages that wait for a receive, oldest first
 * @param receiveQueues shared receive queues
 */
record RankFacts(
    int rank, String name, RankPhase phase, String problem, boolean isSingle, boolean isMoving, boolean hasLooked, long nowNs,
    List<WaitReading> waits, List<QueueEntry> posted, List<QueueEntry> unexpected, List<ReceiveQueueEntry> receiveQueues) {
    /** Whether it is held by its waits. A rank that is slow may do anything once it goes on. */
    boolean isWaiting() {
        return phase == RankPhase.RUNS && !waits.isEmpty() && !isMoving;
    }

    /** Its number and its name. */
    String label() {
        return "rank " + rank + (name.isEmpty() ? "" : " (" + name + ")");
    }
}
