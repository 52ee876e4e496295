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

import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.Work;
import java.util.Locale;

/**
 * A measurement that failed.
 *
 * @param plan   plan of the processes.
 * @param work   work that failed.
 * @param run    number of the run, from 1.
 * @param reason reason in words.
 */
record Failure(Plan plan, Work work, int run, String reason) {

    /** Describes the failure in one line. */
    String describe() {
        return String.format(Locale.ROOT, "%s, %s, %s, run %d: %s",
            plan.peer().label(), plan.pattern().title(), ComparisonTables.describe(plan.pattern(), work), run, reason);
    }
}
