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
package io.tombolo.engine.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.MemoryRegion;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The buffer of a region is its user's, who may wrap something else in it: the region stays where it is.
 */
@Timeout(30)
class RegionBufferTest {
    @Test
    void shouldSendFromAndReceiveIntoTheRegionWhateverItsBufferWraps() {
        final byte[] elsewhere = new byte[64];
        try (LocalJob job = LocalJob.of(2)) {
            final MemoryRegion from = job.engine(0).allocate(64);
            final MemoryRegion to = job.engine(1).allocate(64);
            from.buffer().putLong(8, 42);
            from.buffer().wrap(elsewhere);
            to.buffer().wrap(elsewhere);
            job.engine(0).world().send(from, 0, 16, 1, 7);
            job.engine(1).world().recv(to, 16, 16, 0, 7, null);
            final UnsafeBuffer received = to.buffer(16, 16);
            assertThat(received.getLong(8)).isEqualTo(42);
            assertThat(elsewhere).containsOnly(0);
        }
    }
}
