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
package io.tombolo.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The bytes that a rank keeps are those that it has sent or received, whichever way they went, and both ends give a message the same
 * number.
 */
@Timeout(60)
class PayloadTest {
    private static final int[] LENGTHS = {0, 1, 8, 100, 3_000, 20_000, 300_000};
    private static final int PAYLOAD = 1 << 23;
    private static final int TAG = 5;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    // The contents of the messages from rank 0 to rank 1, in the order in which they are sent.
    private final List<byte[]> contents = new ArrayList<>();
    private final UnsafeBuffer target = new UnsafeBuffer(new byte[400_000]);
    private LocalJob job;
    private Communicator from;
    private Communicator to;

    @BeforeEach
    void launch() {
        job = LocalJob.of(2, context -> context.flightPayload(PAYLOAD).size(GeometrySetting.FLIGHT_EVENTS, 1 << 16));
        from = job.engine(0).world();
        to = job.engine(1).world();
    }

    @AfterEach
    void close() {
        job.close();
    }

    private byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        contents.add(bytes);
        return bytes;
    }

    private UnsafeBuffer message(final int length) {
        return new UnsafeBuffer(bytes(length));
    }

    private void receive(final int source, final int length) {
        to.recv(target, 0, length, source, TAG, (Status) null);
    }

    private void finish(final Request send) {
        while (!send.test()) {
            job.step();
        }
    }

    /** Asserts that both ranks have kept all messages from rank 0 to rank 1, and agree on their numbers. */
    private void assertKept() throws Exception {
        final List<KeptBytes.Kept> sent = KeptBytes.of(job, 0).inOrder(1, true);
        final List<KeptBytes.Kept> received = KeptBytes.of(job, 1).inOrder(0, false);
        assertThat(sent).hasSameSizeAs(contents);
        assertThat(received).hasSameSizeAs(contents);
        for (int i = 0; i < contents.size(); i++) {
            assertThat(sent.get(i).bytes()).as("sent %d, seed %d", i, seed).isEqualTo(contents.get(i));
            assertThat(received.get(i).bytes()).as("received %d, seed %d", i, seed).isEqualTo(contents.get(i));
            assertThat(received.get(i).context()).isEqualTo(sent.get(i).context());
        }
    }

    @Test
    void shouldKeepMessagesWhoseReceiveIsPosted() throws Exception {
        for (final int length : LENGTHS) {
            final Request receive = to.irecv(target, 0, length, Communicator.ANY_SOURCE, TAG);
            final Request send = from.isend(message(length), 0, length, 1, TAG);
            finish(receive);
            finish(send);
        }
        assertKept();
    }

    @Test
    void shouldKeepMessagesThatWaitForTheirReceive() throws Exception {
        final List<Request> sends = new ArrayList<>();
        for (final int length : LENGTHS) {
            sends.add(from.isend(message(length), 0, length, 1, TAG));
            job.step();
        }
        for (int i = 0; i < LENGTHS.length; i++) {
            receive(i % 2 == 0 ? 0 : Communicator.ANY_SOURCE, LENGTHS[i]);
        }
        sends.forEach(this::finish);
        assertKept();
    }

    @Test
    void shouldKeepMessagesThatLeaveAtOnce() throws Exception {
        for (int i = 0; i < 50; i++) {
            final int length = random.nextInt(64);
            from.send(message(length), 0, length, 1, TAG);
            receive(0, length);
        }
        assertKept();
    }

    @Test
    void shouldKeepMessagesOfAllModes() throws Exception {
        job.engine(0).attachBuffer(1 << 20);
        for (final int length : LENGTHS) {
            final Request receive = to.irecv(target, 0, length, 0, TAG);
            final Request synchronous = new Request();
            from.issend(message(length), 0, length, 1, TAG, synchronous);
            finish(receive);
            finish(synchronous);
            from.bsend(message(length), 0, length, 1, TAG);
            receive(0, length);
            final Request persistent = new Request();
            from.sendInit(message(length), 0, length, 1, TAG, persistent);
            persistent.start();
            receive(0, length);
            finish(persistent);
        }
        job.step();
        job.engine(0).detachBuffer();
        assertKept();
    }

    @Test
    void shouldKeepMessagesInRegionsAndSegments() throws Exception {
        try (MemoryRegion region = job.engine(0).allocate(1 << 20); MemoryRegion received = job.engine(1).allocate(1 << 20)) {
            for (final int length : LENGTHS) {
                region.buffer(0, Math.max(1, length)).putBytes(0, bytes(length));
                final Request send = new Request();
                from.isend(region, 0, length, 1, TAG, send);
                to.recv(received, 0, length, 0, TAG, new Status());
                finish(send);
            }
        }
        for (final int length : new int[] {2, 100, 3_000, 300_000}) {
            final UnsafeBuffer message = message(length);
            final Segments pieces = new Segments().add(message, 0, length / 2).add(message, length / 2, length - length / 2);
            final Segments places = new Segments().add(target, 0, length / 3 + 1).add(target, length / 2 + 1, length - length / 3 - 1);
            final Request send = new Request();
            from.isend(pieces, 1, TAG, send);
            final Request receive = new Request();
            to.irecv(length == 3_000 ? new Segments().add(target, 0, length) : places, 0, TAG, receive);
            finish(receive);
            finish(send);
        }
        assertKept();
    }

    @Test
    void shouldKeepMessagesThatAProbeHasFound() throws Exception {
        try (MemoryRegion region = job.engine(0).allocate(1 << 20)) {
            for (final int length : LENGTHS) {
                for (int way = 0; way < 4; way++) {
                    final Request send = new Request();
                    if (way == 3) {
                        region.buffer(0, Math.max(1, length)).putBytes(0, bytes(length));
                        from.isend(region, 0, length, 1, TAG, send);
                    } else {
                        from.isend(message(length), 0, length, 1, TAG, send);
                    }
                    take(way, length);
                    finish(send);
                }
            }
        }
        assertKept();
    }

    private void take(final int way, final int length) {
        if (way == 0) {
            to.probe(0, TAG, new Status());
            receive(0, length);
            return;
        }
        try (Message message = new Message()) {
            to.mprobe(0, TAG, message);
            if (way == 1) {
                message.recv(target, 0, length);
            } else {
                assertThat(message.buffer().capacity()).isEqualTo(length);
            }
        }
    }

    @Test
    void shouldKeepMessagesThatAreWrittenInPlace() throws Exception {
        for (final int length : LENGTHS) {
            final Claim claim = new Claim();
            from.claim(length, 1, TAG, claim);
            claim.buffer().putBytes(0, bytes(length));
            claim.commit();
            receive(0, length);
        }
        assertKept();
    }

    @Test
    void shouldKeepForwardedMessages() throws Exception {
        final Communicator own = from;
        try (MemoryRegion region = job.engine(0).allocate(1 << 20)) {
            for (final int length : LENGTHS) {
                final byte[] bytes = bytes(length);
                final Request first = to.isend(new UnsafeBuffer(bytes), 0, length, 0, 9);
                final Request receive = new Request();
                own.irecv(region, 0, length, 1, 9, receive);
                final Request forward = new Request();
                own.forward(receive, 1, TAG, forward);
                final Request last = to.irecv(target, 0, length, 0, TAG);
                finish(last);
                finish(forward);
                finish(receive);
                finish(first);
            }
        }
        assertKept();
    }

    @Test
    void shouldKeepMessagesToItself() throws Exception {
        for (final int length : LENGTHS) {
            final byte[] bytes = bytes(length);
            final Request receive = from.irecv(target, 0, length, 0, TAG);
            final Request send = from.isend(new UnsafeBuffer(bytes), 0, length, 0, TAG);
            finish(receive);
            finish(send);
        }
        final KeptBytes kept = KeptBytes.of(job, 0);
        for (int i = 0; i < contents.size(); i++) {
            assertThat(kept.inOrder(0, true).get(i).bytes()).isEqualTo(contents.get(i));
            assertThat(kept.inOrder(0, false).get(i).bytes()).isEqualTo(contents.get(i));
        }
    }

    @Test
    void shouldKeepWhatATruncatedReceiveHasGot() throws Exception {
        from.send(message(100), 0, 100, 1, TAG);
        job.step();
        assertThatThrownBy(() -> to.recv(target, 0, 10, 0, TAG, (Status) null)).isInstanceOf(MessagingException.class);
        final KeptBytes.Kept received = KeptBytes.of(job, 1).with(0, false).get(0);
        assertThat(received.bytes()).isEqualTo(Arrays.copyOf(contents.get(0), 10));
    }

    @Test
    void shouldKeepTheBytesOfASendThatFails() throws Exception {
        job.kill(1);
        final byte[] bytes = bytes(100);
        assertThatThrownBy(() -> from.ssend(new UnsafeBuffer(bytes), 0, 100, 1, TAG)).isInstanceOf(MessagingException.class);
        final KeptBytes.Kept sent = KeptBytes.of(job, 0).with(1, true).get(0);
        assertThat(sent.bytes()).isEqualTo(bytes);
        // Once it is known that the rank is gone, a message does not leave.
        assertThatThrownBy(() -> from.send(new UnsafeBuffer(bytes), 0, 100, 1, TAG)).isInstanceOf(MessagingException.class);
        final KeptBytes.Kept late = KeptBytes.of(job, 0).with(1, true).get(1);
        assertThat(late.bytes()).isEqualTo(bytes);
        assertThat(late.number()).isEqualTo(-1);
    }
}
