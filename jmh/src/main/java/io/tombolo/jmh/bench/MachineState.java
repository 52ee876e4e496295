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
 * How far apart the two cores were while something was measured, told by the canary alone.
 * <p>
 * On some virtual machines a cache line takes several times longer at one time than at another and flips between launches. There is no
 * absolute bound: a canary belongs to the state near if it is within {@link #SPREAD} times the smallest canary of the same invocation.
 */
enum MachineState {

    /** Within {@link #SPREAD} times the smallest canary. */
    NEAR,

    /** Above that. */
    FAR;

    /** Canaries further apart than this factor are of different states; the states differ by four to five. */
    static final double SPREAD = 2;

    static MachineState of(final double canaryNs, final double smallestNs) {
        return canaryNs <= smallestNs * SPREAD ? NEAR : FAR;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
