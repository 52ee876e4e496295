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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class JobLaunchTest {
    private static final String IGNORES_TERM = "trap '' TERM; echo ready; while :; do sleep 1; done";
    /** A command that no other JVM starts. */
    private static final String OWN_SLEEP = "sleep 1000." + ProcessHandle.current().pid();

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();
    @TempDir
    private Path directory;
    private final GatheredLines out = new GatheredLines();
    private final GatheredLines err = new GatheredLines();

    @Test
    void shouldTellEachRankWhoItIs() throws Exception {
        final LaunchResult result = shell(3, "echo $TOMBOLO_RANK of $TOMBOLO_SIZE in $TOMBOLO_DIR; echo oops >&2").run();
        assertThat(out.lines()).containsExactlyInAnyOrder(
            "0:0 of 3 in " + directory, "1:1 of 3 in " + directory, "2:2 of 3 in " + directory);
        assertThat(err.lines()).containsExactlyInAnyOrder("0:oops", "1:oops", "2:oops");
        assertThat(result.end()).isEqualTo(LaunchResult.End.DONE);
        assertThat(result.status()).isZero();
        assertThat(result.ranks()).hasSize(3).allMatch(rank -> rank.byItself() && rank.status() == 0);
    }

    @Test
    void shouldRunACommandOfItsOwnForEachRank() throws Exception {
        launch(new JobLaunch(directory, List.of(RankCommand.of(List.of("echo", "a b")), RankCommand.of(List.of("printf", "c"))))).run();
        assertThat(out.lines()).containsExactlyInAnyOrder("0:a b", "1:c");
    }

    @Test
    void shouldGiveTheInputToRankZeroAlone() throws Exception {
        final File input = Files.writeString(directory.resolve("input"), "one\ntwo\n").toFile();
        shell(3, "cat; echo end").stdin(ProcessBuilder.Redirect.from(input)).run();
        assertThat(out.lines()).containsExactlyInAnyOrder("0:one", "0:two", "0:end", "1:end", "2:end");
    }

    @Test
    void shouldPassLotsOfOutputOfEightRanksInWholeLines() throws Exception {
        final int lines = 20_000;
        shell(8, "seq -f \"$TOMBOLO_RANK-%.0f-abcdefghijklmnopqrstuvwxyz\" 1 " + lines).run();
        final List<String> expected = new ArrayList<>();
        for (int rank = 0; rank < 8; rank++) {
            for (int line = 1; line <= lines; line++) {
                expected.add(rank + ":" + rank + "-" + line + "-abcdefghijklmnopqrstuvwxyz");
            }
        }
        assertThat(out.lines().stream().sorted().toList()).isEqualTo(expected.stream().sorted().toList());
    }

    @Test
    void shouldEndTheOthersWhenARankFails() throws Exception {
        final LaunchResult result = shell(3, "[ $TOMBOLO_RANK = 1 ] && exit 3; sleep 1000").run();
        assertThat(result.end()).isEqualTo(LaunchResult.End.RANK_FAILED);
        assertThat(result.status()).isEqualTo(3);
        assertThat(result.ranks().stream().map(RankResult::byItself)).containsExactly(false, true, false);
        assertThat(result.describe()).isEqualTo("rank 1 failed (status 3), ranks 0 2 ended by the launcher");
    }

    @Test
    void shouldLetTheOthersSayThatTheyNoticed() throws Exception {
        final LaunchResult result = shell(2, "begun=" + directory.resolve("begun") +
            "; [ $TOMBOLO_RANK = 0 ] && touch $begun && sleep 0.3 && echo noticed && exit 1" +
            "; until [ -e $begun ]; do sleep 0.01; done; kill -KILL $$").run();
        assertThat(out.lines()).containsExactly("0:noticed");
        assertThat(result.status()).isEqualTo(137);
        assertThat(result.describe()).isEqualTo("rank 0 failed (status 1), rank 1 failed (status 137, signal 9)");
    }

    @Test
    void shouldLetTheOthersGoOnIfToldTo() throws Exception {
        final LaunchResult result = shell(3, "[ $TOMBOLO_RANK = 1 ] && exit 3; sleep 1.5; echo end; exit $TOMBOLO_RANK")
            .keepGoing(true).run();
        assertThat(out.lines()).containsExactlyInAnyOrder("0:end", "2:end");
        assertThat(result.status()).isEqualTo(3);
        assertThat(result.ranks()).allMatch(RankResult::byItself);
    }

    @Test
    void shouldReturnTheHighestStatus() throws Exception {
        assertThat(shell(3, "exit $((TOMBOLO_RANK * 7))").keepGoing(true).run().status()).isEqualTo(14);
    }

    @Test
    void shouldEndWhenTimeIsUp() throws Exception {
        final LaunchResult result = shell(2, "sleep 1000").timeout(Duration.ofMillis(300)).run();
        assertThat(result.end()).isEqualTo(LaunchResult.End.TIME_UP);
        assertThat(result.status()).isEqualTo(124);
    }

    @Test
    void shouldKillWhatIgnoresTermAfterTheGrace() throws Exception {
        final LaunchResult result = runUntilReady(2, IGNORES_TERM);
        assertThat(result.status()).isEqualTo(124);
        assertThat(result.ranks()).allMatch(rank -> rank.status() == 137);
    }

    @Test
    void shouldLetRanksCleanUpWithinTheGrace() throws Exception {
        runUntilReady(
            1, JobLaunch.DEFAULT_GRACE, launch -> launch, "trap 'echo cleaned; exit 0' TERM; echo ready; while :; do sleep 0.1; done");
        assertThat(out.lines()).endsWith("0:ready", "0:cleaned");
    }

    private LaunchResult runUntilReady(final int size, final String script) throws Exception {
        return runUntilReady(size, Duration.ofMillis(200), launch -> launch, script);
    }

    /** Launches ranks that say when they are ready, until all do so before the time is up: they may have to wait for a core. */
    private LaunchResult runUntilReady(
        final int size, final Duration grace, final UnaryOperator<JobLaunch> settings, final String script) throws Exception {
        LaunchResult result = null;
        Duration time = Duration.ofMillis(500);
        for (long ready = 0; ready < size; time = time.multipliedBy(2)) {
            final long before = countReady();
            result = settings.apply(shell(size, script)).timeout(time).grace(grace).run();
            ready = countReady() - before;
        }
        return result;
    }

    private long countReady() {
        return out.lines().stream().filter(line -> line.endsWith(":ready")).count();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "sleep 1000 & echo started",
        "sh -c 'sleep 1000 & sleep 1000' & echo started",
        "setsid sleep 1000 & echo started",
        "(setsid sh -c 'sleep 1000 & sleep 1000' &) ; sleep 0.2; echo started",
        "sh -c \"" + IGNORES_TERM + "\" >/dev/null & sleep 0.2; echo started",
    })
    void shouldEndWhatRanksLeaveBehind(final String script) throws Exception {
        final LaunchResult result = shell(2, script).grace(Duration.ofMillis(300)).run();
        assertThat(result.status()).isZero();
        assertThat(out.lines()).contains("0:started", "1:started");
    }

    @Test
    void shouldEndGrandchildrenOfRanksThatAreEnded() throws Exception {
        final LaunchResult result = runUntilReady(2, "env -i setsid " + OWN_SLEEP + " & sh -c \"" + IGNORES_TERM + "\"");
        assertThat(result.status()).isEqualTo(124);
        assertThat(ProcessHandle.allProcesses().filter(process -> process.info().commandLine().orElse("").endsWith(OWN_SLEEP))).isEmpty();
    }

    @Test
    void shouldEndRanksWithoutSetsid() throws Exception {
        final LaunchResult result = runUntilReady(
            2, Duration.ofMillis(200), launch -> launch.groups(new ProcessGroups(Optional.empty())), "sleep 1000 & " + IGNORES_TERM);
        assertThat(result.status()).isEqualTo(124);
        assertThat(out.lines()).contains("0:ready", "1:ready");
    }

    @Test
    void shouldEndTheRanksWhenInterrupted() throws Exception {
        final CountDownLatch started = new CountDownLatch(2);
        final AtomicReference<Throwable> outcome = new AtomicReference<>();
        final JobLaunch launch = shell(2, IGNORES_TERM).onStart((rank, process) -> started.countDown());
        final Thread runner = new Thread(() -> {
            try {
                launch.run();
            } catch (final IOException | InterruptedException ex) {
                outcome.set(ex);
            }
        });
        runner.start();
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        runner.interrupt();
        runner.join();
        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldEndTheRanksThatStartedWhenOneDoesNot() {
        final JobLaunch launch = launch(new JobLaunch(directory, List.of(
            RankCommand.of(List.of("sleep", "1000")), RankCommand.of(List.of("/nonexistent/program")))))
            .groups(new ProcessGroups(Optional.empty()));
        assertThatThrownBy(launch::run).isInstanceOf(IOException.class).hasMessageContaining("/nonexistent/program");
    }

    @Test
    void shouldEndTheRanksWhenTheListenerThrows() {
        final JobLaunch launch = shell(1, "sleep 1000").onStart((rank, process) -> {
            throw new IllegalStateException("listener");
        });
        assertThatThrownBy(launch::run).isInstanceOf(IllegalStateException.class).hasMessage("listener");
    }

    @Test
    void shouldEndWhenNobodyTakesTheOutput() throws Exception {
        final LaunchResult result = shell(2, "yes").output(
            (rank, buffer, offset, length) -> {
                throw new IOException("closed");
            }, err).run();
        assertThat(result.end()).isEqualTo(LaunchResult.End.OUTPUT_CLOSED);
        assertThat(result.status()).isEqualTo(141);
    }

    @Test
    void shouldWaitForASlowReaderOfTheOutput() throws Exception {
        final CountDownLatch go = new CountDownLatch(1);
        shell(1, "echo one; echo two").output(
            (rank, buffer, offset, length) -> {
                try {
                    go.await();
                } catch (final InterruptedException ex) {
                    throw new IOException(ex);
                }
                out.line(rank, buffer, offset, length);
            }, err).onStart((rank, process) -> process.onExit().thenRun(go::countDown)).run();
        assertThat(out.lines()).containsExactly("0:one", "0:two");
    }

    @Test
    void shouldRefuseALaunchOfNothing() {
        assertThatThrownBy(() -> JobLaunch.ofCopies(directory, 0, List.of("true"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JobLaunch.ofCopies(directory, 1, List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    private JobLaunch shell(final int size, final String script) {
        return launch(JobLaunch.ofCopies(directory, size, List.of("sh", "-c", script)));
    }

    private JobLaunch launch(final JobLaunch launch) {
        return launch.environment(NothingLeft.NAME, nothingLeft.value()).output(out, err);
    }
}
