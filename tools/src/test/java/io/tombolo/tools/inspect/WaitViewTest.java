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
package io.tombolo.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the inspector says of a wait for no rank in particular. */
class WaitViewTest {
    private static String what(final WaitCall call, final WaitKind kind, final long length, final long number) {
        final WaitEntry entry = new WaitEntry(kind, WaitKind.NO_RANK, WaitKind.NO_TAG, 0, length, number);
        return new WaitView(0, new WaitReading(0, 1, 100, 0, call, WaitMode.ALL, 1, List.of(entry), "main", ""), 0, 0).what();
    }

    @Test
    void shouldNotInventARank() {
        assertThat(what(WaitCall.CLOSE, WaitKind.SEND, 0, 3)).isEqualTo("the end of its sends, now 3");
        assertThat(what(WaitCall.BARRIER, WaitKind.COLLECTIVE, 0, 5)).isEqualTo("call 5 of group 0");
        assertThat(what(WaitCall.MULTICAST, WaitKind.CLAIM, 100, 0)).isEqualTo("100 bytes of memory");
        assertThat(what(WaitCall.FEED_OPEN, WaitKind.FEED_MESSAGE, 0, 0)).isEqualTo("writer of a feed");
    }
}
