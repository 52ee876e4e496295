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

import java.util.List;
import java.util.Optional;

/**
 * The results of a plan's processes.
 *
 * @param results results of the first pieces of work, in the order of the plan.
 * @param failure why there are no more results, or why a process failed; empty if neither is so.
 */
public record PlanOutcome(List<RunResult> results, Optional<String> failure) {

    /** Failure of work that was not measured because the time was up. */
    public static final String TIME_UP = "time up";

    /**
     * Copies the list.
     *
     * @param results results of the first pieces of work, in the order of the plan.
     * @param failure why there are no more results, or why a process failed; empty if neither is so.
     */
    public PlanOutcome {
        results = List.copyOf(results);
    }
}
