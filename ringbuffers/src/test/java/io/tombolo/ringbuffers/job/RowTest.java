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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The changes of a row in the job file. */
class RowTest {
    @TempDir
    private Path directory;
    private JobFile file;

    @BeforeEach
    void create() throws IOException {
        file = JobFile.create(directory.resolve("job.dat"), 2, Jobs.geometry());
    }

    private void move(final RankState to, final StateReason reason) {
        assertThat(file.moveState(1, file.stateWord(1), to, reason)).isTrue();
    }

    @Test
    void shouldShowEachChangeWithItsReasonAndTime() {
        final RankRow free = RankRow.read(file, 1);
        assertThat(free).isEqualTo(
            new RankRow(1, 0, RankState.FREE, StateReason.NONE, false, file.creationTimeMs(), "", 0, 0, CoreSet.UNKNOWN));
        file.describe(1, 42, 43, new CoreSet(7, 0, 0));
        file.name(1, "gateway");
        assertThat(RankRow.read(file, 1).name()).as("of a rank that has not joined").isEmpty();
        final long before = System.currentTimeMillis();
        move(RankState.JOINING, StateReason.JOINED);
        final RankRow joining = RankRow.read(file, 1);
        assertThat(joining).isEqualTo(new RankRow(
            1, 1, RankState.JOINING, StateReason.JOINED, false, joining.sinceMs(), "gateway", 42, 43, new CoreSet(7, 0, 0)));
        assertThat(joining.sinceMs()).isBetween(before, System.currentTimeMillis());
        move(RankState.LIVE, StateReason.JOINED);
        assertThat(RankRow.read(file, 1).state()).isSameAs(RankState.LIVE);
        move(RankState.LEFT, StateReason.CLOSED);
        assertThat(RankRow.read(file, 1).reason()).isSameAs(StateReason.CLOSED);
        move(RankState.JOINING, StateReason.JOINED);
        assertThat(RankRow.read(file, 1).isAfterLeft()).isTrue();
        assertThat(RankRow.read(file, 1).incarnation()).isEqualTo(2);
        move(RankState.FAILED, StateReason.PROCESS_GONE);
        assertThat(RankRow.read(file, 1).reason()).isSameAs(StateReason.PROCESS_GONE);
        assertThat(file.failureEpoch()).isEqualTo(5);
        assertThat(RankRow.read(file, 0).state()).isSameAs(RankState.FREE);
    }

    @Test
    void shouldChangeNothingForALoserOrAnImpossibleChange() {
        move(RankState.JOINING, StateReason.JOINED);
        final long joining = file.stateWord(1);
        move(RankState.LIVE, StateReason.JOINED);
        final long live = file.stateWord(1);
        assertThat(file.moveState(1, joining, RankState.FAILED, StateReason.PROCESS_GONE)).isFalse();
        assertThatThrownBy(() -> file.moveState(1, live, RankState.JOINING, StateReason.JOINED))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> file.moveState(1, live, RankState.LEFT, StateReason.PROCESS_GONE))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(file.stateWord(1)).isEqualTo(live);
        assertThat(file.failureEpoch()).isEqualTo(2);
    }
}
