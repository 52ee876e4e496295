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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoreSharingTest {
    private static final int SIZE = 4;

    @TempDir
    private Path directory;
    private JobFile file;

    @BeforeEach
    void create() throws IOException {
        file = JobFile.create(directory.resolve("job.dat"), SIZE, Jobs.geometry());
    }

    @Test
    void shouldReadListsOfTheKernel() {
        assertThat(CoreSet.parse("0").stream()).containsExactly(0);
        assertThat(CoreSet.parse("\t0-3,8,10-11\n").stream()).containsExactly(0, 1, 2, 3, 8, 10, 11);
        assertThat(CoreSet.of(CoreSet.parse("0-1,64,191"))).isEqualTo(new CoreSet(3, 1, 1L << 63));
        assertThat(CoreSet.of(CoreSet.parse("0-1,192"))).isEqualTo(CoreSet.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0-3,8,10-11", "63-64", "0,2,4,127-128,191"})
    void shouldListCoresAsTheKernelDoes(final String list) {
        assertThat(CoreSet.of(CoreSet.parse(list))).hasToString(list);
        assertThat(CoreSet.UNKNOWN).hasToString("");
    }

    @Test
    void shouldReadTheCoresOfThisThreadWhateverItsNameAndFlag() throws InterruptedException {
        final BitSet cores = CoreSet.allowed();
        assertThat(cores.isEmpty()).isFalse();
        final AtomicReference<BitSet> elsewhere = new AtomicReference<>();
        // The kernel keeps 15 bytes of the name, so it cuts the last character.
        final Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            elsewhere.set(CoreSet.allowed());
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        }, "a" + "\u00e9".repeat(20));
        thread.start();
        thread.join();
        assertThat(elsewhere).hasValue(cores);
    }

    @Test
    void shouldStoreItsCoresInItsRow() throws IOException {
        try (JobDirectory job = Jobs.join(directory.resolve("job"), 0, 2)) {
            assertThat(job.cores(0)).isEqualTo(CoreSet.of(CoreSet.allowed()));
            assertThat(job.cores(1)).isEqualTo(CoreSet.UNKNOWN);
        }
    }

    @Test
    void shouldCountRanksThatShareCores() {
        join("0-2", "0-2", "0-2");
        assertThat(isOversubscribed(0, 3)).as("one rank has not joined").isTrue();
        join("0-2", "0-2", "0-2", "3");
        assertThat(isOversubscribed(0, 3)).isFalse();
        assertThat(isOversubscribed(3, 1)).isFalse();
        join("0-2", "0-2", "0-2", "0-2");
        assertThat(isOversubscribed(0, 3)).isTrue();
        join("0-3", "0-3", "0-3", "0-3");
        assertThat(isOversubscribed(0, 4)).isFalse();
    }

    @Test
    void shouldNotCountRanksOfOtherCores() {
        join("0", "1", "64", "191");
        for (int rank = 0; rank < SIZE; rank++) {
            assertThat(isOversubscribed(rank, 1)).isFalse();
        }
        join("0", "0", "64", "64");
        for (int rank = 0; rank < SIZE; rank++) {
            assertThat(isOversubscribed(rank, 1)).isTrue();
        }
    }

    @Test
    void shouldCountRanksBoundToTheSameCores() {
        join("0", "0", "0-3", "0-3");
        assertThat(isOversubscribed(0, 1)).as("four on four cores, but two on one").isTrue();
        join("0", "1", "0-3", "0-3");
        assertThat(isOversubscribed(0, 1)).isFalse();
        assertThat(isOversubscribed(2, 4)).isFalse();
    }

    @Test
    void shouldCountRanksOnConnectedCores() {
        join("0", "1", "2", "0-2");
        for (int rank = 0; rank < SIZE; rank++) {
            assertThat(isOversubscribed(rank, rank == 3 ? 3 : 1)).as("four on three cores").isTrue();
        }
        join("0-1", "1-2", "2-3", "3");
        assertThat(isOversubscribed(0, 2)).isFalse();
        join("0-1", "1-2", "2", "2");
        assertThat(isOversubscribed(0, 2)).isTrue();
        join("0-1", "1-2", "2-9", "9");
        assertThat(isOversubscribed(0, 2)).isFalse();
    }

    @Test
    void shouldCountRanksWithUnknownCores() {
        join("0", "1", "2", "200");
        assertThat(isOversubscribed(0, 1)).isTrue();
        assertThat(isOversubscribed(3, 4)).as("knows only the number of ranks").isFalse();
        assertThat(isOversubscribed(3, 3)).isTrue();
    }

    @Test
    void shouldNotCountRanksThatHaveLeft() {
        join("0", "0", "1", "2");
        assertThat(isOversubscribed(0, 1)).isTrue();
        move(1, RankState.LEFT, StateReason.CLOSED);
        assertThat(isOversubscribed(0, 1)).isFalse();
        move(1, RankState.JOINING, StateReason.JOINED);
        assertThat(isOversubscribed(0, 1)).isTrue();
        move(1, RankState.FAILED, StateReason.PROCESS_GONE);
        assertThat(isOversubscribed(0, 1)).isFalse();
    }

    @Test
    void shouldNotCountRanksThatMayNeverComeByName() {
        join("0-1", "0-1", "0-1");
        assertThat(isOversubscribed(0, 2)).as("three and one to come, on two cores").isTrue();
        move(2, RankState.LEFT, StateReason.CLOSED);
        assertThat(isOversubscribed(0, 2)).as("two and one to come").isTrue();
        assertThat(isOversubscribed(0, 1)).as("under a quota").isTrue();
        file.open();
        assertThat(isOversubscribed(0, 2)).isFalse();
        assertThat(isOversubscribed(0, 1)).as("two under a quota of one").isTrue();
        move(1, RankState.LEFT, StateReason.CLOSED);
        assertThat(isOversubscribed(0, 1)).isFalse();
    }

    @Test
    void shouldCountAgentsToo() {
        join("0", "1", "2-3", "4-7");
        assertThat(isOversubscribed(0, 1, 2)).as("on one core").isTrue();
        join("0", "0-7", "0-7", "8");
        assertThat(isOversubscribed(0, 1, 2)).as("on one core, with room for the others").isTrue();
        join("0", "1", "2-3", "4-7");
        assertThat(isOversubscribed(2, 2, 2)).isFalse();
        join("0-3", "0-3", "4-7", "4-7");
        assertThat(isOversubscribed(0, 4, 2)).isFalse();
        join("0-3", "0-3", "0-3", "4-7");
        assertThat(isOversubscribed(0, 4, 2)).as("six on four").isTrue();
        assertThat(isOversubscribed(0, 3, 2)).as("eight on a quota of three").isTrue();
    }

    @Test
    void shouldCountAllRanksUnderAQuota() {
        join("0", "1", "2-3", "2-7");
        assertThat(isOversubscribed(3, 6)).isFalse();
        assertThat(isOversubscribed(3, 3)).isTrue();
    }

    private void join(final String... cores) {
        for (int rank = 0; rank < cores.length; rank++) {
            file.describe(rank, 1, 1, CoreSet.of(CoreSet.parse(cores[rank])));
            if (file.state(rank) == RankState.FREE) {
                move(rank, RankState.JOINING, StateReason.JOINED);
            }
        }
    }

    private void move(final int rank, final RankState state, final StateReason reason) {
        assertThat(file.moveState(rank, file.stateWord(rank), state, reason)).isTrue();
    }

    private boolean isOversubscribed(final int rank, final int usable) {
        return isOversubscribed(rank, usable, 1);
    }

    private boolean isOversubscribed(final int rank, final int usable, final int threads) {
        return new CoreSharing(file, rank, usable, threads).isOversubscribed();
    }
}
