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

import java.util.Arrays;
import java.util.Locale;

/**
 * How far apart the two cores were while something was measured, told by the canary alone.
 * <p>
 * On some virtual machines a cache line takes several times longer at one time than at another and flips between launches. There is no
 * absolute bound: near is what the canaries of one invocation have at their lower end, but for a few. Those few are of launches whose two
 * cores were probably two threads of one, and are told apart.
 */
enum MachineState {

    /** From the base to {@link #SPREAD} times it. */
    NEAR,

    /** Above that. */
    FAR,

    /** Below the base. */
    CLOSER;

    /** Canaries further apart than this factor are of different states; near and far differ by four to five. */
    static final double SPREAD = 2;

    private static final double CLUSTER = 1.15;
    private static final double FEW = 0.1;

    static MachineState of(final double canaryNs, final double baseNs) {
        if (canaryNs < baseNs) {
            return CLOSER;
        }
        return canaryNs <= baseNs * SPREAD ? NEAR : FAR;
    }

    /** The smallest canary that is not one of a few: at least a tenth of all lie between it and {@link #CLUSTER} times it. */
    static double baseNs(final double... canariesNs) {
        return Arrays.stream(canariesNs).sorted()
            .filter(base -> Arrays.stream(canariesNs).filter(other -> other >= base && other <= base * CLUSTER).count()
                >= FEW * canariesNs.length)
            .findFirst().orElseThrow();
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
