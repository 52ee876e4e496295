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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class JobLocationTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    /** Longest path on Linux, in bytes. */
    private static final int LONGEST_PATH = 4095;
    private static final int LONG_NAME = 100;

    private Path directory;

    @BeforeEach
    void make() throws IOException {
        directory = Files.createTempDirectory(JobDirectory.defaultParent(), "place-").resolve("job");
    }

    @AfterEach
    void remove() throws IOException {
        final JobLocation place = JobLocation.at(directory);
        if (Files.exists(directory)) {
            Files.deleteIfExists(directory.resolve("notes.txt"));
            place.remove();
            Files.deleteIfExists(directory);
        }
        Files.delete(directory.getParent());
    }

    private JobDirectory join() throws IOException {
        return JobDirectory.join(directory, 0, 2, JobGeometry.builder().build(), TIMEOUT_NS);
    }

    @Test
    void shouldRemoveADeadJobAndThePreviousOne() throws IOException {
        final JobLocation place = JobLocation.at(directory);
        assertThat(place.hasJob()).isFalse();
        try (JobDirectory first = join()) {
            first.simulateDeath(0);
        }
        try (JobDirectory second = join()) {
            assertThat(place.hasJob()).isTrue();
            assertThat(place.isTouched()).isTrue();
            assertThat(place.previous().hasJob()).isTrue();
            assertThat(place.bytes()).isEqualTo(JobFileDescriptor.length(2) + Files.size(directory.resolve("create.lock")) +
                Files.size(directory.resolve("rank-0.lock")));
            second.simulateDeath(0);
        }
        assertThat(place.remove()).isTrue();
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldRemoveADirectoryWhoseCreatorWasKilledAtOnce() throws IOException {
        final JobLocation place = JobLocation.at(directory);
        assertThat(place.isTouched()).isFalse();
        assertThat(place.make()).isTrue();
        assertThat(place.isTouched()).isTrue();
        assertThat(place.remove()).isTrue();
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldLeaveNoDirectoryThatCannotHoldFiles() throws IOException {
        Path parent = directory;
        while (parent.toString().length() < LONGEST_PATH - 2 * LONG_NAME) {
            parent = parent.resolve("d".repeat(LONG_NAME));
        }
        final JobLocation place = JobLocation.at(parent.resolve("d".repeat(LONGEST_PATH - parent.toString().length() - 1)));
        assertThat(place.path().toString()).hasSize(LONGEST_PATH);
        assertThatThrownBy(place::make).isInstanceOf(IOException.class);
        assertThat(place.path()).doesNotExist();
        for (Path made = parent; !made.equals(directory.getParent()); made = made.getParent()) {
            Files.delete(made);
        }
    }

    @Test
    void shouldRefuseALiveJobAndTouchNothing() throws IOException {
        final JobLocation place = JobLocation.at(directory);
        try (JobDirectory first = join()) {
            first.simulateDeath(0);
        }
        try (JobDirectory second = join()) {
            assertThat(place.aliveRank()).isZero();
            assertThatThrownBy(place::remove).isInstanceOf(JobException.class).hasMessage(directory + ": rank 0 is alive");
            assertThat(place.hasJob()).isTrue();
            assertThat(place.previous().hasJob()).isTrue();
            place.removePrevious();
            assertThat(place.previous().hasJob()).isFalse();
            assertThat(place.hasJob()).isTrue();
            assertThat(second.state(0)).isEqualTo(RankState.JOINING);
            second.simulateDeath(0);
        }
        assertThat(place.aliveRank()).isEqualTo(-1);
    }

    @Test
    void shouldLeaveFilesThatAreNotAJobs() throws IOException {
        try (JobDirectory job = join()) {
            job.simulateDeath(0);
        }
        Files.writeString(directory.resolve("notes.txt"), "mine");
        assertThat(JobLocation.at(directory).remove()).isFalse();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("notes.txt"));
        }
    }

    @Test
    void shouldKeepTheLocksOfThisJvmWhenTheJobFileCannotBeRead() throws IOException {
        try (JobDirectory job = join()) {
            Files.move(directory.resolve("job.dat"), directory.resolve("hidden"));
            final RankLocks locks = RankLocks.open(directory, RankLocks.ANY_JOB);
            assertThat(locks.tryHold(0)).as("a second channel would drop the lock at its close").isNull();
            locks.close();
            assertThat(JobLocation.at(directory).aliveRank()).isZero();
            Files.move(directory.resolve("hidden"), directory.resolve("job.dat"));
            job.simulateDeath(0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    void shouldRemoveAJobWhoseFileCannotBeRead(final int length) throws IOException {
        try (JobDirectory job = join()) {
            job.simulateDeath(0);
        }
        Files.write(directory.resolve("job.dat"), new byte[length]);
        assertThat(JobLocation.at(directory).remove()).isTrue();
        assertThat(directory).doesNotExist();
    }
}
