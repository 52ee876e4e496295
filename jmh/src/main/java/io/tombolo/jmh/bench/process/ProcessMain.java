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

import java.nio.file.Path;

/**
 * Main class of each measured JVM.
 */
public final class ProcessMain {

    /** Start of the line of output that says how the process is pinned. */
    static final String PINNED = "pinned ";

    private ProcessMain() {
    }

    /**
     * Measures until the plan is done or the parent has ended.
     *
     * @param arguments scratch directory, rank, core, then the plan.
     */
    public static void main(final String... arguments) {
        final Path directory = Path.of(arguments[0]);
        final int rank = Integer.parseInt(arguments[1]);
        final Plan plan = Plan.of(arguments);
        final boolean sharesCores = plan.ranks() > Cores.pick(plan.mostCores()).length; // before this thread has one core only
        OrphanGuard.start(directory);
        try (Transport peer = PeerKind.FLOOR == plan.peer() ? null : plan.peer().open(directory, rank, plan)) {
            System.out.println(PINNED + Pinning.pin(Integer.parseInt(arguments[2]))); // after open: the peer may count its cores
            if (TrafficPattern.RMA == plan.pattern()) {
                peer.openWindows(plan.windowLength());
            }
            final ProcessLoops side = new ProcessLoops(plan, rank, peer, sharesCores);
            if (0 == rank) {
                new Initiator(side).run(System.out);
            } else {
                new Responder(side, rank > 1).run();
            }
        }
    }
}
