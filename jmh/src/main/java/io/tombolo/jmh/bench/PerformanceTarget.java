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
 * Something that Tombolo shall reach, and what it reached.
 *
 * @param state    of the machine.
 * @param what     is measured.
 * @param measured the value: a ratio, or a time or a share where there is nothing to divide by.
 * @param limit    that it shall not exceed.
 * @param note     what the value is of, and beside whom.
 */
record PerformanceTarget(MachineState state, String what, double measured, double limit, String note) {

    boolean isMet() {
        return measured <= limit;
    }

    /** In words, with the distance where it is missed. */
    String verdict() {
        if (isMet()) {
            return "met";
        }
        return 0 == limit ? "missed" : String.format(Locale.ROOT, "missed by %.0f %%", (measured / limit - 1) * 100);
    }
}
