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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.engine.srq.ConnectionTable;
import io.tombolo.tools.Screen;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code inspect --srq}, of ranks that live and of one that is dead. */
@Timeout(30)
final class InspectEndpointsTest {
    private final Screen screen = new Screen();
    private final Event event = new Event();

    private void next(final LocalJob job, final EventDispatcher events, final EventType type) {
        while (events.size() == 0) {
            job.step();
        }
        events.dequeue(event);
        assertThat(event.type()).isEqualTo(type);
    }

    @Test
    void shouldShowQueuesEndpointsAndDispatchersLiveAndAfterDeath() {
        try (LocalJob job = LocalJob.of(2)) {
            assertThat(screen.ok("inspect", "--srq", job.directory().toString()))
                .contains("no endpoints, receive queues or event dispatchers");
            final InterfaceAdapter server = job.engine(0).adapter();
            final InterfaceAdapter client = job.engine(1).adapter();
            final MemoryRegion memory = job.engine(0).allocate(4096);
            final MemoryRegion other = job.engine(1).allocate(4096);
            final SharedReceiveQueue queue = server.createReceiveQueue(server.zone(), new ReceiveQueueAttributes().maxReceives(10));
            final EventDispatcher events = server.createDispatcher(8);
            final EventDispatcher answers = client.createDispatcher(8);
            for (int i = 0; i < 3; i++) {
                queue.postRecv(memory, 0, 64, i);
            }
            queue.setLowWatermark(2);
            server.listen(1, events);
            final Endpoint caller = client.createEndpoint(new EndpointAttributes().dispatcher(answers).maxReceives(4));
            caller.connect(0, 1, 0, 10, TimeUnit.SECONDS);
            next(job, events, EventType.CONNECTION_REQUEST);
            server.createEndpoint(new EndpointAttributes().receiveQueue(queue).dispatcher(events).watermarks(5, 9))
                .accept(event.request(), 0);
            next(job, events, EventType.ESTABLISHED);
            next(job, answers, EventType.ESTABLISHED);
            caller.postSend(other, 0, 8, 0, Endpoint.SUPPRESS);
            caller.postSend(other, 0, 8, 0, Endpoint.SUPPRESS);
            next(job, events, EventType.RECEIVE);
            while (events.size() == 0) {
                job.step();
            }
            final String live = assertQueueShown(job);
            assertThat(live).containsPattern("0/0 +connected +1/0 +0 +\\d+ +2 +2 +0 +0 +0 +5/9\n");
            assertThat(live).containsPattern("1/0 +connected +0/0 +0 +\\d+ +0 +0 +2 +0 +0 +-/-\n");
            job.kill(0);
            assertThat(assertQueueShown(job)).containsPattern("0/0 +disconnected +1/0 +0 +\\d+ +2 +2 +0 +0 +0 +5/9\n");
        }
    }

    private String assertQueueShown(final LocalJob job) {
        final String text = screen.ok("inspect", "--srq", job.directory().toString());
        // Three buffers are posted, two are taken, and one completion was taken: one event is left.
        assertThat(text).containsPattern("0/0 +10 +1 +2 +2 +no +2 +0 +0 +1 +1\n");
        final String json = screen.ok("inspect", "--json", job.directory().toString());
        assertThat(json).contains("\"receiveQueues\"", "\"eventQueues\"", "\"outstanding\"");
        return text;
    }

    @Test
    void shouldPrintTheStatesOfAnEndpoint() {
        final String dot = screen.ok("fsm", "endpoint", "--dot");
        assertThat(dot).startsWith("digraph endpoint {\n").endsWith("}\n");
        ConnectionTable.TRANSITIONS.rows().forEach(row -> assertThat(dot).contains(
            "\"" + row.from().label() + "\" -> \"" + row.to().label() + "\" [label=\"" + row.event().label() + "\"];"));
        assertThat(screen.ok("fsm", "endpoint").lines()).hasSize(ConnectionTable.TRANSITIONS.rows().size() + 1);
    }
}
