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
 * How far apart the two cores were during a measurement, judged by the canary alone.
 * <p>
 * On some virtual machines a cache line takes several times longer at some times than at others, and changes between launches. There is no
 * absolute limit. The shortest canaries of an invocation are near, except a few outliers. The two cores of the outliers were probably two
 * threads of one core; they are called closer.
 */
enum MachineState {

    /** The two cores probably share a cache: the canary is between the base and {@link #SPREAD} times the base. */
    NEAR,

    /** The two cores probably share no cache: the canary is above that. */
    FAR,

    /** The two cores are probably two threads of one core: the canary is below the base. */
    CLOSER;

    /** Canaries that differ by more than this factor are of different states. */
    static final double SPREAD = 2;

    private static final double CLUSTER = 1.15;
    private static final double FEW = 0.1;

    static MachineState of(final double canaryNs, final double baseNs) {
        if (canaryNs < baseNs) {
            return CLOSER;
        }
        return canaryNs <= baseNs * SPREAD ? NEAR : FAR;
    }

    /** Returns the smallest canary that is no outlier: at least a tenth of all lie between it and {@link #CLUSTER} times it. */
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
