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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankJvms;
import io.tombolo.engine.TestDirectories;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.counters.Counter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Messages of more than 2 GiB in one call, staged and registered, across the borders of mappings with their real length.
 */
@Tag("nightly")
class HugeMessageTest {
    private static final long LENGTH = (2L << 30) + 123_456;
    private static final long DISK = LENGTH + (64 << 20);
    private static final long MEMORY = 3 * LENGTH;

    @Test
    @Timeout(120)
    void shouldSendMoreThanTwoGibibytesInOneCall() throws Exception {
        final long room = Files.getFileStore(TestDirectories.parent(DISK)).getUsableSpace();
        assumeTrue(room >= DISK, "needs " + DISK + " bytes in /dev/shm or java.io.tmpdir, there are " + room);
        final long memory = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
        assumeTrue(memory >= MEMORY, "needs " + MEMORY + " bytes of memory, there are " + memory);
        try (RankJvms job = RankJvms.create(DISK).add(0, 1, Rank.class, List.of("-Xmx2400m", "-Xmn16m"))) {
            // Waits for several lines, because memory is slow when it is touched for the first time.
            job.awaitLine(0, "filled");
            job.awaitLine(0, "reserved");
            job.awaitLine(0, "staged");
            job.awaitSuccess();
        }
    }

    /** A rank that sends to itself, so that one file is enough. */
    static final class Rank {
        private static final long OFFSET = 3;

        private Rank() {
        }

        public static void main(final String[] arguments) {
            final long[] words = new long[(int) (LENGTH / Long.BYTES)];
            for (int i = 0; i < words.length; i++) {
                words[i] = word(i);
            }
            TestOutput.say("filled");
            try (Engine engine = Engine.launch(); MemoryRegion region = engine.allocate(LENGTH + 8)) {
                TestOutput.say("reserved");
                final Communicator world = engine.world();
                final Request send = new Request();
                final Status status = new Status();
                world.isend(words, 0, words.length, 0, 1, send);
                world.recv(region, OFFSET, LENGTH, 0, 1, status);
                send.await();
                assertThat(status.length()).isEqualTo(LENGTH);
                TestOutput.say("staged");
                Arrays.fill(words, 0);
                world.isend(region, OFFSET, LENGTH, 0, 2, send);
                world.recv(words, 0, words.length, 0, 2, status);
                send.await();
                assertThat(status.length()).isEqualTo(LENGTH);
                for (int i = 0; i < words.length; i++) {
                    if (words[i] != word(i)) {
                        throw new AssertionError("word " + i + " differs");
                    }
                }
                assertThat(EngineAccess.node(engine).counters().value(Counter.SENT_RENDEZVOUS_STAGED)).isOne();
                assertThat(EngineAccess.node(engine).counters().value(Counter.SENT_RENDEZVOUS_REGISTERED)).isOne();
                assertThat(EngineAccess.node(engine).counters().value(Counter.CONTROL_SENT)).isEqualTo(2);
                assertThat(EngineAccess.node(engine).counters().value(Counter.DONE_GET_SENT)).isEqualTo(2);
                Quiescence.assertQuiet(engine);
            }
        }

        private static long word(final int at) {
            return at * 0x9E37_79B9_7F4A_7C15L + 1;
        }
    }
}
