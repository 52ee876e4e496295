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
import jdk.jfr.StackTrace;

/** A peer has died or left. */
@Name("tombolo.PeerGone")
@Label("Peer Gone")
@Description("A rank has found that another rank has died (PEER_FAILED) or closed its engine (PEER_LEFT)")
@StackTrace(false)
final class PeerGoneEvent extends RankEvent {
    @Label("Incarnation")
    @Description("How often a process had joined as the peer")
    int incarnation;

    @Label("Outcome")
    @Description("Outcome of operations with the peer")
    String outcome;
}
