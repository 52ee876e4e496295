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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.TruncatedException;
import io.tombolo.ringbuffers.counters.Counter;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Blocking receives from any source that take their messages directly from the rings.
 */
@Timeout(30)
class AnySourceTest {
    private static final int ANY_SOURCE = Communicator.ANY_SOURCE;
    private static final int ANY_TAG = Communicator.ANY_TAG;

    private final UnsafeBuffer word = new UnsafeBuffer(ByteBuffer.allocateDirect(Long.BYTES));
    private final Status status = new Status();

    private void send(final LocalJob job, final int from, final int tag, final long serial) {
        word.putLong(0, serial);
        job.engine(from).world().send(word, 0, Long.BYTES, 0, tag);
    }

    private long receive(final Communicator communicator, final int source, final int tag) {
        communicator.recv(word, 0, Long.BYTES, source, tag, status);
        return word.getLong(0);
    }

    /** A source whose messages are always there leaves turns to all other sources. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 9})
    void shouldReceiveFromEachSourceSoonAndInItsOrder(final int ranks) {
        final int each = 100;
        try (LocalJob job = LocalJob.of(ranks)) {
            final Communicator world = job.engine(0).world();
            for (int from = 0; from < ranks; from++) {
                send(job, from, 1, -1);
                receive(world, from, 1);
            }
            for (int i = 0; i < each; i++) {
                for (int from = 0; from < ranks; from++) {
                    send(job, from, i, i);
                }
            }
            final int[] received = new int[ranks];
            for (int i = 0; i < each * ranks; i++) {
                final long serial = receive(world, ANY_SOURCE, ANY_TAG);
                assertThat(serial).isEqualTo(received[status.source()]++);
                assertThat(status.tag()).isEqualTo((int) serial);
                if (i == 17 * ranks) {
                    assertThat(received).doesNotContain(0);
                }
            }
            assertThat(received).containsOnly(each);
        }
    }

    @Test
    void shouldNeitherPostAReceiveNorStoreItsMessage() {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator world = job.engine(0).world();
            final Request other = world.irecv(word, 0, Long.BYTES, 2, 77);
            for (int i = 0; i < 50; i++) {
                send(job, 1, 5, i);
                world.probe(ANY_SOURCE, 5, status);
                assertThat(status.source()).isEqualTo(1);
                assertThat(receive(world, ANY_SOURCE, 5)).isEqualTo(i);
            }
            assertThat(other.cancel()).isTrue();
            for (int turn = 0; turn < 500; turn++) {
                job.engine(0).poll();
            }
            // A full turn, now and then, may store one as unexpected.
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.UNEXPECTED_MESSAGES)).isLessThan(5);
        }
    }

    /** The older receive, of either kind, gets the older message. */
    @ParameterizedTest
    @ValueSource(ints = {ANY_SOURCE, 1})
    void shouldLeaveAMessageToAnOlderPostedReceive(final int source) {
        final UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(Long.BYTES));
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(0).world();
            for (int round = 0; round < 100; round++) {
                final Request posted = world.irecv(target, 0, Long.BYTES, source, round % 2 == 0 ? 3 : ANY_TAG);
                send(job, 1, 3, round);
                send(job, 1, 3, -round);
                assertThat(receive(world, ANY_SOURCE, round % 3 == 0 ? ANY_TAG : 3)).isEqualTo(-round);
                assertThat(posted.await().isSuccess()).isTrue();
                assertThat(target.getLong(0)).isEqualTo(round);
            }
        }
    }

    @Test
    void shouldTakeUnexpectedMessagesFirst() {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator world = job.engine(0).world();
            send(job, 2, 4, 20);
            send(job, 2, 5, 21);
            assertThat(receive(world, 2, 5)).isEqualTo(21);
            send(job, 2, 4, 22);
            assertThat(receive(world, ANY_SOURCE, 4)).isEqualTo(20);
            assertThat(status.source()).isEqualTo(2);
            assertThat(receive(world, ANY_SOURCE, 4)).isEqualTo(22);
        }
    }

    /** A truncation names the source, also without a status, and the message counts as received. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNameTheSourceOfATruncatedMessage(final boolean isFiled) {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator world = job.engine(0).world();
            for (final Status asked : new Status[] {null, status}) {
                send(job, 2, 9, 5);
                if (isFiled) {
                    send(job, 2, 10, 6);
                    receive(world, 2, 10);
                }
                assertThatThrownBy(() -> world.recv(word, 0, 3, ANY_SOURCE, ANY_TAG, asked))
                    .isInstanceOf(TruncatedException.class).hasMessageContaining("rank 2").hasMessageContaining("tag 9");
                assertThat(world.iprobe(ANY_SOURCE, ANY_TAG, null)).isFalse();
            }
            assertThat(status.outcome()).isEqualTo(Outcome.TRUNCATED);
            assertThat(status.source()).isEqualTo(2);
            assertThat(status.length()).isEqualTo(3);
            assertThat(status.messageLength()).isEqualTo(Long.BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {ANY_SOURCE, 1})
    void shouldNameTheSourceThatBrokeAPromise(final int source) throws Exception {
        final Communicator[] exact = new Communicator[2];
        try (LocalJob job = LocalJob.of(2)) {
            new RankThreads().run(job, engine -> exact[engine.world().rank()] = engine.world().dup(Promise.EXACT_LENGTH));
            for (final Status asked : new Status[] {null, status}) {
                exact[1].send(word, 0, 4, 0, 6);
                assertThatThrownBy(() -> exact[0].recv(word, 0, Long.BYTES, source, 6, asked))
                    .isInstanceOf(MessagingException.class).hasMessageContaining("EXACT_LENGTH").hasMessageContaining("rank 1 with tag 6");
                exact[1].send(word, 0, Long.BYTES, 0, 6);
                exact[0].recv(word, 0, Long.BYTES, source, 6, asked);
            }
            assertThat(status.source()).isEqualTo(1);
        }
    }

    /** Holds S1.27: in a group, the status has the rank of the source in the group. Messages of another communicator do not match. */
    @Test
    void shouldReturnTheRankOfTheSourceInTheGroup() throws Exception {
        final Communicator[] reversed = new Communicator[3];
        try (LocalJob job = LocalJob.of(3)) {
            new RankThreads().run(job, engine -> reversed[engine.world().rank()] = engine.world().split(0, -engine.world().rank()));
            send(job, 1, 3, 1);
            word.putLong(0, 2);
            reversed[2].send(word, 0, Long.BYTES, 2, 3);
            assertThat(receive(reversed[0], ANY_SOURCE, ANY_TAG)).isEqualTo(2);
            assertThat(status.source()).isEqualTo(0);
            assertThat(receive(job.engine(0).world(), ANY_SOURCE, ANY_TAG)).isEqualTo(1);
            assertThat(status.source()).isEqualTo(1);
        }
    }
}
