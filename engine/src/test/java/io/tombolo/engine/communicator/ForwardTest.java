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
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages that are forwarded while they arrive (S3.30, T3.9). The test steps the ranks.
 */
@Timeout(30)
class ForwardTest {
    private static final int LENGTH = 4 << 20;
    private static final int TAG = 7;

    private final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private final MemoryRegion[] regions = new MemoryRegion[4];
    private LocalJob job;

    @BeforeEach
    void open() {
        open(Long.MAX_VALUE);
    }

    private void open(final long exposureLimit) {
        job = LocalJob.of(4, context -> context.closeTimeout(0, TimeUnit.SECONDS).errorHandler(error -> { })
            .size(GeometrySetting.EXPOSURE_LIMIT, exposureLimit));
        LocalRanks.meet(job);
        for (int rank = 1; rank < 4; rank++) {
            regions[rank] = job.engine(rank).allocate(LENGTH);
        }
        Payloads.fill(source, 0, LENGTH, 1);
    }

    @AfterEach
    void close() {
        job.close();
    }

    private Communicator world(final int rank) {
        return job.engine(rank).world();
    }

    private Request receive(final int rank, final int from) {
        final Request request = new Request();
        world(rank).irecv(regions[rank], 0, LENGTH, from, TAG, request);
        return request;
    }

    private Request forward(final Request receive, final int rank, final int destination) {
        final Request request = new Request();
        world(rank).forward(receive, destination, TAG, request);
        return request;
    }

    private void finish(final Request... requests) {
        for (final Request request : requests) {
            while (!request.test()) {
                TimeLimit.check();
                job.step();
            }
        }
    }

    private void check(final int rank) {
        check(rank, LENGTH);
    }

    private void check(final int rank, final int length) {
        assertThat(new UnsafeBuffer(regions[rank].buffer(), 0, length).equals(new UnsafeBuffer(source, 0, length)))
            .as("%d bytes at rank %d", length, rank).isTrue();
    }

    private long count(final int rank, final Counter counter) {
        return EngineAccess.node(job.engine(rank)).counters().value(counter);
    }

    /** Holds S3.21, S3.30. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 100_000})
    void shouldShowTheFirstBytesAtTheEndOfAChainBeforeTheMiddleHasTheLast(final long exposureLimit) {
        close();
        open(exposureLimit);
        final Request first = receive(1, 0);
        final Request second = receive(2, 1);
        final Request third = receive(3, 2);
        final Request firstOn = forward(first, 1, 2);
        final Request secondOn = forward(second, 2, 3);
        final Request send = world(0).isend(source, 0, LENGTH, 1, TAG);
        while (regions[3].buffer().getLong(0) == 0) {
            TimeLimit.check();
            job.step();
        }
        assertThat(regions[3].buffer().getLong(0)).isEqualTo(source.getLong(0));
        assertThat(regions[2].buffer().getLong(LENGTH - 8)).as("last bytes in the middle").isZero();
        assertThat(regions[1].buffer().getLong(LENGTH - 8)).as("last bytes at the second").isZero();
        while (exposureLimit < LENGTH && count(1, Counter.AWAITING_DATA) == 0) {
            // The first rank makes no progress. It has exposed only a part, so the second forwards all it has, and waits for data.
            TimeLimit.check();
            job.engine(1).poll();
            job.engine(2).poll();
        }
        finish(send, first, firstOn, second, secondOn, third);
        for (int rank = 1; rank < 4; rank++) {
            check(rank);
        }
        Quiescence.assertQuiet(job);
        assertThat(count(1, Counter.SENT_FORWARDED)).isOne();
        assertThat(count(1, Counter.BYTES_STAGED)).isZero();
        assertThat(count(2, Counter.CONT_GET_SENT)).isPositive();
    }

    @Test
    void shouldPassOnToSeveralAtOnce() {
        final Request first = receive(1, 0);
        final Request second = receive(2, 1);
        final Request third = receive(3, 1);
        final Request on = forward(first, 1, 2);
        final Request send = world(0).isend(source, 0, LENGTH, 1, TAG);
        while (regions[2].buffer().getLong(0) == 0) {
            TimeLimit.check();
            job.step();
        }
        final Request other = forward(first, 1, 3);
        regions[1].close();
        assertThat(files("heap-1.1-1.dat")).as("in use by two sends").isEqualTo(1);
        finish(send, first, on);
        finish(other, second, third);
        check(2);
        check(3);
        assertThat(files("heap-1.1-1.dat")).as("given back once").isZero();
        Quiescence.assertQuiet(job);
    }

    private int files(final String name) {
        return Files.exists(job.directory().resolve(name)) ? 1 : 0;
    }

    @Test
    void shouldPassOnInAnyOrderOfCalls() {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 150; round++) {
            final int length = round == 0 ? 0 : Payloads.length(random, 1 << 20);
            final boolean early = random.nextBoolean();
            final int steps = random.nextInt(6);
            Request send = early ? world(0).isend(source, 0, length, 1, TAG) : null;
            step(random.nextInt(3));
            final Request first = receive(1, 0);
            step(random.nextInt(3));
            send = early ? send : world(0).isend(source, 0, length, 1, TAG);
            step(steps);
            final Request second = receive(2, 1);
            final Request on = forward(first, 1, 2);
            final Request other = forward(first, 1, 3);
            step(random.nextInt(3));
            final Request third = receive(3, 1);
            if (random.nextBoolean()) {
                finish(first);
                finish(second, third, on, other, send);
            } else {
                finish(send, third, on, other, second, first);
            }
            assertThat(second.status().length()).isEqualTo(length);
            check(2, length);
            check(3, length);
            regions[2].buffer().setMemory(0, length, (byte) 0);
            regions[3].buffer().setMemory(0, length, (byte) 0);
        }
        Quiescence.assertQuiet(job);
    }

    private void step(final int times) {
        for (int i = 0; i < times; i++) {
            job.step();
        }
    }

    @Test
    void shouldPassOnAMessageThatAProbeHasMatched() {
        final Request send = world(0).isend(source, 0, LENGTH, 1, TAG);
        final Message message = new Message();
        world(1).mprobe(0, TAG, message);
        final Request first = new Request();
        message.irecv(regions[1], 0, LENGTH, first);
        final Request on = forward(first, 1, 2);
        finish(receive(2, 1), on, first, send);
        check(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 3_000, 100_001, LENGTH})
    void shouldPassOnAMatchedMessageToSeveralAtOnceWhileItArrives(final int length) {
        final Message message = new Message();
        for (int round = 0; round < 3; round++) {
            final Request send = world(0).isend(source, 0, length, 1, TAG);
            world(1).mprobe(0, TAG, message);
            final Request second = receive(2, 1);
            final Request third = receive(3, 1);
            final Request[] on = {new Request(), new Request()};
            world(1).forward(message, new int[] {2, 3}, TAG, on);
            assertThat(message.isOpen()).isFalse();
            finish(second, third, on[0], on[1], send);
            check(2, length);
            check(3, length);
            regions[2].buffer().setMemory(0, length, (byte) 0);
            regions[3].buffer().setMemory(0, length, (byte) 0);
        }
        assertThat(count(1, Counter.REGIONS_OPENED)).as("the first is the test's, the second was used again").isLessThanOrEqualTo(3);
        assertThat(length < LENGTH || count(1, Counter.SENT_FORWARDED) > 0).as("passed on while it arrived").isTrue();
        Quiescence.assertQuiet(job);
    }

    /** Holds S3.29. */
    @Test
    void shouldKeepTheMemoryOfAMatchedMessageUntilTheLastHasIt() {
        final Message message = new Message();
        final Request[] on = {new Request(), new Request(), new Request()};
        for (int i = 0; i < on.length; i++) {
            source.putLong(0, i);
            final Request send = world(0).isend(source, 0, LENGTH, 1, TAG);
            world(1).mprobe(0, TAG, message);
            world(1).forward(message, 2, TAG, on[i]);
            finish(send);
        }
        for (int i = 0; i < on.length; i++) {
            finish(receive(2, 1), on[i]);
            source.putLong(0, i);
            check(2);
        }
        Quiescence.assertQuiet(job);
    }

    @Test
    void shouldGiveMemoryUpThatHasBecomeTooShort() throws IOException {
        final Message message = new Message();
        for (int length = 3_000; length <= LENGTH; length *= 4) {
            final Request send = world(0).isend(source, 0, length, 1, TAG);
            world(1).mprobe(0, TAG, message);
            final Request on = new Request();
            world(1).forward(message, 2, TAG, on);
            finish(receive(2, 1), on, send);
            check(2, length);
        }
        try (Stream<Path> list = Files.list(job.directory())) {
            assertThat(list.filter(file -> file.getFileName().toString().startsWith("heap-1.1-")).count())
                .as("the test's region, the lanes, and the one that is long enough").isLessThanOrEqualTo(3);
        }
    }

    @Test
    void shouldEndWhatAMatchedMessageFeedsIfItsSenderDies() {
        final Message message = new Message();
        world(0).isend(source, 0, LENGTH, 1, TAG);
        world(1).mprobe(0, TAG, message);
        final Request on = new Request();
        world(1).forward(message, 2, TAG, on);
        while (count(1, Counter.SENT_FORWARDED) == 0) {
            TimeLimit.check();
            job.step();
        }
        job.kill(0);
        assertFails(on, Outcome.INCOMPLETE);
        assertFails(receive(2, 1), Outcome.INCOMPLETE);
        assertThatThrownBy(() -> world(1).forward(message, 2, TAG, on)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("open=false");
        world(3).isend(source, 0, 100_000, 1, TAG);
        world(1).mprobe(3, TAG, message);
        assertThatThrownBy(() -> world(1).forward(message, new int[] {2, 0}, TAG, new Request[] {on}))
            .isInstanceOf(IllegalArgumentException.class).hasMessage("requests=1 are fewer than destinations=2");
        world(1).forward(message, 2, TAG, on);
        final Request last = receive(2, 1);
        finish(last, on);
        check(2, 100_000);
        Quiescence.assertQuiet(job);
    }

    @Test
    void shouldReportTheDeathOfTheFirstDownTheChain() {
        final Request first = receive(1, 0);
        final Request second = receive(2, 1);
        final Request third = receive(3, 2);
        final Request firstOn = forward(first, 1, 2);
        final Request secondOn = forward(second, 2, 3);
        world(0).isend(source, 0, LENGTH, 1, TAG);
        while (regions[3].buffer().getLong(0) == 0) {
            TimeLimit.check();
            job.step();
        }
        job.kill(0);
        assertFails(first, Outcome.PEER_FAILED);
        assertFails(firstOn, Outcome.INCOMPLETE);
        assertFails(second, Outcome.INCOMPLETE);
        assertFails(secondOn, Outcome.INCOMPLETE);
        assertFails(third, Outcome.INCOMPLETE);
        for (int rank = 1; rank < 4; rank++) {
            regions[rank].close();
            assertThat(files("heap-" + rank + ".1-1.dat")).as("region of rank %d", rank).isZero();
        }
        Quiescence.assertQuiet(job);
    }

    @Test
    void shouldTellAReceiverThatComesLate() {
        final Request first = receive(1, 0);
        final Request on = forward(first, 1, 2);
        world(0).isend(source, 0, LENGTH, 1, TAG);
        while (count(1, Counter.SENT_FORWARDED) == 0) {
            TimeLimit.check();
            job.step();
        }
        job.kill(0);
        assertFails(first, Outcome.PEER_FAILED);
        assertFails(on, Outcome.INCOMPLETE);
        assertFails(receive(2, 1), Outcome.INCOMPLETE);
        Quiescence.assertQuiet(job);
    }

    @Test
    void shouldGoOnForTheOtherWhenOneDestinationDies() {
        final Request first = receive(1, 0);
        final Request on = forward(first, 1, 2);
        final Request other = forward(first, 1, 3);
        receive(2, 1);
        final Request third = receive(3, 1);
        final Request send = world(0).isend(source, 0, LENGTH, 1, TAG);
        while (regions[2].buffer().getLong(0) == 0) {
            TimeLimit.check();
            job.step();
        }
        job.kill(2);
        finish(send, first, other, third);
        check(3);
        assertFails(on, Outcome.PEER_FAILED);
        Quiescence.assertQuiet(job);
    }

    private void assertFails(final Request request, final Outcome outcome) {
        assertThatThrownBy(() -> finish(request)).isInstanceOf(MessagingException.class);
        assertThat(request.status().outcome()).isEqualTo(outcome);
    }

    @Test
    void shouldPassOnWhatThereIsRoomFor() {
        final Request first = new Request();
        world(1).irecv(regions[1], 0, 1_000_000, 0, TAG, first);
        final Request on = forward(first, 1, 2);
        final Request second = receive(2, 1);
        final Request send = world(0).isend(source, 0, LENGTH, 1, TAG);
        finish(second, on, send);
        assertThat(second.status().length()).isEqualTo(1_000_000);
        check(2, 1_000_000);
        assertFails(first, Outcome.TRUNCATED);
    }

    @Test
    void shouldEndWithAReceiverThatHasRoomForLess() {
        final Request first = receive(1, 0);
        final Request on = forward(first, 1, 2);
        final Request second = new Request();
        world(2).irecv(regions[2], 0, 300_000, 1, TAG, second);
        final Request send = world(0).isend(source, 0, LENGTH, 1, TAG);
        assertFails(second, Outcome.TRUNCATED);
        finish(on, send, first);
        check(2, 300_000);
        Quiescence.assertQuiet(job);
    }

    @Test
    void shouldBeCancelledWithTheReceive() {
        final Request first = receive(1, 0);
        final Request on = forward(first, 1, 2);
        assertThat(first.cancel()).isTrue();
        finish(first, on);
        assertThat(on.status().outcome()).isEqualTo(Outcome.CANCELLED);
    }

    @Test
    void shouldEndWithTheEngine() {
        final Request on = forward(receive(1, 0), 1, 2);
        job.engine(1).close();
        assertFails(on, Outcome.CLOSED);
    }

    @Test
    void shouldRefuseWhatCannotBePassedOn() {
        final Request request = new Request();
        assertThatThrownBy(() -> world(1).forward(request, 2, TAG, new Request())).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("is not active");
        world(1).irecv(source, 0, 8, 0, TAG, request);
        assertThatThrownBy(() -> world(1).forward(request, 2, TAG, new Request())).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("MemoryRegion");
        final Request first = receive(1, 0);
        assertThatThrownBy(() -> world(2).forward(first, 3, TAG, new Request())).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("another engine");
        assertThatThrownBy(() -> world(1).forward(first, 4, TAG, new Request())).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("destination=4");
        assertThatThrownBy(() -> world(1).forward(first, 2, TAG, first)).isInstanceOf(IllegalStateException.class);
        final Request send = forward(first, 1, 2);
        assertThatThrownBy(() -> world(1).forward(send, 3, TAG, new Request())).isInstanceOf(IllegalStateException.class);
        finish(forward(first, 1, Communicator.NULL_RANK));
        world(1).forward(first, Communicator.NULL_RANK, TAG);
        assertThat(first.isActive()).isTrue();
    }

    @Test
    void shouldBlockUntilTheDestinationHasIt() throws Exception {
        final RankThreads threads = new RankThreads();
        final Request first = receive(1, 0);
        threads.start(() -> world(0).send(source, 0, LENGTH, 1, TAG));
        threads.start(() -> {
            world(1).forward(first, 2, TAG);
            first.await();
        });
        threads.start(() -> world(2).recv(regions[2], 0, LENGTH, 1, TAG, null));
        threads.join();
        check(2);
    }

    /** A receive that is started again at once, while its last message is still leaving this rank. */
    @Test
    void shouldKeepApartTheLivesOfAReceive() throws Exception {
        final int rounds = 200;
        final RankThreads threads = new RankThreads();
        threads.start(() -> {
            for (int i = 0; i < rounds; i++) {
                world(0).send(source, i, 20_000, 1, TAG);
            }
        });
        threads.start(() -> {
            final List<Request> sends = new ArrayList<>();
            final Request request = new Request();
            for (int i = 0; i < rounds; i++) {
                world(1).irecv(regions[1], i * 20_000L, 20_000, 0, TAG, request);
                final Request send = new Request();
                world(1).forward(request, 2, TAG, send);
                sends.add(send);
                request.await();
            }
            sends.forEach(Request::await);
        });
        threads.start(() -> {
            final UnsafeBuffer target = new UnsafeBuffer(new byte[20_000]);
            for (int i = 0; i < rounds; i++) {
                world(2).recv(target, 0, 20_000, 1, TAG, null);
                for (int at = 0; at < 20_000; at += 1_000) {
                    assertThat(target.getByte(at)).isEqualTo(source.getByte(i + at));
                }
            }
        });
        threads.join();
    }
}
