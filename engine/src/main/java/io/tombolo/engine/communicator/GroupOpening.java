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
import io.tombolo.engine.collective.Objection;
import io.tombolo.engine.collective.Reason;

/**
 * What a rank has opened for a new group, before the members agree whether all have.
 *
 * @param outcome {@link Outcome#SUCCESS} if all is open; {@link Outcome#CANCELLED} if the group needs another name; else the reason why
 *                this rank cannot be a member.
 * @param reason  that says more; null for none.
 * @param calls   of the new group; null without success.
 */
record GroupOpening(Outcome outcome, Reason reason, MessageCalls calls) {
    /** Makes the answer of a rank that has opened a group, or need open none. */
    static GroupOpening opened(final MessageCalls calls) {
        return new GroupOpening(Outcome.SUCCESS, null, calls);
    }

    /** Makes the answer of a rank that has opened nothing. */
    static GroupOpening refused(final Outcome outcome) {
        return new GroupOpening(outcome, null, null);
    }

    /** Makes the answer of a rank that may have no more slots. */
    static GroupOpening withoutSlot() {
        return new GroupOpening(Outcome.INSUFFICIENT_RESOURCES, Reason.NO_SLOT, null);
    }

    /**
     * Returns the vote of a rank with this answer.
     *
     * @param rank in the world.
     * @return an {@link Objection}, or zero.
     */
    long vote(final int rank) {
        return reason == null ? Objection.of(outcome, rank) : Objection.of(reason, rank);
    }
}
