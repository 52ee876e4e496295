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
package io.tombolo.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tombolo.ringbuffers.job.CoreSet;
import io.tombolo.ringbuffers.job.CoreSharing;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitPolicyTest {
    private static final int SPINS = 3;
    private static final int YIELDS = 2;
    private static final long MS = 1_000_000;

    /** Holds S3.40: a wait spins, then yields, then sleeps. */
    @Test
    void shouldSpinThenYieldThenSleep() {
        final WaitPolicy policy = WaitPolicy.of(SPINS, YIELDS, true);
        assertThat(IntStream.rangeClosed(1, 6).mapToObj(policy::isSpinning)).containsExactly(true, true, true, false, false, false);
        assertThat(IntStream.rangeClosed(1, 6).mapToObj(policy::isYielding)).containsExactly(true, true, true, true, true, false);
    }

    @Test
    void shouldShowAWaitBeforeItsFirstSleepOrAfterALongSpin() {
        assertThat(IntStream.rangeClosed(0, 6).mapToObj(WaitPolicy.of(SPINS, YIELDS, true)::isToShow))
            .containsExactly(false, false, false, false, false, true, true);
        assertThat(IntStream.rangeClosed(0, 2).mapToObj(WaitPolicy.of(0, 0, true)::isToShow)).containsExactly(false, true, true);
        final WaitPolicy endless = WaitPolicy.of(Integer.MAX_VALUE, YIELDS, true);
        assertThat(IntStream.of(1, 65_535, 65_536).mapToObj(endless::isToShow)).containsExactly(false, false, true);
    }

    @Test
    void shouldSleepLongerTheLongerNoMessageComes() {
        assertThat(sleepsMs(WaitPolicy.of(SPINS, YIELDS, true), 5)).containsExactly(5, 10, 20, 40, 40);
    }

    @Test
    void shouldSleepShortlyIfNoRankCanWakeIt() {
        final WaitPolicy policy = WaitPolicy.of(SPINS, YIELDS, false);
        assertThat(sleepsNs(policy, 7)).containsExactly(50_000, 100_000, 200_000, 400_000, 800_000, 1_600_000, 1_800_000);
        assertThat(policy.sleepNs(Integer.MAX_VALUE)).isEqualTo(1_800_000);
    }

    @Test
    void shouldSpinIfEachRankHasACore(@TempDir final Path directory) throws IOException {
        final int cores = CoreSet.allowed().cardinality();
        assumeThat(cores).as("cores, known and few enough to be shared by the ranks of this test").isBetween(1, 64);
        final List<JobDirectory> ranks = new ArrayList<>();
        for (int rank = 0; rank <= cores; rank++) {
            ranks.add(JobDirectory.join(directory, rank, cores + 1, JobGeometry.builder().build(), TimeUnit.SECONDS.toNanos(20)));
        }
        final WaitPolicy policy = WaitPolicy.of(new CoreSharing(ranks.get(0), cores, 1), YIELDS, true);
        assertThat(policy.isShared()).isTrue();
        assertThat(policy.isSpinning(1)).isFalse();
        ranks.get(cores).close();
        assertThat(policy.isShared()).as("the sharing of cores, which was not read again yet").isTrue();
        policy.refresh();
        assertThat(policy.isShared()).isFalse();
        assertThat(policy.isSpinning(WaitPolicy.DEFAULT_SPINS)).isTrue();
        assertThat(policy.isSpinning(WaitPolicy.DEFAULT_SPINS + 1)).isFalse();
        ranks.forEach(JobDirectory::close);
    }

    @Test
    void shouldKeepAnExplicitChoice() {
        final WaitPolicy policy = WaitPolicy.of(0, YIELDS, true);
        policy.refresh();
        assertThat(policy.isShared()).isTrue();
        assertThatThrownBy(() -> WaitPolicy.of(-2, YIELDS, true)).hasMessage("spins=-2 must not be negative");
    }

    private static long[] sleepsMs(final WaitPolicy policy, final int count) {
        return LongStream.of(sleepsNs(policy, count)).map(ns -> ns / MS).toArray();
    }

    private static long[] sleepsNs(final WaitPolicy policy, final int count) {
        return IntStream.rangeClosed(1, count).mapToLong(sleep -> policy.sleepNs(SPINS + YIELDS + sleep)).toArray();
    }
}
