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
package io.tombolo.engine.rma;

import static io.tombolo.engine.rma.EpochState.ABANDONED;
import static io.tombolo.engine.rma.EpochState.AWAITS_DONE;
import static io.tombolo.engine.rma.EpochState.AWAITS_GRANT;
import static io.tombolo.engine.rma.EpochState.FAILED;
import static io.tombolo.engine.rma.EpochState.FREE;
import static io.tombolo.engine.rma.EpochState.GIVES_BACK;
import static io.tombolo.engine.rma.EpochState.HELD;
import static io.tombolo.engine.rma.EpochState.UNDER_WAY;

import io.tombolo.ringbuffers.transition.TransitionTable;

/**
 * The epochs of a rank at one target: which event leads from which state to which. What has no row cannot happen; a packet that comes
 * where it has none was not due.
 * <pre>
 *   free            lock asked: awaits grant; sent with lock, issued: under way; own granted: held
 *   awaits grant    granted: under way; given up: abandoned
 *   abandoned       granted: gives back
 *   gives back      done: free
 *   held            issued: under way
 *   under way       ack wanted: awaits done; ended: held; ended last: free
 *   awaits done     done: under way
 *   failed          ended, ended last: free
 *
 *   where the target is gone or there is no way to it, what is under way fails, and all else is free
 * </pre>
 */
public final class EpochTable {
    private static final String BY_DEATH = "T2.11";

    /** All transitions, in the order of the specification. */
    public static final TransitionTable<EpochState, EpochEvent> TRANSITIONS = TransitionTable
        .of("epoch", EpochState.class, EpochEvent.class)
        .row(FREE, EpochEvent.LOCK_ASKED, AWAITS_GRANT, "S2.6")
        .row(FREE, EpochEvent.SENT_WITH_LOCK, UNDER_WAY, "S2.19")
        .row(FREE, EpochEvent.ISSUED, UNDER_WAY, "S2.7")
        .row(FREE, EpochEvent.OWN_GRANTED, HELD, "S2.29")
        .row(HELD, EpochEvent.ISSUED, UNDER_WAY, "S2.7")
        .row(AWAITS_GRANT, EpochEvent.GRANTED, UNDER_WAY, "S2.6")
        .row(AWAITS_GRANT, EpochEvent.GIVEN_UP, ABANDONED, "S2.34")
        .row(ABANDONED, EpochEvent.GRANTED, GIVES_BACK, "S2.8")
        .row(GIVES_BACK, EpochEvent.DONE, FREE, "S2.9")
        .row(UNDER_WAY, EpochEvent.ACK_WANTED, AWAITS_DONE, "S2.9")
        .row(AWAITS_DONE, EpochEvent.DONE, UNDER_WAY, "S2.9")
        .row(UNDER_WAY, EpochEvent.ENDED, HELD, "S2.34")
        .row(UNDER_WAY, EpochEvent.ENDED_LAST, FREE, "S2.8")
        .row(FREE, EpochEvent.REFUSED, FAILED, BY_DEATH)
        .row(HELD, EpochEvent.REFUSED, FAILED, BY_DEATH)
        .row(FREE, EpochEvent.TARGET_GONE, FREE, BY_DEATH)
        .row(HELD, EpochEvent.TARGET_GONE, FREE, BY_DEATH)
        .row(ABANDONED, EpochEvent.TARGET_GONE, FREE, BY_DEATH)
        .row(GIVES_BACK, EpochEvent.TARGET_GONE, FREE, BY_DEATH)
        .row(AWAITS_GRANT, EpochEvent.TARGET_GONE, FAILED, BY_DEATH)
        .row(UNDER_WAY, EpochEvent.TARGET_GONE, FAILED, BY_DEATH)
        .row(AWAITS_DONE, EpochEvent.TARGET_GONE, FAILED, BY_DEATH)
        .row(FAILED, EpochEvent.TARGET_GONE, FAILED, BY_DEATH)
        .row(FAILED, EpochEvent.ENDED, FREE, BY_DEATH)
        .row(FAILED, EpochEvent.ENDED_LAST, FREE, BY_DEATH)
        .build();

    private EpochTable() {
    }
}
