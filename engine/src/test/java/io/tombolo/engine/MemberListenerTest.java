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
package io.tombolo.engine;

import static io.tombolo.engine.LocalRanks.end;
import static io.tombolo.engine.LocalRanks.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.MemberListener;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A listener is told of each incarnation of the other ranks: that it has joined, then that it has left or died.
 */
@Timeout(30)
class MemberListenerTest {
    private static final int TAG = 5;
    private static final int MESSAGES = 400;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    // What the listener does in addition.
    private Consumer<Member> action = member -> { };

    private final MemberListener listener = new MemberListener() {
        @Override
        public void onJoined(final Member member) {
            told("joined", member);
        }

        @Override
        public void onLeft(final Member member) {
            told("left", member);
        }

        @Override
        public void onFailed(final Member member) {
            told("failed", member);
        }

        private void told(final String what, final Member member) {
            events.add(what + " " + member.rank() + "." + member.incarnation());
            action.accept(member);
        }
    };

    private Consumer<EngineContext> atRankZero() {
        return context -> context.memberListener(context.rank() == 0 ? listener : null).errorHandler(errors::add);
    }

    @ParameterizedTest
    @CsvSource({"true,failed", "false,left"})
    void shouldTellOfEachIncarnationOnceAndInOrder(final boolean isKilled, final String end) {
        try (LocalJob job = LocalJob.of(3, atRankZero())) {
            assertThat(events).as("no call has been made").isEmpty();
            step(job, () -> events.size() == 2);
            assertThat(events).containsExactlyInAnyOrder("joined 1.1", "joined 2.1");
            events.clear();
            end(job, 1, isKilled);
            step(job, () -> events.size() == 1);
            job.revive(1);
            step(job, () -> events.size() == 2);
            end(job, 1, isKilled);
            job.revive(1);
            step(job, () -> events.size() == 4);
            job.step();
            assertThat(events).containsExactly(end + " 1.1", "joined 1.2", end + " 1.2", "joined 1.3");
        }
    }

    @Test
    void shouldTellOfIncarnationsThatCameAndWentBetweenTwoCalls() {
        try (LocalJob job = LocalJob.of(2, atRankZero())) {
            end(job, 1, true);
            job.revive(1);
            end(job, 1, false);
            job.revive(1);
            step(job, () -> events.size() == 5);
            assertThat(events).containsExactly("joined 1.1", "failed 1.1", "joined 1.2", "left 1.2", "joined 1.3");
        }
    }

    @Test
    void shouldNotTellOfRanksThatWereGoneBefore() {
        try (LocalJob job = LateRanks.first(3, context -> { })) {
            LateRanks.join(job, 1).close();
            try (Engine third = LateRanks.join(job, context -> context.rank(2).memberListener(listener));
                Engine again = LateRanks.join(job, 1)) {
                while (events.size() < 2) {
                    third.poll();
                    again.poll();
                    TimeLimit.check();
                }
                assertThat(events).containsExactlyInAnyOrder("joined 0.1", "joined 1.2");
            }
        }
    }

    @Test
    void shouldTellOfAnEndAfterTheMessagesOfThatRank() {
        try (LocalJob job = LocalJob.of(2, context -> atRankZero().accept(context.size(GeometrySetting.MATCH_NODES, 64)))) {
            for (int i = 0; i < MESSAGES; i++) {
                job.engine(1).world().send(buffer, 0, 8, 0, TAG);
            }
            end(job, 1, true);
            step(job, () -> events.contains("joined 1.1"));
            for (int i = 0; i < MESSAGES; i++) {
                // The last messages have room.
                if (i < MESSAGES / 2) {
                    assertThat(events).as("there is no room for all messages").containsExactly("joined 1.1");
                }
                job.engine(0).world().recv(buffer, 0, 8, 1, TAG);
                job.engine(0).poll();
            }
            step(job, () -> events.contains("failed 1.1"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLetTheNextOperationGoToTheNextIncarnation(final boolean isKilled) {
        try (LocalJob job = LocalJob.of(2, atRankZero())) {
            final Communicator world = job.engine(0).world();
            world.send(buffer, 0, 8, 1, TAG);
            end(job, 1, isKilled);
            step(job, () -> events.size() == 2);
            final Communicator revived = job.revive(1).world();
            step(job, () -> events.contains("joined 1.2"));
            buffer.putLong(0, 7);
            world.send(buffer, 0, 8, 1, TAG);
            buffer.putLong(0, 0);
            revived.recv(buffer, 0, 8, 0, TAG);
            assertThat(buffer.getLong(0)).isEqualTo(7);
        }
    }

    @Test
    void shouldNotCountAsToldBeforeTheListenerHasReturned() {
        try (LocalJob job = LocalJob.of(2, atRankZero())) {
            final Communicator world = job.engine(0).world();
            world.send(buffer, 0, 8, 1, TAG);
            end(job, 1, true);
            job.revive(1);
            final Request[] sent = new Request[1];
            action = member -> sent[0] = member.isGone() ? world.isend(buffer, 0, 8, 1, TAG) : sent[0];
            step(job, () -> sent[0] != null);
            assertThatThrownBy(sent[0]::await).isInstanceOf(PeerFailedException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"SINGLE,false", "MULTIPLE,false", "MULTIPLE,true"})
    void shouldAllowCallsThatReturnAtOnceAndRefuseOthers(final ThreadLevel level, final boolean async) {
        try (LocalJob job = LocalJob.of(2, context -> {
            atRankZero().accept(context);
            if (context.rank() == 0) {
                context.threadLevel(level).asyncProgress(async);
            }
        })) {
            final Request sent = new Request();
            action = member -> {
                final Engine engine = job.engine(0);
                assertThat(engine.members()).contains(engine.member(1));
                assertThatThrownBy(() -> engine.world().send(buffer, 0, 8, 1, TAG)).hasMessageStartingWith("send: not allowed");
                assertThatThrownBy(() -> engine.awaitMember(1, 1, TimeUnit.SECONDS)).hasMessageStartingWith("awaitMember: not allowed");
                engine.world().isend(buffer, 0, 8, 1, TAG, sent);
                events.add("done");
            };
            step(job, () -> events.contains("done") || !errors.isEmpty());
            assertThat(errors).isEmpty();
            job.engine(1).world().recv(buffer, 0, 8, 0, TAG);
        }
    }

    @Test
    void shouldReportWhatTheListenerThrowsAndGoOn() {
        try (LocalJob job = LocalJob.of(3, atRankZero())) {
            action = member -> {
                throw new AssertionError("of the listener");
            };
            step(job, () -> errors.size() == 2);
            assertThat(events).containsExactlyInAnyOrder("joined 1.1", "joined 2.1");
            assertThat(errors).allSatisfy(error -> assertThat(error)
                .hasMessageContaining("the memberListener has thrown java.lang.AssertionError: of the listener when told that rank")
                .hasCauseInstanceOf(AssertionError.class));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellARankThatSleeps(final boolean async) throws Exception {
        try (LocalJob job = LocalJob.of(3, context -> {
            atRankZero().accept(context);
            context.asyncProgress(async && context.rank() == 0);
        })) {
            final RankThreads threads = new RankThreads();
            threads.start(() -> job.engine(0).world().recv(buffer, 0, 8, 2, TAG));
            while (events.size() < 2 || !EngineAccess.node(job.engine(0)).doorbell().isAsleep()) {
                TimeLimit.check();
            }
            job.kill(1);
            while (!events.contains("failed 1.1")) {
                TimeLimit.check();
            }
            job.engine(2).world().send(new UnsafeBuffer(new byte[8]), 0, 8, 0, TAG);
            threads.join();
        }
    }
}
