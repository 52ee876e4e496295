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
package io.tombolo.ringbuffers.window;

import static io.tombolo.ringbuffers.window.LockState.ABANDONED;
import static io.tombolo.ringbuffers.window.LockState.CLOSING;
import static io.tombolo.ringbuffers.window.LockState.DEAD;
import static io.tombolo.ringbuffers.window.LockState.EXCLUSIVE;
import static io.tombolo.ringbuffers.window.LockState.IDLE;
import static io.tombolo.ringbuffers.window.LockState.QUEUED;
import static io.tombolo.ringbuffers.window.LockState.SHARED;

import io.tombolo.ringbuffers.transition.TransitionTable;

/**
 * The state table of a window's lock: each row leads from a state of a rank by an event to its next state. In the last rows another rank
 * causes the event; the state before is what shared memory says of the dead rank.
 */
public final class LockTable {
    private static final String BY_DEATH = "T2.11";
    private static final String BY_TIME = "S2.32";

    /** All transitions, in the order of the specification. */
    public static final TransitionTable<LockState, LockEvent> TRANSITIONS = TransitionTable
        .of("lock", LockState.class, LockEvent.class)
        .row(IDLE, LockEvent.SHARED_GRANTED, SHARED, "S2.16")
        .row(IDLE, LockEvent.EXCLUSIVE_GRANTED, EXCLUSIVE, "S2.17")
        .row(IDLE, LockEvent.SHARERS_INSIDE, CLOSING, "S2.17")
        .row(IDLE, LockEvent.LINED_UP, QUEUED, "S2.15, S2.17")
        .row(QUEUED, LockEvent.SHARED_GRANTED, SHARED, "S2.18")
        .row(QUEUED, LockEvent.EXCLUSIVE_GRANTED, EXCLUSIVE, "S2.18")
        .row(QUEUED, LockEvent.SHARERS_INSIDE, CLOSING, "S2.18")
        .row(QUEUED, LockEvent.TIME_UP, ABANDONED, BY_TIME)
        .row(CLOSING, LockEvent.SHARERS_LEFT, EXCLUSIVE, "S2.18")
        .row(CLOSING, LockEvent.TIME_UP, IDLE, BY_TIME)
        .row(ABANDONED, LockEvent.ASKED_AGAIN, QUEUED, BY_TIME)
        .row(ABANDONED, LockEvent.SLOT_FREED, IDLE, BY_TIME)
        .row(SHARED, LockEvent.RELEASED, IDLE, "S2.8")
        .row(EXCLUSIVE, LockEvent.RELEASED, IDLE, "S2.8")
        .row(QUEUED, LockEvent.DIED, DEAD, BY_DEATH)
        .row(CLOSING, LockEvent.DIED, DEAD, BY_DEATH)
        .row(SHARED, LockEvent.DIED, DEAD, BY_DEATH)
        .row(EXCLUSIVE, LockEvent.DIED, DEAD, BY_DEATH)
        .build();

    private LockTable() {
    }
}
