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
package io.tombolo.ringbuffers.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/**
 * Tables of state machines.
 */
class TransitionTableTest {
    private enum Light { RED, GREEN, BROKEN }

    private enum Event { TIMER, FAULT }

    private final TransitionTable.Builder<Light, Event> builder = TransitionTable.of("light", Light.class, Event.class)
        .row(Light.GREEN, Event.TIMER, Light.RED, "S1")
        .row(Light.RED, Event.TIMER, Light.GREEN, "S2")
        .row(Light.RED, Event.FAULT, Light.BROKEN, "S3");

    @Test
    void shouldFindEachRow() {
        final TransitionTable<Light, Event> table = builder.build();
        assertThat(table.rows()).hasSize(3);
        for (int row = 0; row < table.rows().size(); row++) {
            final Transition<Light, Event> transition = table.rows().get(row);
            assertThat(table.row(transition.from(), transition.event())).isEqualTo(row);
            assertThat(table.has(transition.from(), transition.event())).isTrue();
            assertThat(table.next(transition.from(), transition.event())).isEqualTo(transition.to());
            assertThat(table.to(row)).isEqualTo(transition.to());
            assertThat(table.at(row)).isEqualTo(transition);
        }
    }

    @Test
    void shouldRefuseWhatHasNoRow() {
        final TransitionTable<Light, Event> table = builder.build();
        assertThat(table.row(Light.GREEN, Event.FAULT)).isEqualTo(TransitionTable.NONE);
        assertThat(table.has(Light.BROKEN, Event.TIMER)).isFalse();
        assertThatThrownBy(() -> table.next(Light.BROKEN, Event.TIMER)).isInstanceOf(IllegalStateException.class)
            .hasMessage("no such transition: machine=light state=BROKEN event=TIMER");
    }

    @Test
    void shouldRefuseTwoRowsForOneEvent() {
        builder.row(Light.RED, Event.TIMER, Light.RED, "S4");
        assertThatThrownBy(builder::build).isInstanceOf(IllegalStateException.class).hasMessageContaining("machine=light");
    }
}
