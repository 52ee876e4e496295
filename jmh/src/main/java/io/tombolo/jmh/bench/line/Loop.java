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
 * Round trips between two measured processes. The initiator runs and times them, and the responder answers as many. A stream with its
 * answer is a round trip, too.
 * <p>
 * Each implementation has its own inner loop, so that nothing but the measured calls is between two looks at the clock.
 */
public interface Loop {

    /** Round trips of a batch: between two looks at a clock whose own cost must not matter. */
    int BATCH = 16;

    /** Messages in a round trip. */
    int MESSAGES_IN_ROUND_TRIP = 2;

    /** Messages in a batch of round trips. */
    int MESSAGES_IN_BATCH = BATCH * MESSAGES_IN_ROUND_TRIP;

    /** Messages of a stream, which an answer follows; as many as in the OSU benchmarks. */
    int STREAM = 64;

    /**
     * Runs round trips as the initiator and records the time of each {@link #BATCH} of them.
     *
     * @param rounds  number of round trips, a multiple of {@link #BATCH}.
     * @param samples takes the times.
     */
    void batches(int rounds, Samples samples);

    /**
     * Runs round trips as the initiator and records the time of each.
     *
     * @param rounds  number of round trips.
     * @param samples takes the times.
     */
    void singles(int rounds, Samples samples);

    /**
     * Answers round trips as the responder.
     *
     * @param rounds number of round trips.
     */
    void answer(int rounds);
}
