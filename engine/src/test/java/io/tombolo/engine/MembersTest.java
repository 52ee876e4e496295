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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.MemberReason;
import io.tombolo.engine.api.MemberState;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rank asks who is there, by number and by name, and waits for others.
 */
@Timeout(30)
class MembersTest {
    private static final int TAG = 5;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);

    private static LocalJob job(final int size) {
        return LateRanks.first(size, context -> context.name("gateway"));
    }

    @Test
    void shouldListTheRanksThatHaveJoined() {
        final Instant before = Instant.ofEpochMilli(System.currentTimeMillis());
        try (LocalJob job = job(4)) {
            final Engine engine = job.engine(0);
            LateRanks.join(job, context -> context.rank(2).name("strategy-1")).close();
            try (Engine third = LateRanks.join(job, 3)) {
                assertThat(engine.members()).extracting(Member::rank).containsExactly(0, 2, 3);
                assertThat(third.members()).isEqualTo(engine.members());
                assertThat(engine.member(3)).isEqualTo(third.member());
            }
            final long pid = ProcessHandle.current().pid();
            assertThat(engine.member()).isEqualTo(engine.members().get(0));
            assertMember(engine.member(), 0, "gateway", MemberState.LIVE, MemberReason.JOINED);
            assertMember(engine.member(2), 2, "strategy-1", MemberState.LEFT, MemberReason.CLOSED);
            assertThat(engine.members()).allSatisfy(member -> {
                assertThat(member.pid()).isEqualTo(pid);
                assertThat(member.incarnation()).isEqualTo(1);
                assertThat(member.since()).isBetween(before, Instant.now());
            });
            final Member absent = engine.member(1);
            assertMember(absent, 1, "", MemberState.FREE, MemberReason.NONE);
            assertThat(absent.incarnation()).isZero();
            assertThatThrownBy(() -> engine.member(4)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    private static void assertMember(
        final Member member, final int rank, final String name, final MemberState state, final MemberReason reason) {
        assertThat(member.rank()).isEqualTo(rank);
        assertThat(member.name()).isEqualTo(name);
        assertThat(member.state()).isEqualTo(state);
        assertThat(member.reason()).isEqualTo(reason);
        assertThat(member.isLive()).isEqualTo(state == MemberState.LIVE);
        assertThat(member.isGone()).isEqualTo(state == MemberState.LEFT || state == MemberState.FAILED);
    }

    @Test
    void shouldShowTheNextIncarnation() {
        try (LocalJob job = LocalJob.of(2)) {
            job.kill(1);
            EngineAccess.node(job.engine(0)).job().probe(1);
            assertMember(job.engine(0).member(1), 1, "", MemberState.FAILED, MemberReason.PROCESS_GONE);
            final Engine revived = job.revive(1);
            assertMember(job.engine(0).member(1), 1, "", MemberState.LIVE, MemberReason.JOINED);
            assertThat(job.engine(0).member(1)).isEqualTo(revived.member());
            assertThat(revived.member().incarnation()).isEqualTo(2);
        }
    }

    @Test
    void shouldFindRanksByTheirNames() {
        try (LocalJob job = job(3); Engine named = LateRanks.join(job, context -> context.name("strategy-1"))) {
            assertThat(named.rank()).as("the lowest free row").isEqualTo(1);
            assertThat(named.rankOf("gateway")).isZero();
            assertThat(job.engine(0).rankOf("strategy-1")).isEqualTo(1);
            assertThatThrownBy(() -> named.rankOf("publisher")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no rank has the name publisher: no process has joined with it yet, see awaitMember and EngineContext.name");
        }
    }

    @Test
    void shouldKeepTheRowOfANameAndRefuseANameThatALiveRankHas() {
        try (LocalJob job = job(3)) {
            LateRanks.join(job, context -> context.name("strategy-1")).close();
            LateRanks.join(job, context -> context.name("strategy-2")).close();
            try (Engine again = LateRanks.join(job, context -> context.name("strategy-1"))) {
                assertThat(again.rank()).isEqualTo(1);
                assertThat(again.member().incarnation()).isEqualTo(2);
                assertThatThrownBy(() -> LateRanks.join(job, context -> context.rank(2).name("gateway")))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("the name gateway belongs to rank 0 (pid " + ProcessHandle.current().pid() + ")");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1st", "two words", "a/b", "-a", "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"})
    void shouldRefuseImpossibleNames(final String name) {
        try (LocalJob job = job(2)) {
            assertThatThrownBy(() -> LateRanks.join(job, context -> context.name(name))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("name=" + name + " must begin with a letter");
        }
    }

    @Test
    void shouldNameItsThreadsAfterTheRank() {
        try (LocalJob job = LateRanks.first(2, context -> context.name("gateway").asyncProgress(true));
            Engine other = LateRanks.join(job, context -> context.rank(1).asyncProgress(true))) {
            assertThat(other.isOpen()).isTrue();
            final String name = job.directory().getFileName().toString();
            assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName).contains(
                "tombolo agent " + name + "/gateway", "tombolo agent " + name + "/1", "tombolo watch " + name + "/0 and 1 more");
        }
    }

    @Test
    void shouldWaitForARankThatComesLate() throws Exception {
        try (LocalJob job = job(3)) {
            final RankThreads threads = new RankThreads();
            final AtomicReference<Engine> late = new AtomicReference<>();
            threads.start(() -> late.set(LateRanks.join(job, context -> context.name("strategy-1"))));
            final Member member = job.engine(0).awaitMember("strategy-1", Long.MAX_VALUE, TimeUnit.SECONDS);
            threads.join();
            try (Engine other = late.get()) {
                assertThat(member).isEqualTo(other.member());
                assertThat(job.engine(0).awaitMember(1, 0, TimeUnit.SECONDS)).isEqualTo(member);
                assertThat(job.engine(0).awaitMember(0, 0, TimeUnit.SECONDS)).as("itself").isEqualTo(job.engine(0).member());
            }
        }
    }

    @Test
    void shouldSayWhoDidNotCome() {
        try (LocalJob job = job(3)) {
            final Engine engine = job.engine(0);
            assertThatThrownBy(() -> engine.awaitMember(2, 5, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessage("time is up after 5 ms: no process has joined as rank 2");
            assertThatThrownBy(() -> engine.awaitMember("strategy-1", 5, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessage("time is up after 5 ms: no process has joined as strategy-1");
            LateRanks.join(job, context -> context.name("strategy-1")).close();
            assertThatThrownBy(() -> engine.awaitMember("strategy-1", 0, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessage("time is up after 0 ms: rank 1 (strategy-1) is LEFT (CLOSED) since " + engine.member(1).since());
            assertThatThrownBy(() -> engine.awaitMember(3, 0, TimeUnit.MILLISECONDS)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> engine.awaitMember("no body", Long.MAX_VALUE, TimeUnit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("name=no body must begin with a letter");
        }
    }

    @Test
    void shouldEndTheWaitByAnInterrupt() {
        try (LocalJob job = job(2)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> job.engine(0).awaitMember(1, Long.MAX_VALUE, TimeUnit.SECONDS))
                .isInstanceOf(InterruptException.class).hasMessageContaining("no process has joined as rank 1");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void shouldSendToTheNextIncarnationAfterAWaitForIt() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator world = job.engine(0).world();
            world.send(buffer, 0, 8, 1, TAG);
            job.kill(1);
            EngineAccess.node(job.engine(0)).job().probe(1);
            final Communicator revived = job.revive(1).world();
            assertThat(job.engine(0).awaitMember(1, Long.MAX_VALUE, TimeUnit.SECONDS).incarnation()).isEqualTo(2);
            buffer.putLong(0, 7);
            world.send(buffer, 0, 8, 1, TAG);
            buffer.putLong(0, 0);
            revived.recv(buffer, 0, 8, 0, TAG);
            assertThat(buffer.getLong(0)).isEqualTo(7);
        }
    }
}
