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
package io.tombolo.engine.order;

import org.agrona.collections.IntHashSet;

/**
 * Counts the calls of a rank that have begun, as far as they count the same in a recorded run and in its replay: sends, receives from any
 * source or with a request, tests, probes, polls and collective calls, but no blocking receives from a named source. The count is the place
 * at which memory of a window has changed. Messages of the engine itself do not count.
 * <p>
 * <b>Threading:</b> the only thread of the rank.
 */
public final class CallPlaces {
    private static final int CONTEXTS_SHIFT = 2;
    private static final int INTERNAL_CONTEXTS = (1 << CONTEXTS_SHIFT) - 1;

    private final IntHashSet windows = new IntHashSet();
    private final Runnable arrival;
    private long begun;
    private long awaited = Long.MAX_VALUE;

    /**
     * Begins to count.
     *
     * @param arrival run at each call from the place on that {@link #await} has named.
     */
    CallPlaces(final Runnable arrival) {
        this.arrival = arrival;
    }

    /**
     * Returns the places of the calls of a rank, if their order is recorded or followed.
     *
     * @param recorder of the rank, or null.
     * @param replay   of the rank, or null.
     * @return null if it is neither.
     */
    public static CallPlaces of(final OrderRecorder recorder, final OrderReplay replay) {
        return replay != null ? replay.places() : recorder != null ? recorder.places() : null;
    }

    /** Counts a call that begins. */
    public void count() {
        if (++begun >= awaited) {
            arrival.run();
        }
    }

    /**
     * Counts a send that begins, if it is one of the program.
     *
     * @param context of the message.
     */
    public void send(final int context) {
        if ((context & INTERNAL_CONTEXTS) == 0 && !windows.contains(context >>> CONTEXTS_SHIFT)) {
            count();
        }
    }

    /** Counts the messages of a window no more, which the engine sends. */
    void leaveOut(final int window) {
        windows.add(window);
    }

    void await(final long place) {
        awaited = place;
    }

    long begun() {
        return begun;
    }
}
