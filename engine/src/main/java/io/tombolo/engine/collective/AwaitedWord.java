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

import io.tombolo.ringbuffers.collective.CollectiveSlot;
import io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor;

/**
 * The word of a member for which a call waits. One thread at a time.
 */
final class AwaitedWord {
    /** Words of a slot. */
    enum Field {
        LINE, PUBLISHED, RESULTS, CONSUMED
    }

    private CollectiveSlot slot;
    private Field field = Field.LINE;
    private long call;
    private long least;
    private int member;

    /** Waits for nothing in particular that a member stores. */
    void none(final int newMember) {
        slot = null;
        member = newMember;
    }

    /**
     * Looks whether a member has come far enough, and remembers what was looked for if not.
     *
     * @param number of the call; for its line.
     * @param word   that the field must have reached.
     */
    boolean has(final CollectiveSlot of, final int newMember, final Field newField, final long number, final long word) {
        if (load(of, newField, number) >= word) {
            return true;
        }
        slot = of;
        member = newMember;
        field = newField;
        call = number;
        least = word;
        return false;
    }

    /** Looks once more. */
    boolean isThere() {
        return slot != null && load(slot, field, call) >= least;
    }

    /** Returns whether the member is to read something. */
    boolean isReading() {
        return field == Field.CONSUMED;
    }

    /** Returns the member. */
    int member() {
        return member;
    }

    private static long load(final CollectiveSlot of, final Field field, final long call) {
        return switch (field) {
            // The history of a call that has not begun says nothing.
            case LINE -> CollectiveSlotDescriptor.call(of.word(call));
            case PUBLISHED -> of.published();
            case RESULTS -> of.results();
            case CONSUMED -> of.consumed();
        };
    }
}
