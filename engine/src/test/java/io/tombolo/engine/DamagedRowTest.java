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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobFileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank whose row in the job file holds an impossible value.
 */
@Timeout(30)
class DamagedRowTest {
    @Test
    void shouldReportARankOnceThoughWhatItSentHasNoRoomYet() throws IOException {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.MATCH_NODES, 64)
            .closeTimeout(0, TimeUnit.SECONDS).errorHandler(exception -> { }))) {
            for (int i = 0; i < 200; i++) {
                job.engine(0).world().isend(buffer, 0, 8, 1, 9);
                job.step();
            }
            final ByteBuffer row = ByteBuffer.allocate(Long.BYTES);
            final int place = JobFileDescriptor.rowOffset(0) + JobFileDescriptor.STATE_OFFSET;
            try (FileChannel file = FileChannel.open(
                job.directory().resolve("job.dat"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                file.read(row, place);
                file.write(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1}), place);
                for (int i = 0; i < 200; i++) {
                    job.engine(1).poll();
                }
                assertThat(errors(job)).as("while there are messages of it to be received").isZero();
                final Communicator one = job.engine(1).world();
                assertThatThrownBy(() -> {
                    while (true) {
                        final Request receive = one.irecv(buffer, 0, 8, 0, 9);
                        while (!receive.test()) {
                            Traffic.checkTime();
                        }
                    }
                }).isInstanceOf(MessagingException.class).hasMessageContaining("cannot be right");
                assertThat(errors(job)).isEqualTo(1);
                file.write(row.flip(), place);
            }
        }
    }

    private static long errors(final LocalJob job) {
        return EngineAccess.node(job.engine(1)).counters().value(Counter.PROTOCOL_ERRORS);
    }
}
