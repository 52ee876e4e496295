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
import static io.tombolo.ringbuffers.job.Jobs.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a job after its last rank. */
@Timeout(30)
class KeptJobTest {
    @TempDir
    Path temporary;

    private Path directory;

    @BeforeEach
    void name() {
        directory = temporary.resolve("job");
    }

    private JobDirectory kept(final int rank) throws IOException {
        return join(directory, new RankRequest(rank, null, true), 2);
    }

    private static void end(final JobDirectory job) throws IOException {
        job.close();
        job.destroyIfLast();
    }

    @Test
    void shouldBeResumedAfterAllHaveDied() throws IOException, InterruptedException {
        final long id;
        try (ChildJvm zero = ChildJvm.start(RankMain.class); ChildJvm one = ChildJvm.start(RankMain.class)) {
            assertThat(zero.ask("joinKept " + directory + " 0 2")).isEqualTo("joined 0.1");
            final String joined = one.ask("join " + directory + " 1 2");
            assertThat(joined).startsWith("joined ");
            id = Long.parseLong(joined.substring("joined ".length()));
            zero.kill();
            one.kill();
        }
        try (JobDirectory again = join(directory, 1, 2)) {
            assertThat(again.jobId()).isEqualTo(id);
            assertThat(again.isKept()).isTrue();
            assertThat(again.incarnation()).isEqualTo(2);
            assertThat(directory.resolve(JobPaths.PREVIOUS)).doesNotExist();
            try (JobDirectory zero = join(directory, 0, 2)) {
                assertThat(zero.incarnation()).isEqualTo(2);
            }
        }
    }

    @Test
    void shouldBeResumedAfterAllHaveLeft() throws IOException {
        final JobDirectory zero = kept(0);
        final JobDirectory one = join(directory, 1, 2);
        end(zero);
        end(one);
        try (JobDirectory again = join(directory, 0, 2)) {
            assertThat(again.jobId()).isEqualTo(zero.jobId());
            assertThat(again.incarnation()).isEqualTo(2);
            assertThat(again.row(0).isAfterLeft()).isTrue();
        }
        assertThat(JobLocation.at(directory).remove()).isTrue();
    }

    @Test
    void shouldNotBeResumedAfterAnAbort() throws IOException {
        final JobDirectory zero = kept(0);
        zero.abort(3, "it is over");
        zero.simulateDeath(0);
        zero.close();
        try (JobDirectory next = join(directory, 0, 2)) {
            assertThat(next.jobId()).isNotEqualTo(zero.jobId());
            assertThat(next.abortStatus()).isZero();
            assertThat(next.isKept()).isFalse();
        }
    }

    @Test
    void shouldBePutAsideAfterAllHaveDiedIfItIsNotKept() throws IOException {
        final JobDirectory zero = join(directory, 0, 2);
        final JobDirectory one = join(directory, 1, 2);
        one.close();
        zero.simulateDeath(0);
        zero.close();
        try (JobDirectory next = join(directory, 1, 2); JobDirectory before = JobDirectory.inspect(directory.resolve("previous"))) {
            assertThat(next.jobId()).isNotEqualTo(zero.jobId());
            assertThat(next.incarnation()).isEqualTo(1);
            assertThat(before.jobId()).isEqualTo(zero.jobId());
        }
    }

    @Test
    void shouldEndWithItsLastRankThoughRowsAreFreeIfRanksJoinByName() throws IOException {
        final JobDirectory gateway = join(directory, named("gateway"), 5);
        final JobDirectory strategy = join(directory, named("strategy"), 5);
        end(gateway);
        assertThat(directory.resolve("job.dat")).exists();
        final JobDirectory again = join(directory, named("gateway"), 5);
        assertThat(again.incarnation()).isEqualTo(2);
        end(strategy);
        assertThat(directory.resolve("job.dat")).exists();
        end(again);
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldNotEndBesideARankThatHasJustJoined() throws IOException {
        final JobDirectory gateway = join(directory, named("gateway"), 5);
        gateway.leave();
        try (JobDirectory strategy = JobDirectory.join(directory, named("strategy"), 5, Jobs.geometry(), Jobs.TIMEOUT_NS)) {
            // Either the job was put aside as a dead one, or the new rank is in it: it is never deleted.
            gateway.destroyIfLast();
            assertThat(directory.resolve("job.dat")).exists();
            assertThat(strategy.state(strategy.rank())).isEqualTo(RankState.JOINING);
            assertThat(JobFile.isIn(directory, strategy.jobId())).isTrue();
        }
        gateway.close();
    }

    @Test
    void shouldEndOrBeJoinedWhateverIsFirst() throws IOException, InterruptedException {
        for (int round = 0; round < 50; round++) {
            final JobDirectory gateway = join(directory, named("gateway"), 3);
            final Thread leaving = new Thread(() -> {
                try {
                    end(gateway);
                } catch (final IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            leaving.start();
            final JobDirectory strategy = join(directory, named("strategy"), 3);
            leaving.join();
            assertThat(JobFile.isIn(directory, strategy.jobId())).isTrue();
            assertThat(strategy.probe(strategy.rank())).isFalse();
            end(strategy);
            assertThat(directory).doesNotExist();
        }
    }
}
