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

/**
 * Two ranks send a ball back and forth. Each rank adds one when it receives the ball, so the final value counts all messages.
 */
public final class PingPong {
    private static final int ROUND_TRIPS = 1_000;

    /** A tag is chosen by the program; a receive takes only messages with its tag. */
    private static final int BALL = 1;

    private PingPong() {
    }

    /**
     * Runs one of the two ranks.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        // Joins the job that the launcher describes in the environment. The engine must be closed, so that the others know.
        try (Engine engine = Engine.launch()) {
            // The communicator of all ranks.
            final Communicator world = engine.world();
            final int other = 1 - engine.rank();
            final long[] ball = {0};
            for (int i = 0; i < ROUND_TRIPS; i++) {
                if (engine.rank() == 0) {
                    // Sends one element of the array, from index 0. The array may be used again when the call returns.
                    world.send(ball, 0, 1, other, BALL);
                    // Waits until the message is in the array. The last argument could take source, tag and length.
                    world.recv(ball, 0, 1, other, BALL, null);
                    ball[0]++;
                } else {
                    world.recv(ball, 0, 1, other, BALL, null);
                    ball[0]++;
                    world.send(ball, 0, 1, other, BALL);
                }
            }
            if (engine.rank() == 0) {
                if (ball[0] != 2 * ROUND_TRIPS) {
                    throw new IllegalStateException("the ball was caught " + ball[0] + " times");
                }
                System.out.println(ROUND_TRIPS + " round trips, the ball was caught " + ball[0] + " times");
            }
        }
    }
}
