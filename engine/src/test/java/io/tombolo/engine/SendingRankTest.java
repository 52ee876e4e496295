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
package io.tombolo.engine;

import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rank that only sends reaches the next process of its peer. Ranks are processes.
 */
@Timeout(60)
class SendingRankTest {
    @ParameterizedTest
    @ValueSource(strings = {"send", "isend", "long"})
    void shouldReachTheNextIncarnation(final String how) throws Exception {
        try (RankJvms job = RankJvms.create().add(0, 2, Rank.class, List.of(), how).add(1, 2, Rank.class, List.of(), "receive")) {
            for (int incarnation = 1; incarnation <= 3; incarnation++) {
                job.awaitLine(incarnation, "received as " + incarnation);
                job.kill(incarnation);
                job.awaitLine(0, "failure " + incarnation);
                job.add(1, 2, Rank.class, List.of(), "receive");
            }
            job.awaitLine(4, "received as 4");
        }
    }

    /** One rank. Its argument names what it does. */
    static final class Rank {
        private static final int LONG = 100_000;

        private Rank() {
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONG]);
                if (arguments[0].equals("receive")) {
                    engine.world().recv(buffer, 0, LONG, 0, 1);
                    System.out.println("received as " + engine.member().incarnation());
                    while (engine.rank() == 1) {
                        engine.world().recv(buffer, 0, LONG, 0, 1);
                    }
                }
                for (int incarnation = 0; incarnation < 4; incarnation = next(engine, buffer, arguments[0], incarnation)) {
                    Thread.onSpinWait();
                }
            }
        }

        /** Sends, and says which incarnation of the other rank it was that is gone. */
        private static int next(final Engine engine, final UnsafeBuffer buffer, final String how, final int incarnation) {
            try {
                send(engine, buffer, how);
            } catch (final PeerFailedException gone) {
                if (gone.incarnation() > incarnation) {
                    System.out.println("failure " + gone.incarnation());
                    return gone.incarnation();
                }
            }
            return incarnation;
        }

        private static void send(final Engine engine, final UnsafeBuffer buffer, final String how) {
            if (how.equals("isend")) {
                final Request request = new Request();
                engine.world().isend(buffer, 0, 8, 1, 1, request);
                request.await();
            } else {
                engine.world().send(buffer, 0, how.equals("long") ? LONG : 8, 1, 1);
            }
        }
    }
}
