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
package io.tombolo.engine.progress;

/**
 * How an idle rank waits: it spins, then yields, then sleeps (S3.40).
 * <p>
 * Sleeps double, up to the backstop: a rank that has had nothing to do for long looks the less often. Where nobody can wake a sleeper in
 * another process they begin short: two ranks that answer each other would otherwise each find the other asleep, for good.
 *
 * @param spins        turns without work that end in {@link Thread#onSpinWait()}.
 * @param yields       turns after those that end in {@link Thread#yield()}.
 * @param firstSleepNs first sleep in nanoseconds.
 * @param longestSleepNs longest sleep in nanoseconds: the backstop for a wake-up that is lost.
 */
public record WaitPolicy(int spins, int yields, long firstSleepNs, long longestSleepNs) {
    /** Turns that spin where every rank has a core. */
    public static final int DEFAULT_SPINS = 4096;

    /** Turns that yield before the first sleep. */
    public static final int DEFAULT_YIELDS = 256;

    // Somebody ends such a sleep: what it costs to look at nothing is what an idle rank costs, 100 us and more of a core (bench idle).
    private static final long FIRST_SLEEP_NS = 10_000_000;
    private static final long LONGEST_SLEEP_NS = 40_000_000;
    private static final long FIRST_BLIND_SLEEP_NS = 50_000;

    // Nobody ends such a sleep: it is the wake-up time, which stays below 2 ms. Each costs some 40 us of a core (bench idle).
    private static final long LONGEST_BLIND_SLEEP_NS = 1_800_000;
    private static final int MOST_DOUBLINGS = 16;

    /**
     * Chooses the turns for a number of ranks: with more ranks than cores, spinning would only keep the others from running.
     *
     * @param ranks in the job.
     * @param cores that this process may use.
     * @return turns that spin.
     */
    public static int spins(final int ranks, final int cores) {
        return ranks > cores ? 0 : DEFAULT_SPINS;
    }

    /**
     * Makes a policy.
     *
     * @param spins    turns that spin.
     * @param yields   turns that yield.
     * @param canBeWoken whether another process can end a sleep.
     * @return policy.
     */
    public static WaitPolicy of(final int spins, final int yields, final boolean canBeWoken) {
        return canBeWoken ? new WaitPolicy(spins, yields, FIRST_SLEEP_NS, LONGEST_SLEEP_NS) :
            new WaitPolicy(spins, yields, FIRST_BLIND_SLEEP_NS, LONGEST_BLIND_SLEEP_NS);
    }

    /** Returns whether ranks share cores, so that none spins: whoever is waited for may need this one's. */
    boolean isShared() {
        return spins == 0;
    }

    boolean isSpinning(final int idle) {
        return idle <= spins;
    }

    boolean isYielding(final int idle) {
        return idle <= spins + yields;
    }

    /**
     * Returns how long a sleep may be.
     *
     * @param idle turns without work so far.
     * @return nanoseconds.
     */
    long sleepNs(final int idle) {
        return Math.min(longestSleepNs, firstSleepNs << Math.min(MOST_DOUBLINGS, Math.max(0, idle - spins - yields - 1)));
    }
}
