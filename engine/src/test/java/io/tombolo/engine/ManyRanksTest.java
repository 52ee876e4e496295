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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.TruncatedException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * More ranks than cores, ranks that leave, ranks that do not agree, and a rank alone.
 */
@Timeout(60)
class ManyRanksTest {
    @Test
    void shouldExchangeAllToAllWithMoreRanksThanCores() throws Exception {
        final long seed = System.nanoTime();
        Traffic.say("seed=" + seed);
        try (RankJvms job = RankJvms.start(8, Rank.class, List.of("-Xmx48m"), "all", Long.toString(seed))) {
            job.awaitSuccess();
        }
    }

    @Test
    void shouldReceiveEverythingFromARankThatHasLeft() throws Exception {
        try (RankJvms job = RankJvms.start(2, Rank.class, List.of("-Dtombolo.close.timeout.ms=200"), "leave", "0")) {
            job.awaitSuccess();
        }
    }

    @Test
    void shouldReportTruncationBetweenProcesses() throws Exception {
        try (RankJvms job = RankJvms.start(2, Rank.class, List.of(), "truncate", "0")) {
            job.awaitSuccess();
        }
    }

    /** Holds S0.33. */
    @Test
    void shouldRefuseARankThatDoesNotAgree() throws Exception {
        try (RankJvms job = RankJvms.create().add(0, 2, Rank.class, List.of(), "alone", "0")) {
            job.awaitLine(0, "up");
            job.add(1, 2, Rank.class, List.of("-Dtombolo.packets=7"), "alone", "0");
            assertThat(job.exitStatus(1)).isEqualTo(1);
            assertThat(job.output(1)).contains("the job has tombolo.packets=16, rank 1 was started with 7");
        }
    }

    /** Holds T0.11. */
    @Test
    void shouldSendToItselfWithOneThread() throws Exception {
        try (RankJvms job = RankJvms.start(1, Rank.class, List.of("-Xmx256m"), "self", "0")) {
            job.awaitSuccess();
        }
    }

    /** The first argument says what a rank does. */
    static final class Rank {
        private static final int ROUNDS = 10;
        private static final int MOST = 200_000;

        private final Engine engine;
        private final Communicator world;

        private Rank(final Engine engine) {
            this.engine = engine;
            this.world = engine.world();
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final Rank rank = new Rank(engine);
                switch (arguments[0]) {
                    case "all" -> rank.exchangeAll(Long.parseLong(arguments[1]));
                    case "leave" -> rank.leave();
                    case "truncate" -> rank.truncate();
                    case "alone" -> rank.waitAlone();
                    case "self" -> rank.sendToItself();
                    default -> throw new IllegalArgumentException(arguments[0]);
                }
            }
        }

        private void exchangeAll(final long seed) {
            final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(MOST));
            final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(MOST));
            final Request[] sends = new Request[world.size()];
            final Status status = new Status();
            for (int round = 0; round < ROUNDS; round++) {
                final int[] lengths = new int[world.size()];
                for (int other = 0; other < world.size(); other++) {
                    lengths[other] = length(seed, round, other, world.rank());
                    final int own = length(seed, round, world.rank(), other);
                    Traffic.fill(source, 0, Math.max(8, MOST), round + 1);
                    sends[other] = world.isend(source, 0, own, other, round);
                }
                for (int i = 0; i < world.size(); i++) {
                    world.recv(target, 0, MOST, Communicator.ANY_SOURCE, round, status);
                    assertThat(status.length()).isEqualTo(lengths[status.source()]);
                    Traffic.check(target, 0, (int) status.length() & -8, round + 1);
                    lengths[status.source()] = -1;
                }
                Requests.waitAll(sends);
                world.barrier();
            }
            Traffic.assertQuiet(engine);
        }

        private static int length(final long seed, final int round, final int from, final int to) {
            return Traffic.length(new Random(seed + round * 10_000L + from * 100L + to), MOST);
        }

        /** Rank 0 sends and leaves before rank 1 polls. */
        private void leave() {
            final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(MOST));
            final int[] lengths = {0, 8, 1000, 100_000};
            if (world.rank() == 0) {
                world.recv(buffer, 0, 8, 1, 9);
                for (final int length : lengths) {
                    world.isend(buffer, 0, length, 1, length);
                }
                world.send(buffer, 0, 6, 1, 6);
                return;
            }
            final Request never = world.irecv(buffer, 0, 8, 0, 7);
            final Request any = world.irecv(buffer, 0, 8, Communicator.ANY_SOURCE, 77);
            final Request posted = world.irecv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 6);
            world.send(buffer, 0, 0, 0, 9);
            // Rank 1 takes nothing before rank 0 has gone.
            while (EngineAccess.node(engine).outcomeOf(0) != Outcome.PEER_LEFT) {
                Traffic.checkTime();
            }
            assertThat(posted.await().length()).isEqualTo(6);
            assertThatThrownBy(never::await).isInstanceOf(PeerFailedException.class).hasMessageStartingWith("rank 0 has left");
            assertThat(never.status().outcome()).isEqualTo(Outcome.PEER_LEFT);
            for (int i = lengths.length - 1; i >= 0; i--) {
                assertThat(world.recv(buffer, 0, MOST, 0, lengths[i]).length()).isEqualTo(lengths[i]);
            }
            assertThatThrownBy(() -> world.send(buffer, 0, 8, 0, 0)).isInstanceOf(PeerFailedException.class);
            assertThatThrownBy(() -> world.recv(buffer, 0, 8, 0, 0)).isInstanceOf(PeerFailedException.class);
            assertThatThrownBy(any::await).isInstanceOf(PeerFailedException.class).hasMessageStartingWith("every other rank");
            assertThat(any.status().outcome()).isEqualTo(Outcome.PEER_LEFT);
        }

        private void truncate() {
            final int[] lengths = {8, 100, 5000, 100_000, 1 << 20};
            try (MemoryRegion region = engine.allocate(1 << 20)) {
                for (final UnsafeBuffer buffer : Traffic.memories(region, 1 << 20)) {
                    for (final int length : lengths) {
                        truncate(buffer, length);
                    }
                }
                world.barrier();
                Traffic.assertQuiet(engine);
            }
        }

        private void truncate(final UnsafeBuffer buffer, final int length) {
            if (world.rank() == 0) {
                world.send(buffer, 0, length, 1, 2);
                world.send(buffer, 0, length, 1, 3);
                return;
            }
            final UnsafeBuffer target = new UnsafeBuffer(new byte[16]);
            final Status status = new Status();
            assertThatThrownBy(() -> world.recv(target, 4, 5, 0, 2, status)).isInstanceOf(TruncatedException.class)
                .hasMessage("message of " + length + " bytes from rank 0 with tag 2 does not fit capacity 5");
            assertThat(status.messageLength()).isEqualTo(length);
            assertThat(status.length()).isEqualTo(5);
            assertThat(target.getInt(9)).isZero();
            assertThat(world.recv(new UnsafeBuffer(ByteBuffer.allocateDirect(length)), 0, length, 0, 3).length()).isEqualTo(length);
        }

        private void waitAlone() {
            Traffic.say("up");
            world.recv(new UnsafeBuffer(new byte[8]), 0, 8, Communicator.ANY_SOURCE, 0);
        }

        private void sendToItself() {
            final int most = 64 << 20;
            final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(most));
            try (MemoryRegion region = engine.allocate(most / 2)) {
                final UnsafeBuffer heap = new UnsafeBuffer(new byte[most]);
                for (final UnsafeBuffer source : new UnsafeBuffer[] {heap, region.buffer()}) {
                    for (final int length : new int[] {0, 1, 5000, source.capacity()}) {
                        sendToItself(source, target, length);
                    }
                }
            }
            Traffic.assertQuiet(engine);
        }

        private void sendToItself(final UnsafeBuffer source, final UnsafeBuffer target, final int length) {
            Traffic.fill(source, 0, length, length + 1);
            final Request receive = world.irecv(target, 0, length, 0, 1);
            world.send(source, 0, length, 0, 1);
            assertThat(receive.await().length()).isEqualTo(length);
            Traffic.check(target, 0, length, length + 1);
            target.setMemory(0, length, (byte) 0);
            final Request send = world.isend(source, 0, length, 0, 1);
            world.recv(target, 0, length, Communicator.ANY_SOURCE, 1);
            send.await();
            Traffic.check(target, 0, length, length + 1);
            world.sendrecv(source, 0, length, 0, 1, target, 0, length, 0, 1, new Status());
        }
    }
}
