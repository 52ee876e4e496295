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
package io.tombolo.tools.flight;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.job.JobDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Passes over the events of several ranks are in order, each and one after the other. */
@Timeout(30)
class FlightRanksTest {
    private final List<Integer> tags = new ArrayList<>();
    private final FlightOutput output = new FlightOutput() {
        @Override
        public void note(final String line) {
            throw new AssertionError(line);
        }

        @Override
        public void problem(final String line) {
            throw new AssertionError(line);
        }

        @Override
        public void event(final FlightCursor cursor, final long missed) {
            tags.add(cursor.event().tag());
        }
    };

    @TempDir
    private Path parent;

    @Test
    void shouldLeaveToTheNextPassWhatIsRecordedAfterThisOneBegan() throws IOException {
        try (RecordingJob job = new RecordingJob(parent.resolve("job"))) {
            final RecordingJob.Rank zero = job.join(0, null, true);
            final RecordingJob.Rank one = job.join(1, null, true);
            try (JobDirectory inspected = JobDirectory.inspect(job.directory());
                FlightRanks ranks = new FlightRanks(inspected, FlightOptions.ALL)) {
                assertThat(ranks.attach()).isEmpty();
                zero.send(1, 0, 1);
                assertThat(ranks.pass(FlightRanks.FOREVER, output)).isOne();
                one.send(0, 1, 2);
                zero.send(1, 2, 3);
                final long began = ranks.nowNs();
                one.send(0, 3, 4);
                assertThat(ranks.pass(began, output)).isEqualTo(2);
                assertThat(tags).containsExactly(0, 1, 2);
                zero.send(1, 4, 5);
                one.send(0, 5, 6);
                assertThat(ranks.pass(began, output)).as("a rank with another clock must not wait for ever").isOne();
                assertThat(tags).containsExactly(0, 1, 2, 3);
                assertThat(ranks.pass(ranks.nowNs(), output)).isEqualTo(2);
                assertThat(tags).containsExactly(0, 1, 2, 3, 4, 5);
                assertThat(ranks.haveEnded()).isFalse();
                one.die();
                assertThat(ranks.haveEnded()).isFalse();
                zero.leave();
                assertThat(ranks.haveEnded()).isTrue();
            }
        }
    }
}
