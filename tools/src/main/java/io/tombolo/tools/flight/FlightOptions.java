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
package io.tombolo.tools.flight;

/**
 * What is shown of the flight recorders of a job.
 *
 * @param rank   the only rank to show; {@link #ALL} for all ranks
 * @param last   most events of each rank to begin with, at least 1
 * @param follow whether to go on with new events until no rank is alive
 * @param json   whether to write lines of JSON, not text
 */
public record FlightOptions(int rank, long last, boolean follow, boolean json) {
    /** In place of a rank: all ranks are shown. */
    public static final int ALL = -1;
    /** In place of a number of events: all that are still there are shown. */
    public static final long EVERY = Long.MAX_VALUE;
    /** Events of each rank that the text begins with by default. */
    public static final long FEW = 40;
}
