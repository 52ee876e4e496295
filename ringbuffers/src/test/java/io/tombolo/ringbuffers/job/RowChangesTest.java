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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A view tells of the changes of rows that it makes, and reads a row as a whole. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RowChangesTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    Path temporary;

    private final AtomicInteger changes = new AtomicInteger();

    private JobDirectory join(final int rank, final String name) throws IOException {
        final JobGeometry geometry = JobGeometry.builder().build();
        final JobDirectory job =
            JobDirectory.join(temporary.resolve("job"), new RankRequest(rank, name, false), 3, geometry, TIMEOUT_NS);
        job.onChange(changes::incrementAndGet);
        return job;
    }

    @Test
    void shouldTellOfItsOwnStates() throws IOException {
        try (JobDirectory job = join(0, null)) {
            assertThat(changes).hasValue(0);
            job.markLive();
            assertThat(changes).hasValue(1);
            job.leave();
            assertThat(changes).hasValue(2);
        }
        assertThat(changes).as("it had left").hasValue(2);
    }

    @Test
    void shouldTellOfAnAbort() throws IOException {
        try (JobDirectory job = join(0, null)) {
            job.abort(1, "test");
            assertThat(changes).hasValue(1);
        }
    }

    @Test
    void shouldTellOfADeathThatItsWatchFinds() throws IOException {
        try (JobDirectory first = join(0, null); JobDirectory second = join(1, null)) {
            first.markLive();
            second.markLive();
            second.onChange(() -> { });
            changes.set(0);
            second.simulateDeath(1);
            while (changes.get() == 0) {
                Thread.onSpinWait();
            }
            assertThat(first.state(1)).isEqualTo(RankState.FAILED);
            assertThat(first.probe(1)).isTrue();
            assertThat(changes).as("the death is found once").hasValue(1);
        }
    }

    @Test
    void shouldReadARowAsAWhole() throws IOException {
        final long before = System.currentTimeMillis();
        try (JobDirectory job = join(0, null)) {
            assertThat(job.row(1).state()).isEqualTo(RankState.FREE);
            try (JobDirectory named = join(1, "gateway")) {
                assertRow(job.row(1), RankState.JOINING, StateReason.JOINED, 1, before);
                named.markLive();
                assertRow(job.row(1), RankState.LIVE, StateReason.JOINED, 1, before);
            }
            assertRow(job.row(1), RankState.LEFT, StateReason.CLOSED, 1, before);
            join(1, null).close();
            assertRow(job.row(1), RankState.LEFT, StateReason.CLOSED, 2, before);
        }
    }

    private static void assertRow(
        final RankRow row, final RankState state, final StateReason reason, final int incarnation, final long before) {
        assertThat(row.rank()).isEqualTo(1);
        assertThat(row.name()).isEqualTo("gateway");
        assertThat(row.state()).isEqualTo(state);
        assertThat(row.reason()).isEqualTo(reason);
        assertThat(row.incarnation()).isEqualTo(incarnation);
        assertThat(row.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(row.sinceMs()).isBetween(before, System.currentTimeMillis());
    }
}
