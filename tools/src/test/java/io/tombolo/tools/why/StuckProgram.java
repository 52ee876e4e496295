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
package io.tombolo.tools.why;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.nio.file.Path;

/**
 * A process with every second rank of a job that hangs in many places, see {@link StuckScenario}.
 */
public final class StuckProgram {
    private StuckProgram() {
    }

    /**
     * Starts a thread for each rank of this process. They run until the process is killed.
     *
     * @param arguments directory of the job, and the first rank of this process, 0 or 1
     */
    public static void main(final String[] arguments) {
        final int size = StuckScenario.allRanks();
        for (int rank = Integer.parseInt(arguments[1]); rank < size; rank += 2) {
            final int each = rank;
            new Thread(() -> run(Path.of(arguments[0]), each, size), "rank-" + rank).start();
        }
    }

    private static void run(final Path directory, final int rank, final int size) {
        final EngineContext context = new EngineContext().directory(directory).rank(rank).size(size).threadLevel(ThreadLevel.SINGLE)
            .size(GeometrySetting.RING_SLOTS, 64).size(GeometrySetting.PACKETS, 4).size(GeometrySetting.STAGING_LANES, 2)
            .size(GeometrySetting.RETURN_RECORDS, 64).size(GeometrySetting.MATCH_NODES, 256).waiting(0, 1);
        final Engine engine = Engine.launch(context);
        final StuckScenario scenario = StuckScenario.of(rank);
        scenario.run(engine, engine.world().split(scenario.ordinal(), rank));
        System.out.println("rank " + rank + " does not hang in " + scenario);
    }
}
