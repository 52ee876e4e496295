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
package io.tombolo.engine.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** The fields of every event: which rank it is of, and which other rank it concerns. */
@Category("Tombolo")
abstract class RankEvent extends Event {
    @Label("Job")
    @Description("Name of the job's directory")
    String job;

    @Label("Rank")
    @Description("Rank in the world that the event is of")
    int rank;

    @Label("Peer")
    @Description("The other rank, in the world; negative: any rank, or none")
    int peer;
}
