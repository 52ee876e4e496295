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

import io.tombolo.engine.telemetry.Waits;
import io.tombolo.ringbuffers.job.CoreSharing;
import io.tombolo.ringbuffers.job.VirtualThreads;
import java.util.concurrent.TimeUnit;

/**
 * Says how an idle rank waits: it spins, then yields, then sleeps (S3.40). Where ranks share cores it does not spin, which would only keep
 * the others from running.
 * <p>
 * Sleeps double up to a backstop, so a rank checks for work the less often the longer it has been idle. If no other process can wake a
 * sleeper, sleeps begin short: otherwise two ranks that answer each other could find each other asleep again and again. The same holds for
 * a virtual thread, which parks.
 * <p>
 * The progress owner changes the policy. Other threads may see a change late, which costs them some spins.
 */
public final class WaitPolicy {
    /** Turns that spin where every rank has a core. */
    public static final int DEFAULT_SPINS = 4096;

    /** Turns that yield before the first sleep. */
    public static final int DEFAULT_YIELDS = 256;

    // Somebody ends such a sleep, so it may be long: an idle rank costs what its checks between sleeps cost.
    // The first one is as long as a wait has no call site.
    private static final long FIRST_SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(Waits.SITE_MS);
    private static final long LONGEST_SLEEP_NS = 40_000_000;
    private static final long FIRST_BLIND_SLEEP_NS = 50_000;

    // Nobody ends such a sleep, so it bounds the delay of a message. A shorter one would cost more of a core.
    private static final long LONGEST_BLIND_SLEEP_NS = 1_800_000;
    private static final int MOST_DOUBLINGS = 16;

    // Turns after which a wait is shown although it does not sleep: some 10 ms.
    private static final int LONG_SPIN = 1 << 16;

    private final CoreSharing share;
    private final int yields;
    private final boolean canBeWoken;
    private int spins;

    private WaitPolicy(final int spins, final CoreSharing share, final int yields, final boolean canBeWoken) {
        this.spins = spins;
        this.share = share;
        this.yields = yields;
        this.canBeWoken = canBeWoken;
    }

    /**
     * Makes a policy.
     *
     * @param spins      turns without work that end in {@link Thread#onSpinWait()}; 0 as where ranks share cores.
     * @param yields     turns after those that end in {@link Thread#yield()}.
     * @param canBeWoken whether another process can end a sleep.
     * @return policy.
     * @throws IllegalArgumentException if {@code spins} is negative.
     */
    public static WaitPolicy of(final int spins, final int yields, final boolean canBeWoken) {
        if (spins < 0) {
            throw new IllegalArgumentException("spins=" + spins + " must not be negative");
        }
        return new WaitPolicy(spins, null, yields, canBeWoken);
    }

    /**
     * Makes a policy that spins {@link #DEFAULT_SPINS} turns while there is a core for each rank, and none otherwise.
     *
     * @param share      tells how many ranks share the cores.
     * @param yields     turns after those that end in {@link Thread#yield()}.
     * @param canBeWoken whether another process can end a sleep.
     * @return policy.
     */
    public static WaitPolicy of(final CoreSharing share, final int yields, final boolean canBeWoken) {
        final WaitPolicy policy = new WaitPolicy(DEFAULT_SPINS, share, yields, canBeWoken);
        policy.refresh();
        return policy;
    }

    /**
     * Checks again whether ranks share cores, as ranks join one after the other, and leave.
     */
    void refresh() {
        if (share != null) {
            spins = share.isOversubscribed() ? 0 : DEFAULT_SPINS;
        }
    }

    /**
     * Returns whether ranks share cores. Then none spins, because the rank that is waited for may need this core.
     *
     * @return true if so at the last check.
     */
    public boolean isShared() {
        return spins == 0;
    }

    boolean isSpinning(final int idle) {
        return idle <= spins;
    }

    boolean isYielding(final int idle) {
        return idle <= spins + yields;
    }

    /**
     * Returns whether a wait is to be shown: its next step sleeps, or it has spun for long.
     *
     * @param idle turns without work so far.
     * @return true from the last yield on.
     */
    boolean isToShow(final int idle) {
        return idle >= LONG_SPIN || idle > 0 && idle - spins >= yields;
    }

    /**
     * Returns how long a sleep may be.
     *
     * @param idle turns without work so far.
     * @return nanoseconds; at most the backstop, which makes up for a lost wake-up.
     */
    long sleepNs(final int idle) {
        final int doublings = Math.min(MOST_DOUBLINGS, Math.max(0, idle - spins - yields - 1));
        return canBeWoken && !VirtualThreads.isCurrent() ?
            Math.min(LONGEST_SLEEP_NS, FIRST_SLEEP_NS << doublings) :
            Math.min(LONGEST_BLIND_SLEEP_NS, FIRST_BLIND_SLEEP_NS << doublings);
    }
}
