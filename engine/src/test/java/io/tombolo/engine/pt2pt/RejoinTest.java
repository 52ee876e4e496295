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

import static io.tombolo.engine.LocalRanks.end;
import static io.tombolo.engine.LocalRanks.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.peer.Peer;
import io.tombolo.ringbuffers.counters.Counter;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rank ends, in order or not, and joins again as its next incarnation while the others go on.
 */
@Timeout(30)
class RejoinTest {
    private static final int TAG = 5;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64 * 1024]);

    private static int incarnation(final LocalJob job, final int at, final int of) {
        return EngineAccess.node(job.engine(at)).incarnation(of);
    }

    private void exchange(final Communicator from, final int to, final Communicator at, final int source, final long word) {
        buffer.putLong(0, word);
        from.send(buffer, 0, 8, to, TAG);
        buffer.putLong(0, 0);
        at.recv(buffer, 0, 8, source, TAG);
        assertThat(buffer.getLong(0)).isEqualTo(word);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldExchangeMessagesWithTheNextIncarnation(final boolean isKilled) {
        try (LocalJob job = LocalJob.of(3)) {
            exchange(job.engine(0).world(), 1, job.engine(1).world(), 0, 1);
            exchange(job.engine(1).world(), 0, job.engine(0).world(), 1, 2);
            end(job, 1, isKilled);
            final Engine revived = job.revive(1);
            step(job, () -> incarnation(job, 0, 1) == 2 && incarnation(job, 2, 1) == 2);
            final Outcome end = isKilled ? Outcome.PEER_FAILED : Outcome.PEER_LEFT;
            assertThatThrownBy(() -> job.engine(0).world().send(buffer, 0, 8, 1, TAG)).as("the first send tells of the end")
                .isInstanceOfSatisfying(PeerFailedException.class, failure -> assertThat(failure.outcome()).isEqualTo(end));
            exchange(job.engine(0).world(), 1, revived.world(), 0, 3);
            exchange(revived.world(), 0, job.engine(0).world(), 1, 4);
            exchange(job.engine(2).world(), 1, revived.world(), 2, 5);
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.PEERS_REPLACED)).isEqualTo(1);
        }
    }

    @Test
    void shouldTellAReceiveOfTheEndOnce() {
        try (LocalJob job = LocalJob.of(2)) {
            exchange(job.engine(1).world(), 0, job.engine(0).world(), 1, 1);
            end(job, 1, true);
            final Communicator revived = job.revive(1).world();
            step(job, () -> incarnation(job, 0, 1) == 2);
            revived.send(buffer, 0, 8, 0, TAG);
            assertThatThrownBy(() -> job.engine(0).world().recv(buffer, 0, 8, 1, TAG)).isInstanceOf(PeerFailedException.class);
            job.engine(0).world().recv(buffer, 0, 8, 1, TAG);
            exchange(revived, 0, job.engine(0).world(), 1, 2);
        }
    }

    @Test
    void shouldNotTellWhomAPendingOperationHasTold() {
        try (LocalJob job = LocalJob.of(2)) {
            exchange(job.engine(1).world(), 0, job.engine(0).world(), 1, 1);
            final Request pending = job.engine(0).world().irecv(buffer, 0, 8, 1, TAG);
            end(job, 1, true);
            final Communicator revived = job.revive(1).world();
            step(job, pending::isComplete);
            assertThatThrownBy(pending::await).isInstanceOf(PeerFailedException.class);
            step(job, () -> incarnation(job, 0, 1) == 2);
            exchange(job.engine(0).world(), 1, revived, 0, 2);
        }
    }

    @Test
    void shouldSayNothingToARankThatHadNotSpokenWithTheOldOne() {
        try (LocalJob job = LocalJob.of(2)) {
            end(job, 1, true);
            final Communicator revived = job.revive(1).world();
            step(job, () -> incarnation(job, 0, 1) == 2);
            exchange(job.engine(0).world(), 1, revived, 0, 1);
        }
    }

    @Test
    void shouldReceiveFromAnySourceWithoutBeingTold() {
        try (LocalJob job = LocalJob.of(3)) {
            exchange(job.engine(1).world(), 0, job.engine(0).world(), 1, 1);
            final Request any = job.engine(0).world().irecv(buffer, 0, 8, Communicator.ANY_SOURCE, TAG);
            end(job, 1, true);
            final Communicator revived = job.revive(1).world();
            step(job, () -> incarnation(job, 0, 1) == 2);
            assertThat(any.isComplete()).as("a receive from any source goes on").isFalse();
            revived.send(new UnsafeBuffer(new byte[8]), 0, 8, 0, TAG);
            assertThat(any.await().source()).isEqualTo(1);
        }
    }

    @Test
    void shouldDeliverWhatTheOldOneHadSentBeforeWhatTheNewOneSends() {
        try (LocalJob job = LocalJob.of(2, context -> { }); MemoryRegion region = job.engine(1).allocate(16 * 1024)) {
            final Communicator old = job.engine(1).world();
            buffer.putLong(0, 11);
            old.send(buffer, 0, 8, 0, TAG);
            buffer.putLong(0, 12);
            old.send(buffer, 0, 4000, 0, TAG);
            region.buffer().putLong(0, 13);
            old.isend(region.buffer(), 0, 16 * 1024, 0, TAG);
            job.engine(0).poll();
            end(job, 1, true);
            final Communicator revived = job.revive(1).world();
            buffer.putLong(0, 14);
            revived.send(buffer, 0, 8, 0, TAG);
            step(job, () -> incarnation(job, 0, 1) == 2);
            final Communicator world = job.engine(0).world();
            for (int word = 11; word <= 13; word++) {
                world.recv(buffer, 0, 16 * 1024, 1, TAG);
                assertThat(buffer.getLong(0)).isEqualTo(word);
            }
            assertThatThrownBy(() -> world.recv(buffer, 0, 8, 1, TAG)).isInstanceOf(PeerFailedException.class);
            world.recv(buffer, 0, 8, 1, TAG);
            assertThat(buffer.getLong(0)).isEqualTo(14);
        }
    }

    @Test
    void shouldReadAMessageOfTheOldOneInPlaceUntilItIsClosed() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(1).allocate(16 * 1024)) {
            region.buffer().putLong(0, 21);
            job.engine(1).world().isend(region.buffer(), 0, 16 * 1024, 0, TAG);
            final Message message = new Message();
            job.engine(0).world().mprobe(1, TAG, message);
            final DirectBuffer view = message.buffer();
            end(job, 1, true);
            job.revive(1);
            step(job, () -> incarnation(job, 0, 1) == 2);
            assertThat(view.getLong(0)).isEqualTo(21);
            assertThat(hasFilesOf(job, "-1.1", "rank-1.1")).isTrue();
            message.close();
            step(job, () -> !hasFilesOf(job, "-1.1", "rank-1.1"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReceiveALongMessageOfTheOldOneWhoseRankFileIsUnmapped(final boolean isRegistered) {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(1).allocate(16 * 1024)) {
            final UnsafeBuffer source = isRegistered ? region.buffer() : new UnsafeBuffer(new byte[16 * 1024]);
            source.putLong(0, 22);
            job.engine(1).world().isend(source, 0, 16 * 1024, 0, TAG);
            job.engine(0).poll();
            final Peer old = EngineAccess.messages(job.engine(0)).peers()[1];
            end(job, 1, true);
            job.revive(1);
            step(job, () -> incarnation(job, 0, 1) == 2);
            // Unmaps the rank file of the old one. A use of it ends the JVM.
            EngineAccess.messages(job.engine(0)).count();
            assertThat(old.hasDoorbell()).isFalse();
            assertThat(old.isReleased()).as("the message needs the other files").isFalse();
            job.engine(0).world().recv(buffer, 0, 16 * 1024, 1, TAG);
            assertThat(buffer.getLong(0)).isEqualTo(22);
            step(job, old::isReleased);
        }
    }

    private static boolean hasFilesOf(final LocalJob job, final String part, final String other) {
        for (final String name : job.directory().toFile().list()) {
            if (name.contains(part) || name.startsWith(other)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldNotSendToTheNextIncarnationWhatWasQueuedForTheOldOne() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(0).world();
            final Request[] sends = new Request[3000];
            for (int i = 0; i < sends.length; i++) {
                sends[i] = world.isend(buffer, 0, 1000, 1, i);
            }
            end(job, 1, true);
            final Communicator revived = job.revive(1).world();
            step(job, () -> incarnation(job, 0, 1) == 2);
            int failed = 0;
            for (final Request send : sends) {
                final Status status = new Status();
                assertThat(send.isComplete()).isTrue();
                failed += outcome(send) == Outcome.PEER_FAILED ? 1 : 0;
            }
            assertThat(failed).as("sends that waited for room").isPositive();
            exchange(world, 1, revived, 0, 31);
            assertThat(revived.iprobe(0, Communicator.ANY_TAG, new Status())).as("a message for the old one").isFalse();
            assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.RECORDS_STALE)).isPositive();
        }
    }

    private static Outcome outcome(final Request request) {
        try {
            request.await();
            return Outcome.SUCCESS;
        } catch (final PeerFailedException failure) {
            return failure.outcome();
        }
    }

    @Test
    void shouldJoinManyTimesWithoutLeavingFiles() {
        try (LocalJob job = LocalJob.of(2)) {
            long files = 0;
            for (int i = 1; i <= 30; i++) {
                final Communicator world = job.engine(0).world();
                final Communicator other = job.engine(1).world();
                exchange(other, 0, world, 1, i);
                exchange(world, 1, other, 0, i);
                end(job, 1, (i & 1) == 0);
                job.revive(1);
                final int incarnation = i + 1;
                step(job, () -> incarnation(job, 0, 1) == incarnation);
                assertThatThrownBy(() -> world.send(buffer, 0, 8, 1, TAG)).isInstanceOf(PeerFailedException.class);
                if (i == 1) {
                    step(job, () -> !hasFilesOf(job, "1.1", "rank-1.1."));
                    files = job.directory().toFile().list().length;
                }
            }
            final long most = files;
            step(job, () -> job.directory().toFile().list().length <= most);
        }
    }
}
