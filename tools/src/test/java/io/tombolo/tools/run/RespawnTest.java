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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ranks that die start again.
 */
@Timeout(30)
class RespawnTest {
    private static final String PAUSES = "[0-9]+ ms";
    /** Ends with the status of its first argument in the first lives, whose number is the second argument, and then does the rest. */
    private static final String LIVES =
        "echo x >>$TOMBOLO_DIR/life-$TOMBOLO_RANK; [ $(wc -l <$TOMBOLO_DIR/life-$TOMBOLO_RANK) -gt $1 ] || exit $0; ";

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();
    @TempDir
    private Path directory;
    private final GatheredLines out = new GatheredLines();
    private final List<String> notices = new ArrayList<>();

    @Test
    void shouldStartADeadRankAgainAsTheSame() throws Exception {
        final String script = LIVES + "echo $TOMBOLO_RANK $TOMBOLO_NAME $TOMBOLO_SIZE";
        final LaunchResult result = launch(script, "3", "2").capacity(8).respawn(5).run();
        assertThat(result.status()).isZero();
        assertThat(result.end()).isEqualTo(LaunchResult.End.DONE);
        assertThat(out.lines()).containsExactlyInAnyOrder("0:0 first 8", "1:1 second 8");
        assertThat(notices).hasSize(4).contains("rank 1 (second) has ended (status 3) and starts again in 100 ms",
            "rank 1 (second) has ended (status 3) and starts again in 200 ms");
        assertThat(Files.readAllLines(directory.resolve("life-1"))).hasSize(3);
    }

    @Test
    void shouldStartAKilledRankAgain() throws Exception {
        final LaunchResult result = launch(LIVES.replace("exit $0", "kill -KILL $$") + "echo alive", "0", "1").respawn(1).run();
        assertThat(result.status()).isZero();
        assertThat(out.lines()).containsExactlyInAnyOrder("0:alive", "1:alive");
        assertThat(notices).hasSize(2).allMatch(notice -> notice.contains("(status 137, signal 9)"));
    }

    @ParameterizedTest
    @CsvSource({"1, once", "2, 2 times"})
    void shouldEndTheJobWithTheStatusOfARankThatDiesTooOften(final int most, final String times) throws Exception {
        final LaunchResult result = launch("[ $TOMBOLO_RANK = 0 ] && exec sleep 1000; exit 7").respawn(most).run();
        assertThat(result.status()).isEqualTo(7);
        assertThat(result.describe()).isEqualTo("rank 1 (second) failed (status 7), rank 0 ended by the launcher");
        assertThat(notices).hasSize(most + 1);
        assertThat(notices.subList(0, most)).allMatch(
            notice -> notice.matches("rank 1 \\(second\\) has ended \\(status 7\\) and starts again in " + PAUSES));
        assertThat(notices.get(most)).isEqualTo(
            "rank 1 (second) has ended (status 7) and does not start again: it was started again " + times + " within a minute");
    }

    @Test
    void shouldNotStartADoneRankAgain() throws Exception {
        assertThat(launch("echo $TOMBOLO_RANK").respawn(5).run().status()).isZero();
        assertThat(out.lines()).containsExactlyInAnyOrder("0:0", "1:1");
        assertThat(notices).isEmpty();
    }

    @Test
    void shouldEndWhatADeadRankLeftBeforeItStartsAgain() throws Exception {
        final String script = "setsid sleep 1000 >&- 2>&- & echo $! >>$TOMBOLO_DIR/left-$TOMBOLO_RANK; "
            + LIVES + "left=$(head -n 1 $TOMBOLO_DIR/left-$TOMBOLO_RANK); "
            + "case $(cut -d ' ' -f 3 /proc/$left/stat 2>&-) in ''|Z) echo gone;; *) echo there;; esac";
        assertThat(launch(script, "1", "1").respawn(1).run().status()).isZero();
        assertThat(out.lines()).containsExactlyInAnyOrder("0:gone", "1:gone");
    }

    @Test
    void shouldStartNothingAgainOnceItEnds() throws Exception {
        // The second rank is mostly waiting for a restart when the time is up.
        final LaunchResult result = launch("[ $TOMBOLO_RANK = 0 ] && exec sleep 1000; kill -KILL $$").respawn(100)
            .timeout(Duration.ofSeconds(1)).run();
        assertThat(result.status()).isEqualTo(JobLaunch.TIME_UP);
    }

    @Test
    void shouldGiveTheInputToTheNextLifeOfRankZero() throws Exception {
        final Path input = Files.writeString(directory.resolve("input"), "one\n");
        launch(LIVES + "cat", "1", "1").respawn(1).stdin(ProcessBuilder.Redirect.from(input.toFile())).run();
        assertThat(out.lines()).containsExactly("0:one");
    }

    @Test
    void shouldEndASpareThatNobodyNeeds() throws Exception {
        final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
        final LaunchResult result = configured(new JobLaunch(directory, List.of(
            new RankCommand("one", TestJvm.command(RankProgram.class))))).respawn(1).spares(2).onNotice(told::add).run();
        assertThat(result.status()).isZero();
        assertThat(told).isEmpty();
    }

    @Test
    void shouldSayThatRanksAreNotPinnedOrShareCores() throws Exception {
        final List<RankCommand> commands = new ArrayList<>();
        for (int rank = 0; rank <= CorePlan.allowed().size(); rank++) {
            commands.add(RankCommand.of(List.of("true")));
        }
        configured(new JobLaunch(directory, commands)).pin(true).run();
        final Optional<Path> taskset = ProgramLookup.find("taskset");
        assertThat(notices).singleElement().asString().matches(
            taskset.isPresent() ? "[0-9]+ ranks share [0-9]+ cores" : "ranks are not pinned: .*");
    }

    private JobLaunch launch(final String script, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of("sh", "-c", script));
        command.addAll(List.of(arguments));
        return configured(new JobLaunch(directory, List.of(new RankCommand("first", command), new RankCommand("second", command))));
    }

    private JobLaunch configured(final JobLaunch launch) {
        return launch.environment(NothingLeft.NAME, nothingLeft.value()).output(out, (rank, buffer, offset, length) -> { })
            .onNotice(notices::add);
    }
}
