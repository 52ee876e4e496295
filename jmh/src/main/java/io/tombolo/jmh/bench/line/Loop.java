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
package io.tombolo.jmh.bench.line;

/**
 * Round trips between the two measured processes: the initiator runs and times them, the responder answers as many. A window of messages
 * and its answer are a round trip too.
 * <p>
 * Each implementation has its own inner loop, so that nothing but the measured calls stands between two looks at the clock.
 */
public interface Loop {

    /** Round trips between two looks at the clock where the clock must not count. */
    int BATCH = 16;

    /** Messages in a round trip. */
    int MESSAGES_IN_ROUND_TRIP = 2;

    /** Messages in a batch of round trips. */
    int MESSAGES_IN_BATCH = BATCH * MESSAGES_IN_ROUND_TRIP;

    /** Messages in a window, which one answer ends: as many as the OSU benchmarks have. */
    int STREAM = 64;

    /**
     * Runs round trips as the initiator and records the time of each {@link #BATCH} of them.
     *
     * @param rounds  number of round trips, a multiple of {@link #BATCH}.
     * @param samples that take the times.
     */
    void batches(int rounds, Samples samples);

    /**
     * Runs round trips as the initiator and records the time of each.
     *
     * @param rounds  number of round trips.
     * @param samples that take the times.
     */
    void singles(int rounds, Samples samples);

    /**
     * Answers round trips as the responder.
     *
     * @param rounds number of round trips.
     */
    void answer(int rounds);
}
