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

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Timespan;

/** The fields of the events of messages. */
abstract class MessageEvent extends RankEvent {
    @Label("Tag")
    int tag;

    @Label("Communicator")
    @Description("Number of the communicator's context; 0 is the world")
    int communicator;

    @Label("Length")
    @DataAmount
    long length;

    @Label("Long")
    @Description("Whether the message went by rendezvous")
    boolean isLong;

    @Label("Waited")
    @Description("Time from the post to the end; unknown if the call took a message without a post")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    @Label("Outcome")
    @Description("SUCCESS, or how it failed")
    String outcome;
}
