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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class EvictionTest {
    @TempDir
    Path directory;

    @Test
    void shouldEvictARankWhoseProcessIsGoneAndTellTheOthers() throws IOException, InterruptedException {
        try (ChildJvm zero = ChildJvm.start(RankMain.class); ChildJvm one = ChildJvm.start(RankMain.class)) {
            assertThat(zero.ask("join " + directory + " 0 3")).startsWith("joined");
            assertThat(one.ask("join " + directory + " 1 3")).startsWith("joined");
            // Nobody else can mark the death.
            zero.stop();
            one.kill();
            final Eviction eviction = JobDirectory.evict(directory, 1);
            assertThat(eviction.outcome()).isSameAs(Eviction.Outcome.EVICTED);
            assertThat(eviction.row().state()).isSameAs(RankState.FAILED);
            assertThat(eviction.row().reason()).isSameAs(StateReason.EVICTED);
            assertThat(eviction.row().pid()).isEqualTo(one.pid());
            assertThat(JobDirectory.evict(directory, 1).outcome()).as("again").isSameAs(Eviction.Outcome.GONE);
            zero.signal("CONT");
            assertThat(zero.ask("await 1 FAILED")).isEqualTo("FAILED");
        }
    }

    @Test
    void shouldNotEvictAStoppedRank() throws IOException {
        try (ChildJvm one = ChildJvm.start(RankMain.class); JobDirectory zero = join(directory, 0, 3)) {
            assertThat(one.ask("join " + directory + " 1 3")).startsWith("joined");
            one.stop();
            final long epoch = zero.failureEpoch();
            final Eviction eviction = JobDirectory.evict(directory, 1);
            assertThat(eviction.outcome()).isSameAs(Eviction.Outcome.ALIVE);
            assertThat(eviction.row().pid()).isEqualTo(one.pid());
            assertThat(JobDirectory.evict(directory, 0).outcome()).as("a rank of this JVM").isSameAs(Eviction.Outcome.ALIVE);
            assertThat(zero.failureEpoch()).isEqualTo(epoch);
            one.signal("CONT");
            assertThat(one.ask("state 1")).isEqualTo("LIVE");
        }
    }

    @Test
    void shouldTellARankThatHasLeftFromOneThatNeverCame() throws IOException {
        try (JobDirectory zero = join(directory, 0, 3)) {
            join(directory, 1, 3).close();
            final long epoch = zero.failureEpoch();
            assertThat(JobDirectory.evict(directory, 1).outcome()).isSameAs(Eviction.Outcome.GONE);
            assertThat(JobDirectory.evict(directory, 2).outcome()).isSameAs(Eviction.Outcome.ABSENT);
            assertThat(zero.failureEpoch()).isEqualTo(epoch);
            assertThatThrownBy(() -> JobDirectory.evict(directory, 3)).hasMessage("rank=3 must be from 0 to 2");
            assertThatThrownBy(() -> JobDirectory.evict(directory, -1)).hasMessage("rank=-1 must be from 0 to 2");
        }
        assertThatThrownBy(() -> JobDirectory.evict(directory.resolve("none"), 0)).isInstanceOf(NoSuchJobException.class);
    }
}
