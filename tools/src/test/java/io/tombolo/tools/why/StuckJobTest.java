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
package io.tombolo.tools.why;

import static io.tombolo.tools.why.StuckScenario.ANY_SOURCE_ALONE;
import static io.tombolo.tools.why.StuckScenario.CREDIT_CYCLE;
import static io.tombolo.tools.why.StuckScenario.CROSSING_SENDS;
import static io.tombolo.tools.why.StuckScenario.EMPTY_QUEUE;
import static io.tombolo.tools.why.StuckScenario.FORGOTTEN_UNLOCK;
import static io.tombolo.tools.why.StuckScenario.MISMATCH;
import static io.tombolo.tools.why.StuckScenario.MISSING_RECEIVE;
import static io.tombolo.tools.why.StuckScenario.SHORT_ALLREDUCE;
import static io.tombolo.tools.why.StuckScenario.SHORT_BARRIER;
import static io.tombolo.tools.why.StuckScenario.SHORT_BCAST;
import static io.tombolo.tools.why.StuckScenario.SLOW_READER;
import static io.tombolo.tools.why.StuckScenario.WRONG_TAG;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.tools.run.NothingLeft;
import io.tombolo.tools.run.RequiredJvmFlags;
import io.tombolo.tools.run.StoppedProcesses;
import io.tombolo.tools.run.TestJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** All ranks, in two processes, hang in all the ways of {@link StuckScenario}: live, while one process is stopped, and after kill -9. */
@Timeout(60)
class StuckJobTest {
    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();

    @TempDir
    private Path parent;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void kill() throws IOException, InterruptedException {
        // None sees another die.
        StoppedProcesses.stop(processes);
        processes.forEach(Process::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
    }

    private Path job() {
        return parent.resolve("job");
    }

    private void start() throws IOException {
        for (final String first : List.of("0", "1")) {
            final List<String> command = new ArrayList<>(TestJvm.command(StuckProgram.class, job().toString(), first));
            command.addAll(1, RequiredJvmFlags.list());
            command.add(1, "-Xmx128m");
            final ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put(NothingLeft.NAME, nothingLeft.value());
            processes.add(builder.start());
        }
    }

    /** Looks until all ranks have a wait with a call site, and nothing else is unsure. */
    private Findings await() throws IOException {
        String last = "";
        while (true) {
            assertThat(Thread.currentThread().isInterrupted()).as("time limit: " + last).isFalse();
            try {
                final Findings findings = Findings.of(job());
                last = findings.findings().toString();
                if (findings.waits().size() == StuckScenario.allRanks() && haveMessagesCome(findings) &&
                    findings.findings().stream().noneMatch(finding -> finding.certainty() == Certainty.POSSIBLE)) {
                    return findings;
                }
            } catch (final IOException notYet) {
                last = notYet.getMessage();
            }
        }
    }

    /** A rank that waits may not yet have read what another has sent to it. */
    private static boolean haveMessagesCome(final Findings findings) {
        return !texts(findings, FindingKind.NEAR_MISS).isEmpty() && !texts(findings, FindingKind.EMPTY_QUEUE).isEmpty();
    }

    @Test
    void shouldExplainEachDeadlockLiveAndDead() throws IOException, InterruptedException {
        start();
        check(await());
        StoppedProcesses.stop(processes.subList(1, 2));
        checkStopped(Findings.of(job()));
        StoppedProcesses.resume(processes.subList(1, 2));
        check(await());
        kill();
        check(Findings.of(job()));
        try (Engine next = Engine.launch(new EngineContext().directory(job()).rank(0).size(1))) {
            assertThat(Findings.of(next.directory()).verdict()).isEqualTo(Verdict.NOBODY_WAITS);
            check(Findings.of(job().resolve("previous")));
        }
    }

    private static void checkStopped(final Findings findings) {
        assertThat(findings.findings()).extracting(Finding::kind)
            .doesNotContain(FindingKind.DEADLOCK, FindingKind.NOBODY_LEFT, FindingKind.MISMATCH).contains(FindingKind.SLOW);
        assertThat(findings.findings().stream().filter(finding -> finding.kind() == FindingKind.SLOW))
            .hasSize(StuckScenario.allRanks() / 2).allMatch(finding -> finding.text().contains(" is stopped (pid "));
        assertThat(findings.verdict()).isEqualTo(Verdict.WAITS);
    }

    private static void check(final Findings findings) {
        assertThat(findings.verdict()).isEqualTo(Verdict.DEADLOCK);
        final Finding sends = deadlock(findings, CROSSING_SENDS, 0, 1);
        assertThat(text(sends, 0)).matches("rank 0 waits .* until rank 1 receives 100000 bytes with tag 7 in communicator 4");
        assertThat(sends.details().get(0).place()).matches("StuckScenario\\.java:\\d+");
        assertThat(text(deadlock(findings, WRONG_TAG, 0, 1), 1))
            .matches("rank 3 waits .* for a message from rank 2 with tag 7 in communicator \\d+");
        assertThat(texts(findings, FindingKind.NEAR_MISS)).singleElement().asString().matches(
            "near miss: rank 2 sent 40 bytes with tag 8 in communicator \\d+ to rank 3, unexpected for .*; the posted receive wants tag 7");
        assertThat(text(deadlock(findings, MISSING_RECEIVE, 0, 1), 1))
            .matches("rank 5 waits .* in barrier 1 of communicator \\d+; missing: rank 4");
        assertThat(text(deadlock(findings, SHORT_BARRIER, 0, 15), 0))
            .matches("rank 6 waits .* in barrier 2 of communicator \\d+; missing: rank 21");
        assertThat(text(deadlock(findings, SHORT_ALLREDUCE, 0, 1, 2), 0))
            .matches("rank 32 waits .* in allreduce 1 of communicator \\d+; missing: rank 33");
        assertThat(text(deadlock(findings, SHORT_BCAST, 0, 1), 0))
            .matches("rank 35 waits .* in bcast 1 of communicator \\d+; missing: rank 36");
        assertThat(text(deadlock(findings, SLOW_READER, 0, 2), 0))
            .matches("rank 39 waits .* in bcast 17 of communicator \\d+; missing: rank 41");
        assertThat(texts(findings, FindingKind.BEHIND)).anyMatch(text -> text.matches(
            "rank 40 waits behind them \\(bcast 17 of communicator \\d+\\)"));
        deadlock(findings, MISMATCH, 0, 1);
        assertThat(texts(findings, FindingKind.MISMATCH)).singleElement().asString()
            .matches("different collective calls of communicator \\d+: rank 22 is in agree and rank 23 is in barrier");
        assertThat(text(deadlock(findings, FORGOTTEN_UNLOCK, 0, 1, 2), 1))
            .matches("rank 25 waits .* for the exclusive lock of window \\d+ of rank 24; before it: ranks? .*24.*");
        deadlock(findings, CREDIT_CYCLE, 0, 1);
        assertThat(texts(findings, FindingKind.EMPTY_QUEUE))
            .containsExactly("receive queue 0 of rank " + EMPTY_QUEUE.first() + " has no buffers; 1 message waits for one");
        assertThat(findings.findings()).filteredOn(finding -> finding.kind() == FindingKind.NOBODY_LEFT).singleElement()
            .extracting(Finding::ranks).isEqualTo(List.of(ANY_SOURCE_ALONE.first()));
        assertThat(texts(findings, FindingKind.BEHIND)).anyMatch(text -> text.matches(
            "ranks 7-20 wait behind them \\(barrier 2 of communicator \\d+\\)"));
        assertThat(texts(findings, FindingKind.WAIT)).isEmpty();
    }

    private static List<String> texts(final Findings findings, final FindingKind kind) {
        return findings.findings().stream().filter(finding -> finding.kind() == kind).map(Finding::text).toList();
    }

    private static String text(final Finding finding, final int detail) {
        return finding.details().get(detail).text();
    }

    /** The deadlock of a scenario, which has no other ranks than these of its members, and at least the first two of them. */
    private static Finding deadlock(final Findings findings, final StuckScenario scenario, final int... members) {
        final List<Integer> ranks = Arrays.stream(members).map(member -> scenario.first() + member).boxed().toList();
        final Stream<Finding> deadlocks = findings.findings().stream().filter(finding -> finding.kind() == FindingKind.DEADLOCK);
        final Finding found = deadlocks.filter(finding -> finding.ranks().contains(scenario.first())).findFirst().orElseThrow();
        assertThat(found.certainty()).as(found.text()).isEqualTo(Certainty.CERTAIN);
        assertThat(ranks).as(scenario.name()).containsAll(found.ranks());
        assertThat(found.ranks().size()).isGreaterThanOrEqualTo(2);
        return found;
    }
}
