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
 * Two ranks throw a ball to and fro; whoever catches it adds one. Every catch is a message received, in order.
 */
public final class PingPong {
    private static final int ROUND_TRIPS = 1_000;
    private static final int BALL = 1;

    private PingPong() {
    }

    /**
     * Plays one rank.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            final Communicator world = engine.world();
            final int other = 1 - engine.rank();
            final long[] ball = {0};
            for (int i = 0; i < ROUND_TRIPS; i++) {
                if (engine.rank() == 0) {
                    world.send(ball, 0, 1, other, BALL);
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
                    throw new IllegalStateException("caught " + ball[0] + " times");
                }
                System.out.println(ROUND_TRIPS + " round trips, the ball was caught " + ball[0] + " times");
            }
        }
    }
}
