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
package io.tombolo.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * When a resource that was short is asked for again.
 */
class ShortageTest {
    private static final long NO_PAUSE = 0;

    private final OutOfMemoryError lack = new OutOfMemoryError("of a test");

    @Test
    void shouldNotBeginShort() {
        final Shortage shortage = new Shortage();
        assertThat(shortage.tryEnd()).isTrue();
        assertThat(shortage.reason()).isNull();
    }

    @Test
    void shouldLastForAWhileAfterARefusal() {
        final Shortage shortage = new Shortage();
        shortage.begin(lack);
        assertThat(shortage.tryEnd()).isFalse();
        assertThat(shortage.reason()).isSameAs(lack);
    }

    @Test
    void shouldEndAfterThePause() {
        final Shortage shortage = new Shortage(NO_PAUSE);
        shortage.begin(lack);
        assertThat(shortage.reason()).isSameAs(lack);
        assertThat(shortage.tryEnd()).isTrue();
        assertThat(shortage.reason()).isNull();
    }

    @Test
    void shouldKeepTheReasonOfTheLastRefusal() {
        final Shortage shortage = new Shortage();
        shortage.begin(new OutOfMemoryError("an earlier one"));
        shortage.begin(lack);
        assertThat(shortage.reason()).isSameAs(lack);
    }
}
