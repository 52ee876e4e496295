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
package io.tombolo.tools.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankLookTest {
    private static WaitReading shown(final int place, final long number) {
        return new WaitReading(place, number, 1, 0, WaitCall.RECV, WaitMode.ALL, 0, List.of(), "main", "");
    }

    private static RankLook look(final int incarnation, final WaitReading... waits) {
        return new RankLook(incarnation, 1, 1, true, 0, List.of(waits));
    }

    @Test
    void shouldKeepTheWaitsThatWereThereBefore() {
        final RankLook before = look(1, shown(0, 4), shown(1, 5), shown(2, 6));
        assertThat(look(1, shown(0, 4), shown(1, 7), shown(3, 6)).alsoIn(before)).containsExactly(shown(0, 4));
        assertThat(look(2, shown(0, 4)).alsoIn(before)).isEmpty();
    }
}
