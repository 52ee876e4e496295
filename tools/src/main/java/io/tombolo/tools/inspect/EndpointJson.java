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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.queue.ReceiveSlotState;
import io.tombolo.tools.json.JsonWriter;

/**
 * Writes receive queues, endpoints and event dispatchers as members of the JSON object of a rank.
 */
final class EndpointJson {
    private static final String INDEX = "index";
    private static final String GENERATION = "generation";
    private static final String TAKEN = "taken";
    private static final String WAITING = "waiting";

    private EndpointJson() {
    }

    static void write(final EndpointsReading reading, final JsonWriter json) {
        json.array("receiveQueues");
        reading.queues().forEach(queue -> queue(queue, json));
        json.end().array("endpoints");
        reading.endpoints().forEach(endpoint -> endpoint(endpoint, json));
        json.end().array("eventQueues");
        for (final EventQueueEntry events : reading.dispatchers()) {
            json.object().member(INDEX, events.index()).member(GENERATION, events.generation()).member("capacity", events.capacity())
                .member("events", events.events()).member(TAKEN, events.taken()).member("reserved", events.reserved())
                .member("overflows", events.overflows()).member("waited", events.isWaited()).end();
        }
        json.end();
    }

    private static void queue(final ReceiveQueueEntry queue, final JsonWriter json) {
        json.object().member(INDEX, queue.index()).member(GENERATION, queue.generation()).member("zone", queue.zone())
            .member("max", queue.most()).member("available", queue.available()).member("outstanding", queue.outstanding())
            .member("lowWatermark", queue.lowWatermark()).member("armed", queue.isArmed()).member("segments", queue.segments())
            .member(TAKEN, queue.taken()).member("fired", queue.fired()).member(WAITING, queue.waiting()).object("slots");
        for (final ReceiveSlotState state : ReceiveSlotState.values()) {
            json.member(state.name(), queue.in(state));
        }
        json.member("unknown", queue.slots().get(queue.slots().size() - 1)).end().end();
    }

    private static void endpoint(final EndpointEntry endpoint, final JsonWriter json) {
        json.object().member(INDEX, endpoint.index()).member(GENERATION, endpoint.generation()).member("state", endpoint.state())
            .member("peer", endpoint.peer()).member("remote", endpoint.remote()).member("queue", endpoint.queue())
            .member("events", endpoint.events()).member(TAKEN, endpoint.taken()).member("completed", endpoint.completed())
            .member("sent", endpoint.sent()).member("sending", endpoint.sending()).member(WAITING, endpoint.waiting())
            .member("soft", endpoint.soft()).member("hard", endpoint.hard()).member("changedMs", endpoint.changedMs()).end();
    }
}
