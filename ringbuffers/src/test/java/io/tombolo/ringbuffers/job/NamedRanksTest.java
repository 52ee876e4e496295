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

import static io.tombolo.ringbuffers.job.Jobs.join;
import static io.tombolo.ringbuffers.job.Jobs.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name finds its row, or the lowest free one. */
@Timeout(30)
class NamedRanksTest {
    @TempDir
    Path temporary;

    private Path directory() {
        return temporary.resolve("job");
    }

    @Test
    void shouldGiveANewNameTheLowestFreeRowAndKeepItForTheNextIncarnation() throws IOException {
        try (JobDirectory one = join(directory(), 1, 4); JobDirectory gateway = join(directory(), named("gateway"), 4)) {
            assertThat(gateway.rank()).isZero();
            final JobDirectory strategy = join(directory(), named("strategy"), 4);
            assertThat(strategy.rank()).isEqualTo(2);
            assertThat(one.name(2)).isEqualTo("strategy");
            assertThat(one.name(1)).isEmpty();
            assertThat(one.rankOf("strategy")).isEqualTo(2);
            assertThat(one.rankOf("nobody")).isEqualTo(-1);
            assertThat(one.rankOf("")).isEqualTo(-1);
            strategy.simulateDeath(2);
            try (JobDirectory again = join(directory(), named("strategy"), 4)) {
                assertThat(again.rank()).isEqualTo(2);
                assertThat(again.incarnation()).isEqualTo(2);
                strategy.close();
                assertThat(one.rankOf("strategy")).isEqualTo(2);
            }
            assertThat(one.rankOf("strategy")).as("after it has left").isEqualTo(2);
            try (JobDirectory other = join(directory(), named("other"), 4)) {
                assertThat(other.rank()).isEqualTo(3);
            }
        }
    }

    @Test
    void shouldKeepTheNameOfARowThatIsJoinedByNumber() throws IOException {
        try (JobDirectory zero = join(directory(), 0, 2)) {
            join(directory(), new RankRequest(1, "strategy", false), 2).close();
            try (JobDirectory again = join(directory(), 1, 2)) {
                assertThat(again.name(1)).isEqualTo("strategy");
                assertThat(zero.rankOf("strategy")).isEqualTo(1);
            }
        }
    }

    @Test
    void shouldMoveANameThatIsGivenToAnotherNumber() throws IOException {
        try (JobDirectory zero = join(directory(), 0, 3)) {
            join(directory(), new RankRequest(1, "strategy", false), 3).close();
            try (JobDirectory two = join(directory(), new RankRequest(2, "strategy", false), 3)) {
                assertThat(zero.rankOf("strategy")).isEqualTo(2);
                assertThat(two.name(1)).isEmpty();
            }
        }
    }

    @Test
    void shouldLeaveANameAtItsRowWhenTheOtherRowIsRefused() throws IOException {
        try (JobDirectory alpha = join(directory(), named("alpha"), 2)) {
            join(directory(), named("late"), 2).close();
            assertThatThrownBy(() -> join(directory(), new RankRequest(0, "late", false), 2)).isInstanceOf(JobException.class)
                .hasMessageStartingWith(directory() + ": rank 0 (pid ");
            assertThat(alpha.rankOf("alpha")).isZero();
            assertThat(alpha.rankOf("late")).isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseTheNameOfALivingProcess() throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(RankMain.class); JobDirectory zero = join(directory(), 0, 3)) {
            assertThat(child.ask("joinAs " + directory() + " gateway 3")).isEqualTo("joined 1.1");
            final String refusal = directory() + ": the name gateway belongs to rank 1 (pid " + child.pid() +
                "), which is alive: end it, or use another name";
            assertThatThrownBy(() -> join(directory(), named("gateway"), 3)).isInstanceOf(JobException.class).hasMessage(refusal);
            assertThatThrownBy(() -> join(directory(), new RankRequest(2, "gateway", false), 3)).hasMessage(refusal);
            child.stop();
            assertThatThrownBy(() -> join(directory(), named("gateway"), 3)).hasMessage(refusal);
            assertThat(zero.state(2)).isEqualTo(RankState.FREE);
            child.kill();
            try (JobDirectory again = join(directory(), named("gateway"), 3)) {
                assertThat(again.rank()).isEqualTo(1);
                assertThat(again.incarnation()).isEqualTo(2);
            }
        }
    }

    @Test
    void shouldGiveTwoProcessesWithTheSameNewNameOneRow() throws IOException {
        try (ChildJvm first = ChildJvm.start(RankMain.class); ChildJvm second = ChildJvm.start(RankMain.class)) {
            first.send("joinAs " + directory() + " gateway 3");
            second.send("joinAs " + directory() + " gateway 3");
            final List<String> answers = List.of(first.receive(), second.receive());
            final ChildJvm winner = answers.get(0).startsWith("joined") ? first : second;
            assertThat(answers).filteredOn(answer -> answer.equals("joined 0.1")).hasSize(1);
            assertThat(answers).filteredOn(answer -> answer.contains("the name gateway belongs to rank 0 (pid " + winner.pid() + ")"))
                .hasSize(1);
            assertThat(winner.ask("state 1")).isEqualTo("FREE");
        }
    }

    @Test
    void shouldGiveDifferentNamesDifferentRowsAtTheSameTime() throws IOException {
        try (ChildJvm first = ChildJvm.start(RankMain.class); ChildJvm second = ChildJvm.start(RankMain.class)) {
            first.send("joinAs " + directory() + " one 2");
            second.send("joinAs " + directory() + " other 2");
            assertThat(List.of(first.receive(), second.receive())).containsExactlyInAnyOrder("joined 0.1", "joined 1.1");
        }
    }

    @Test
    void shouldRefuseANewNameWhenNoRowIsFree() throws IOException {
        try (JobDirectory zero = join(directory(), named("a"), 2)) {
            join(directory(), named("b"), 2).close();
            assertThatThrownBy(() -> join(directory(), named("c"), 2)).isInstanceOf(JobException.class)
                .hasMessage(directory() + ": no row is free for c, all 2 have been used: join under a name that has ended, or make the " +
                    "job with a larger tombolo.size");
            assertThat(zero.state(1)).isEqualTo(RankState.LEFT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "-a", ".a", "a b", "a/b", "a\n", "a\"", "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"})
    void shouldRefuseABadName(final String name) {
        assertThatThrownBy(() -> named(name)).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("name=" + name + " must");
    }

    @Test
    void shouldStoreANameUpToItsLimit() throws IOException {
        final String name = "\u00fc".repeat(24);
        assertThatThrownBy(() -> named(name + "x")).hasMessageContaining("at most 48 bytes in UTF-8");
        assertThatThrownBy(() -> named(null)).hasMessage("a rank needs a number or a name");
        try (JobDirectory job = join(directory(), named(name), 1)) {
            assertThat(job.name(0)).isEqualTo(name);
            assertThat(job.row(0).name()).isEqualTo(name);
        }
    }
}
