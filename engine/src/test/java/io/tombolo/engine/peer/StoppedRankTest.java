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
package io.tombolo.engine.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A stopped receiver uses no more memory of its senders than their pair files hold, and does not affect other pairs. Rank 0 sends to rank
 * 1, which is stopped, and to rank 2, which answers.
 */
class StoppedRankTest {
    private static final String STOPPED = "stopped";

    @Test
    @Timeout(60)
    void shouldNotDelayOtherPairs() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs /proc");
        final List<String> options = List.of("-Xmx48m", "-Dtombolo.wait.spins=0");
        try (RankJvms job = RankJvms.start(3, Rank.class, options)) {
            job.awaitLine(1, "met");
            signal(job.pid(1), "-STOP");
            while (!isStopped(job.pid(1))) {
                TimeLimit.check();
                Thread.onSpinWait();
            }
            Files.createFile(job.directory().resolve(STOPPED));
            job.awaitLine(0, "the others went on");
            assertThat(isStopped(job.pid(1))).isTrue();
            signal(job.pid(1), "-CONT");
            job.awaitSuccess();
        }
    }

    private static void signal(final long pid, final String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor()).isZero();
    }

    private static boolean isStopped(final long pid) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") T ");
    }

    /** One of the three ranks. */
    static final class Rank {
        private static final int SENDS = 20_000;
        private static final int PINGS = 2_000;
        private static final int MOST = 600;
        private static final int PING = 1;
        private static final int LAST_PING = 2;

        private final Engine engine;
        private final Communicator world;
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MOST]);

        private Rank(final Engine engine) {
            this.engine = engine;
            this.world = engine.world();
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final Rank rank = new Rank(engine);
                engine.world().barrier();
                TestOutput.say("met");
                switch (engine.rank()) {
                    case 0 -> rank.send();
                    case 1 -> rank.receive();
                    default -> rank.answer();
                }
                engine.world().barrier();
                Quiescence.assertQuiet(engine);
            }
        }

        private static int length(final int number) {
            return number % 5 == 0 ? MOST : number % 48;
        }

        private void send() {
            final Path stopped = engine.directory().resolve(STOPPED);
            while (!Files.exists(stopped)) {
                engine.poll();
            }
            ping(PING);
            final Request[] sends = Stream.generate(Request::new).limit(SENDS).toArray(Request[]::new);
            final UnsafeBuffer source = new UnsafeBuffer(new byte[MOST]);
            // The first one makes the file of the pair.
            world.isend(source, 0, length(0), 1, 3, sends[0]);
            final long before = bytes();
            for (int i = 1; i < SENDS; i++) {
                world.isend(source, 0, length(i), 1, 3, sends[i]);
            }
            for (int i = 0; i < PINGS; i++) {
                ping(PING);
            }
            ping(LAST_PING);
            assertThat(bytes()).as("bytes of the job's files").isEqualTo(before);
            assertThat(sends[SENDS - 1].test()).isFalse();
            assertThat(EngineAccess.messages(engine).peers()[1].outbound().queueLength()).isPositive();
            assertThat(EngineAccess.messages(engine).peers()[1].state()).isEqualTo(PeerState.OPEN);
            assertThat(EngineAccess.messages(engine).peers()[2].outbound().queueLength()).isZero();
            final Counters counters = EngineAccess.node(engine).counters();
            assertThat(counters.value(Counter.RING_FULL) + counters.value(Counter.POOL_EMPTY)).isPositive();
            TestOutput.say("the others went on");
            Requests.waitAll(sends);
        }

        private void ping(final int tag) {
            world.send(buffer, 0, MOST, 2, tag);
            world.recv(buffer, 0, MOST, 2, tag);
        }

        private long bytes() {
            try (Stream<Path> files = Files.list(engine.directory())) {
                return files.mapToLong(file -> file.toFile().length()).sum();
            } catch (final IOException exception) {
                throw new UncheckedIOException(exception);
            }
        }

        private void receive() {
            final Status status = new Status();
            for (int i = 0; i < SENDS; i++) {
                world.recv(buffer, 0, MOST, 0, 3, status);
                assertThat(status.length()).isEqualTo(length(i));
            }
        }

        private void answer() {
            final Status status = new Status();
            while (status.tag() != LAST_PING) {
                world.recv(buffer, 0, MOST, 0, Communicator.ANY_TAG, status);
                world.send(buffer, 0, MOST, 0, status.tag());
            }
        }
    }
}
