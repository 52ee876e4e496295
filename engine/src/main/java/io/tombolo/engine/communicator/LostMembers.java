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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.collective.GroupAgreement;
import java.util.stream.IntStream;

/**
 * The lost members of a group, and which of them this rank has acknowledged. Any thread may ask; one at a time acknowledges.
 */
final class LostMembers {
    private final GroupAgreement agreement;
    private final boolean[] acknowledged;
    private volatile int count;
    private volatile boolean isReporting;

    LostMembers(final GroupAgreement agreement) {
        this.agreement = agreement;
        this.acknowledged = new boolean[agreement.size()];
    }

    int[] all() {
        return IntStream.range(0, agreement.size()).filter(this::isLost).toArray();
    }

    private boolean isLost(final int member) {
        return agreement.lossOf(member) != Outcome.SUCCESS;
    }

    /** Acknowledges all members that are lost now. Returns how many this rank has acknowledged. */
    int acknowledge() {
        int known = 0;
        for (int member = 0; member < acknowledged.length; member++) {
            acknowledged[member] |= isLost(member);
            known += acknowledged[member] ? 1 : 0;
        }
        count = known;
        return known;
    }

    int acknowledged() {
        return count;
    }

    /** Returns a lost member, one that is not acknowledged if there is one; -1 if this rank sees none. */
    int first() {
        final int unacknowledged = unacknowledged();
        return unacknowledged >= 0 ? unacknowledged : IntStream.range(0, acknowledged.length).filter(this::isLost).findFirst().orElse(-1);
    }

    /** Returns a lost member that is not acknowledged, or -1. */
    private int unacknowledged() {
        for (int member = 0; member < acknowledged.length; member++) {
            if (!acknowledged[member] && isLost(member)) {
                return member;
            }
        }
        return -1;
    }

    void report(final boolean isReported) {
        isReporting = isReported;
    }

    /** Returns whether receives from any source report losses. */
    boolean isReporting() {
        return isReporting;
    }

    /** Returns whether there is a loss to report. */
    boolean isToReport() {
        return unacknowledged() >= 0;
    }

    /** Makes the report. */
    PeerFailedException report(final int tag) {
        final int rank = first();
        final Outcome outcome = rank >= 0 ? agreement.lossOf(rank) : Outcome.PEER_FAILED;
        return new PeerFailedException(outcome, rank, "rank " + rank + (outcome == Outcome.PEER_LEFT ? " has left" : " died") +
            ", which acknowledgeFailed acknowledges: receive from any source with tag " + tag);
    }
}
