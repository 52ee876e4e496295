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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DecisionTableTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    private Path directory;

    @BeforeEach
    void make() throws IOException {
        directory = Files.createTempDirectory(JobDirectory.defaultParent(), "settled-").resolve("job");
    }

    @AfterEach
    void remove() throws IOException {
        assertThat(directory).doesNotExist();
        Files.delete(directory.getParent());
    }

    private JobDirectory join(final int rank) throws IOException {
        final JobDirectory job = JobDirectory.join(directory, rank, 2, JobGeometry.builder().build(), TIMEOUT_NS);
        job.markLive();
        return job;
    }

    private static void end(final JobDirectory job) throws IOException {
        job.leave();
        job.destroyIfLast();
        job.close();
    }

    @Test
    void shouldDecideOnTheFirstProposal() throws IOException {
        final JobDirectory zero = join(0);
        final JobDirectory one = join(1);
        assertThat(DecisionTable.decide(zero, 4, 1, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(DecisionTable.decide(one, 4, 1, 7)).isEqualTo(Long.MAX_VALUE);
        assertThat(DecisionTable.decide(one, 4, 2, 0)).isZero();
        assertThat(DecisionTable.decide(one, 1L << 40, 1, 8)).isEqualTo(8);
        assertThat(DecisionTable.decide(zero, 4, 1, 9)).isEqualTo(Long.MAX_VALUE);
        assertThat(DecisionTable.decide(zero, 4, 2, 9)).isZero();
        end(zero);
        end(one);
    }

    @Test
    void shouldDecideOnceHoweverManyPropose() throws Exception {
        final int threads = 4;
        final int words = JobFileDescriptor.decisionCapacity(2);
        final JobDirectory zero = join(0);
        final JobDirectory one = join(1);
        final CyclicBarrier start = new CyclicBarrier(threads);
        final List<FutureTask<List<Long>>> tasks = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            final long own = thread;
            final FutureTask<List<Long>> task = new FutureTask<>(() -> {
                final List<Long> settled = new ArrayList<>();
                for (int word = 0; word < words; word++) {
                    start.await();
                    settled.add(DecisionTable.decide(own % 2 == 0 ? zero : one, 1, word, own));
                }
                return settled;
            });
            tasks.add(task);
            new Thread(task).start();
        }
        final Set<List<Long>> settled = new HashSet<>();
        for (final FutureTask<List<Long>> task : tasks) {
            settled.add(task.get());
        }
        assertThat(settled).hasSize(1);
        end(zero);
        end(one);
    }

    @Test
    void shouldDecideWhenNoFileCanBeCreated() throws IOException {
        final JobDirectory zero = join(0);
        final JobDirectory one = join(1);
        final Path aside = directory.resolveSibling("aside");
        Files.move(directory, aside);
        assertThat(DecisionTable.decide(zero, 4, 1, 7)).isEqualTo(7);
        assertThat(DecisionTable.decide(one, 4, 1, 8)).isEqualTo(7);
        Files.move(aside, directory);
        end(zero);
        end(one);
    }

    @Test
    void shouldDecideNothingInALaterJob() throws IOException {
        final JobDirectory late = join(0);
        end(join(1));
        end(late);
        final JobDirectory zero = join(0);
        final JobDirectory one = join(1);
        assertThat(DecisionTable.decide(late, 4, 1, 7)).isEqualTo(7);
        assertThat(DecisionTable.decide(one, 4, 1, 8)).isEqualTo(8);
        assertThat(DecisionTable.decide(late, 4, 1, 9)).isEqualTo(7);
        end(zero);
        end(one);
    }

    @Test
    void shouldBeFullForAllAlike() throws IOException {
        final JobDirectory zero = join(0);
        final JobDirectory one = join(1);
        final int capacity = JobFileDescriptor.decisionCapacity(2);
        for (int word = 0; word < capacity; word++) {
            assertThat(DecisionTable.decide(zero, word / 2, word % 2, word)).isEqualTo(word);
        }
        for (int word = 0; word < capacity; word++) {
            assertThat(DecisionTable.decide(one, word / 2, word % 2, 5)).isEqualTo(word);
        }
        assertThat(DecisionTable.decide(one, capacity, 1, 5)).isEqualTo(DecisionTable.FULL);
        assertThat(DecisionTable.decide(zero, capacity, 1, 5)).isEqualTo(DecisionTable.FULL);
        end(zero);
        end(one);
    }

    /** A rank that died in the middle has set only the group of an entry. */
    @Test
    void shouldCompleteAnEntryThatWasBegun() throws IOException {
        final JobDirectory zero = join(0);
        final JobDirectory one = join(1);
        final int begun = JobFileDescriptor.decisionOffset(2, 0);
        zero.file().decide(begun + JobFileDescriptor.DECISION_GROUP_OFFSET, Long.MIN_VALUE | 4);
        assertThat(DecisionTable.decide(one, 5, 1, 6)).isEqualTo(6);
        assertThat(DecisionTable.decide(one, 4, 2, 7)).isEqualTo(7);
        assertThat(DecisionTable.decide(zero, 4, 2, 8)).isEqualTo(7);
        assertThat(zero.file().decide(begun + JobFileDescriptor.DECISION_WORD_OFFSET, 1)).isEqualTo(Long.MIN_VALUE | 7);
        end(zero);
        end(one);
    }

    @Test
    void shouldRefuseNegativeNumbers() throws IOException {
        final JobDirectory zero = join(0);
        final JobDirectory one = join(1);
        assertThatThrownBy(() -> DecisionTable.decide(zero, 4, 1, -7)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("group=4 number=1 word=-7 must not be negative");
        end(zero);
        end(one);
    }

    @Test
    void shouldBeDeletedWithADeadJob() throws IOException {
        final JobDirectory zero = join(0);
        DecisionTable.decide(zero, 4, 1, 7);
        zero.simulateDeath(0);
        zero.close();
        final JobDirectory next = join(0);
        assertThat(DecisionTable.decide(next, 4, 1, 8)).isEqualTo(8);
        final JobDirectory one = join(1);
        end(next);
        end(one);
    }
}
