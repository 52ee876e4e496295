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
package io.tombolo.tools.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the view says of a wait. */
class ShownWaitTest {
    @Test
    void shouldNotSayThatTheRankOfARoundIsMissing() {
        // Its message is not there; the rank itself may be in the call and wait for another one.
        final WaitEntry round = new WaitEntry(WaitKind.COLLECTIVE, 5, 0, 0, 0, 1);
        final ShownWait wait = ShownWait.of(new WaitReading(
            0, 1, 100, 0, WaitCall.BARRIER, WaitMode.ALL, 1, List.of(round), "main", "acme.Program.run(Program.java:7)"), 130);
        assertThat(wait.text()).isEqualTo("barrier, awaits 5 at Program.java:7");
        assertThat(wait.ageNs()).isEqualTo(30);
    }

    @Test
    void shouldCountTheSendsOfAClose() {
        final WaitEntry sends = new WaitEntry(WaitKind.SEND, WaitKind.NO_RANK, WaitKind.NO_TAG, 0, 0, 3);
        assertThat(ShownWait.of(new WaitReading(0, 1, 100, 0, WaitCall.CLOSE, WaitMode.ALL, 1, List.of(sends), "main", ""), 130).text())
            .isEqualTo("close, sends: 3");
    }
}
