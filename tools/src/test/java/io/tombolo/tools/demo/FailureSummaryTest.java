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
package io.tombolo.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.run.LaunchResult;
import io.tombolo.tools.run.RankResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureSummaryTest {
    private final RankErrors errors = new RankErrors();

    @Test
    void shouldBlameTheRankThatWasKilled() {
        final FailureSummary verdict = failed(
            new RankResult(0, "", 70, DemoRank.ANOTHER_ENDED, true), new RankResult(1, "", 71, 143, false),
            new RankResult(2, "", 72, 137, true));
        assertThat(verdict.sentence())
            .isEqualTo("rank 2 (pid 72) was killed by signal 9 while the file was being spread; nothing is left running");
        assertThat(verdict.status()).isEqualTo(1);
    }

    @Test
    void shouldNameAllRanksThatWereKilledAndNoOther() {
        write(0, "rank 1 wrote what cannot be right");
        assertThat(failed(new RankResult(0, "", 70, 1, true), new RankResult(1, "", 71, 137, true),
            new RankResult(2, "", 72, 134, true)).sentence())
            .isEqualTo("rank 1 (pid 71) was killed by signal 9 while the file was being spread, "
                + "rank 2 (pid 72) was killed by signal 6 while the file was being spread; nothing is left running");
    }

    @Test
    void shouldSayWhatTheRankThatFailedSaid() {
        write(0, "no room for 4 MB");
        write(0, "\tat somewhere");
        write(1, "rank 0 died");
        final RankResult other = new RankResult(1, "", 71, DemoRank.ANOTHER_ENDED, true);
        final FailureSummary verdict = failed(new RankResult(0, "", 70, 1, true), other);
        assertThat(verdict.sentence())
            .isEqualTo("rank 0 (pid 70) failed while the file was being spread: no room for 4 MB; nothing is left running");
        assertThat(verdict.more()).isEmpty();
        assertThat(failed(new RankResult(0, "", 70, DemoRank.FAULT, true), other).more()).containsExactly("\tat somewhere");
    }

    @Test
    void shouldNotHideWhatIsLeft() {
        final FailureSummary verdict = failed(new RankResult(0, "", 70, 137, true),
            new RankResult(1, "", 71, RankResult.STILL_THERE, false));
        assertThat(verdict.sentence()).endsWith("while the file was being spread; rank 1 (pid 71) could not be ended");
    }

    @Test
    void shouldBlameSomebodyIfAllBlameOthers() {
        final FailureSummary verdict = failed(
            new RankResult(0, "", 70, DemoRank.ANOTHER_ENDED, true), new RankResult(1, "", 71, DemoRank.ANOTHER_ENDED, true));
        assertThat(verdict.sentence()).startsWith("rank 0 (pid 70) failed while the file was being spread (status 75); ");
    }

    @Test
    void shouldKeepTheStatusOfAnInterrupt() {
        final FailureSummary verdict = new FailureSummary(
            new LaunchResult(LaunchResult.End.SIGNAL, 130, List.of(new RankResult(0, "", 70, 143, false))), DemoPhase.TOKENS, errors);
        assertThat(verdict.sentence()).isEqualTo("interrupted by signal 2 while tokens were being passed; nothing is left running");
        assertThat(verdict.status()).isEqualTo(130);
    }

    private FailureSummary failed(final RankResult... ranks) {
        return new FailureSummary(new LaunchResult(LaunchResult.End.RANK_FAILED, 137, List.of(ranks)), DemoPhase.SPREADING, errors);
    }

    private void write(final int rank, final String line) {
        final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        errors.line(rank, bytes, 0, bytes.length);
    }
}
