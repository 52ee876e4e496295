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
 * Memory or space that could not be had: when to ask for it again. Not at each turn, as the answer takes long: collections, and for direct
 * memory half a second of them. One thread at a time.
 */
public final class Shortage {
    private static final long PAUSE_NS = 5_000_000_000L;

    private long endNs;
    private boolean isShort;
    private Throwable reason;

    /**
     * None.
     */
    public Shortage() {
        // The fields say it all.
    }

    /**
     * Takes note that there is nothing to be had.
     *
     * @param lack as it was told.
     */
    public void begin(final Throwable lack) {
        isShort = true;
        reason = lack;
        endNs = System.nanoTime() + PAUSE_NS;
    }

    /**
     * Returns whether nothing was refused for a while.
     *
     * @return false if it is better to do with what is here.
     */
    public boolean mayAsk() {
        if (isShort && System.nanoTime() - endNs >= 0) {
            isShort = false;
            reason = null;
        }
        return !isShort;
    }

    /**
     * Returns what was told when there was nothing to be had.
     *
     * @return null if nothing was refused for a while.
     */
    public Throwable reason() {
        return reason;
    }
}
