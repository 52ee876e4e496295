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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of an incarnation that was replaced go when no living rank uses them. */
@Timeout(30)
class OldFilesTest {
    @TempDir
    Path directory;

    /** Makes a file of each kind of an incarnation of rank 1, with pairs to and from rank 0. */
    private List<Path> files(final JobDirectory job, final int incarnation) throws IOException {
        final PairEnds pair = new PairEnds(1, incarnation, 0, 1);
        final List<Path> files = new ArrayList<>(List.of(
            job.rankPath(1, incarnation), job.socketPath(1, incarnation), job.heapPath(1, incarnation, 0),
            job.nodesPath(1, incarnation, 1), job.latencyPath(1, incarnation, 0),
            job.windowPath(1, incarnation, 3), job.queuePath(1, incarnation, 0),
            job.pairPath(pair), job.pairPath(pair.reversed()),
            directory.resolve("." + job.pairPath(pair).getFileName() + ".77.1.tmp")));
        for (final Path file : files) {
            Files.createFile(file);
        }
        return files;
    }

    private void sweep(final JobDirectory job) throws IOException {
        new OldFiles(job.file(), directory, job.rank()).sweep();
    }

    @Test
    void shouldStayUntilEveryLivingRankHasReleasedThem() throws IOException {
        try (JobDirectory zero = join(directory, 0, 4); JobDirectory two = join(directory, 2, 4)) {
            final JobDirectory first = join(directory, 1, 4);
            final List<Path> old = files(first, 1);
            first.close();
            sweep(zero);
            assertThat(old).as("of the last incarnation, for inspection").allMatch(Files::exists);
            try (JobDirectory second = join(directory, 1, 4); JobDirectory three = join(directory, 3, 4)) {
                final List<Path> present = files(second, 2);
                zero.released(1, 1);
                sweep(zero);
                sweep(three);
                assertThat(old).as("used by rank 2").allMatch(Files::exists);
                two.released(1, 1);
                sweep(three);
                assertThat(old).noneMatch(Files::exists);
                assertThat(present).allMatch(Files::exists);
                second.simulateDeath(1);
                assertThat(zero.probe(1)).isTrue();
                sweep(zero);
                assertThat(present).as("of the last incarnation, which has failed").allMatch(Files::exists);
            }
        }
    }

    @Test
    void shouldGoByThemselves() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2)) {
            final JobDirectory first = join(directory, 1, 2);
            final List<Path> old = files(first, 1);
            first.close();
            try (JobDirectory second = join(directory, 1, 2)) {
                assertThat(second.incarnation()).isEqualTo(2);
                zero.released(1, 1);
                while (old.stream().anyMatch(Files::exists)) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    @Test
    void shouldStayForAStoppedRankAndGoWithItsDeath() throws IOException, InterruptedException {
        try (ChildJvm two = ChildJvm.start(RankMain.class); JobDirectory zero = join(directory, 0, 3)) {
            final JobDirectory first = join(directory, 1, 3);
            assertThat(two.ask("join " + directory + " 2 3")).startsWith("joined");
            final List<Path> old = files(first, 1);
            first.close();
            assertThat(two.ask("released 1 0")).isEqualTo("released");
            two.stop();
            try (JobDirectory second = join(directory, 1, 3)) {
                zero.released(1, 1);
                sweep(zero);
                assertThat(old).allMatch(Files::exists);
                two.kill();
                Jobs.awaitState(second, 2, RankState.FAILED);
                sweep(zero);
                assertThat(old).noneMatch(Files::exists);
            }
        }
    }

    @Test
    void shouldGoWhenTheOnlyUserHasLeft() throws IOException {
        try (JobDirectory zero = join(directory, 0, 3)) {
            final JobDirectory two = join(directory, 2, 3);
            final JobDirectory first = join(directory, 1, 3);
            final List<Path> old = files(first, 1);
            first.close();
            try (JobDirectory second = join(directory, 1, 3)) {
                zero.released(1, 1);
                sweep(second);
                assertThat(old).allMatch(Files::exists);
                two.close();
                sweep(second);
                assertThat(old).noneMatch(Files::exists);
            }
        }
    }

    /** A rank that joins has released nothing before it says so, not even what its predecessor in the row had released. */
    @Test
    void shouldStayForARankThatIsJoining() throws IOException {
        try (JobDirectory zero = join(directory, 0, 3)) {
            final JobDirectory two = join(directory, 2, 3);
            final JobDirectory first = join(directory, 1, 3);
            final List<Path> old = files(first, 1);
            first.close();
            two.released(1, 1);
            two.close();
            try (JobDirectory second = join(directory, 1, 3)) {
                final JobFile file = second.file();
                assertThat(file.moveState(2, file.stateWord(2), RankState.JOINING, StateReason.JOINED)).isTrue();
                zero.released(1, 1);
                sweep(second);
                assertThat(old).allMatch(Files::exists);
                assertThat(file.released(2, 1, 1)).isEqualTo(1);
                assertThat(file.released(2, 2, 1)).isZero();
            }
        }
    }

    /** A rank that was taken for dead may still run: it must not touch the job that took the place of its own. */
    @Test
    void shouldLeaveTheFilesOfTheNextJobAlone() throws IOException {
        final JobDirectory zero = join(directory, 0, 2);
        join(directory, 1, 2).close();
        final JobDirectory second = join(directory, 1, 2);
        second.simulateDeath(1);
        zero.simulateDeath(0);
        try (JobDirectory next = join(directory, 1, 2)) {
            assertThat(next.jobId()).isNotEqualTo(zero.jobId());
            final List<Path> present = files(next, 1);
            assertThat(zero.file().released(0, 1, 1)).as("what the engine of rank 0 says").isZero();
            zero.released(1, 1);
            sweep(zero);
            assertThat(present).allMatch(Files::exists);
        }
        zero.close();
        second.close();
    }

    @Test
    void shouldNotPileUpOverAThousandIncarnations() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2)) {
            long files = 0;
            long open = 0;
            for (int incarnation = 1; incarnation <= 1_000; incarnation++) {
                try (JobDirectory one = join(directory, 1, 2); RankFile file = RankFile.create(one)) {
                    assertThat(one.incarnation()).isEqualTo(incarnation);
                    assertThat(file.counters()).isNotNull();
                    Files.createFile(one.pairPath(new PairEnds(0, 1, 1, incarnation)));
                    zero.released(1, incarnation - 1);
                    sweep(one);
                }
                if (incarnation == 1) {
                    files = files();
                    open = Jobs.openFiles();
                }
            }
            assertThat(files()).isEqualTo(files);
            assertThat(Jobs.openFiles()).isLessThanOrEqualTo(open + 2);
        }
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }
}
