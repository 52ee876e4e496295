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
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessageAction;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Polls whose communicator, engine or sender ends: what they have shown stays readable, and what they hold is given back.
 */
@Timeout(30)
class PollEndTest {
    private static final int ALL_BITS = -1;
    private static final int LONG = 8 << 20;

    private final UnsafeBuffer longMessage = new UnsafeBuffer(new byte[LONG]);
    private final List<Integer> seen = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();

    /** A job whose ranks have met: what is sent stays in the ring until a poll takes it. */
    private LocalJob job(final ThreadLevel level) {
        return LocalRanks.meet(LocalJob.of(2, context -> context.threadLevel(context.rank() == 0 ? ThreadLevel.MULTIPLE : level)
            .fetchBytes(LONG + 4096).errorHandler(errors::add)));
    }

    private static Communicator world(final LocalJob job, final int rank) {
        return job.engine(rank).world();
    }

    private static void send(final LocalJob job, final int tag) {
        world(job, 0).send(new long[] {tag}, 0, 1, 1, tag);
    }

    private MessageAction note(final int source, final int tag, final DirectBuffer buffer, final int offset, final int length) {
        assertThat(buffer.getLong(offset)).isEqualTo(tag);
        seen.add(tag);
        return MessageAction.GIVE_BACK;
    }

    private static void finish(final LocalJob job, final Request send) {
        while (!send.test()) {
            TimeLimit.check();
            job.step();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldEndWhenItsHandlerClosesTheCommunicator(final ThreadLevel level) throws Exception {
        try (LocalJob job = job(level)) {
            final Communicator[] duplicates = duplicate(job);
            for (int tag = 0; tag < 300; tag++) {
                duplicates[0].send(new long[] {tag}, 0, 1, 1, tag);
            }
            assertThat(duplicates[1].poll((source, tag, buffer, offset, length) -> {
                duplicates[1].close();
                return note(source, tag, buffer, offset, length);
            }, 1000)).isEqualTo(1);
            assertThat(seen).containsExactly(0);
            assertThatThrownBy(() -> duplicates[1].poll(this::note, 1)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(errors).isEmpty();
    }

    /** The second round has room to fetch its message only if the first has given its own back. */
    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldGiveAMessageBackThatIsFetchedWhenItsCommunicatorCloses(final ThreadLevel level) throws Exception {
        try (LocalJob job = job(level)) {
            for (int round = 0; round < 3; round++) {
                final Communicator[] duplicates = duplicate(job);
                final Request send = duplicates[0].isend(longMessage, 0, LONG, 1, 1);
                assertThat(pollWhenThereIsRoom(duplicates[1], job.engine(0))).isZero();
                duplicates[1].close();
                finish(job, send);
                duplicates[0].close();
            }
            Quiescence.assertQuiet(job);
        }
        assertThat(errors).isEmpty();
    }

    /** Polls again until there is room: a sender knows the end of its message when all is staged, before the receiver has fetched it. */
    private int pollWhenThereIsRoom(final Communicator communicator, final Engine sender) {
        while (true) {
            TimeLimit.check();
            sender.poll();
            try {
                return communicator.poll(this::note, 9);
            } catch (final MessagingException noRoom) {
                assertThat(noRoom).hasMessageContaining("tombolo.fetch.bytes");
            }
        }
    }

    /** The message of a closed communicator, which is still being fetched, has all room, and no other call makes progress. */
    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldGetRoomAgainThoughTheReceiverOnlyPolls(final ThreadLevel level) throws Exception {
        try (LocalJob job = job(level)) {
            final Communicator[] duplicates = duplicate(job);
            final Request first = duplicates[0].isend(longMessage, 0, LONG, 1, 0);
            assertThat(duplicates[1].poll(this::note, 9)).isZero();
            duplicates[1].close();
            final Request second = world(job, 0).isend(longMessage, 0, LONG, 1, 0);
            while (seen.isEmpty()) {
                pollWhenThereIsRoom(world(job, 1), job.engine(0));
            }
            finish(job, first);
            finish(job, second);
            duplicates[0].close();
            Quiescence.assertQuiet(job);
        }
        assertThat(errors).isEmpty();
    }

    private static Communicator[] duplicate(final LocalJob job) throws Exception {
        final Communicator[] duplicates = new Communicator[2];
        final Thread other = new Thread(() -> duplicates[0] = world(job, 0).dup());
        other.start();
        duplicates[1] = world(job, 1).dup();
        other.join();
        return duplicates;
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldNotReportAMessageThatIsFetchedWhenTheEngineCloses(final ThreadLevel level) {
        try (LocalJob job = job(level)) {
            world(job, 0).isend(longMessage, 0, LONG, 1, 1);
            assertThat(world(job, 1).poll(this::note, 1)).isZero();
            job.engine(1).close();
            job.kill(0);
        }
        assertThat(errors).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ThreadLevel.class)
    void shouldShowAMessageThoughThereWasNoRoomToFetchItBefore(final ThreadLevel level) {
        try (LocalJob job = job(level)) {
            final Request first = world(job, 0).isend(longMessage, 0, LONG, 1, 0);
            final Request second = world(job, 0).isend(longMessage, 0, LONG, 1, 0);
            assertThat(world(job, 1).poll(this::note, 1)).isZero();
            // The first of the two has all the room.
            while (seen.isEmpty()) {
                TimeLimit.check();
                job.engine(0).poll();
                world(job, 1).poll((source, tag, buffer, offset, length) -> {
                    assertThatThrownBy(() -> world(job, 1).poll(this::note, 1)).hasMessageContaining("tombolo.fetch.bytes");
                    return note(source, tag, buffer, offset, length);
                }, 1);
            }
            while (seen.size() < 2) {
                TimeLimit.check();
                job.engine(0).poll();
                world(job, 1).poll(this::note, 1);
            }
            finish(job, first);
            finish(job, second);
            Quiescence.assertQuiet(job);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheViewWhenTheEngineEndsInAHandler(final boolean isFiled) {
        try (LocalJob job = job(ThreadLevel.SINGLE)) {
            send(job, 1);
            send(job, 2);
            if (isFiled) {
                job.engine(1).poll();
            }
            final UnsafeBuffer flyweight = new UnsafeBuffer(0, 0);
            assertThat(world(job, 1).poll((source, tag, buffer, offset, length) -> {
                flyweight.wrap(buffer, offset, length);
                job.engine(1).close();
                assertThat(flyweight.getLong(0)).isEqualTo(1);
                return note(source, tag, buffer, offset, length);
            }, 9)).isEqualTo(1);
            assertThat(seen).containsExactly(1);
            assertThatThrownBy(() -> world(job, 1).poll(this::note, 1)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        }
        assertThat(errors).isEmpty();
    }

    @Test
    void shouldEndAMessageWhoseSenderDiesWhileItIsFetched() {
        try (LocalJob job = job(ThreadLevel.SINGLE)) {
            world(job, 0).isend(longMessage, 0, longMessage.capacity(), 1, 1);
            assertThat(world(job, 1).poll(this::note, 9)).isZero();
            job.kill(0);
            assertThatThrownBy(() -> {
                while (true) {
                    TimeLimit.check();
                    world(job, 1).poll(0, 1, ALL_BITS, this::note, 9, null);
                }
            }).isInstanceOf(PeerFailedException.class);
            assertThat(seen).isEmpty();
        }
    }

    @Test
    void shouldKeepTheViewWhenTheSenderDiesInAHandler() {
        try (LocalJob job = job(ThreadLevel.SINGLE)) {
            send(job, 1);
            send(job, 2);
            world(job, 1).poll((source, tag, buffer, offset, length) -> {
                job.kill(0);
                for (int i = 0; i < 200; i++) {
                    job.engine(1).poll();
                }
                return note(source, tag, buffer, offset, length);
            }, 1);
            assertThat(world(job, 1).poll(this::note, 1)).isEqualTo(1);
            assertThat(seen).containsExactly(1, 2);
        }
    }
}
