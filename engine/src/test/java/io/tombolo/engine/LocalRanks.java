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
package io.tombolo.engine;

import java.util.function.BooleanSupplier;

/** What tests do with the ranks of a {@link LocalJob}. */
public final class LocalRanks {
    private LocalRanks() {
    }

    /** Kills or closes a rank. Its death is proven when this returns. */
    public static void end(final LocalJob job, final int rank, final boolean isKilled) {
        if (isKilled) {
            job.kill(rank);
            EngineAccess.node(job.engine(0)).job().probe(rank);
        } else {
            job.engine(rank).close();
        }
    }

    /** Makes progress at all ranks until a condition holds. */
    public static void step(final LocalJob job, final BooleanSupplier until) {
        while (!until.getAsBoolean()) {
            job.step();
            TimeLimit.check();
        }
    }
}
