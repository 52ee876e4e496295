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
package io.tombolo.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;
import java.nio.file.Files;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sender ends its messages at an abort. Their receiver, which has not noticed the abort, may still read the lanes. */
@Timeout(30)
class AbortedLanesTest {
    private static final int LANES = 4;
    private static final int LENGTH = 64 * 1024;
    private static final int TURNS = 1000;

    /** All receivers count as far, so they hand the cache lines of lanes back. */
    private final LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, LANES)
        .size(GeometrySetting.STAGING_LANE_LENGTH, LENGTH).size(GeometrySetting.STAGING_FAR_NS, 0));
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);

    @AfterEach
    void close() {
        job.close();
    }

    /** When all messages end, the lane that would be taken next still holds the first message. */
    @Test
    void shouldKeepTheirBytesAfterAnAbort() throws IOException {
        final Communicator world = job.engine(0).world();
        buffer.setMemory(0, LENGTH, (byte) 1);
        final Request first = world.isend(buffer, 0, LENGTH, 1, 0);
        assertThat(first.test()).isTrue();
        for (int tag = 1; tag < LANES; tag++) {
            assertThat(world.isend(buffer, 0, LENGTH, 1, tag).test()).as("message %d has a lane", tag).isTrue();
            if (tag < LANES - 1) {
                final Request receive = job.engine(1).world().irecv(buffer, 0, LENGTH, 0, tag);
                while (!receive.test()) {
                    TimeLimit.check();
                    job.step();
                }
                job.step();
            }
        }
        job.engine(0).abort(1, "enough");
        for (int turn = 0; turn < TURNS; turn++) {
            job.engine(0).poll();
        }
        final byte[] file = Files.readAllBytes(EngineAccess.node(job.engine(0)).heapPath(0));
        assertThat(count(file)).as("unchanged bytes in %d lanes", LANES).isGreaterThanOrEqualTo(LANES * LENGTH);
    }

    private static int count(final byte[] file) {
        int ones = 0;
        for (final byte value : file) {
            ones += value == 1 ? 1 : 0;
        }
        return ones;
    }
}
