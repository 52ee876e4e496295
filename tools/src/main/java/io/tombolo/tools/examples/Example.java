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
 * The one list of examples.
 *
 * @param name       on the command line
 * @param main       class with the program
 * @param leastRanks that it needs
 * @param mostRanks  that it can use
 * @param ranks      that it gets when nothing is said
 * @param sentence   what it shows
 */
public record Example(String name, Class<?> main, int leastRanks, int mostRanks, int ranks, String sentence) {
    private static final int MANY = 12;
    private static final int SOME = 4;

    private static final List<Example> ALL = List.of(
        new Example("ping-pong", PingPong.class, 2, 2, 2, "A message there and a message back, a thousand times."),
        new Example("work-queue", WorkQueue.class, 2, MANY, SOME, "Tasks for whoever is free: receives from any source."),
        new Example("halo", HaloExchange.class, 1, MANY, SOME, "Neighbours exchange the borders of a grid of doubles."),
        new Example("request-response", RequestResponse.class, 2, MANY, 3, "A server and its clients: the tag tells which answer it is."),
        new Example("pipeline", Pipeline.class, 2, MANY, SOME, "Blocks are written and read in place, without a copy."),
        new Example("shared-counter", SharedCounter.class, 2, MANY, SOME, "Memory of one rank that the others lock, and count in."),
        new Example("unit-test", UnitTest.class, 1, 1, 1, "A whole job in one JVM, for tests of code that sends and receives."));

    /**
     * Every example.
     *
     * @return in the order in which a newcomer would read them
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
