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
package io.tombolo.jmh.bench;

import java.util.Locale;

/**
 * A target of Tombolo, and the value that was measured.
 *
 * @param state    state of the machine.
 * @param what     what was measured.
 * @param measured value: a ratio, or a time or share if there is nothing to divide by.
 * @param limit    largest value that meets the target.
 * @param note     the two values of a ratio, and the system that Tombolo is compared with.
 */
record PerformanceTarget(MachineState state, String what, double measured, double limit, String note) {

    boolean isMet() {
        return measured <= limit;
    }

    /** Returns the verdict in words, with the distance if the target is missed. */
    String verdict() {
        if (isMet()) {
            return "met";
        }
        return 0 == limit ? "missed" : String.format(Locale.ROOT, "missed by %.0f %%", (measured / limit - 1) * 100);
    }
}
