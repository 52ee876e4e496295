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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.peer.Peer;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Messages of a communicator that pass messages of other communicators in the queue of their sender (S3.36, S3.40).
 */
@Timeout(60)
public class PriorityTest {
    private static final int BULK = 300;
    private static final int URGENT = 3;
    private static final int MESSAGES = 3000;
    private static final int MOST = 20_000;

    private final List<Request> requests = new ArrayList<>();

    private static LocalJob job() {
        return LocalJob.of(2, context -> context.size(GeometrySetting.RING_SLOTS, 16).size(GeometrySetting.INLINE_LIMIT, 48)
            .size(GeometrySetting.PACKETS, 2));
    }

    /** A communicator of both ranks, as seen by each rank. */
    public static Communicator[] dup(final LocalJob job) throws InterruptedException {
        final Communicator[] made = new Communicator[2];
        final Thread other = new Thread(() -> made[1] = job.engine(1).world().dup());
        other.start();
        made[0] = job.engine(0).world().dup();
        other.join();
        return made;
    }

    /** Holds S3.40. */
    @Test
    void shouldDeliverUrgentMessagesBeforeBulkThatWaits() throws InterruptedException {
        try (LocalJob job = job()) {
            final Communicator[] bulk = dup(job);
            final Communicator[] urgent = dup(job);
            assertThat(urgent[0].priority()).isZero();
            assertThat(urgent[0].priority(5)).isSameAs(urgent[0]);
            assertThat(urgent[0].priority()).isEqualTo(5);
            final Peer peer = EngineAccess.messages(job.engine(0)).peers()[1];
            for (int i = 0; i < BULK; i++) {
                requests.add(send(bulk[0], i, 8));
            }
            assertThat(peer.outbound().queueLength()).isGreaterThan(BULK / 2);
            final List<Request> received = new ArrayList<>();
            for (int i = 0; i < URGENT; i++) {
                requests.add(send(urgent[0], i, 8));
                received.add(urgent[1].irecv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 1));
            }
            received.forEach(request -> finish(job, request));
            assertThat(peer.outbound().queueLength()).as("of the bulk").isPositive();
            receiveInOrder(job, bulk[1], BULK);
            requests.forEach(request -> finish(job, request));
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldPassForTheWorldAndForWhatWaitsAlready() throws InterruptedException {
        try (LocalJob job = job()) {
            final Communicator[] bulk = dup(job);
            final Communicator[] world = {job.engine(0).world(), job.engine(1).world()};
            final Peer peer = EngineAccess.messages(job.engine(0)).peers()[1];
            for (int i = 0; i < BULK; i++) {
                requests.add(send(bulk[0], i, 8));
            }
            for (int i = 0; i < URGENT; i++) {
                requests.add(send(world[0], i, 8));
            }
            world[0].priority(Communicator.MAX_PRIORITY);
            for (int i = 0; i < URGENT; i++) {
                final Request request = world[1].irecv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 1);
                finish(job, request);
            }
            assertThat(peer.outbound().queueLength()).as("of the bulk").isPositive();
            receiveInOrder(job, bulk[1], BULK);
        }
    }

    @Test
    void shouldKeepTheOrderOfEachCommunicatorWhateverTheirPriorities() throws InterruptedException {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        try (LocalJob job = job()) {
            final Communicator[][] communicators = {{job.engine(0).world(), job.engine(1).world()}, dup(job), dup(job), dup(job)};
            final int[] sent = new int[communicators.length];
            final int[] received = new int[communicators.length];
            for (int i = 0; i < MESSAGES; i++) {
                final int which = random.nextInt(communicators.length);
                final Communicator[] communicator = communicators[which];
                if (random.nextInt(8) == 0) {
                    communicator[0].priority(random.nextInt(Communicator.MAX_PRIORITY + 1));
                }
                requests.add(send(communicator[0], sent[which]++, 4 + Payloads.length(random, MOST - 4)));
                if (random.nextInt(4) == 0) {
                    for (int each = 0; each < communicators.length; each++) {
                        received[each] += receiveThere(job, communicators[each][1], received[each], seed);
                    }
                }
            }
            for (int each = 0; each < communicators.length; each++) {
                while (received[each] < sent[each]) {
                    TimeLimit.check();
                    received[each] += receiveThere(job, communicators[each][1], received[each], seed);
                }
            }
            requests.forEach(request -> finish(job, request));
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldRefuseWhatIsNoPriority() throws InterruptedException {
        try (LocalJob job = job()) {
            final Communicator[] made = dup(job);
            assertThatThrownBy(() -> made[0].priority(-1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("priority=-1 must be from 0 to 7");
            assertThatThrownBy(() -> made[0].priority(8)).isInstanceOf(IllegalArgumentException.class);
            made[0].priority(1);
            made[0].close();
            assertThatThrownBy(() -> made[0].priority(1)).isInstanceOf(IllegalStateException.class);
        }
    }

    private static Request send(final Communicator communicator, final int number, final int length) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[length]);
        message.putInt(0, number);
        return communicator.isend(message, 0, length, 1, 1);
    }

    private static void receiveInOrder(final LocalJob job, final Communicator communicator, final int count) {
        for (int i = 0; i < count; i++) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
            finish(job, communicator.irecv(message, 0, 8, 0, 1));
            assertThat(message.getInt(0)).isEqualTo(i);
        }
    }

    /** Receives the messages that have come, and returns their number. */
    private static int receiveThere(final LocalJob job, final Communicator communicator, final int first, final long seed) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[MOST]);
        final Status status = new Status();
        int count = 0;
        job.step();
        while (communicator.iprobe(0, 1, status)) {
            finish(job, communicator.irecv(message, 0, MOST, 0, 1));
            assertThat(message.getInt(0)).as("seed %d", seed).isEqualTo(first + count);
            count++;
        }
        return count;
    }

    private static void finish(final LocalJob job, final Request request) {
        while (request.isActive() && !request.test()) {
            TimeLimit.check();
            job.step();
        }
    }
}
