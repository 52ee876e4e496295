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
package io.tombolo.extensions.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Programs with the calls that a race does not have are replayed with the same outcomes.
 */
@Timeout(120)
class CallsReplayTest {
    private static final int SIZE = 3;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"TESTS", "CANCELS", "GROUPS", "MULTICASTS", "PLACES"})
    void shouldRepeat(final ReplayedCalls calls) throws Exception {
        repeat(calls);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"TESTS", "CANCELS", "GROUPS", "MULTICASTS", "PLACES"})
    void shouldRepeatAll(final ReplayedCalls calls) throws Exception {
        repeat(calls);
    }

    private void repeat(final ReplayedCalls calls) throws Exception {
        try (RecordedJob job = new RecordedJob(directory, calls.name(), 0).start(SIZE).await()) {
            assertThat(job.replay()).as("%s", job.lines()).isZero();
            assertThat(job.replayed()).hasSameTextualContentAs(job.recorded());
            assertThat(job.lines()).isEmpty();
        }
    }
}
