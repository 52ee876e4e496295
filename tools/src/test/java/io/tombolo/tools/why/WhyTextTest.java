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

import static io.tombolo.ringbuffers.wait.WaitCall.WAIT_ANY;
import static io.tombolo.ringbuffers.wait.WaitMode.ANY;
import static io.tombolo.tools.why.TestJob.receive;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.inspect.JobState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhyTextTest {
    private static final String LONG_SITE = "a.B.c(" + "N".repeat(80) + ".java:1)";

    private static List<String> lines(final JobState state, final TestJob job) {
        return lines(findings(state, job.findings(), job));
    }

    private static Findings findings(final JobState state, final List<Finding> findings, final TestJob job) {
        return new Findings(Path.of("job"), state, 1, 0, 2, 100, findings, Diagnosis.waits(job.facts()));
    }

    private static List<String> lines(final Findings findings) {
        final List<String> lines = new ArrayList<>();
        WhyText.write(findings, lines::add);
        return lines;
    }

    @Test
    void shouldAlignTheCallSites() {
        assertThat(lines(JobState.LIVE, new TestJob(3).recv(0, 1, 10_000).recv(1, 0, 7).recv(2, 0, 7))).containsExactly(
            "deadlock of 2 ranks, certain (looked at twice, 100 ms apart)",
            "  rank 0 waits 12.3 s for a message from rank 1 with tag 10000  at Program.java:10",
            "  rank 1 waits 12.3 s for a message from rank 0 with tag 7      at Program.java:11",
            "rank 2 waits behind them (for a message from rank 0 with tag 7)  at Program.java:12");
    }

    @Test
    void shouldPutALongCallSiteIntoALineOfItsOwn() {
        final Finding finding = new Finding(FindingKind.DEADLOCK, Certainty.CERTAIN, List.of(0), "deadlock",
            List.of(new Detail(0, "rank 0 waits for itself", LONG_SITE), new Detail(0, "rank 0 waits", "")));
        assertThat(lines(findings(JobState.LIVE, List.of(finding), new TestJob(1).recv(0, 0, 1)))).containsExactly("deadlock",
            "  rank 0 waits for itself", "      at " + "N".repeat(80) + ".java:1", "  rank 0 waits");
    }

    @Test
    void shouldSayThatNoRankWaits() {
        assertThat(lines(JobState.LIVE, new TestJob(2))).containsExactly("no rank waits");
        assertThat(lines(JobState.DEAD, new TestJob(2))).containsExactly("no rank waited when the job died");
        assertThat(lines(JobState.DEAD, new TestJob(2).recv(0, 1, 7)).get(0))
            .isEqualTo("the job is dead; this is what its ranks waited for when it died");
    }

    @Test
    void shouldDashTheArrowsOfAWaitForOneOfSeveral() {
        final TestJob job = new TestJob(3).wait(0, WAIT_ANY, ANY, receive(1, 7), receive(2, 7)).recv(2, 0, 7).multiple(2);
        job.recv(1, 0, 7);
        final List<String> lines = new ArrayList<>();
        WhyDot.write(findings(JobState.LIVE, job.findings(), job), lines::add);
        assertThat(lines).containsExactly("digraph waits {", "  0 [label=\"rank 0\", color=orange];",
            "  1 [label=\"rank 1\", color=orange];",
            "  2 [label=\"rank 2\", color=orange];", "  0 -> 1 [label=\"waitAny\", style=dashed];",
            "  0 -> 2 [label=\"waitAny\", style=dashed];", "  1 -> 0 [label=\"recv\"];", "  2 -> 0 [label=\"recv\"];", "}");
    }

    @Test
    void shouldListRanksAndTimes() {
        assertThat(Words.ranks(List.of(3))).isEqualTo("rank 3");
        assertThat(Words.ranks(List.of(9, 0, 2, 3, 4, 5, 2))).isEqualTo("ranks 0, 2-5 and 9");
        assertThat(Words.ranks(List.of(1, 2))).isEqualTo("ranks 1 and 2");
        assertThat(List.of(Words.time(-1), Words.time(999), Words.time(12_345), Words.time(300_000)))
            .containsExactly("0 ms", "999 ms", "12.3 s", "5 min");
    }
}
