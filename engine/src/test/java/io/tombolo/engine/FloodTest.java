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

import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * T0.3: two ranks with one packet each send each other ten thousand messages before either receives one. This ends in bounded memory: the
 * processes have a small heap and a small budget for unexpected messages.
 */
class FloodTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @Timeout(60)
    void shouldEndWithOnePacketAndNoReceivesPosted(final int ringKind) throws Exception {
        final long seed = System.nanoTime();
        Traffic.say("seed=" + seed);
        final List<String> options = List.of(
            "-Xmx48m", "-Dtombolo.ring.kind=" + ringKind, "-Dtombolo.packets=1", "-Dtombolo.ring.slots=32",
            "-Dtombolo.unexpected.bytes=6291456",
            "-Dtombolo.wait.spins=0");
        try (RankJvms job = RankJvms.start(2, Rank.class, options, Long.toString(seed))) {
            job.awaitSuccess();
        }
    }

    /** One of the two ranks. */
    static final class Rank {
        private static final int MESSAGES = 10_000;
        private static final int MOST = 2048;

        private Rank() {
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final int other = 1 - engine.rank();
                final Random random = new Random(Long.parseLong(arguments[0]));
                final UnsafeBuffer source = new UnsafeBuffer(new byte[3 * MOST]);
                Traffic.fill(source, 0, 3 * MOST, 1);
                final Request[] sends = new Request[MESSAGES];
                final int[] lengths = new int[MESSAGES];
                for (int i = 0; i < MESSAGES; i++) {
                    lengths[i] = random.nextInt(MOST + 1);
                    sends[i] = engine.world().isend(source, lengths[i], lengths[i], other, 3);
                }
                final UnsafeBuffer target = new UnsafeBuffer(new byte[MOST]);
                final Status status = new Status();
                for (int i = 0; i < MESSAGES; i++) {
                    engine.world().recv(target, 0, MOST, other, 3, status);
                    checkMessage(source, target, lengths[i], status);
                }
                Requests.waitAll(sends);
                engine.world().barrier();
                Traffic.assertQuiet(engine);
            }
        }

        private static void checkMessage(final UnsafeBuffer source, final UnsafeBuffer target, final int length, final Status status) {
            if (status.length() != length) {
                throw new AssertionError("received " + status + " instead of " + length + " bytes");
            }
            for (int i = 0; i < length; i++) {
                if (target.getByte(i) != source.getByte(length + i)) {
                    throw new AssertionError("byte " + i + " of " + length + " differs");
                }
            }
        }
    }
}
