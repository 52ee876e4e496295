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
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class EvictionTest {
    private static final long TIMEOUT_NS = 10_000_000_000L;

    @TempDir
    private Path temporary;

    @Test
    void shouldMarkADeadRankAndTellTheOthers() throws IOException {
        final Path path = temporary.resolve("job");
        try (JobDirectory first = join(path, 0); JobDirectory second = join(path, 1)) {
            first.markLive();
            second.markLive();
            assertThat(Eviction.evict(path, 1)).isFalse();
            assertThat(Eviction.evict(path, 2)).isFalse();
            final long epoch = first.failureEpoch();
            second.simulateDeath(1);
            assertThat(Eviction.evict(path, 1)).isTrue();
            assertThat(first.state(1)).isEqualTo(RankState.FAILED);
            assertThat(first.failureEpoch()).isGreaterThan(epoch);
            assertThat(Eviction.evict(path, 1)).isTrue();
            first.leave();
            assertThat(Eviction.evict(path, 0)).isFalse();
        }
    }

    @Test
    void shouldRefuseWhatIsNotThere() throws IOException {
        final Path path = temporary.resolve("job");
        try (JobDirectory job = join(path, 0)) {
            assertThatThrownBy(() -> Eviction.evict(path, 3)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rank=3 must be from 0 to 2");
            assertThat(job.state(0)).isEqualTo(RankState.JOINING);
        }
        assertThatThrownBy(() -> Eviction.evict(temporary, 0)).isInstanceOf(NoSuchJobException.class);
    }

    private static JobDirectory join(final Path path, final int rank) throws IOException {
        return JobDirectory.join(path, rank, 3, JobGeometry.builder().build(), TIMEOUT_NS);
    }
}
