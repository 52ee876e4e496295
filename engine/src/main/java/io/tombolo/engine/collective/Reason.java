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
package io.tombolo.engine.collective;

import io.tombolo.engine.api.Outcome;

/**
 * A reason of an {@link Objection} that says more than an outcome does.
 */
public enum Reason {
    /** The thread of the rank was interrupted. */
    INTERRUPTED(32, Outcome.CANCELLED),
    /** The rank did not wait any longer. */
    TIME_UP(33, Outcome.CANCELLED),
    /** A function of the application has thrown. */
    FUNCTION_FAILED(34, Outcome.CANCELLED),
    /** The rank has as many slots for collective operations as it may have. */
    NO_SLOT(35, Outcome.INSUFFICIENT_RESOURCES);

    private final int code;
    private final Outcome outcome;

    Reason(final int code, final Outcome outcome) {
        this.code = code;
        this.outcome = outcome;
    }

    /** Returns the number of this reason in shared memory, which is that of no outcome. */
    int code() {
        return code;
    }

    /** Returns the outcome that this reason stands for. */
    Outcome outcome() {
        return outcome;
    }

    /**
     * Says the reason in a sentence.
     *
     * @param member rank that has it, in its group.
     * @return sentence without a full stop.
     */
    public String sentence(final int member) {
        return switch (this) {
            case INTERRUPTED -> "rank " + member + " was interrupted";
            case TIME_UP -> "the time of rank " + member + " was up";
            case FUNCTION_FAILED -> "a function of rank " + member + " has failed";
            case NO_SLOT -> "rank " + member + " has as many slots for collective operations in use as " + SlotFiles.SLOTS_PROPERTY +
                " allows: close communicators and windows that are no longer used";
        };
    }
}
