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

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Status;

/**
 * Rank 0 gives tasks to the other ranks, always to one that is free. It receives results from any source and sends the next task to the
 * rank that the status names. A task is a number; its result is the number of steps of the Collatz sequence that starts there.
 */
public final class WorkQueue {
    private static final long TASKS = 2_000;

    private static final int TASK = 1;
    private static final int STOP = 2;
    private static final int RESULT = 3;

    private WorkQueue() {
    }

    /**
     * Runs one rank: the one that distributes tasks, or a worker.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            if (engine.rank() == 0) {
                distribute(engine.world());
            } else {
                work(engine.world());
            }
        }
    }

    private static void distribute(final Communicator world) {
        final Status status = new Status();
        final long[] word = new long[1];
        long nextTask = 1;
        long steps = 0;
        long expected = 0;
        // Every worker gets a first task.
        for (int worker = 1; worker < world.size(); worker++) {
            word[0] = nextTask++;
            world.send(word, 0, 1, worker, TASK);
        }
        for (long done = 1; done <= TASKS; done++) {
            // Whichever worker is ready first; the status says which it was.
            world.recv(word, 0, 1, Communicator.ANY_SOURCE, RESULT, status);
            steps += word[0];
            expected += collatz(done);
            // The tag tells the worker whether it gets another task or has to stop.
            word[0] = nextTask++;
            world.send(word, 0, 1, status.source(), word[0] <= TASKS ? TASK : STOP);
        }
        if (steps != expected) {
            throw new IllegalStateException("steps=" + steps + " expected=" + expected);
        }
        System.out.println(TASKS + " tasks, " + (world.size() - 1) + " workers: " + steps + " steps, as many as one rank alone counts");
    }

    private static void work(final Communicator world) {
        final Status status = new Status();
        final long[] word = new long[1];
        world.recv(word, 0, 1, 0, Communicator.ANY_TAG, status);
        while (status.tag() == TASK) {
            word[0] = collatz(word[0]);
            world.send(word, 0, 1, 0, RESULT);
            world.recv(word, 0, 1, 0, Communicator.ANY_TAG, status);
        }
    }

    private static long collatz(final long start) {
        long steps = 0;
        for (long value = start; value > 1; value = value % 2 == 0 ? value / 2 : 3 * value + 1) {
            steps++;
        }
        return steps;
    }
}
