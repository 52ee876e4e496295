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
package io.tombolo.ringbuffers.job;

import static io.tombolo.ringbuffers.job.Jobs.TIMEOUT_NS;
import static io.tombolo.ringbuffers.job.Jobs.geometry;
import static io.tombolo.ringbuffers.job.Jobs.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank joins again as its next incarnation, but never beside a process that may live. */
@Timeout(30)
class RejoinTest {
    @TempDir
    Path directory;

    private final List<ChildJvm> children = new ArrayList<>();

    @AfterEach
    void endChildren() throws InterruptedException {
        for (final ChildJvm child : children) {
            child.kill();
            child.close();
        }
    }

    private ChildJvm child() throws IOException {
        final ChildJvm child = ChildJvm.start(RankMain.class);
        children.add(child);
        return child;
    }

    private ChildJvm joined(final int rank, final int size) throws IOException {
        final ChildJvm child = child();
        assertThat(child.ask("join " + directory + " " + rank + " " + size)).startsWith("joined");
        return child;
    }

    @Test
    void shouldProveTheDeathOfItsPredecessorWhenNobodyElseDoes() throws IOException, InterruptedException {
        final ChildJvm zero = joined(0, 2);
        final ChildJvm one = joined(1, 2);
        // The only peer cannot mark the death.
        zero.stop();
        one.kill();
        try (JobDirectory again = join(directory, 1, 2)) {
            assertThat(again.incarnation()).isEqualTo(2);
            assertThat(again.state(1, 1)).isEqualTo(RankState.FAILED);
            assertThat(again.row(1).isAfterLeft()).isFalse();
            assertThat(again.state(0)).isEqualTo(RankState.LIVE);
            assertThat(again.pid(1)).isEqualTo(ProcessHandle.current().pid());
            zero.signal("CONT");
            assertThat(zero.ask("probe 1")).isEqualTo("false");
            assertThat(zero.ask("state 1")).isEqualTo("LIVE");
        }
    }

    @Test
    void shouldJoinAgainAfterAPeerHasMarkedTheDeath() throws IOException, InterruptedException {
        final ChildJvm one = joined(1, 2);
        try (JobDirectory zero = join(directory, 0, 2)) {
            one.kill();
            Jobs.awaitState(zero, 1, RankState.FAILED);
            final long epoch = zero.failureEpoch();
            final ChildJvm again = joined(1, 2);
            assertThat(zero.failureEpoch()).as("joining and live").isEqualTo(epoch + 2);
            assertThat(zero.incarnation(1)).isEqualTo(2);
            assertThat(zero.state(1)).isEqualTo(RankState.LIVE);
            assertThat(zero.state(1, 1)).isEqualTo(RankState.FAILED);
            assertThat(zero.pid(1)).isEqualTo(again.pid());
            again.kill();
            Jobs.awaitState(zero, 1, RankState.FAILED);
            assertThat(zero.incarnation(1)).isEqualTo(2);
        }
    }

    @Test
    void shouldTellWhetherThePredecessorHadLeftAsLongAsThereIsOnlyOneSuccessor() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2)) {
            join(directory, 1, 2).close();
            final JobDirectory second = join(directory, 1, 2);
            assertThat(second.firstIncarnation(0)).isEqualTo(1);
            assertThat(zero.state(1, 1)).isEqualTo(RankState.LEFT);
            assertThat(zero.state(1, 3)).isEqualTo(RankState.FREE);
            second.simulateDeath(1);
            assertThat(zero.probe(1)).isTrue();
            assertThat(zero.state(1, 1)).as("after the death of its successor").isEqualTo(RankState.LEFT);
            assertThat(zero.state(1, 2)).isEqualTo(RankState.FAILED);
            second.close();
        }
    }

    @Test
    void shouldRefuseToReplaceALivingOrAStoppedRank() throws IOException {
        final ChildJvm one = joined(1, 2);
        try (JobDirectory zero = join(directory, 0, 2)) {
            assertThatThrownBy(() -> join(directory, 1, 2)).isInstanceOf(JobException.class)
                .hasMessageContaining("rank 1 (pid " + one.pid() + ") is alive since ").hasMessageNotContaining("\n");
            one.stop();
            final long epoch = zero.failureEpoch();
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(() -> join(directory, 1, 2)).isInstanceOf(JobException.class)
                    .hasMessageContaining("(pid " + one.pid() + ") is alive since ");
            }
            one.signal("CONT");
            assertThat(one.ask("state 1")).isEqualTo("LIVE");
            assertThat(zero.incarnation(1)).isEqualTo(1);
            assertThat(zero.failureEpoch()).isEqualTo(epoch);
        }
    }

    @Test
    void shouldGiveTheRowToOneOfTwoProcesses() throws IOException, InterruptedException {
        final ChildJvm first = child();
        final ChildJvm second = child();
        try (JobDirectory zero = join(directory, 0, 2)) {
            final ChildJvm old = joined(1, 2);
            old.kill();
            first.send("join " + directory + " 1 2");
            second.send("join " + directory + " 1 2");
            final List<String> answers = List.of(first.receive(), second.receive());
            final ChildJvm winner = answers.get(0).startsWith("joined") ? first : second;
            assertThat(answers).filteredOn(answer -> answer.startsWith("joined")).hasSize(1);
            assertThat(answers).filteredOn(answer -> answer.startsWith("refused: " + directory + ": rank 1 (pid " + winner.pid() +
                ") is alive since")).hasSize(1);
            assertThat(zero.incarnation(1)).isEqualTo(2);
            assertThat(zero.pid(1)).isEqualTo(winner.pid());
            assertThat(winner.ask("probe 0")).isEqualTo("false");
        }
    }

    @Test
    void shouldNotLetALatePredecessorInTheSameJvmTouchItsSuccessor() throws IOException {
        final ChildJvm two = joined(2, 3);
        try (JobDirectory zero = join(directory, 0, 3)) {
            final JobDirectory old = join(directory, 1, 3);
            old.simulateDeath(1);
            try (JobDirectory next = join(directory, 1, 3)) {
                assertThat(next.incarnation()).isEqualTo(2);
                assertThat(old.renewLiveness()).isFalse();
                assertThatThrownBy(() -> old.simulateDeath(1)).hasMessageContaining("is not alive");
                old.close();
                assertThat(two.ask("probe 1")).as("its lock, seen from outside").isEqualTo("false");
                assertThat(next.renewLiveness()).isTrue();
                assertThat(zero.state(1)).isEqualTo(RankState.LIVE);
                assertThat(zero.incarnation(1)).isEqualTo(2);
            }
            assertThat(zero.state(1)).isEqualTo(RankState.LEFT);
        }
    }

    /** Each incarnation replaces the socket of the dead one before it, while another process probes the rank all the time. */
    @Test
    void shouldNeverBeTakenForItsDeadPredecessor() throws IOException {
        final int incarnations = 300;
        final ChildJvm prober = joined(0, 2);
        try (JobDirectory first = join(directory, 1, 2)) {
            prober.send("probeUntil 1 " + incarnations);
            first.simulateDeath(1);
            for (int incarnation = 2; incarnation <= incarnations; incarnation++) {
                final JobDirectory next = join(directory, 1, 2);
                assertThat(next.incarnation()).isEqualTo(incarnation);
                for (int i = 0; i < 3; i++) {
                    assertThat(next.renewLiveness()).isTrue();
                    assertThat(next.state(1)).isEqualTo(RankState.LIVE);
                }
                next.simulateDeath(1);
                next.close();
            }
            assertThat(prober.receive()).matches("probed \\d+");
        }
    }

    @Test
    void shouldRefuseARowThatIsUsedUp() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2)) {
            final JobFile file = zero.file();
            final long before = file.stateWord(1);
            final int state = JobFileDescriptor.rowOffset(1) + JobFileDescriptor.STATE_OFFSET;
            file.word(state, StateWord.of(StateWord.MAX_INCARNATION, RankState.LEFT, StateReason.CLOSED, false, 0));
            assertThatThrownBy(() -> JobDirectory.join(directory, 1, 2, geometry(), TIMEOUT_NS)).isInstanceOf(JobException.class)
                .hasMessage(directory + ": rank 1 has joined 1048575 times, which is the limit: use another rank");
            file.word(state, before);
            try (JobDirectory one = join(directory, 1, 2)) {
                assertThat(one.incarnation()).isEqualTo(1);
            }
        }
    }
}
