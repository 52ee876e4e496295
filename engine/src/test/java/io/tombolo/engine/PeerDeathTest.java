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
import io.tombolo.engine.api.Status;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process dies in the middle of a get (T0.5), or between claim and commit (T0.7): only operations that wait for it end. Rank 1 dies, rank
 * 0 observes this, and the traffic between ranks 0 and 2 goes on.
 */
@Timeout(60)
class PeerDeathTest {
    private static final int LENGTH = 16 << 20;
    private static final long FILES = 2L * LENGTH;

    @ParameterizedTest
    @ValueSource(strings = {"REGISTERED", "STAGED"})
    void shouldEndTheSendWhenTheReceiverHaltsInTheMiddleOfAGet(final String memory) throws Exception {
        try (RankJvms job = job(List.of("-Dtombolo.fault.halt=MID_GET:3"), "getter", "sender", memory)) {
            job.awaitSuccess();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"REGISTERED", "STAGED"})
    void shouldEndTheSendWhenTheReceiverIsKilledInTheMiddleOfAGet(final String memory) throws Exception {
        try (RankJvms job = job(List.of(), "holder", "told", memory)) {
            job.awaitLine(1, "holding");
            job.awaitLine(0, "sent");
            job.kill(1);
            job.awaitSuccess();
        }
    }

    @ParameterizedTest
    @CsvSource({"REGISTERED,0", "STAGED,0", "STAGED,1"})
    void shouldEndReceivesWhenTheSenderIsKilledInTheMiddleOfAMessage(final String memory, final int ringKind) throws Exception {
        try (RankJvms job = job(List.of("-Dtombolo.ring.kind=" + ringKind), "dying", "receiver", memory)) {
            job.awaitLine(1, "sent");
            job.awaitLine(0, "posted");
            job.kill(1);
            job.awaitSuccess();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"REGISTERED", "STAGED"})
    void shouldEndReceivesWhenTheSenderHaltsRightAfterItsEnvelope(final String memory) throws Exception {
        try (RankJvms job = job(List.of("-Dtombolo.fault.halt=RTS_SENT:1"), "dying", "receiver", memory)) {
            job.awaitSuccess();
        }
    }

    @ParameterizedTest
    @CsvSource({"RING_CLAIMED,0", "RING_CLAIMED,1", "PACKET_FILLED,0", "PACKET_FILLED,1"})
    void shouldGoOnBehindARecordThatIsNeverCommitted(final String point, final int ringKind) throws Exception {
        try (RankJvms job = job(
            List.of("-Dtombolo.fault.halt=" + point + ":6", "-Dtombolo.ring.kind=" + ringKind), "counter", "counted", "")) {
            job.awaitSuccess();
        }
    }

    private static RankJvms job(final List<String> options, final String dies, final String survives, final String memory)
        throws IOException {
        final List<String> all = new ArrayList<>(options);
        // With these settings, messages of 1000 bytes travel in packets.
        all.add("-Dtombolo.inline.limit=48");
        all.removeIf(option -> option.contains("fault"));
        final List<String> dying = new ArrayList<>(options);
        dying.add("-Dtombolo.inline.limit=48");
        dying.add("-Dtombolo.faults=true");
        return RankJvms.create(FILES).add(0, 3, Rank.class, all, survives, memory).add(1, 3, Rank.class, dying, dies, memory)
            .add(2, 3, Rank.class, all, "bystander", memory);
    }

    /** One rank. Its first argument names its task. */
    static final class Rank {
        private static final int PINGS = 200;

        private final Engine engine;
        private final Communicator world;
        private final String memory;
        private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));

        private Rank(final Engine engine, final String memory) {
            this.engine = engine;
            this.world = engine.world();
            this.memory = memory;
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final Rank rank = new Rank(engine, arguments[1]);
                switch (arguments[0]) {
                    case "sender" -> rank.send(false);
                    case "told" -> rank.send(true);
                    case "getter" -> rank.get();
                    case "holder" -> rank.hold();
                    case "dying" -> rank.startAndWait();
                    case "receiver" -> rank.receive();
                    case "counter" -> rank.countAndDie();
                    case "counted" -> rank.receiveCount();
                    case "bystander" -> rank.answer();
                    default -> throw new IllegalArgumentException(arguments[0]);
                }
            }
        }

        private void send(final boolean isTold) {
            try (MemoryRegion region = engine.allocate(LENGTH)) {
                final UnsafeBuffer source = "STAGED".equals(memory) ? buffer : region.buffer();
                source.setMemory(0, LENGTH, (byte) 7);
                final Request request = world.isend(source, 0, LENGTH, 1, 1);
                if (isTold) {
                    world.recv(new byte[0], 0, 0, 1, 4, null);
                }
                // Messages in packets that the dead rank never returns, and one more that waits for a packet.
                final Request[] packets = new Request[10];
                for (int i = 0; i < packets.length; i++) {
                    packets[i] = world.isend(new UnsafeBuffer(new byte[500]), 0, 500, 1, 2);
                }
                final Request behind = world.isend(source, 0, LENGTH, 1, 3);
                TestOutput.say("sent");
                assertFailed(request);
                assertFailed(behind);
                for (final Request packet : packets) {
                    assertSentOrFailed(packet, isTold);
                }
                assertThatThrownBy(() -> world.send(new byte[8], 0, 8, 1, 1)).isInstanceOf(PeerFailedException.class)
                    .hasMessageStartingWith("rank 1 died: send to rank 1");
                Quiescence.assertQuiet(engine);
                pingBystander(source);
            }
        }

        private static void assertFailed(final Request request) {
            assertThatThrownBy(request::await).isInstanceOf(PeerFailedException.class).hasMessageStartingWith("rank 1 died");
            assertThat(request.status().outcome()).isEqualTo(Outcome.PEER_FAILED);
        }

        /** A rank that halts by itself may do so before all messages to it have left. */
        private static void assertSentOrFailed(final Request request, final boolean isSent) {
            try {
                request.await();
            } catch (final PeerFailedException early) {
                assertThat(isSent).isFalse();
            }
        }

        private void get() {
            world.recv(buffer, 0, LENGTH, 0, 1);
            throw new AssertionError("the fault point was not reached");
        }

        private void hold() {
            final Request request = world.irecv(buffer, 0, LENGTH, 0, 1);
            while (buffer.getByte(0) == 0) {
                engine.poll();
            }
            assertThat(request.isActive() && buffer.getByte(LENGTH - 1) == 0).isTrue();
            world.send(new byte[0], 0, 0, 0, 4);
            TestOutput.say("holding");
            park();
        }

        private static void park() {
            while (true) {
                LockSupport.park();
            }
        }

        private void startAndWait() {
            try (MemoryRegion region = engine.allocate(LENGTH)) {
                final UnsafeBuffer source = "STAGED".equals(memory) ? buffer : region.buffer();
                awaitSurvivor();
                for (int i = 0; i < 20; i++) {
                    source.putInt(0, i);
                    world.send(source, 0, 1000, 0, 5);
                    world.send(source, 0, 4, 0, 6);
                }
                final Request request = world.isend(buffer, 0, LENGTH, 0, 1);
                TestOutput.say("sent");
                request.isActive();
                park();
            }
        }

        /** Rank 1 does nothing after it has staged the first part: the long receive can only end with its death. */
        private void receive() {
            world.send(new byte[0], 0, 0, 1, 1);
            final Request any = world.irecv(buffer, 0, 8, Communicator.ANY_SOURCE, 9);
            final Request never = world.irecv(buffer, 0, 8, 1, 8);
            final Request part = world.irecv(buffer, 0, LENGTH, 1, 1);
            while (engine.poll() > 0) {
                Thread.onSpinWait();
            }
            TestOutput.say("posted");
            assertFailed(part);
            assertThat(part.status().messageLength()).isEqualTo(LENGTH);
            assertFailed(never);
            final UnsafeBuffer small = new UnsafeBuffer(new byte[1000]);
            for (int i = 0; i < 20; i++) {
                receiveFromTheDead(small, i, 5, 1000);
                receiveFromTheDead(small, i, 6, 4);
            }
            assertThatThrownBy(() -> world.recv(small, 0, 8, 1, 5)).isInstanceOf(PeerFailedException.class);
            assertThatThrownBy(() -> world.probe(1, 5, new Status())).isInstanceOf(PeerFailedException.class);
            assertThat(any.test()).isFalse();
            pingBystander(small);
            world.send(small, 0, 8, 2, 10);
            assertThat(any.await().source()).isEqualTo(2);
            Quiescence.assertQuiet(engine);
        }

        private void receiveFromTheDead(final UnsafeBuffer small, final int expected, final int tag, final int length) {
            assertThat(world.recv(small, 0, 1000, 1, tag).length()).isEqualTo(length);
            assertThat(small.getInt(0)).isEqualTo(expected);
        }

        /** The survivor joins first, because the next rank to join would put a job aside whose ranks are all dead. */
        private void awaitSurvivor() {
            world.recv(new byte[0], 0, 0, 0, 1, null);
        }

        private void countAndDie() {
            awaitSurvivor();
            final long[] value = new long[1];
            while (true) {
                world.send(value, 0, 1, 0, 1);
                world.send(buffer, 0, 1000, 0, 1);
                value[0]++;
            }
        }

        private void receiveCount() {
            int received = 0;
            world.send(new byte[0], 0, 0, 1, 1);
            final Status status = new Status();
            try {
                while (true) {
                    world.recv(buffer, 0, 1000, 1, 1, status);
                    assertThat(status.length()).isEqualTo((received & 1) == 0 ? 8 : 1000);
                    received++;
                }
            } catch (final PeerFailedException exception) {
                TestOutput.say(exception.getMessage() + " after " + received);
            }
            assertThat(received).isIn(5, 11);
            Quiescence.assertQuiet(engine);
            pingBystander(buffer);
        }

        private void pingBystander(final UnsafeBuffer data) {
            for (int i = 0; i < PINGS; i++) {
                final int length = i % 10 == 0 ? Math.min(data.capacity(), 300_000) : i;
                final Request ping = world.isend(data, 0, length, 2, 7);
                world.recv(data, 0, data.capacity(), 2, 7);
                ping.await();
            }
            world.send(new byte[0], 0, 0, 2, 9);
        }

        /** Plays ping-pong with rank 0 until that ends it, and does not notice the death of rank 1. */
        private void answer() {
            final Status status = new Status();
            world.recv(buffer, 0, LENGTH, 0, Communicator.ANY_TAG, status);
            while (status.tag() == 7) {
                world.send(buffer, 0, status.length(), 0, 7);
                world.recv(buffer, 0, LENGTH, 0, Communicator.ANY_TAG, status);
            }
            if ("STAGED".equals(memory) || "REGISTERED".equals(memory)) {
                answerAny();
            }
            Quiescence.assertQuiet(engine);
        }

        private void answerAny() {
            try {
                world.recv(buffer, 0, 8, 0, 10);
                world.send(buffer, 0, 8, 0, 9);
            } catch (final PeerFailedException exception) {
                // Rank 0 was a sender and has left.
                assertThat(exception.outcome()).isEqualTo(Outcome.PEER_LEFT);
            }
        }
    }
}
