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
package io.tombolo.tools.examples;

import java.util.List;
import java.util.Optional;

/**
 * An entry in the list of examples.
 *
 * @param name       name on the command line
 * @param main       class of the program
 * @param leastRanks minimum number of ranks
 * @param mostRanks  maximum number of ranks
 * @param ranks      default number of ranks
 * @param sentence   what the example shows
 */
public record Example(String name, Class<?> main, int leastRanks, int mostRanks, int ranks, String sentence) {
    private static final int MANY = 12;
    private static final int SOME = 4;
    private static final int SERVED = 9;

    private static final List<Example> ALL = List.of(
        new Example("ping-pong", PingPong.class, 2, 2, 2, "Two ranks send a message back and forth. Start here."),
        new Example("work-queue", WorkQueue.class, 2, MANY, SOME, "Rank 0 gives tasks to free workers: receives from any source."),
        new Example("halo", HaloExchange.class, 1, MANY, SOME, "Neighbours exchange border rows of a grid without blocking."),
        new Example("request-response", RequestResponse.class, 2, MANY, 3, "A server and its clients: the tag identifies the request."),
        new Example("shared-queue", SharedQueueServer.class, 2, MANY, SERVED, "A server whose clients share receive buffers and events."),
        new Example("pipeline", Pipeline.class, 2, MANY, SOME, "Blocks are written and read in place, without copies."),
        new Example("shared-counter", SharedCounter.class, 2, MANY, SOME, "A window: memory of one rank that the others lock and change."),
        new Example("services", Services.class, 1, 1, 1, "Five named services: one is killed and comes back, no order is lost."),
        new Example("unit-test", UnitTest.class, 1, 1, 1, "A whole job in one JVM, for unit tests."));

    /**
     * Every example.
     *
     * @return examples in the order in which to read them
     */
    public static List<Example> all() {
        return ALL;
    }

    /**
     * Finds an example.
     *
     * @param name on the command line
     * @return the example, if there is one
     */
    public static Optional<Example> find(final String name) {
        return ALL.stream().filter(example -> example.name.equals(name)).findFirst();
    }
}
