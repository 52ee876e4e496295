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
 *
 * @param spins       turns without work that end in {@link Thread#onSpinWait()}.
 * @param yields      turns after those that end in {@link Thread#yield()}.
 * @param sleepNs     longest sleep in nanoseconds: the backstop for a wake-up that is lost.
 */
public record WaitPolicy(int spins, int yields, long sleepNs) {
    /** Turns that spin where every rank has a core. */
    public static final int DEFAULT_SPINS = 4096;

    /** Turns that yield before the first sleep. */
    public static final int DEFAULT_YIELDS = 256;

    /** Longest sleep. */
    public static final long DEFAULT_SLEEP_NS = 10_000_000;

    /**
     * Chooses for a number of ranks: with at least as many ranks as cores, spinning would only keep the others from running.
     *
     * @param ranks in the job.
     * @param cores that this process may use.
     * @return a policy.
     */
    public static WaitPolicy of(final int ranks, final int cores) {
        return new WaitPolicy(ranks > cores ? 0 : DEFAULT_SPINS, DEFAULT_YIELDS, DEFAULT_SLEEP_NS);
    }
}
