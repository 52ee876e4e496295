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
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.communicator.RequestState;
import io.tombolo.ringbuffers.counters.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Contexts that promise no wildcards: several threads post without the progress owner. Receives and messages pair as in the matcher
 * (T1.11).
 */
@Timeout(60)
class ExactBinsTest {
    private static final int TAG = 7;

    private final RankThreads threads = new RankThreads();
    private final Communicator[] comms = new Communicator[2];
    private final Communicator[] plain = new Communicator[2];
    private LocalJob job;

    @BeforeEach
    void launch() throws Exception {
        job = LocalRanks.meet(LocalJob.of(2));
        threads.run(job, engine -> {
            comms[engine.rank()] = engine.world().dup(Promise.NO_ANY_SOURCE, Promise.NO_ANY_TAG);
            plain[engine.rank()] = engine.world().dup();
        });
    }

    @AfterEach
    void close() {
        job.close();
    }

    private void stepAll() {
        while (job.step() > 0) {
            TimeLimit.check();
        }
    }

    private void finish(final Request... requests) {
        while (!Requests.testAll(requests)) {
            TimeLimit.check();
            job.step();
        }
    }

    private Request post(final long[] words, final int index, final int source, final int tag) {
        final Request request = new Request();
        comms[0].irecv(words, index, 1, source, tag, request);
        return request;
    }

    private void sendFromOne(final long word, final int tag) {
        comms[1].send(new long[] {word}, 0, 1, 0, tag);
    }

    /** Another tag: its receives from rank 1 share a bin with those of {@link #TAG}. */
    private int neighbour() {
        final Request request = post(new long[1], 0, 1, TAG);
        final int context = ((RequestState) MESSAGING.delegate(request)).operation().context;
        assertThat(request.cancel()).isTrue();
        final int bin = ExactBins.bin(context, 1, TAG);
        int tag = TAG + 1;
        while (ExactBins.bin(context, 1, tag) != bin) {
            tag++;
        }
        return tag;
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2", "3"})
    void shouldPairInOrderWhetherReceivesOrMessagesComeFirst(final int postedFirst) {
        final int other = neighbour();
        final long unexpected = EngineAccess.node(job.engine(0)).counters().value(Counter.UNEXPECTED_MESSAGES);
        final long[] words = new long[6];
        final List<Request> requests = new ArrayList<>();
        for (int i = 0; i < postedFirst; i++) {
            requests.add(post(words, i, 1, TAG));
            requests.add(post(words, 3 + i, 1, other));
        }
        for (int i = 0; i < 3; i++) {
            sendFromOne(10 + i, TAG);
            sendFromOne(20 + i, other);
            stepAll();
        }
        for (int i = postedFirst; i < 3; i++) {
            requests.add(post(words, 3 + i, 1, other));
            requests.add(post(words, i, 1, TAG));
        }
        finish(requests.toArray(Request[]::new));
        assertThat(words).containsExactly(10, 11, 12, 20, 21, 22);
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.UNEXPECTED_MESSAGES) - unexpected)
            .isEqualTo(2L * (3 - postedFirst));
        Quiescence.assertQuiet(job);
    }

    /** A receive is in its bin and its message is unexpected, because neither has seen the other. */
    @Test
    void shouldFindAnUnexpectedMessageBesideOthers() {
        final int other = neighbour();
        sendFromOne(1, other);
        sendFromOne(2, TAG);
        sendFromOne(3, TAG);
        stepAll();
        final long[] words = new long[4];
        final Request first = post(words, 0, 1, TAG);
        assertThat(first.test()).isTrue();
        final Request second = post(words, 1, 1, TAG);
        assertThat(second.test()).isTrue();
        // The bin stays guarded, because a message with the other tag is unexpected.
        final Request third = post(words, 2, 1, TAG);
        sendFromOne(4, TAG);
        finish(third);
        final Request last = post(words, 3, 1, other);
        finish(last);
        assertThat(words).containsExactly(2, 3, 4, 1);
        // No message is unexpected now, so a receive does not need the owner.
        final Request late = post(words, 0, 1, TAG);
        sendFromOne(5, TAG);
        finish(late);
        assertThat(words[0]).isEqualTo(5);
        Quiescence.assertQuiet(job);
    }

    @Test
    void shouldTakeAPostedReceiveBeforeABlockingOne() throws Exception {
        final long[] words = new long[2];
        final Request posted = post(words, 0, 1, TAG);
        threads.start(() -> {
            sendFromOne(1, TAG);
            sendFromOne(2, TAG);
        });
        comms[0].recv(words, 1, 1, 1, TAG, null);
        posted.await();
        threads.join();
        assertThat(words).containsExactly(1, 2);
    }

    @Test
    void shouldHideAMessageFromAProbeBehindItsReceive() {
        final long[] words = new long[2];
        final Message message = new Message();
        post(words, 0, 1, TAG);
        sendFromOne(1, TAG);
        stepAll();
        assertThat(comms[0].iprobe(1, TAG, null)).isFalse();
        sendFromOne(2, TAG);
        stepAll();
        assertThat(comms[0].iprobe(1, TAG, null)).isTrue();
        final Request second = post(words, 1, 1, TAG);
        assertThat(comms[0].improbe(1, TAG, message)).isFalse();
        finish(second);
        assertThat(words).containsExactly(1, 2);
        Quiescence.assertQuiet(job);
    }

    @Test
    void shouldCancelAReceiveInItsBinOrMatchIt() {
        final long[] words = new long[3];
        final Request first = post(words, 0, 1, TAG);
        final Request second = post(words, 1, 1, TAG);
        final Request third = post(words, 2, 1, TAG);
        assertThat(second.cancel()).isTrue();
        sendFromOne(1, TAG);
        sendFromOne(2, TAG);
        finish(first, second, third);
        assertThat(second.status().outcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(words).containsExactly(1, 0, 2);
        Quiescence.assertQuiet(job);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndReceivesFromADeadPeer(final boolean isPostedBefore) {
        final long[] words = new long[3];
        sendFromOne(1, TAG + 1);
        stepAll();
        final Request own = post(words, 2, 0, TAG);
        final Request before = isPostedBefore ? post(words, 0, 1, TAG) : new Request();
        job.kill(1);
        while (EngineAccess.node(job.engine(0)).counters().value(Counter.PEER_FAILURES) == 0) {
            TimeLimit.check();
            job.step();
        }
        // At once, as in a context without bins.
        final Request failed = isPostedBefore ? before : post(words, 0, 1, TAG);
        assertThatThrownBy(failed::test).hasMessageContaining("rank 1");
        // Messages that had arrived can still be received, and messages to the own rank go on.
        finish(post(words, 1, 1, TAG + 1));
        comms[0].send(new long[] {2}, 0, 1, 0, TAG);
        finish(own);
        assertThat(words).containsExactly(0, 1, 2);
    }

    @Test
    void shouldCancelPostedReceivesWhenTheCommunicatorCloses() {
        final Request request = post(new long[1], 0, 1, TAG);
        comms[0].close();
        finish(request);
        assertThat(request.status().outcome()).isEqualTo(Outcome.CANCELLED);
    }

    @Test
    void shouldEndPostedReceivesWhenTheEngineCloses() {
        final Request request = post(new long[1], 0, 1, TAG);
        job.engine(0).close();
        assertThatThrownBy(request::test).isInstanceOfSatisfying(
            MessagingException.class, exception -> assertThat(exception.outcome()).isEqualTo(Outcome.CLOSED));
    }

    @Test
    void shouldStartPersistentReceivesAndLeavePartitionedOnesAlone() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2 * Long.BYTES]);
        final UnsafeBuffer parts = new UnsafeBuffer(new byte[2 * Long.BYTES]);
        final Request persistent = new Request();
        final Request partitioned = new Request();
        final Request send = new Request();
        comms[0].recvInit(buffer, 0, Long.BYTES, 1, TAG, persistent);
        comms[0].precvInit(buffer, Long.BYTES, 2, Integer.BYTES, 1, TAG, partitioned);
        comms[1].psendInit(parts, 0, 2, Integer.BYTES, 0, TAG, send);
        for (int round = 1; round <= 3; round++) {
            persistent.start();
            partitioned.start();
            send.start();
            parts.putLong(0, -round);
            send.pready(0);
            send.pready(1);
            sendFromOne(round, TAG);
            finish(persistent, partitioned, send);
            assertThat(buffer.getLong(0)).isEqualTo(round);
            assertThat(buffer.getLong(Long.BYTES)).isEqualTo(-round);
        }
        Quiescence.assertQuiet(job);
    }

    /** At rest, receives move from the bins to the matcher, whose nodes {@code tombolo inspect} shows. */
    @Test
    void shouldShowPostedReceivesToReadersOutside() {
        final Request[] requests = {post(new long[1], 0, 1, TAG), post(new long[1], 0, 0, TAG)};
        EngineAccess.messages(job.engine(0)).count();
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.POSTED_CURRENT)).isEqualTo(2);
        for (final Request request : requests) {
            assertThat(request.cancel()).isTrue();
        }
    }

    /** T1.11: eight threads post, two for each key, while the peer sends. The pairs are the same with and without the promise. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPairEachKeyInOrderForEightPosters(final boolean isBinned) throws Exception {
        final long seed = System.nanoTime();
        System.out.println("seed=" + seed + " bins=" + isBinned);
        final Communicator to = isBinned ? comms[0] : plain[0];
        final Communicator from = isBinned ? comms[1] : plain[1];
        final int keys = 4;
        final int each = 5_000;
        final AtomicIntegerArray got = new AtomicIntegerArray(2 * keys * each);
        for (int poster = 0; poster < 2 * keys; poster++) {
            final int thread = poster;
            threads.start(() -> receive(to, new Random(seed + thread), thread % keys, each, got, 2 * keys * each));
        }
        threads.start(() -> {
            final Random random = new Random(seed - 1);
            final int[] sent = new int[keys];
            for (int n = 0; n < 2 * keys * each; n++) {
                int key = random.nextInt(keys);
                while (sent[key] == 2 * each) {
                    key = (key + 1) % keys;
                }
                from.send(new long[] {key * 2L * each + sent[key]++}, 0, 1, 0, key);
            }
        });
        threads.join();
        for (int i = 0; i < got.length(); i++) {
            assertThat(got.get(i)).as("seed %d: message %d", seed, i).isEqualTo(1);
        }
        Quiescence.assertQuiet(job);
    }

    /** Receives a share of the messages of a key, which must arrive in order at each thread. */
    private static void receive(
        final Communicator comm, final Random random, final int key, final int count, final AtomicIntegerArray got, final int most) {
        final Status status = new Status();
        final int window = 16;
        final Request[] requests = new Request[window];
        final long[] words = new long[window];
        for (int i = 0; i < window; i++) {
            requests[i] = new Request();
        }
        long last = -1;
        for (int done = 0; done < count;) {
            final int now = Math.min(count - done, 1 + random.nextInt(window));
            for (int i = 0; i < now; i++) {
                if (now == 1) {
                    comm.recv(words, i, 1, 1, key, status);
                } else {
                    comm.irecv(words, i, 1, 1, key, requests[i]);
                }
            }
            for (int i = 0; i < now; i++) {
                if (now > 1) {
                    requests[i].await();
                }
                if (words[i] <= last || words[i] >= most) {
                    throw new AssertionError("received message " + words[i] + " after " + last + " with tag " + key);
                }
                last = words[i];
                got.incrementAndGet((int) last);
            }
            done += now;
        }
    }
}
