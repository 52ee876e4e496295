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
package io.tombolo.tools.why;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Programs that hang, each on some ranks of a job. A rank runs the one to which it belongs, on a communicator of these ranks.
 */
enum StuckScenario {
    /** Two blocking long sends. */
    CROSSING_SENDS(2) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            ranks.send(LONG, 0, LONG.capacity(), 1 - ranks.rank(), TAG);
        }
    },
    /** A message whose tag no receive wants. */
    WRONG_TAG(2) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            if (ranks.rank() == 0) {
                ranks.send(LONG, 0, SHORT, 1, TAG + 1);
            }
            ranks.recv(new UnsafeBuffer(new byte[SHORT]), 0, SHORT, 1 - ranks.rank(), TAG);
        }
    },
    /** A long message without a receive. */
    MISSING_RECEIVE(2) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            if (ranks.rank() == 0) {
                ranks.send(LONG, 0, LONG.capacity(), 1, TAG);
            }
            ranks.barrier();
        }
    },
    /** A barrier to which one rank of many does not come, because it waits for another one. */
    SHORT_BARRIER(16) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            ranks.barrier();
            if (ranks.rank() == ranks.size() - 1) {
                ranks.recv(new UnsafeBuffer(new byte[SHORT]), 0, SHORT, 0, TAG);
            }
            ranks.barrier();
        }
    },
    /** An agreement, which sends no messages, and a barrier. */
    MISMATCH(2) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            if (ranks.rank() == 0) {
                ranks.agree(1);
            } else {
                ranks.barrier();
            }
        }
    },
    /** A lock that is not given back, with a queue behind it. */
    FORGOTTEN_UNLOCK(3) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            final Window window = ranks.allocateWindow(SHORT);
            if (ranks.rank() == 0) {
                window.lock(0, LockType.EXCLUSIVE);
            }
            ranks.barrier();
            if (ranks.rank() == 0) {
                ranks.recv(new UnsafeBuffer(new byte[SHORT]), 0, SHORT, 1, TAG);
            }
            window.lock(0, LockType.EXCLUSIVE);
        }
    },
    /** More long messages in both directions than there are staging lanes. */
    CREDIT_CYCLE(2) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            final Request[] sends = new Request[MANY];
            for (int i = 0; i < MANY; i++) {
                sends[i] = ranks.isend(LONG, 0, LONG.capacity(), 1 - ranks.rank(), TAG);
            }
            Requests.waitAll(sends);
        }
    },
    /** A server that gives its shared receive queue no buffer again. */
    EMPTY_QUEUE(2) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            final MemoryRegion memory = engine.allocate(2 * SHORT);
            final SharedReceiveQueue queue = engine.adapter().createReceiveQueue(engine.adapter().zone(), new ReceiveQueueAttributes());
            final EventDispatcher events = engine.adapter().createDispatcher(MANY);
            final EndpointAttributes attributes = new EndpointAttributes().receiveQueue(queue).dispatcher(events);
            final Event event = new Event();
            queue.postRecv(memory, 0, SHORT, 0);
            if (ranks.rank() == 0) {
                engine.adapter().listen(SERVICE, events);
                ranks.barrier();
                events.await(event, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
                engine.adapter().createEndpoint(attributes).accept(event.request(), 0);
            } else {
                ranks.barrier();
                final Endpoint server = engine.adapter().createEndpoint(attributes);
                server.connect(engine.rank() - 1, SERVICE, 0, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
                events.await(event, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
                server.postSend(memory, SHORT, SHORT, 0, Endpoint.SUPPRESS);
                server.postSend(memory, SHORT, SHORT, 0, Endpoint.SUPPRESS);
            }
            while (event.length() >= 0) {
                events.await(event, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            }
        }
    },
    /** A receive from any source in a communicator of one rank. */
    ANY_SOURCE_ALONE(1) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            ranks.recv(new UnsafeBuffer(new byte[SHORT]), 0, SHORT, Communicator.ANY_SOURCE, TAG);
        }
    },
    /** A reduction to which a rank of the other process does not come. */
    SHORT_ALLREDUCE(3) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            if (ranks.rank() == 1) {
                ranks.recv(new UnsafeBuffer(new byte[SHORT]), 0, SHORT, 0, TAG);
            }
            ranks.allreduce(Elements.of(1L), Elements.of(0L), ReduceOp.SUM);
        }
    },
    /** A broadcast to which neither its root nor a reader comes. */
    SHORT_BCAST(4) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            if (ranks.rank() % 2 == 1) {
                ranks.recv(new UnsafeBuffer(new byte[SHORT]), 0, SHORT, 0, TAG);
            }
            ranks.bcast(Elements.of(1L), 1);
        }
    },
    /** Broadcasts that a reader does not read. */
    SLOW_READER(3) {
        @Override
        void run(final Engine engine, final Communicator ranks) {
            if (ranks.rank() == 2) {
                ranks.recv(new UnsafeBuffer(new byte[SHORT]), 0, SHORT, 0, TAG);
            }
            for (int i = 0; i < MANY; i++) {
                ranks.bcast(Elements.of(1L), 0);
            }
        }
    };

    static final int TAG = 7;
    static final int SHORT = 40;

    private static final int SERVICE = 3;
    private static final int MANY = 40;
    private static final UnsafeBuffer LONG = new UnsafeBuffer(new byte[100_000]);

    private final int size;

    StuckScenario(final int size) {
        this.size = size;
    }

    /** Runs the program at one rank; it does not return. */
    abstract void run(Engine engine, Communicator ranks);

    /** Number of ranks of all programs. */
    static int allRanks() {
        int ranks = 0;
        for (final StuckScenario scenario : values()) {
            ranks += scenario.size;
        }
        return ranks;
    }

    /** The first of the ranks that run this program. */
    int first() {
        int ranks = 0;
        for (int i = 0; i < ordinal(); i++) {
            ranks += values()[i].size;
        }
        return ranks;
    }

    /** The program to which a rank belongs. */
    static StuckScenario of(final int rank) {
        StuckScenario found = values()[0];
        for (final StuckScenario scenario : values()) {
            found = scenario.first() <= rank ? scenario : found;
        }
        return found;
    }
}
