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
package io.tombolo.tools.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ColoursTest {
    @Test
    void shouldObeyTheEnvironment() {
        assertThat(Colours.of(Map.of(), true).isOn()).isTrue();
        assertThat(Colours.of(Map.of(), false).isOn()).isFalse();
        assertThat(Colours.of(Map.of("NO_COLOR", "1", "CLICOLOR_FORCE", "1"), true).isOn()).isFalse();
        assertThat(Colours.of(Map.of("NO_COLOR", ""), true).isOn()).isTrue();
        assertThat(Colours.of(Map.of("CLICOLOR_FORCE", "1"), false).isOn()).isTrue();
        assertThat(Colours.of(Map.of("CLICOLOR_FORCE", "0"), false).isOn()).isFalse();
        assertThat(Colours.of(Map.of("CLICOLOR", "0"), true).isOn()).isFalse();
        assertThat(Colours.of(Map.of("TERM", "dumb"), true).isOn()).isFalse();
    }

    @Test
    void shouldColourOnlyIfOn() {
        assertThat(Colours.NONE.red("x") + Colours.NONE.bold("y") + Colours.NONE.green("z") + Colours.NONE.yellow("t")).isEqualTo("xyzt");
        assertThat(new Colours(true).green("ok")).isEqualTo("\u001b[32mok\u001b[0m");
    }
}
