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

import static io.tombolo.ringbuffers.job.Jobs.awaitState;
import static io.tombolo.ringbuffers.job.Jobs.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks in separate processes. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JobProcessesTest {
    private static final long MANY_PARKS_NS = 20_000_000;

    /** A byte left by an earlier ring ends a sleep early, and so does the end of a ringer. */
    private static final Pattern RUNG = Pattern.compile("rung in sleep [1-4]");

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

    @Test
    void shouldCreateOneJobWhenFourRanksStartAtOnce() throws IOException {
        for (int rank = 0; rank < 4; rank++) {
            child();
        }
        for (int rank = 0; rank < 4; rank++) {
            children.get(rank).send("join " + directory + " " + rank + " 4");
        }
        final Set<String> answers = new HashSet<>();
        for (final ChildJvm child : children) {
            answers.add(child.receive());
        }
        assertThat(answers).hasSize(1).allMatch(answer -> answer.startsWith("joined "));
        for (int rank = 0; rank < 4; rank++) {
            assertThat(children.get(0).ask("state " + rank)).isEqualTo("LIVE");
        }
    }

    @Test
    void shouldLetOnlyOneOfTwoProcessesBeARank() throws IOException {
        final ChildJvm first = child();
        final ChildJvm second = child();
        first.send("join " + directory + " 0 2");
        second.send("join " + directory + " 0 2");
        final List<String> answers = List.of(first.receive(), second.receive());
        assertThat(answers).filteredOn(answer -> answer.startsWith("joined")).hasSize(1);
        assertThat(answers).filteredOn(answer -> answer.contains("is alive since")).hasSize(1);
    }

    @Test
    void shouldProveAKilledRankDeadExactlyOnceWithManyObservers() throws IOException, InterruptedException {
        final ChildJvm one = joined(1, 4);
        final ChildJvm two = joined(2, 4);
        final ChildJvm three = joined(3, 4);
        try (JobDirectory zero = join(directory, 0, 4)) {
            assertThat(zero.probe(2)).isFalse();
            assertThat(zero.pid(2)).isEqualTo(two.pid());
            final long epoch = zero.failureEpoch();
            two.kill();
            one.send("await 2 FAILED");
            three.send("probe 2");
            assertThat(zero.probe(2)).isTrue();
            assertThat(three.receive()).isEqualTo("true");
            assertThat(one.receive()).isEqualTo("FAILED");
            assertThat(one.ask("probe 2")).isEqualTo("true");
            assertThat(zero.failureEpoch()).isEqualTo(epoch + 1);
            assertThat(zero.state(2)).isEqualTo(RankState.FAILED);
            three.kill();
            awaitState(zero, 3, RankState.FAILED);
            assertThat(one.ask("state 3")).isEqualTo("FAILED");
            assertThat(zero.failureEpoch()).isEqualTo(epoch + 2);
            assertThat(zero.state(1)).isEqualTo(RankState.LIVE);
        }
    }

    @Test
    void shouldNotTakeAPauseForDeath() throws IOException, InterruptedException {
        final ChildJvm one = joined(1, 2);
        try (JobDirectory zero = join(directory, 0, 2)) {
            final long epoch = zero.failureEpoch();
            one.signal("STOP");
            for (int i = 0; i < 100; i++) {
                assertThat(zero.probe(1)).isFalse();
                zero.suspect(1);
            }
            one.signal("CONT");
            assertThat(one.ask("epoch")).isEqualTo(Long.toString(epoch));
            assertThat(zero.state(1)).isEqualTo(RankState.LIVE);
            one.signal("STOP");
            one.kill();
            awaitState(zero, 1, RankState.FAILED);
            assertThat(zero.failureEpoch()).isEqualTo(epoch + 1);
        }
    }

    @Test
    void shouldProbeASuspectThatNobodyElseWatches() throws IOException, InterruptedException {
        final ChildJvm one = joined(1, 3);
        final ChildJvm two = joined(2, 3);
        try (JobDirectory zero = join(directory, 0, 3)) {
            // Rank 1 watches rank 2, but is paused; rank 0 watches rank 1, which is alive.
            one.signal("STOP");
            two.kill();
            assertThat(zero.state(2)).isEqualTo(RankState.LIVE);
            zero.suspect(2);
            awaitState(zero, 2, RankState.FAILED);
            assertThat(zero.state(1)).isEqualTo(RankState.LIVE);
        }
    }

    @Test
    void shouldReportAJvmThatExitsWithoutLeaving() throws IOException, InterruptedException {
        final ChildJvm one = joined(1, 2);
        try (JobDirectory zero = join(directory, 0, 2)) {
            one.send("exit");
            assertThat(one.await()).isZero();
            awaitState(zero, 1, RankState.FAILED);
        }
    }

    @Test
    void shouldDistinguishARankThatLeftFromOneThatFailed() throws IOException, InterruptedException {
        final ChildJvm one = joined(1, 2);
        try (JobDirectory zero = join(directory, 0, 2)) {
            final long epoch = zero.failureEpoch();
            assertThat(one.ask("leave")).isEqualTo("left");
            one.kill();
            assertThat(zero.probe(1)).isFalse();
            assertThat(zero.state(1)).isEqualTo(RankState.LEFT);
            assertThat(zero.reason(1)).isEqualTo(StateReason.CLOSED);
            assertThat(zero.failureEpoch()).isEqualTo(epoch + 1);
        }
    }

    @Test
    void shouldCreateANewJobAfterAllWereKilled() throws IOException, InterruptedException {
        final ChildJvm zero = joined(0, 2);
        final ChildJvm one = joined(1, 2);
        zero.kill();
        assertThat(one.ask("probe 0")).isEqualTo("true");
        one.kill();
        try (JobDirectory job = join(directory, 1, 2); JobDirectory previous = JobDirectory.inspect(directory.resolve("previous"))) {
            assertThat(job.state(0)).isEqualTo(RankState.FREE);
            assertThat(previous.pid(1)).isEqualTo(one.pid());
            assertThat(previous.state(0)).isEqualTo(RankState.FAILED);
        }
    }

    @Test
    void shouldKeepALockAliveWhenTheSameJvmProbedItsFileBefore() throws IOException, InterruptedException {
        final ChildJvm one = joined(1, 2);
        try (JobDirectory zero = join(directory, 0, 2)) {
            assertThat(zero.probe(1)).isFalse();
            JobDirectory.inspect(directory).close();
            try (JobDirectory view = JobDirectory.inspect(directory)) {
                assertThat(view.probe(0)).isFalse();
                assertThat(view.probe(1)).isFalse();
            }
            assertThat(one.ask("probe 0")).as("our lock, seen from outside").isEqualTo("false");
        }
    }

    @Test
    void shouldNameTheSettingThatDisagrees() throws IOException {
        joined(0, 2);
        assertThat(child().ask("join " + directory + " 1 2 32"))
            .isEqualTo("refused: " + directory + ": the job has tombolo.packets=16, rank 1 was started with 32");
    }

    @Test
    void shouldLetOneOfTheLastDeleteTheJob() throws IOException {
        directory = directory.resolve("made");
        final ChildJvm zero = joined(0, 2);
        final ChildJvm one = joined(1, 2);
        zero.send("destroy");
        one.send("destroy");
        assertThat(zero.receive()).isEqualTo("destroyed");
        assertThat(one.receive()).isEqualTo("destroyed");
        assertThat(directory).doesNotExist();
        assertThatThrownBy(() -> JobDirectory.inspect(directory)).isInstanceOf(NoSuchJobException.class);
    }

    @Test
    void shouldWakeASleeperInAnotherProcess() throws IOException {
        final ChildJvm one = joined(1, 2);
        assertThat(one.ask("file")).isEqualTo("file");
        assertThat(one.ask("canWake")).isEqualTo("true");
        wake(one, "60000", RUNG);
    }

    @Test
    void shouldWakeASleeperWithoutNatives() throws IOException {
        final ChildJvm one = withoutNatives(directory);
        assertThat(one.ask("canWake")).isEqualTo("true");
        wake(one, "60000", RUNG);
        assertThat(JobPaths.socket(directory, 1, 1)).exists();
    }

    @Test
    void shouldWakeASleeperWhoseOtherRingerWasKilled() throws IOException, InterruptedException {
        final ChildJvm one = withoutNatives(directory);
        final ChildJvm two = joined(2, 3);
        assertThat(one.ask("sleep 60000")).isEqualTo("going");
        assertThat(two.ask("ring 1")).isEqualTo("true");
        assertThat(one.receive()).matches(RUNG);
        two.kill();
        try (JobDirectory zero = join(directory, 0, 3); RankFile peer = RankFile.attach(zero, 1, 1)) {
            for (int i = 0; i < 3; i++) {
                assertThat(one.ask("sleep 60000")).isEqualTo("going");
                ring(peer);
                assertThat(one.receive()).matches(RUNG);
            }
        }
    }

    @Test
    void shouldNotWakeASleeperWhoseSocketIsGone() throws IOException {
        final ChildJvm one = withoutNatives(directory);
        Files.delete(JobPaths.socket(directory, 1, 1));
        wake(one, "10", Pattern.compile("rung"));
    }

    @Test
    void shouldParkIfThePathIsTooLongForASocket() throws IOException {
        final Path deep = directory.resolve("d".repeat(100));
        final ChildJvm one = withoutNatives(deep);
        assertThat(one.ask("canWake")).isEqualTo("false");
        assertThat(JobPaths.socket(deep, 1, 1)).doesNotExist();
        assertThat(one.ask("sleep 60000")).isEqualTo("going");
        try (JobDirectory zero = join(deep, 0, 3); RankFile peer = RankFile.attach(zero, 1, 1)) {
            ring(peer);
            assertThat(one.receive()).startsWith("rung in sleep");
        }
    }

    @Test
    void shouldRemoveTheSocketsOfTheDead() throws IOException, InterruptedException {
        directory = directory.resolve("made");
        final ChildJvm one = withoutNatives(directory);
        one.kill();
        assertThat(JobPaths.socket(directory, 1, 1)).exists();
        try (JobDirectory zero = join(directory, 0, 3)) {
            assertThat(zero.state(1)).isEqualTo(RankState.FREE);
            assertThat(JobPaths.socket(directory, 1, 1)).doesNotExist();
            assertThat(JobPaths.rank(directory.resolve("previous"), 1, 1)).exists();
            assertThat(JobPaths.socket(directory.resolve("previous"), 1, 1)).doesNotExist();
        }
        final ChildJvm other = withoutNatives(directory);
        other.kill();
        assertThat(JobLocation.at(directory).remove()).isTrue();
        assertThat(directory).doesNotExist();
    }

    private ChildJvm withoutNatives(final Path where) throws IOException {
        final ChildJvm one = ChildJvm.start(RankMain.class, "-Dtombolo.natives=off");
        children.add(one);
        assertThat(one.ask("join " + where + " 1 3")).startsWith("joined");
        assertThat(one.ask("file")).isEqualTo("file");
        assertThat(one.ask("libc")).isEqualTo("false switched off by tombolo.natives=off");
        return one;
    }

    private void wake(final ChildJvm one, final String longestMs, final Pattern answer) throws IOException {
        try (JobDirectory view = JobDirectory.inspect(directory); JobDirectory zero = join(directory, 0, view.size());
            RankFile peer = RankFile.attach(zero, 1, 1)) {
            assertThat(peer.doorbell().isAsleep()).isFalse();
            assertThat(peer.doorbell().ring()).isFalse();
            for (int i = 0; i < 3; i++) {
                assertThat(one.ask("sleep " + longestMs)).isEqualTo("going");
                ring(peer);
                assertThat(one.receive()).matches(answer);
                assertThat(peer.doorbell().isAsleep()).isFalse();
            }
        }
    }

    /** Checks after a time in which a park would have ended many times. */
    private static void ring(final RankFile peer) {
        final long start = System.nanoTime();
        while (!peer.doorbell().isAsleep() || System.nanoTime() - start < MANY_PARKS_NS) {
            Thread.onSpinWait();
        }
        assertThat(peer.doorbell().ring()).isTrue();
    }

    private ChildJvm joined(final int rank, final int size) throws IOException {
        final ChildJvm child = child();
        assertThat(child.ask("join " + directory + " " + rank + " " + size)).startsWith("joined");
        return child;
    }

    private ChildJvm child() throws IOException {
        final ChildJvm child = ChildJvm.start(RankMain.class);
        children.add(child);
        return child;
    }
}
