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
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Memory that is lent when a process is killed. It comes back to a sender that lives, and stays readable for a receiver that lives.
 */
@Timeout(60)
class InPlaceDeathTest {
    private static final int LENGTH = 1 << 20;

    @Test
    void shouldGetEverythingBackFromAReceiverThatIsKilled() throws Exception {
        run("holder", "lender");
    }

    @Test
    void shouldKeepReadingWhatASenderHasLentThatIsKilled() throws Exception {
        run("claimant", "reader");
    }

    private static void run(final String dies, final String survives) throws Exception {
        try (RankJvms job = RankJvms.create().add(0, 2, Rank.class, List.of(), survives).add(1, 2, Rank.class, List.of(), dies)) {
            job.awaitLine(1, "holding");
            job.awaitLine(0, "ready");
            job.kill(1);
            job.awaitSuccess();
        }
    }

    /** The first argument says what a rank does. */
    static final class Rank {
        private final Engine engine;
        private final Communicator world;
        private final UnsafeBuffer copy = new UnsafeBuffer(new byte[LENGTH]);

        private Rank(final Engine engine) {
            this.engine = engine;
            this.world = engine.world();
        }

        public static void main(final String[] arguments) {
            try (Engine engine = Engine.launch()) {
                final Rank rank = new Rank(engine);
                switch (arguments[0]) {
                    case "holder" -> rank.hold();
                    case "lender" -> rank.lend();
                    case "claimant" -> rank.claimAndWait();
                    case "reader" -> rank.read();
                    default -> throw new IllegalArgumentException(arguments[0]);
                }
            }
        }

        private Message open(final int source, final int tag, final int length) {
            final Message message = new Message();
            world.mprobe(source, tag, message);
            check(message.buffer(), length, tag);
            return message;
        }

        private void check(final DirectBuffer view, final int length, final int seed) {
            view.getBytes(0, copy, 0, length);
            Payloads.check(copy, 0, length, seed);
        }

        private void commit(final int length, final int tag) {
            final Claim claim = new Claim();
            world.claim(length, 1 - engine.rank(), tag, claim);
            Payloads.fill((UnsafeBuffer) claim.buffer(), 0, length, tag);
            claim.commit();
        }

        private static void park() {
            while (true) {
                LockSupport.park();
            }
        }

        private void hold() {
            final Message[] held = {open(0, 1, LENGTH), open(0, 2, 100_000), open(0, 3, 1000)};
            TestOutput.say("holding");
            park();
            assertThat(held).isNull();
        }

        private void lend() {
            try (MemoryRegion region = engine.allocate(LENGTH)) {
                Payloads.fill(region.buffer(), 0, LENGTH, 1);
                final Request send = world.isend(region.buffer(), 0, LENGTH, 1, 1);
                commit(100_000, 2);
                commit(1000, 3);
                final Claim small = new Claim();
                final Claim large = new Claim();
                world.claim(100, 1, 4, small);
                world.claim(200_000, 1, 4, large);
                TestOutput.say("ready");
                assertThatThrownBy(send::await).isInstanceOf(PeerFailedException.class).hasMessageStartingWith("rank 1 died");
                // Sent after the kill, so the packets are never returned.
                assertThatThrownBy(small::commit).isInstanceOf(PeerFailedException.class);
                large.abort();
                Quiescence.assertQuiet(engine);
                world.claim(100_000, 0, 5, small);
                Payloads.fill((UnsafeBuffer) small.buffer(), 0, 100_000, 5);
                small.commit();
                open(0, 5, 100_000).close();
                Quiescence.assertQuiet(engine);
            }
        }

        private void claimAndWait() {
            final MemoryRegion region = engine.allocate(LENGTH);
            Payloads.fill(region.buffer(), 0, LENGTH, 1);
            world.isend(region.buffer(), 0, LENGTH, 0, 1);
            commit(100_000, 2);
            commit(1000, 3);
            final Claim claim = new Claim();
            world.claim(500, 0, 4, claim);
            TestOutput.say("holding");
            park();
            claim.commit();
        }

        private void read() {
            final Message registered = open(1, 1, LENGTH);
            final Message claimed = open(1, 2, 100_000);
            final DirectBuffer view = registered.buffer();
            TestOutput.say("ready");
            assertThatThrownBy(() -> world.mprobe(1, 4, new Message())).isInstanceOf(PeerFailedException.class);
            check(view, LENGTH, 1);
            check(claimed.buffer(), 100_000, 2);
            assertThat(claimed.recv(copy, 0, LENGTH).length()).isEqualTo(100_000);
            Payloads.check(copy, 0, 100_000, 2);
            open(1, 3, 1000).close();
            registered.close();
            Quiescence.assertQuiet(engine);
        }
    }
}
