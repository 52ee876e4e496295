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

import io.tombolo.engine.api.ThreadLevel;
import java.util.function.Consumer;

/**
 * A job with more rows than ranks: ranks may join late, or never.
 */
public final class LateRanks {
    private LateRanks() {
    }

    /** Launches rank 0 of a job. */
    public static LocalJob first(final int size, final Consumer<EngineContext> settings) {
        return LocalJob.of(1, context -> settings.accept(context.size(size)));
    }

    /** Launches a further rank, which the caller closes before the job. */
    public static Engine join(final LocalJob job, final int rank) {
        return join(job, context -> context.rank(rank));
    }

    /** Launches a further rank with settings of its own. */
    public static Engine join(final LocalJob job, final Consumer<EngineContext> settings) {
        final EngineContext context = context(job);
        settings.accept(context);
        return Engine.launch(context);
    }

    private static EngineContext context(final LocalJob job) {
        return new EngineContext().size(job.engine(0).size()).directory(job.directory()).threadLevel(ThreadLevel.MULTIPLE);
    }
}
