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
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A free lock does not prove a death: code of the same process may have read the files of the job and so dropped the lock. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SignsOfLifeTest {
    private static final int TOO_LONG_FOR_A_SOCKET = 100;

    @TempDir
    Path temporary;

    private final List<ChildJvm> children = new ArrayList<>();

    @AfterEach
    void endChildren() throws InterruptedException {
        for (final ChildJvm child : children) {
            child.kill();
            child.close();
        }
    }

    private Path directory(final int nameLength) {
        return temporary.resolve("d".repeat(nameLength));
    }

    private ChildJvm joined(final Path directory, final int rank, final int size) throws IOException {
        final ChildJvm child = ChildJvm.start(RankMain.class);
        children.add(child);
        assertThat(child.ask("join " + directory + " " + rank + " " + size)).startsWith("joined");
        return child;
    }

    private static boolean isLocked(final Path directory, final int rank) throws IOException {
        try (FileChannel channel = FileChannel.open(JobPaths.lock(directory, rank));
            FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, TOO_LONG_FOR_A_SOCKET})
    void shouldKnowALivingRankWhoseLockWasDroppedFromADeadOne(final int nameLength) throws IOException, InterruptedException {
        final Path directory = directory(nameLength);
        final ChildJvm one = joined(directory, 1, 2);
        assertThat(Files.exists(JobPaths.life(directory, 1))).isEqualTo(nameLength < TOO_LONG_FOR_A_SOCKET);
        try (JobDirectory zero = join(directory, 0, 2)) {
            final long epoch = zero.failureEpoch();
            for (int i = 0; i < 20; i++) {
                assertThat(one.ask("copy " + directory)).isEqualTo("copied");
                assertThat(zero.probe(1)).isFalse();
            }
            one.stop();
            for (int i = 0; i < 100; i++) {
                assertThat(zero.probe(1)).isFalse();
            }
            one.signal("CONT");
            assertThat(one.ask("epoch")).isEqualTo(Long.toString(epoch));
            assertThat(one.ask("copy " + directory)).isEqualTo("copied");
            one.kill();
            assertThat(zero.probe(1)).isTrue();
        }
    }

    @Test
    void shouldTakeADroppedLockAgain() throws IOException {
        final Path directory = directory(1);
        final ChildJvm one = joined(directory, 1, 2);
        for (int i = 0; i < 3; i++) {
            assertThat(one.ask("copy " + directory)).isEqualTo("copied");
            while (!isLocked(directory, 1)) {
                Thread.onSpinWait();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, TOO_LONG_FOR_A_SOCKET})
    void shouldSeeFromOutsideThatARankOfALivingProcessHasDied(final int nameLength) throws IOException {
        final Path directory = directory(nameLength);
        try (JobDirectory zero = join(directory, 0, 3); JobDirectory one = join(directory, 1, 3)) {
            final ChildJvm two = joined(directory, 2, 3);
            assertThat(two.ask("probe 1")).isEqualTo("false");
            one.simulateDeath(1);
            assertThat(two.ask("probe 1")).isEqualTo("true");
            assertThat(two.ask("probe 0")).isEqualTo("false");
            assertThat(zero.state(1)).isEqualTo(RankState.FAILED);
        }
    }

    @Test
    void shouldJoinTheJobOfARankWhoseLockWasDropped() throws IOException {
        final Path directory = directory(1);
        final ChildJvm zero = joined(directory, 0, 2);
        assertThat(zero.ask("copy " + directory)).isEqualTo("copied");
        try (JobDirectory one = join(directory, 1, 2)) {
            assertThat(one.state(0)).isEqualTo(RankState.LIVE);
            assertThat(directory.resolve(JobPaths.PREVIOUS)).doesNotExist();
            assertThat(zero.ask("copy " + directory)).isEqualTo("copied");
            assertThat(JobLocation.at(directory).aliveRank()).isZero();
        }
    }

    @Test
    void shouldFindALivingRankInAJobWhoseFileCannotBeRead() throws IOException, InterruptedException {
        final Path directory = directory(1);
        final ChildJvm zero = joined(directory, 0, 2);
        Files.move(directory.resolve(JobPaths.JOB_FILE), directory.resolve("hidden"));
        assertThat(zero.ask("copy " + directory)).isEqualTo("copied");
        assertThat(JobLocation.at(directory).aliveRank()).isZero();
        zero.kill();
        assertThat(JobLocation.at(directory).aliveRank()).isEqualTo(-1);
    }

    @Test
    void shouldKnowThatARankHasDiedWhoseChildLives() throws IOException, InterruptedException {
        final Path directory = directory(1);
        final ChildJvm one = joined(directory, 1, 2);
        try (JobDirectory zero = join(directory, 0, 2)) {
            final ProcessHandle grandchild = ProcessHandle.of(Long.parseLong(one.ask("spawn"))).orElseThrow();
            one.kill();
            assertThat(zero.probe(1)).isTrue();
            assertThat(grandchild.isAlive()).isTrue();
            grandchild.destroyForcibly();
        }
    }

    @Test
    void shouldGoOnWatchingAfterAFileWasCut() throws IOException, InterruptedException {
        final Path cut = directory(1);
        final Path whole = directory(2);
        final ChildJvm watcher = joined(cut, 0, 2);
        final ChildJvm victim = joined(whole, 1, 2);
        assertThat(watcher.ask("join " + whole + " 0 2")).startsWith("joined");
        try (RandomAccessFile file = new RandomAccessFile(cut.resolve(JobPaths.JOB_FILE).toFile(), "rw")) {
            file.setLength(0);
        }
        // The job whose file is gone is watched first.
        victim.kill();
        assertThat(watcher.ask("await 1 FAILED")).isEqualTo("FAILED");
    }

    @Test
    void shouldGoOnWatchingAfterTheHeapWasFull() throws IOException, InterruptedException {
        final Path directory = directory(1);
        final ChildJvm watcher = joined(directory, 0, 2);
        final ChildJvm victim = joined(directory, 1, 2);
        assertThat(watcher.ask("exhaust 500")).isEqualTo("exhausted");
        victim.kill();
        assertThat(watcher.ask("await 1 FAILED")).isEqualTo("FAILED");
    }
}
