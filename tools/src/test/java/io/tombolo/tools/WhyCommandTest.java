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
package io.tombolo.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.tools.json.StrictJson;
import io.tombolo.tools.why.Findings;
import io.tombolo.tools.why.RankPrograms;
import io.tombolo.tools.why.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class WhyCommandTest {
    private static final int TAG = 7;
    private static final String CERTAIN = "deadlock of 2 ranks, certain";

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();

    private Path job() {
        return parent.resolve("job");
    }

    private static void receive(final Engine engine, final int source) {
        engine.world().recv(new UnsafeBuffer(new byte[Long.BYTES]), 0, Long.BYTES, source, TAG);
    }

    /** Two ranks that wait for each other, as soon as they do. */
    private RankPrograms deadlock() throws IOException {
        final RankPrograms ranks = RankPrograms.start(job(), 2, engine -> receive(engine, 1 - engine.rank()));
        await(Verdict.DEADLOCK);
        return ranks;
    }

    private void await(final Verdict verdict) {
        Verdict found = Verdict.NOBODY_WAITS;
        while (found != verdict) {
            assertThat(Thread.currentThread().isInterrupted()).as("time limit").isFalse();
            try {
                found = Findings.of(job()).verdict();
            } catch (final IOException notYet) {
                found = Verdict.NOBODY_WAITS;
            }
        }
    }

    /** On a busy machine a rank may not look between the two looks of the command. Then the deadlock is only possible. */
    private void runUntilCertain(final String... arguments) {
        int status = screen.run(arguments);
        while (status == 5) {
            assertThat(Thread.currentThread().isInterrupted()).as(screen.out()).isFalse();
            status = screen.run(arguments);
        }
        assertThat(status).as(screen.err()).isEqualTo(4);
    }

    @Test
    void shouldExplainADeadlockAsTextAsJsonAndAsAGraph() throws IOException {
        try (RankPrograms ranks = deadlock()) {
            final String name = ranks.directory().toString();
            runUntilCertain("why", name);
            assertThat(screen.out()).matches("""
                deadlock of 2 ranks, certain \\(looked at twice, 100 ms apart\\)
                  rank 0 waits [0-9.]+ m?s for a message from rank 1 with tag 7  at WhyCommandTest.java:\\d+
                  rank 1 waits [0-9.]+ m?s for a message from rank 0 with tag 7  at WhyCommandTest.java:\\d+
                """);
            runUntilCertain("why", name, "--json");
            final Object root = StrictJson.parse(screen.out());
            assertThat(screen.out()).startsWith("{\n  \"version\": 1,\n");
            assertThat(StrictJson.at(root, "verdict")).isEqualTo("deadlock");
            assertThat(StrictJson.at(root, "job.state")).isEqualTo("live");
            assertThat(StrictJson.at(root, "findings.0.kind")).isEqualTo("deadlock");
            assertThat(StrictJson.at(root, "findings.0.certainty")).isEqualTo("certain");
            assertThat(StrictJson.at(root, "findings.0.ranks")).isEqualTo(List.of(0L, 1L));
            assertThat(StrictJson.at(root, "findings.0.details.1.site").toString()).contains("WhyCommandTest.receive(WhyCommandTest.java:");
            assertThat(StrictJson.at(root, "waits.0.call")).isEqualTo("recv");
            assertThat(StrictJson.at(root, "waits.0.thread")).isEqualTo("rank-0");
            assertThat(StrictJson.at(root, "waits.0.leftMs")).isNull();
            assertThat(StrictJson.at(root, "waits.1.needs.0.kind")).isEqualTo("RECEIVE");
            assertThat(StrictJson.at(root, "waits.1.needs.0.tag")).isEqualTo((long) TAG);
            assertThat(StrictJson.at(root, "waits.1.needs.0.ranks")).isEqualTo(List.of(0L));
            runUntilCertain("why", name, "--dot");
            assertThat(screen.out()).isEqualTo("""
                digraph waits {
                  0 [label="rank 0", color=red];
                  1 [label="rank 1", color=red];
                  0 -> 1 [label="recv"];
                  1 -> 0 [label="recv"];
                }
                """);
        }
    }

    @Test
    void shouldTellAWaitFromNone() throws IOException {
        try (LocalJob idle = LocalJob.in(job(), 2, context -> { })) {
            assertThat(screen.ok("why", idle.directory().toString())).isEqualTo("no rank waits\n");
        }
        try (RankPrograms ranks = RankPrograms.start(job(), 1, engine -> engine.world().within(1, TimeUnit.HOURS)
            .recv(new UnsafeBuffer(new byte[Long.BYTES]), 0, Long.BYTES, 0, TAG))) {
            await(Verdict.POSSIBLE_DEADLOCK);
            assertThat(screen.run("why", ranks.directory().toString())).isEqualTo(5);
            assertThat(screen.out()).matches("""
                deadlock of 1 rank, possible: rank 0 gives up in \\d+ min
                  rank 0 waits [0-9.]+ m?s for a message from rank 0 with tag 7, at most \\d+ min more
                      at WhyCommandTest.java:\\d+
                """);
        }
    }

    @Test
    void shouldWatchUntilTheJobHasEnded() throws IOException {
        final RankPrograms ranks = deadlock();
        final CompletableFuture<Void> end = CompletableFuture.runAsync(() -> {
            while (!screen.out().contains(CERTAIN)) {
                Thread.onSpinWait();
            }
            ranks.close();
        });
        assertThat(screen.run("why", job().toString(), "--watch")).as(screen.out() + screen.err()).isIn(0, 4, 5);
        end.join();
        assertThat(screen.lines().get(0)).matches("\\d\\d:\\d\\d:\\d\\d");
        assertThat(screen.lines().get(1)).startsWith("deadlock of 2 ranks, ");
        assertThat(screen.lines()).anyMatch(line -> line.startsWith(CERTAIN));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--dot --json    | 2 | tombolo why: --dot cannot be combined with --json; see 'tombolo why --help'",
        "--dot --watch   | 2 | tombolo why: --dot cannot be combined with --watch; see 'tombolo why --help'",
        "--parent PARENT no | 3 | tombolo why: .*/no: no such job .*",
        "PARENT/none     | 3 | tombolo why: .*none.*",
        "PARENT/damaged  | 1 | tombolo why: .*damaged.*",
    })
    void shouldAnswerMisuseWithOneLine(final String arguments, final int status, final String line) throws IOException {
        final Path damaged = Files.createDirectory(parent.resolve("damaged"),
            PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
        Files.writeString(damaged.resolve("job.dat"), "no job");
        assertThat(screen.run(("why " + arguments.replace("PARENT", parent.toString())).split(" "))).isEqualTo(status);
        assertThat(screen.err()).matches(line + "\n");
        assertThat(screen.out()).isEmpty();
    }
}
