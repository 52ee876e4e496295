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

import static io.tombolo.ringbuffers.job.Jobs.geometry;
import static io.tombolo.ringbuffers.job.Jobs.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Joining ranks do not wait for one another. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ManyJoinTest {
    private static final int RANKS = 64;
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(50);

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

    private ChildJvm child() throws IOException {
        final ChildJvm child = ChildJvm.start(RankMain.class);
        children.add(child);
        return child;
    }

    @Test
    void shouldJoinWhileAnotherProcessIsJoining() throws IOException {
        final Path directory = temporary.resolve("job");
        final ChildJvm other = child();
        try (JobDirectory zero = join(directory, 0, 3)) {
            assertThat(other.ask("holdCreateLock " + directory + " true")).isEqualTo("held");
            try (JobDirectory one = JobDirectory.join(directory, 1, 3, geometry(), SHORT_NS)) {
                assertThat(one.jobId()).isEqualTo(zero.jobId());
            }
        }
    }

    @Test
    void shouldNameTheHolderOfTheLockAndTheSetting() throws IOException {
        final Path directory = temporary.resolve("job");
        final ChildJvm other = child();
        assertThat(other.ask("join " + directory + " 0 2")).startsWith("joined");
        assertThat(other.ask("holdCreateLock " + directory + " false")).isEqualTo("held");
        assertThatThrownBy(() -> JobDirectory.join(directory, 1, 2, geometry(), SHORT_NS)).isInstanceOf(JobException.class)
            .hasMessage(directory + "/create.lock: still held by another process after 50 ms (recorded pid " + other.pid() +
                "): end it, or raise tombolo.join.timeout.ms");
    }

    @Test
    void shouldJoinByManyThreadsAtOnce() throws InterruptedException {
        final Path directory = temporary.resolve("job");
        final ConcurrentLinkedQueue<Object> results = new ConcurrentLinkedQueue<>();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < RANKS; i++) {
            final int rank = i;
            final Thread thread = new Thread(() -> {
                try {
                    results.add(join(directory, rank, RANKS));
                } catch (final IOException | RuntimeException refused) {
                    results.add(refused);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(results).hasSize(RANKS).allMatch(JobDirectory.class::isInstance);
        final List<JobDirectory> jobs = results.stream().map(JobDirectory.class::cast).toList();
        assertThat(jobs.stream().map(JobDirectory::jobId).distinct()).hasSize(1);
        jobs.forEach(JobDirectory::close);
    }

    @Test
    @Tag("nightly")
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldJoinByManyProcessesAtOnce() throws IOException {
        final Path directory = temporary.resolve("job");
        for (int rank = 0; rank < RANKS; rank++) {
            child().send("join " + directory + " " + rank + " " + RANKS);
        }
        final Set<String> answers = new HashSet<>();
        for (final ChildJvm child : children) {
            answers.add(child.receive());
        }
        assertThat(answers).hasSize(1).allMatch(answer -> answer.startsWith("joined "));
    }
}
