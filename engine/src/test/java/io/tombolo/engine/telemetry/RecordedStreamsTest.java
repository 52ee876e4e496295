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
package io.tombolo.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.ringbuffers.job.StreamFileDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank makes a file for its streams if it keeps bytes of messages, and only then.
 */
@Timeout(30)
class RecordedStreamsTest {
    @Test
    void shouldMakeAFileOnlyIfBytesAreKept() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.flightPayload(0))) {
            assertThat(job.directory().resolve("record-0.1.dat")).doesNotExist();
        }
        try (LocalJob job = LocalJob.of(2, context -> context.flightPayload(StreamFileDescriptor.LEAST_PAYLOAD))) {
            assertThat(job.directory().resolve("record-0.1.dat")).hasSize(StreamFileDescriptor.length(StreamFileDescriptor.LEAST_PAYLOAD));
            assertThat(job.directory().resolve("record-1.1.dat")).exists();
        }
    }

    @Test
    void shouldRecordAllMessagesIfBytesAreKept() {
        assertThat(new EngineContext().flightPayload(1 << 20).conclude().recordsAllMessages()).isTrue();
        assertThat(new EngineContext().conclude().recordsAllMessages()).isFalse();
    }

    @Test
    void shouldRefuseABadNumberOfBytes() {
        for (final long bytes : new long[] {-1, 1, 32_768, 65_537, 1L << 30}) {
            assertThatThrownBy(() -> new EngineContext().flightPayload(bytes).conclude()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("tombolo.flight.payload.bytes=" + bytes + " must be ");
        }
    }
}
