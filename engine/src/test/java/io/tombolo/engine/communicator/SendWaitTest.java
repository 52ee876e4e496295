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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.ScriptedPair;
import io.tombolo.engine.peer.SendState;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.RingKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends that have to wait: for all resources at once and in both directions (T3.2, T3.7), for a resource that comes at the worst moment
 * (T3.6), and above the limit of eager messages and back (S3.26).
 */
@Timeout(60)
class SendWaitTest {
    @ParameterizedTest
    @CsvSource({"0,2000", "1,2000", "1,0"})
    void shouldDeliverInOrderThroughEveryWait(final int ringKind, final int budget) throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final List<String> options = List.of(
            "-Dtombolo.ring.kind=" + ringKind, "-Dtombolo.packets=1", "-Dtombolo.packet.length=1024", "-Dtombolo.ring.slots=16",
            "-Dtombolo.inline.limit=48", "-Dtombolo.staging.lanes=2", "-Dtombolo.staging.lane.length=4096",
            "-Dtombolo.staging.chunk=1024", "-Dtombolo.unexpected.bytes=" + budget, "-Dtombolo.wait.spins=0");
        try (RankJvms job = RankJvms.start(2, Exchange.class, options, Long.toString(seed), Integer.toString(budget))) {
            job.awaitSuccess();
        }
    }

    /** Both ranks send bursts to each other before they receive any message. */
    static final class Exchange {
        private static final int ROUNDS = 40;
        private static final int BURST = 60;
        private static final int MOST = 10_000;

        private Exchange() {
        }

        public static void main(final String[] arguments) {
            final Random random = new Random(Long.parseLong(arguments[0]));
            try (Engine engine = Engine.launch()) {
                final UnsafeBuffer source = new UnsafeBuffer(new byte[MOST]);
                final UnsafeBuffer target = new UnsafeBuffer(new byte[MOST]);
                final Request[] sends = Stream.generate(Request::new).limit(BURST).toArray(Request[]::new);
                for (int round = 0; round < ROUNDS; round++) {
                    final int[] lengths = random.ints(BURST, 0, 4).map(kind -> new int[] {8, 500, 1024, MOST}[kind]).toArray();
                    Payloads.fill(source, 0, MOST, round);
                    exchange(engine, source, target, lengths, sends, round);
                }
                engine.world().barrier();
                Quiescence.assertQuiet(engine);
                check(engine, Integer.parseInt(arguments[1]));
            }
        }

        private static void exchange(
            final Engine engine, final UnsafeBuffer source, final UnsafeBuffer target, final int[] lengths, final Request[] sends,
            final int round) {
            final int other = 1 - engine.rank();
            final Status status = new Status();
            for (int i = 0; i < BURST; i++) {
                engine.world().isend(source, 0, lengths[i], other, 3, sends[i]);
            }
            for (final int length : lengths) {
                engine.world().recv(target, 0, MOST, other, 3, status);
                assertThat(status.length()).isEqualTo(length);
                int same = 0;
                while (same < length && target.getByte(same) == source.getByte(same)) {
                    same++;
                }
                assertThat(same).as("bytes before the first wrong one in round %d", round).isEqualTo(length);
            }
            Requests.waitAll(sends);
        }

        private static void check(final Engine engine, final int budget) {
            final List<Counter> waits = new ArrayList<>(List.of(
                Counter.RING_FULL, Counter.LANE_EMPTY, Counter.LANE_FULL, Counter.EAGER_TURNED_RENDEZVOUS));
            if (budget > 0) {
                waits.addAll(List.of(Counter.POOL_EMPTY, Counter.SENT_EAGER));
            }
            for (final Counter wait : waits) {
                assertThat(EngineAccess.node(engine).counters().value(wait)).as(wait.label()).isPositive();
            }
            assertThat(EngineAccess.node(engine).counters().value(Counter.SEND_EVENTS_REFUSED)).isZero();
        }
    }

    /** Holds S0.16. */
    @Test
    void shouldGoOnWithTheOthersWhileItWaitsForOne() throws Exception {
        final List<String> options = List.of(
            "-Dtombolo.wait.spins=4096", "-Dtombolo.staging.lanes=1", "-Dtombolo.staging.lane.length=4096", "-Dtombolo.staging.chunk=4096");
        try (RankJvms job = RankJvms.start(3, Triangle.class, options)) {
            job.awaitSuccess();
        }
    }

    /** Rank 0 waits for rank 1, which waits for rank 2. Meanwhile rank 0 has to take the message of rank 2 piece by piece. */
    static final class Triangle {
        private static final int ROUNDS = 20;
        private static final int REGISTERED = 8192;
        private static final int STAGED = 100_000;

        private Triangle() {
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch(); MemoryRegion region = engine.allocate(REGISTERED)) {
                final UnsafeBuffer buffer = new UnsafeBuffer(new byte[STAGED]);
                for (int round = 0; round < ROUNDS; round++) {
                    switch (engine.rank()) {
                        case 0 -> waitForBoth(engine.world(), region, buffer);
                        case 1 -> answerLast(engine.world(), region);
                        default -> sendFirst(engine.world(), buffer);
                    }
                }
                engine.world().barrier();
                Quiescence.assertQuiet(engine);
            }
        }

        private static void waitForBoth(final Communicator world, final MemoryRegion region, final UnsafeBuffer buffer) {
            Request staged = world.irecv(buffer, 0, STAGED, 2, 2);
            world.send(region.buffer(), 0, REGISTERED, 1, 1);
            staged.await();
            staged = world.irecv(buffer, 0, STAGED, 2, 2);
            world.irecv(region.buffer(), 0, Long.BYTES, 1, 3).await();
            staged.await();
        }

        private static void answerLast(final Communicator world, final MemoryRegion region) {
            world.recv(region.buffer(), 0, 0, 2, 4, null);
            world.recv(region.buffer(), 0, REGISTERED, 0, 1, null);
            world.recv(region.buffer(), 0, 0, 2, 4, null);
            world.send(region.buffer(), 0, Long.BYTES, 0, 3);
        }

        private static void sendFirst(final Communicator world, final UnsafeBuffer buffer) {
            for (int i = 0; i < 2; i++) {
                world.send(buffer, 0, STAGED, 0, 2);
                world.send(buffer, 0, 0, 1, 4);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHearTheOthersWhereOneAnswersEachTime(final boolean isSend) {
        try (LocalJob job = LocalJob.of(3); MemoryRegion region = job.engine(0).allocate(8192)) {
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8192]);
            final Communicator zero = job.engine(0).world();
            final Communicator one = job.engine(1).world();
            final Communicator two = job.engine(2).world();
            // First contact takes turns.
            exchange(zero, one, region, buffer, isSend);
            two.send(buffer, 0, 8, 0, 3);
            zero.recv(buffer, 0, 8, 2, 3, null);
            two.send(buffer, 0, 8, 0, 3);
            // One turn in 64 looks at one other rank.
            for (int i = 0; i < 64 * 3; i++) {
                exchange(zero, one, region, buffer, isSend);
            }
            assertThat(EngineAccess.messages(job.engine(0)).receives().unexpectedCount()).as("messages of the third").isOne();
            zero.recv(buffer, 0, 8, 2, 3, null);
        }
    }

    /** Each wait ends at its first poll. */
    private static void exchange(
        final Communicator zero, final Communicator one, final MemoryRegion region, final UnsafeBuffer buffer, final boolean isSend) {
        final Request request = new Request();
        if (isSend) {
            zero.isend(region.buffer(), 0, 8192, 1, 1, request);
            one.recv(buffer, 0, 8192, 0, 1, null);
        } else {
            one.send(buffer, 0, 8, 0, 2);
            zero.irecv(buffer, 0, 8, 1, 2, request);
        }
        request.await();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotMissWhatComesBetweenTheCheckAndTheWait(final RingKind kind) throws Exception {
        try (RankJvms job = RankJvms.start(1, Race.class, List.of("-D" + FaultPoint.ENABLED_PROPERTY + "=true"), kind.name())) {
            job.awaitSuccess();
            assertThat(job.output(0)).contains("raced " + 2 * Race.ROUNDS);
        }
    }

    /** A packet or room comes at the very moment when the machine has found none. */
    static final class Race {
        private static final int ROUNDS = 100_000;

        private Race() {
        }

        public static void main(final String[] arguments) throws IOException {
            try (ScriptedPair pair = new ScriptedPair(RingKind.valueOf(arguments[0]), 1)) {
                final long[] raced = new long[1];
                final int[] generation = new int[1];
                FaultPoint.SEND_CHECKED.action(() -> {
                    raced[0]++;
                    if (!pair.takeAll().contains(PacketType.SHORT)) {
                        pair.returnPacket(0, generation[0]++);
                    }
                });
                for (int round = 0; round < ROUNDS; round++) {
                    raceForRoom(pair);
                    raceForPacket(pair);
                    pair.trace().clear();
                }
                pair.returnPacket(0, generation[0]);
                assertThat(pair.peer().outbound().packetsOut()).isZero();
                TestOutput.say("raced " + raced[0]);
            }
        }

        private static void raceForRoom(final ScriptedPair pair) {
            pair.fillRing();
            send(pair, PacketType.SHORT);
            pair.takeAll();
        }

        private static void raceForPacket(final ScriptedPair pair) {
            if (pair.peer().outbound().packetsOut() == 0) {
                pair.post(ScriptedPair.record(PacketType.EAGER));
            }
            send(pair, PacketType.EAGER);
            pair.takeAll();
        }

        private static void send(final ScriptedPair pair, final PacketType type) {
            final OutboundRecord record = ScriptedPair.record(type);
            assertThat(pair.post(record)).isFalse();
            assertThat(pair.peer().outbound().pump()).isSameAs(record);
        }
    }

    /** Holds S3.26. */
    @Test
    void shouldTurnEagerIntoRendezvousOverTheLimitAndBack() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1000]);
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.UNEXPECTED_BYTES, 10_000)
            .size(GeometrySetting.INLINE_LIMIT, 48))) {
            final Communicator zero = job.engine(0).world();
            final Request[] sends = new Request[20];
            for (int round = 0; round < 3; round++) {
                final long eager = value(job, Counter.SENT_EAGER);
                final long turned = value(job, Counter.EAGER_TURNED_RENDEZVOUS);
                for (int i = 0; i < sends.length; i++) {
                    buffer.putInt(0, i);
                    sends[i] = zero.isend(buffer, 0, 1000, 1, 1);
                    job.step();
                }
                assertThat(value(job, Counter.SENT_EAGER) - eager).as("eager in round %d", round).isBetween(5L, 10L);
                assertThat(value(job, Counter.EAGER_TURNED_RENDEZVOUS) - turned).isBetween(10L, 15L);
                final Request receive = new Request();
                for (final Request send : sends) {
                    job.engine(1).world().irecv(buffer, 0, 1000, 0, 1, receive);
                    finish(job, receive);
                }
                Arrays.stream(sends).forEach(send -> finish(job, send));
                // The taken records are published once in each batch.
                for (int i = 0; i < 10; i++) {
                    job.step();
                }
            }
        }
    }

    /** Holds S0.32, S3.33. */
    @Test
    void shouldGetPacketsAndDoneGetsBackThoughTheOtherWayIsFull() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1000]);
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.MATCH_NODES, 64)
            .size(GeometrySetting.RING_SLOTS, 16).size(GeometrySetting.PACKETS, 1).size(GeometrySetting.INLINE_LIMIT, 48));
            MemoryRegion region = job.engine(0).allocate(100_000)) {
            final Peer back = EngineAccess.messages(job.engine(1)).peers()[0];
            final Request[] blocked = new Request[200];
            for (int i = 0; i < blocked.length; i++) {
                blocked[i] = job.engine(1).world().isend(buffer, 0, 8, 0, 9);
                job.step();
            }
            // Rank 0 has no node left for unexpected messages, so the ring to it stays full.
            assertThat(back.outbound().state()).isEqualTo(SendState.AWAITING_CONTROL_FLOW);
            final Communicator zero = job.engine(0).world();
            final Request eager = zero.isend(buffer, 0, 1000, 1, 1);
            final Request direct = zero.isend(region.buffer(), 0, 100_000, 1, 2);
            final UnsafeBuffer target = new UnsafeBuffer(new byte[100_000]);
            finish(job, job.engine(1).world().irecv(target, 0, 1000, 0, 1));
            finish(job, job.engine(1).world().irecv(target, 0, 100_000, 0, 2));
            finish(job, eager);
            finish(job, direct);
            while (EngineAccess.messages(job.engine(0)).peers()[1].outbound().packetsOut() > 0) {
                TimeLimit.check();
                job.step();
            }
            assertThat(back.outbound().state()).isEqualTo(SendState.AWAITING_CONTROL_FLOW);
            for (int i = 0; i < blocked.length; i++) {
                finish(job, zero.irecv(target, 0, 8, 1, 9));
            }
            Arrays.stream(blocked).forEach(send -> finish(job, send));
            assertThat(back.outbound().state()).isEqualTo(SendState.IDLE);
        }
    }

    private static long value(final LocalJob job, final Counter counter) {
        return EngineAccess.node(job.engine(0)).counters().value(counter);
    }

    private static void finish(final LocalJob job, final Request request) {
        while (request.isActive() && !request.test()) {
            TimeLimit.check();
            job.step();
        }
    }
}
