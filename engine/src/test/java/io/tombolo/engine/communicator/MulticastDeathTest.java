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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import java.io.IOException;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes that die or are stopped while they receive multicasts: all others get every message, and the memory comes back.
 */
@Timeout(60)
class MulticastDeathTest {
    private static final int LENGTH = 200_000;
    private static final int DATA = 1;
    private static final int END = 2;
    private static final int DOOMED = 2;

    @ParameterizedTest
    @ValueSource(strings = {"region", "copy"})
    void shouldReachTheOthersWhenAReceiverIsKilled(final String memory) throws Exception {
        try (RankJvms job = RankJvms.start(4, Rank.class, List.of(), memory)) {
            job.awaitLine(DOOMED, "running");
            job.kill(DOOMED);
            job.awaitSuccess();
        }
    }

    @Test
    void shouldReachTheOthersWhileAReceiverIsStopped() throws Exception {
        try (RankJvms job = RankJvms.start(4, Rank.class, List.of("-Dtombolo.claim.bytes=4194304"), "stop")) {
            job.awaitSuccess();
        }
    }

    /** The argument says what rank 0 does; all others receive. */
    static final class Rank {
        private static final int ROUNDS_AFTER = 50;
        private static final int ROUNDS_STOPPED = 100;

        private final Engine engine;
        private final Communicator world;
        private final MemoryRegion region;
        private final Multicast multicast = new Multicast().to(3, DOOMED, 1);
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);

        private Rank(final Engine engine, final MemoryRegion region) {
            this.engine = engine;
            this.world = engine.world();
            this.region = region;
        }

        public static void main(final String[] arguments) throws Exception {
            try (Engine engine = Engine.launch(); MemoryRegion region = engine.allocate(LENGTH)) {
                final Rank rank = new Rank(engine, region);
                engine.world().barrier();
                if (engine.rank() > 0) {
                    rank.receive(arguments[0].equals("stop"));
                } else if (arguments[0].equals("stop")) {
                    rank.sendToAStoppedRank();
                } else {
                    rank.sendUntilADeath(arguments[0].equals("region"));
                }
                Quiescence.assertQuiet(engine);
            }
        }

        /** Each message has the number of its round as its first bytes, and as the seed of the rest. */
        private void receive(final boolean isAnswered) {
            final Message message = new Message();
            int last = 0;
            int received = 0;
            while (true) {
                world.mprobe(0, Communicator.ANY_TAG, message);
                final int tag = message.tag();
                message.buffer().getBytes(0, buffer, 0, (int) message.length());
                final int round = buffer.getInt(0);
                assertThat(round).isGreaterThan(last);
                last = round;
                if (tag == END) {
                    message.close();
                    TestOutput.say("received " + received);
                    return;
                }
                Payloads.check(buffer, Integer.BYTES, LENGTH - Integer.BYTES, round);
                message.close();
                if (++received == 10) {
                    TestOutput.say("running");
                }
                if (isAnswered && engine.rank() != DOOMED && round > 2 && round <= ROUNDS_STOPPED) {
                    world.send(new byte[1], 0, 1, 0, END);
                }
                if (engine.rank() != DOOMED) {
                    assertThat(received).as("every round").isEqualTo(round);
                }
            }
        }

        private void fill(final UnsafeBuffer to, final int round) {
            to.putInt(0, round);
            Payloads.fill(to, Integer.BYTES, LENGTH - Integer.BYTES, round);
        }

        private void send(final int round, final boolean isInRegion) {
            fill(isInRegion ? region.buffer() : buffer, round);
            if (isInRegion) {
                world.multicast(region, 0, LENGTH, multicast, DATA);
            } else {
                world.multicast(buffer, 0, LENGTH, multicast, DATA);
            }
        }

        private void end(final int round) {
            buffer.putInt(0, round);
            world.multicast(buffer, 0, Integer.BYTES, multicast, END);
        }

        private void sendUntilADeath(final boolean isInRegion) {
            int round = 0;
            try {
                while (true) {
                    send(++round, isInRegion);
                }
            } catch (final PeerFailedException exception) {
                assertThat(exception).hasMessageStartingWith("rank " + DOOMED + " died: send to rank " + DOOMED);
            }
            multicast.to(1, 3);
            for (int i = 0; i < ROUNDS_AFTER; i++) {
                send(++round, isInRegion);
            }
            end(round + 1);
        }

        private void signal(final String name) throws IOException, InterruptedException {
            final long pid = engine.members().stream().filter(member -> member.rank() == DOOMED).findFirst().orElseThrow().pid();
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor()).isZero();
        }

        private void sendToAStoppedRank() throws Exception {
            int round = 1;
            send(round, false);
            signal("STOP");
            final Request waiting = new Request();
            fill(region.buffer(), ++round);
            world.imulticast(region, 0, LENGTH, multicast, DATA, waiting);
            multicast.skipSlow(true);
            int skipped = 0;
            while (round < ROUNDS_STOPPED) {
                send(++round, false);
                assertThat(multicast.skipped()).isLessThanOrEqualTo(1);
                skipped += multicast.skipped();
                if (multicast.skipped() == 1) {
                    assertThat(multicast.skippedRank(0)).isEqualTo(DOOMED);
                }
                awaitTaken(1);
                awaitTaken(3);
            }
            assertThat(skipped).as("rounds that the stopped rank has missed").isPositive();
            assertThat(waiting.test()).as("the stopped rank holds the region").isFalse();
            signal("CONT");
            waiting.await();
            multicast.skipSlow(false);
            while (round < ROUNDS_STOPPED + ROUNDS_AFTER) {
                send(++round, false);
            }
            end(round + 1);
            assertThatThrownBy(() -> multicast.skippedRank(0)).isInstanceOf(IndexOutOfBoundsException.class);
        }

        /** Waits for the answer of a rank, so that it is never slow. */
        private void awaitTaken(final int rank) {
            world.recv(new byte[1], 0, 1, rank, END, null);
        }
    }
}
