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

/**
 * The wait of a transport that polls: it spins, and yields now and then, so that two threads on one core do not wait for the end of a time
 * slice.
 */
final class Waiting {

    private static final int LOOKS_BEFORE_YIELD = 20_000;

    private static final int LOOKS_BEFORE_YIELD_ON_SHARED_CORE = 16;

    private Waiting() {
    }

    /**
     * Pauses between two looks.
     *
     * @param looks looks since the last yield that found nothing, from 0.
     * @return what the next call takes.
     */
    static int pause(final int looks) {
        Thread.onSpinWait();
        if (LOOKS_BEFORE_YIELD == looks) {
            Thread.yield();
            return 0;
        }
        return looks + 1;
    }

    /**
     * Pauses between two looks of a process that may share its core with others that have work: it yields soon.
     *
     * @param looks looks since the last yield that found nothing, from 0.
     * @return what the next call takes.
     */
    static int pauseOnSharedCore(final int looks) {
        if (looks < LOOKS_BEFORE_YIELD_ON_SHARED_CORE) {
            Thread.onSpinWait();
            return looks + 1;
        }
        Thread.yield();
        return 0;
    }
}
