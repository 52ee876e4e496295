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
package io.tombolo.jmh.bench.process;

import io.tombolo.jmh.bench.line.Samples;

/**
 * The result of one piece of work in one run.
 *
 * @param canaryBeforeNs half a round trip of the bare cache line just before the work, in nanoseconds.
 * @param canaryAfterNs  the same just after the work.
 * @param floorNs        median time of a message of the floor in nanoseconds, measured in turn with the work.
 * @param idleShare      processor time of the responder's process while it slept, divided by that time; 0 if it did not sleep.
 * @param collections    garbage collections of the initiator between the two canaries.
 * @param medians        samples for the median.
 * @param tails          samples for p99 and p99.9: single round trips, or streams.
 */
public record RunResult(
    double canaryBeforeNs, double canaryAfterNs, double floorNs, double idleShare, long collections, Samples medians, Samples tails) {

    private static final String PREFIX = "result";
    private static final String SEPARATOR = " ";

    /**
     * Returns the median time of a message: half a round trip, its share of a stream, or the time to wake the responder.
     *
     * @return nanoseconds.
     */
    public double p50Ns() {
        return medians.messageNs(50);
    }

    /**
     * Returns the time that 1 message in 100 exceeds, but at least the median.
     *
     * @return nanoseconds.
     */
    public double p99Ns() {
        return Math.max(p50Ns(), tails.messageNs(99));
    }

    /**
     * Returns the time that 1 message in 1000 exceeds, but at least the median.
     *
     * @return nanoseconds.
     */
    public double p999Ns() {
        return Math.max(p50Ns(), tails.messageNs(99.9));
    }

    /**
     * Divides the median by the floor.
     *
     * @return ratio, 1 for the floor itself.
     */
    public double ratioToFloor() {
        return p50Ns() / floorNs;
    }

    /**
     * Returns the canary of the measurement.
     *
     * @return mean of the canaries before and after, in nanoseconds.
     */
    public double canaryNs() {
        return (canaryBeforeNs + canaryAfterNs) / 2;
    }

    /** Encodes the result as one line of the output of a child. */
    String encode() {
        return String.join(SEPARATOR, PREFIX, Double.toString(canaryBeforeNs), Double.toString(canaryAfterNs),
            Double.toString(floorNs), Double.toString(idleShare), Long.toString(collections), medians.encode(), tails.encode());
    }

    static boolean isResult(final String line) {
        return line.startsWith(PREFIX + SEPARATOR);
    }

    static RunResult decode(final String line) {
        final String[] words = line.split(SEPARATOR);
        return new RunResult(Double.parseDouble(words[1]), Double.parseDouble(words[2]), Double.parseDouble(words[3]),
            Double.parseDouble(words[4]), Long.parseLong(words[5]), Samples.decode(words[6]), Samples.decode(words[7]));
    }
}
