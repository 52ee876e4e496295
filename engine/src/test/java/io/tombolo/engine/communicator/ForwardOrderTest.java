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

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The order of forwarded messages among other messages to the same destination (S3.30). The test steps the ranks.
 */
@Timeout(30)
class ForwardOrderTest {
    private static final int MOST = 6;
    private static final int LENGTH = 1_000;
    private static final int ROUNDS = 200;

    private LocalJob job;
    private MemoryRegion region;

    @BeforeEach
    void open() {
        job = LocalJob.of(3, context -> context.closeTimeout(0, TimeUnit.SECONDS).errorHandler(error -> { }));
        region = job.engine(1).allocate(MOST * LENGTH);
    }

    @AfterEach
    void close() {
        job.close();
    }

    private Communicator world(final int rank) {
        return job.engine(rank).world();
    }

    /** Several messages come in one turn, in another order than they were asked for. A send after the last wait follows them. */
    @Test
    void shouldTakeItsPlaceWhenItsFirstBytesCome() {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            final List<Integer> tags = new ArrayList<>();
            for (int tag = 0; tag < 1 + random.nextInt(MOST); tag++) {
                tags.add(tag);
            }
            Collections.shuffle(tags, random);
            final List<Request> receives = new ArrayList<>();
            final List<Request> sends = new ArrayList<>();
            for (final int tag : tags) {
                receives.add(new Request());
                sends.add(new Request());
                world(1).irecv(region, tag * LENGTH, LENGTH, 0, tag, receives.get(receives.size() - 1));
                world(1).forward(receives.get(receives.size() - 1), 2, tag, sends.get(sends.size() - 1));
            }
            final List<Integer> order = new ArrayList<>(tags);
            Collections.shuffle(order, random);
            for (final int tag : order) {
                world(0).send(new UnsafeBuffer(new byte[LENGTH]), 0, random.nextInt(LENGTH), 1, tag);
            }
            receives.get(tags.indexOf(order.get(order.size() - 1))).await();
            world(1).send(new UnsafeBuffer(new byte[1]), 0, 1, 2, MOST);
            order.add(MOST);
            assertThat(arrivals(order.size())).as("tags at rank 2").isEqualTo(order);
            receives.stream().filter(Request::isActive).forEach(Request::await);
            sends.forEach(Request::await);
        }
    }

    @Test
    void shouldGoToTheOtherWhereOneDestinationDiesBeforeAnythingHasCome() {
        final Request receive = new Request();
        final Request toDead = new Request();
        final Request toOther = new Request();
        final Request last = new Request();
        world(1).irecv(region, 0, LENGTH, 0, 1, receive);
        world(1).forward(receive, 2, 1, toDead);
        world(1).forward(receive, 0, 2, toOther);
        job.kill(2);
        assertThatThrownBy(() -> finish(toDead)).isInstanceOf(MessagingException.class);
        assertThat(toDead.status().outcome()).isEqualTo(Outcome.PEER_FAILED);
        world(0).irecv(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH, 1, 2, last);
        world(0).send(new UnsafeBuffer(new byte[LENGTH]), 0, 99, 1, 1);
        for (final Request request : List.of(receive, toOther, last)) {
            finish(request);
            assertThat(request.status().length()).isEqualTo(99);
        }
    }

    private void finish(final Request request) {
        while (!request.test()) {
            TimeLimit.check();
            job.step();
        }
    }

    private List<Integer> arrivals(final int count) {
        final List<Integer> arrivals = new ArrayList<>();
        final UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);
        for (int i = 0; i < count; i++) {
            final Request request = new Request();
            world(2).irecv(target, 0, LENGTH, 1, Communicator.ANY_TAG, request);
            finish(request);
            arrivals.add(request.status().tag());
        }
        return arrivals;
    }
}
