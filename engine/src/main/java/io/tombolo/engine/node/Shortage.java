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
 * A shortage of memory or space, and when to try again. Trying at each turn would be slow: a failed allocation may run garbage collections,
 * and for direct memory waits for them. One thread at a time.
 */
public final class Shortage {
    private static final long PAUSE_NS = 5_000_000_000L;

    private long endNs;
    private boolean isShort;
    private Throwable reason;

    /**
     * Creates the state without a shortage.
     */
    public Shortage() {
        // Fields are initialised where they are declared.
    }

    /**
     * Records a failed allocation. {@link #mayAsk} returns false for the next 5 seconds.
     *
     * @param lack exception of the allocation.
     */
    public void begin(final Throwable lack) {
        isShort = true;
        reason = lack;
        endNs = System.nanoTime() + PAUSE_NS;
    }

    /**
     * Returns whether to try an allocation. Ends the shortage when its time is over.
     *
     * @return false while a recent allocation has failed.
     */
    public boolean mayAsk() {
        if (isShort && System.nanoTime() - endNs >= 0) {
            isShort = false;
            reason = null;
        }
        return !isShort;
    }

    /**
     * Returns why the last allocation failed.
     *
     * @return exception, or null if there is no shortage.
     */
    public Throwable reason() {
        return reason;
    }
}
