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
package io.tombolo.engine.node;

/**
 * A shortage of memory or space, and when to ask again. Not at each turn, as a refusal takes long: it comes after collections, which for
 * direct memory last up to half a second. One thread at a time.
 */
public final class Shortage {
    private static final long PAUSE_NS = 5_000_000_000L;

    private final long pauseNs;
    private long endNs;
    private boolean isShort;
    private Throwable reason;

    /**
     * Makes the record of a resource that is not short.
     */
    public Shortage() {
        this(PAUSE_NS);
    }

    /**
     * Makes the record of a resource that is not short.
     *
     * @param pauseNs time after a refusal until the shortage may end, nanoseconds.
     */
    Shortage(final long pauseNs) {
        this.pauseNs = pauseNs;
    }

    /**
     * Notes that a request was refused.
     *
     * @param lack reason of the refusal.
     */
    public void begin(final Throwable lack) {
        isShort = true;
        reason = lack;
        endNs = System.nanoTime() + pauseNs;
    }

    /**
     * Ends the shortage if nothing has been refused for a while.
     *
     * @return true if there is no shortage; false if the caller should do with what it has.
     */
    public boolean tryEnd() {
        if (isShort && System.nanoTime() - endNs >= 0) {
            isShort = false;
            reason = null;
        }
        return !isShort;
    }

    /**
     * Returns the reason of the last refusal.
     *
     * @return null if there is no shortage.
     */
    public Throwable reason() {
        return reason;
    }
}
