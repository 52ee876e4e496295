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
 * What one pair of JVMs found for one piece of work.
 *
 * @param canaryBeforeNs half round trip of the bare line just before, in nanoseconds.
 * @param canaryAfterNs  the same just after.
 * @param floorNs        median time of a message of the floor, measured between the parts of the work, in nanoseconds.
 * @param idleShare      processor time of the responder's process while it slept, over the time that it slept; 0 if it did not sleep.
 * @param collections    garbage collections of the initiator between the two canaries.
 * @param medians        samples that the median is taken from.
 * @param tails          samples that p99 and p99.9 are taken from: single round trips, or windows.
 */
public record RunResult(
    double canaryBeforeNs, double canaryAfterNs, double floorNs, double idleShare, long collections, Samples medians, Samples tails) {

    private static final String PREFIX = "result";
    private static final String SEPARATOR = " ";

    /**
     * Median time of a message: half a round trip, its share of a window, or how long it took to wake the other side.
     *
     * @return nanoseconds.
     */
    public double p50Ns() {
        return medians.messageNs(50);
    }

    /**
     * Time of a message that 1 in 100 exceeds; at least the median.
     *
     * @return nanoseconds.
     */
    public double p99Ns() {
        return Math.max(p50Ns(), tails.messageNs(99));
    }

    /**
     * Time of a message that 1 in 1000 exceeds; at least the median.
     *
     * @return nanoseconds.
     */
    public double p999Ns() {
        return Math.max(p50Ns(), tails.messageNs(99.9));
    }

    /**
     * How many floors the median is.
     *
     * @return ratio, 1 for the floor itself.
     */
    public double ratioToFloor() {
        return p50Ns() / floorNs;
    }

    /**
     * The canary round the measurement.
     *
     * @return mean of before and after, in nanoseconds.
     */
    public double canaryNs() {
        return (canaryBeforeNs + canaryAfterNs) / 2;
    }

    /** One line of the child's output. */
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
