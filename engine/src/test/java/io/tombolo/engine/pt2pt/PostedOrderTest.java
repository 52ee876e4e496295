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
package io.tombolo.engine.pt2pt;

import static io.tombolo.engine.access.ApiAccess.MESSAGING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.communicator.RequestState;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Posted receives that wait in the order of their posts, in the matcher, or in both in turn, pair as those in a plain list do.
 */
@Timeout(30)
class PostedOrderTest {
    private static final int SOURCES = 2;
    private static final int TAGS = 3;
    private static final int STEPS = 400;
    private static final int ROUNDS = 60;
    // After this number of receives the next ones wait in order.
    private static final int FIRST = 16;

    /** A receive and the message that it must get. */
    private static final class Posted {
        final Request request = new Request();
        final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(Long.BYTES));
        final int source;
        final int tag;
        final int mask;
        Sent message;
        boolean isCancelled;

        Posted(final int source, final int tag, final int mask) {
            this.source = source;
            this.tag = tag;
            this.mask = mask;
        }

        boolean fits(final Sent sent) {
            return message == null && !isCancelled && (source == Communicator.ANY_SOURCE || source == sent.source) &&
                ((tag ^ sent.tag) & mask) == 0;
        }
    }

    /** A message. */
    private record Sent(int source, int tag, long serial) {
    }

    /** The matching rules of MPI as two lists. */
    private static final class Model {
        final List<Posted> posted = new ArrayList<>();
        final List<Sent> waiting = new ArrayList<>();

        void post(final Posted receive) {
            for (final Sent sent : waiting) {
                if (receive.fits(sent)) {
                    receive.message = sent;
                    waiting.remove(sent);
                    break;
                }
            }
            posted.add(receive);
        }

        void send(final Sent sent) {
            for (final Posted receive : posted) {
                if (receive.fits(sent)) {
                    receive.message = sent;
                    return;
                }
            }
            waiting.add(sent);
        }
    }

    private final UnsafeBuffer word = new UnsafeBuffer(ByteBuffer.allocateDirect(Long.BYTES));

    private static Communicator world(final LocalJob job, final int rank) {
        return job.engine(rank).world();
    }

    private static void settle(final LocalJob job) {
        int idle = 0;
        while (idle < 4) {
            idle = job.engine(0).poll() > 0 ? 0 : idle + 1;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMatchAsAPlainListDoes(final ThreadLevel level) {
        final long seed = Long.getLong("tombolo.test.seed", System.nanoTime());
        TestOutput.say("seed=" + seed + " " + level);
        final Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            try (LocalJob job = LocalRanks.meet(LocalJob.of(1 + SOURCES, context -> context.threadLevel(level)))) {
                run(job, new Random(random.nextLong()), round % 3 * 4);
            }
        }
    }

    /** Only one source at a time has messages under way, so that their order is known. */
    private void run(final LocalJob job, final Random random, final int wildcardsInTen) {
        final Model model = new Model();
        int source = 1;
        long serial = 0;
        boolean isSettled = true;
        for (int step = 0; step < STEPS; step++) {
            final int choice = random.nextInt(22);
            if (choice < 8) {
                final int burst = 1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 5);
                final int tag = random.nextInt(TAGS);
                final boolean isOfAny = wildcardsInTen > 0 && random.nextInt(4) == 0;
                for (int i = 0; i < burst; i++) {
                    post(job, model, random, tag, isOfAny ? 0 : wildcardsInTen, isOfAny);
                }
            } else if (choice < 16) {
                if (random.nextBoolean()) {
                    settle(job);
                    source = 1 + random.nextInt(SOURCES);
                }
                final Sent sent = new Sent(source, random.nextInt(TAGS), ++serial);
                word.putLong(0, sent.serial);
                world(job, source).send(word, 0, Long.BYTES, 0, sent.tag);
                model.send(sent);
                isSettled = false;
            } else if (choice == 16) {
                settle(job);
                isSettled = true;
            } else if (choice == 17) {
                probe(job, model, random, wildcardsInTen);
            } else if (choice < 20 && isSettled && !model.posted.isEmpty()) {
                final Posted victim = model.posted.get(random.nextInt(model.posted.size()));
                if (victim.message == null && !victim.isCancelled) {
                    victim.isCancelled = true;
                    assertThat(victim.request.cancel()).isTrue();
                }
            } else if (choice > 19) {
                await(model, random);
            } else {
                receive(job, model, random, source, wildcardsInTen);
            }
        }
        settle(job);
        finish(model);
    }

    private void post(
        final LocalJob job, final Model model, final Random random, final int tag, final int wildcardsInTen, final boolean isOfAny) {
        final boolean isWild = random.nextInt(10) < wildcardsInTen;
        final int from = isOfAny || isWild && random.nextBoolean() ? Communicator.ANY_SOURCE : 1 + random.nextInt(SOURCES);
        final int ownTag = random.nextInt(4) == 0 ? random.nextInt(TAGS) : tag;
        final Posted receive = new Posted(from, ownTag, isWild && random.nextBoolean() ? 1 : -1);
        world(job, 0).irecv(receive.target, 0, Long.BYTES, from, ownTag, receive.mask, receive.request);
        model.post(receive);
    }

    /** A probe, which must find the oldest unexpected message that fits, or none. */
    private static void probe(final LocalJob job, final Model model, final Random random, final int wildcardsInTen) {
        final boolean isWild = random.nextInt(10) < wildcardsInTen;
        final int source = isWild ? Communicator.ANY_SOURCE : 1 + random.nextInt(SOURCES);
        final Posted wanted = new Posted(source, random.nextInt(TAGS), isWild && random.nextBoolean() ? 1 : -1);
        final Status status = new Status();
        final boolean isFound = world(job, 0).iprobe(source, wanted.tag, wanted.mask, status);
        final Sent oldest = model.waiting.stream().filter(wanted::fits).findFirst().orElse(null);
        assertThat(isFound).isEqualTo(oldest != null);
        if (isFound) {
            assertThat(status.source()).isEqualTo(oldest.source);
            assertThat(status.tag()).isEqualTo(oldest.tag);
            assertThat(status.length()).isEqualTo(Long.BYTES);
        }
    }

    /** A blocking receive, if its message is under way. */
    private void receive(final LocalJob job, final Model model, final Random random, final int source, final int wildcardsInTen) {
        final boolean isWild = random.nextInt(10) < wildcardsInTen;
        final int from = isWild && random.nextBoolean() ? Communicator.ANY_SOURCE : source;
        final Posted receive = new Posted(from, random.nextInt(TAGS), isWild && random.nextBoolean() ? 1 : -1);
        model.post(receive);
        model.posted.remove(receive);
        if (receive.message != null) {
            final Status status = new Status();
            world(job, 0).recv(word, 0, Long.BYTES, from, receive.tag, receive.mask, status);
            assertThat(word.getLong(0)).isEqualTo(receive.message.serial);
            assertThat(status.source()).isEqualTo(receive.message.source);
            assertThat(status.tag()).isEqualTo(receive.message.tag);
        }
    }

    /** Waits for a receive whose message is under way, not always for the oldest. */
    private static void await(final Model model, final Random random) {
        final List<Posted> matched = model.posted.stream().filter(receive -> receive.message != null).toList();
        if (!matched.isEmpty()) {
            final Posted receive = matched.get(random.nextInt(matched.size()));
            assertReceived(receive, receive.request.await());
            model.posted.remove(receive);
        }
    }

    private static void assertReceived(final Posted receive, final Status status) {
        assertThat(receive.target.getLong(0)).isEqualTo(receive.message.serial);
        assertThat(status.source()).isEqualTo(receive.message.source);
        assertThat(status.tag()).isEqualTo(receive.message.tag);
    }

    private static void finish(final Model model) {
        for (final Posted receive : model.posted) {
            if (receive.message == null && !receive.isCancelled) {
                assertThat(receive.request.test()).isFalse();
                assertThat(receive.request.cancel()).isTrue();
                receive.isCancelled = true;
            }
            final Status status = receive.request.await();
            if (receive.isCancelled) {
                assertThat(status.outcome()).isEqualTo(Outcome.CANCELLED);
            } else {
                assertReceived(receive, status);
            }
        }
    }

    /** Each message that comes in the order of the receives is compared with one receive, outside the matcher. */
    @ParameterizedTest
    @CsvSource({"1,1", "64,1", "256,1", "1,-1", "64,-1", "256,-1"})
    void shouldSearchNothingWhileMessagesComeInOrder(final int window, final int source) {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2))) {
            exchange(job, FIRST, source);
            shown(job);
            final long attempts = EngineAccess.node(job.engine(0)).counters().value(Counter.MATCH_ATTEMPTS);
            for (int round = 0; round < 10; round++) {
                justShown(job);
                exchange(job, window, source);
            }
            shown(job);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.MATCH_ATTEMPTS)).isEqualTo(attempts);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.POSTED_HIGH_WATER)).isEqualTo(Math.max(FIRST, window));
            final long wild = source < 0 ? FIRST + 10L * window : 0;
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.WILDCARD_POSTS)).isEqualTo(wild);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.POSTED_CURRENT)).isZero();
        }
    }

    /** The same holds if the messages of a few receives come in another order. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 32})
    void shouldSearchNothingForAFewReceivesInAnyOrder(final int window) {
        final Random random = new Random(window);
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2))) {
            exchange(job, FIRST);
            shown(job);
            final long attempts = EngineAccess.node(job.engine(0)).counters().value(Counter.MATCH_ATTEMPTS);
            final Request[] receives = new Request[window];
            final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(window * Long.BYTES));
            for (int round = 0; round < 10; round++) {
                final List<Integer> order = new ArrayList<>();
                justShown(job);
                for (int i = 0; i < window; i++) {
                    receives[i] = world(job, 0).irecv(target, i * Long.BYTES, Long.BYTES, 1, i / 2);
                    order.add(i / 2);
                }
                Collections.shuffle(order, random);
                final int[] sent = new int[window];
                for (final int tag : order) {
                    // Of two receives with one tag, the older one gets the message that is sent first.
                    final int receive = 2 * tag + sent[tag]++;
                    word.putLong(0, 1000L * round + receive);
                    world(job, 1).send(word, 0, Long.BYTES, 0, tag);
                }
                if (round % 2 == 0) {
                    settle(job);
                }
                for (int i = 0; i < window; i++) {
                    receives[i].await();
                    assertThat(target.getLong(i * Long.BYTES)).isEqualTo(1000L * round + i);
                }
            }
            shown(job);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.MATCH_ATTEMPTS)).isEqualTo(attempts);
        }
    }

    @Test
    void shouldKeepTheOrderOfAnyNumberOfReceives() {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2))) {
            for (final int window : new int[] {FIRST, 50, 100, 1000, 3000}) {
                exchange(job, window);
            }
        }
    }

    /** A receive of one kind moves the older receives of the other kind to the matcher. */
    @Test
    void shouldKeepTheOrderOfReceivesFromOneAndFromAny() {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(3))) {
            exchange(job, FIRST);
            exchange(job, FIRST, Communicator.ANY_SOURCE);
            final int[] sources = {1, 1, -1, -1, 1, 2, -1, 1};
            final Request[] receives = new Request[sources.length];
            final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(sources.length * Long.BYTES));
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < sources.length; i++) {
                    receives[i] = world(job, 0).irecv(target, i * Long.BYTES, Long.BYTES, sources[i], 5);
                }
                for (int i = 0; i < sources.length; i++) {
                    word.putLong(0, i);
                    world(job, Math.abs(sources[i])).send(word, 0, Long.BYTES, 0, 5);
                    settle(job);
                }
                for (int i = 0; i < sources.length; i++) {
                    receives[i].await();
                    assertThat(target.getLong(i * Long.BYTES)).isEqualTo(i);
                }
            }
        }
    }

    private void exchange(final LocalJob job, final int window) {
        exchange(job, window, 1);
    }

    private void exchange(final LocalJob job, final int window, final int source) {
        final Request[] receives = new Request[window];
        final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(window * Long.BYTES));
        for (int i = 0; i < window; i++) {
            receives[i] = world(job, 0).irecv(target, i * Long.BYTES, Long.BYTES, source, i);
        }
        for (int i = 0; i < window; i++) {
            word.putLong(0, i);
            world(job, 1).send(word, 0, Long.BYTES, 0, i);
        }
        settle(job);
        for (int i = 0; i < window; i++) {
            assertThat(receives[i].test()).isTrue();
            assertThat(target.getLong(i * Long.BYTES)).isEqualTo(i);
        }
    }

    /** Polls until the counters are published and the receives are in the matcher, which happens every some turns. */
    private static void shown(final LocalJob job) {
        for (int turn = 0; turn < 500; turn++) {
            job.engine(0).poll();
        }
    }

    /** Polls until the next turn that publishes the counters and puts receives in the matcher is far off. */
    private static void justShown(final LocalJob job) {
        final long turns = EngineAccess.node(job.engine(0)).counters().value(Counter.PROGRESS_TURNS);
        while (EngineAccess.node(job.engine(0)).counters().value(Counter.PROGRESS_TURNS) == turns) {
            TimeLimit.check();
            job.engine(0).poll();
        }
    }

    /** Unexpected messages take no node that a receive which waits in order may need. */
    @ParameterizedTest
    @ValueSource(ints = {1, Communicator.ANY_SOURCE})
    void shouldKeepPlacesForReceivesThatWaitInOrder(final int source) {
        final int nodes = 64;
        try (LocalJob job = LocalRanks.meet(LocalJob.of(3, context -> context.size(GeometrySetting.MATCH_NODES, nodes)))) {
            exchange(job, FIRST, source);
            final Request[] receives = new Request[20];
            for (int i = 0; i < receives.length; i++) {
                receives[i] = world(job, 0).irecv(word, 0, Long.BYTES, source, nodes + i);
            }
            for (int i = 0; i < nodes; i++) {
                world(job, 2).send(word, 0, Long.BYTES, 0, i);
            }
            shown(job);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.UNEXPECTED_CURRENT)).isEqualTo(nodes - receives.length);
            for (final Request receive : receives) {
                assertThat(receive.cancel()).isTrue();
            }
            for (int i = 0; i < nodes; i++) {
                world(job, 0).recv(word, 0, Long.BYTES, 2, i);
            }
        }
    }

    /** Repeated probes for one message do not delay other receives. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldServeOthersWhileAMessageIsProbedRepeatedly(final int other) {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(3))) {
            world(job, other).send(word, 0, Long.BYTES, 0, 7);
            world(job, 0).recv(word, 0, Long.BYTES, other, 7);
            final Request posted = world(job, 0).irecv(word, 0, Long.BYTES, other, 9);
            world(job, 1).send(word, 0, Long.BYTES, 0, 5);
            settle(job);
            for (int i = 0; i < 2; i++) {
                world(job, other).send(word, 0, Long.BYTES, 0, 8 + i);
                for (int look = 0; look < 1000; look++) {
                    assertThat(world(job, 0).iprobe(1, 5, null)).isTrue();
                }
            }
            assertThat(((RequestState) MESSAGING.delegate(posted)).operation().isDone()).isTrue();
        }
    }

    /** A receive that has matched is in no queue, so it cannot be cancelled. */
    @ParameterizedTest
    @ValueSource(ints = {1, Communicator.ANY_SOURCE})
    void shouldFinishALongMessageThatMatchedInOrder(final int from) {
        final int length = 3 << 20;
        final UnsafeBuffer source = new UnsafeBuffer(new byte[length]);
        source.setMemory(0, length, (byte) 5);
        final UnsafeBuffer target = new UnsafeBuffer(new byte[length]);
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2))) {
            exchange(job, FIRST, from);
            final Request receive = world(job, 0).irecv(target, 0, length, from, 3);
            final Request behind = world(job, 0).irecv(word, 0, Long.BYTES, from, 4);
            final Request send = world(job, 1).isend(source, 0, length, 0, 3);
            while (target.getByte(0) == 0) {
                TimeLimit.check();
                job.step();
            }
            assertThat(receive.test()).isFalse();
            assertThat(receive.cancel()).isFalse();
            assertThat(behind.cancel()).isTrue();
            while (!Requests.testAll(receive, send)) {
                TimeLimit.check();
            }
            assertThat(target.compareTo(source)).isZero();
            assertThat(behind.await().outcome()).isEqualTo(Outcome.CANCELLED);
        }
    }

    /** An idle rank shows its posted receives to readers of its file. */
    @ParameterizedTest
    @ValueSource(ints = {1, Communicator.ANY_SOURCE})
    void shouldShowReceivesThatWaitInOrder(final int source) {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2))) {
            exchange(job, FIRST, source);
            final Request first = world(job, 0).irecv(word, 0, Long.BYTES, source, 7);
            final Request second = world(job, 0).irecv(word, 0, Long.BYTES, source, 8);
            shown(job);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.POSTED_CURRENT)).isEqualTo(2);
            world(job, 1).send(word, 0, Long.BYTES, 0, 8);
            settle(job);
            assertThat(second.test()).isTrue();
            assertThat(first.test()).isFalse();
            assertThat(first.cancel()).isTrue();
        }
    }

    /** Another rank may still send the messages that they wait for. */
    @Test
    void shouldKeepReceivesFromAnyWhenASourceDies() {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(3))) {
            exchange(job, FIRST, Communicator.ANY_SOURCE);
            final Request any = world(job, 0).irecv(word, 0, Long.BYTES, Communicator.ANY_SOURCE, 7);
            job.kill(1);
            assertThatThrownBy(() -> world(job, 0).recv(word, 0, Long.BYTES, 1, 8)).isInstanceOf(PeerFailedException.class);
            assertThat(any.test()).isFalse();
            world(job, 2).send(word, 0, Long.BYTES, 0, 7);
            assertThat(any.await().source()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, Communicator.ANY_SOURCE})
    void shouldEndReceivesThatWaitInOrderWithTheirCommunicator(final int source) throws InterruptedException {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2, context -> context.threadLevel(ThreadLevel.MULTIPLE)))) {
            final Request[] pending = new Request[2];
            final Thread other = new Thread(() -> world(job, 1).dup());
            other.start();
            final Communicator own = world(job, 0).dup();
            other.join();
            exchange(job, FIRST, source);
            for (int i = 0; i < 2; i++) {
                pending[i] = own.irecv(word, 0, Long.BYTES, source, i);
            }
            own.close();
            for (final Request request : pending) {
                assertThat(request.await().outcome()).isEqualTo(Outcome.CANCELLED);
            }
        }
    }
}
