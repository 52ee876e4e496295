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
package io.tombolo.tools.top;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last samples of a job, and the rates between them. Not thread-safe.
 */
public final class RateHistory {
    /** Number of rates that are kept: more than a screen shows. */
    static final int KEPT = 300;

    /** Number of intervals whose latencies count for a percentile. */
    static final int WINDOW = 10;

    private final Deque<JobSample> samples = new ArrayDeque<>();
    private final Deque<JobRates> rates = new ArrayDeque<>();

    /** Begins without samples. */
    public RateHistory() {
    }

    /**
     * Adds a sample.
     *
     * @param sample later than all before
     * @return the rates since the sample before; 0 for the first one
     */
    public JobRates add(final JobSample sample) {
        final JobRates added = JobRates.of(samples.peekLast(), sample, samples.peekFirst());
        samples.addLast(sample);
        if (samples.size() > WINDOW) {
            samples.removeFirst();
        }
        // The first sample alone says little; it is shown only until there is a second one.
        if (rates.size() == KEPT || rates.size() == 1 && samples.size() == 2) {
            rates.removeFirst();
        }
        rates.addLast(added);
        return added;
    }

    /** The rates of the last sample. There must be one. */
    JobRates last() {
        return rates.getLast();
    }

    /** The last rates, the newest last. */
    List<JobRates> last(final int count) {
        final List<JobRates> all = new ArrayList<>(rates);
        return all.subList(Math.max(0, all.size() - count), all.size());
    }
}
