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

import io.tombolo.ringbuffers.counters.Counter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class RankFileTest {
    @TempDir
    Path directory;

    @Test
    void shouldShowARankToItsPeersAndToInspectors() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2); JobDirectory one = join(directory, 1, 2);
            RankFile own = RankFile.create(zero); RankFile peer = RankFile.attach(one, 0, 1);
            JobDirectory view = JobDirectory.inspect(directory); RankFile seen = RankFile.attach(view, 0, 1)) {
            own.counters().increment(Counter.SENT_SHORT);
            assertThat(peer.counters().value(Counter.SENT_SHORT)).isEqualTo(1);
            assertThat(seen.counters().value(Counter.SENT_SHORT)).isEqualTo(1);
            for (final RankFileSection section : RankFileSection.values()) {
                own.section(section).putLong(64, section.code());
            }
            for (final RankFileSection section : RankFileSection.values()) {
                assertThat(peer.section(section).getLong(64)).isEqualTo(section.code());
                assertThat(seen.section(section).capacity())
                    .isEqualTo(RankFileDescriptor.sectionLength(section, zero.geometry(), 2));
            }
        }
    }

    @Test
    void shouldRefuseToBeCreatedTwiceAndToReadTheFileOfAnotherRank() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2); RankFile own = RankFile.create(zero)) {
            assertThat(zero.rankPath(0, 1)).exists();
            assertThatThrownBy(() -> RankFile.create(zero)).isInstanceOf(FileAlreadyExistsException.class);
            assertThatThrownBy(() -> RankFile.attach(zero, 1, 1)).isInstanceOf(NoSuchFileException.class);
            Files.copy(zero.rankPath(0, 1), zero.rankPath(1, 1));
            Files.copy(zero.rankPath(0, 1), zero.rankPath(0, 2));
            assertThatThrownBy(() -> RankFile.attach(zero, 1, 1)).isInstanceOf(JobLayoutException.class)
                .hasMessageContaining("another rank");
            assertThatThrownBy(() -> RankFile.attach(zero, 0, 2)).isInstanceOf(JobLayoutException.class)
                .hasMessageContaining("another rank");
            own.section(RankFileSection.DOORBELL);
        }
    }

    @Test
    void shouldRingOnlyASleeperAndOnlyOnce() throws IOException {
        try (JobDirectory zero = join(directory, 0, 1); RankFile own = RankFile.create(zero);
            RankFile peer = RankFile.attach(zero, 0, 1)) {
            assertThat(peer.doorbell().ring()).isFalse();
            own.doorbell().prepareSleep();
            assertThat(peer.doorbell().isAsleep()).isTrue();
            assertThat(own.doorbell().sleep(1_000)).isFalse();
            assertThat(peer.doorbell().ring()).isTrue();
            assertThat(peer.doorbell().ring()).isFalse();
            assertThat(own.doorbell().sleep(TimeUnit.SECONDS.toNanos(30))).isTrue();
            own.doorbell().prepareSleep();
            own.doorbell().awake();
            assertThat(peer.doorbell().isAsleep()).isFalse();
        }
    }
}
