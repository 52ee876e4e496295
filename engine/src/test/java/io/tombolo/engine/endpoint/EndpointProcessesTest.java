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
package io.tombolo.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.RankJvms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server and its clients in a process each. One client is killed in the middle of a message (T4.7). */
@Timeout(60)
final class EndpointProcessesTest {
    private static final List<String> SIZES = List.of(
        "-Dtombolo.exposure.limit=20000", "-Dtombolo.match.nodes=256", "-Dtombolo.wait.spins=0");

    @Test
    void shouldServeTheOthersWhenAClientIsKilled() throws Exception {
        try (RankJvms job = RankJvms.start(4, EndpointProgram.class, SIZES)) {
            job.awaitLine(1, "sending");
            job.kill(1);
            assertThat(job.exitStatus(0)).as(job.output(0)).isZero();
            job.awaitSuccess();
            assertThat(job.output(0)).contains("served");
        }
    }

    @Test
    void shouldFlushWhatAClientHadBegunWhenItDied() throws Exception {
        try (RankJvms job = RankJvms.create()) {
            final List<String> dying = new ArrayList<>(SIZES);
            dying.add("-Dtombolo.faults=true");
            // Halts while a part of a message is exposed and the rest is not. No other rank sends, so there is a buffer for this message.
            dying.add("-Dtombolo.fault.halt=RTS_SENT:5");
            job.add(0, 2, EndpointProgram.class, SIZES).add(1, 2, EndpointProgram.class, dying);
            assertThat(job.exitStatus(0)).as(job.output(0)).isZero();
            job.awaitSuccess();
            assertThat(job.awaitLine(0, "served")).isEqualTo("served 4 1");
        }
    }
}
