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

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A wait of a thread, from its first sleep to its end. */
@Name("tombolo.Wait")
@Label("Wait")
@Description("A thread waited in a call, from its first sleep or a long spin to the end of the wait")
@Threshold("20 ms")
final class WaitEvent extends RankEvent {
    @Label("Call")
    @Description("Call of the interface in which the thread waited")
    String call;

    @Label("Awaited")
    @Description("What the thread waited for; the first thing of several")
    String awaited;

    @Label("Call Site")
    @Description("First frame of the application; null if the wait was too short to look for it")
    String callSite;

    @Label("Tag")
    @Description("Of the first thing; a negative one is a wildcard, or none")
    int tag;

    @Label("Communicator")
    @Description("Number of the communicator's context; 0 is the world")
    int communicator;

    @Label("Entries")
    @Description("How many things the thread waited for")
    int entries;
}
