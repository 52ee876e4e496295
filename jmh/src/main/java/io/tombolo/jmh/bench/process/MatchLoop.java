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
package io.tombolo.jmh.bench.process;

import io.tombolo.jmh.bench.line.Bounce;
import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;
import org.agrona.MutableDirectBuffer;

/**
 * Ping-pong through the measured peer, matched at the responder in lists of some depth.
 * <p>
 * Before the clock starts, the lists are made and both sides meet at the bare cache line. The responder posts the receive of the next
 * message before it answers. If the message is to be unexpected, the responder probes for it first. So every message goes through the
 * matcher.
 */
final class MatchLoop implements Loop {

    private final Transport peer;
    private final Bounce bounce;
    private final int size;
    private final MatchingSetup setup;
    private final PingPongLoop messages;
    private final MutableDirectBuffer outbound;
    private final MutableDirectBuffer inbound;

    MatchLoop(
        final Transport peer,
        final Bounce bounce,
        final Work work,
        final MatchingSetup setup,
        final MutableDirectBuffer outbound,
        final MutableDirectBuffer inbound) {
        this.peer = peer;
        this.bounce = bounce;
        this.size = work.size();
        this.setup = setup;
        this.messages = new PingPongLoop(peer, bounce, work, outbound, inbound);
        this.outbound = outbound;
        this.inbound = inbound;
    }

    /** Fills the buffers of this side; {@code first} is the same on both sides. */
    void begin(final byte first) {
        messages.begin(first);
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        meet();
        messages.batches(rounds, samples);
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        meet();
        messages.singles(rounds, samples);
    }

    private void meet() {
        peer.matchLists().make(setup);
        bounce.meet();
    }

    @Override
    public void answer(final int rounds) {
        final MatchLists lists = peer.matchLists();
        lists.make(setup);
        lists.expect(inbound, size);
        bounce.awaitPing();
        bounce.pong();
        for (int done = 1; done <= rounds; done++) {
            lists.receive(inbound, size);
            if (done < rounds) {
                lists.expect(inbound, size);
            }
            peer.send(outbound, size);
        }
        messages.verify();
    }
}
