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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InheritedOptionsTest {
    @Test
    void shouldGiveBackWhatWasPutAside() {
        final Map<String, String> environment = new TreeMap<>(Map.of(
            "RANKS_JDK_JAVA_OPTIONS", "-ea", "RANKS_JAVA_TOOL_OPTIONS", "", "RANKS__JAVA_OPTIONS", "-Xmx1g", "HOME", "/",
            "RANKS_ALL", "1"));
        InheritedOptions.giveBack(environment);
        assertThat(environment).containsExactly(Map.entry("HOME", "/"), Map.entry("JAVA_TOOL_OPTIONS", ""),
            Map.entry("JDK_JAVA_OPTIONS", "-ea"), Map.entry("RANKS_ALL", "1"), Map.entry("_JAVA_OPTIONS", "-Xmx1g"));
    }

    @Test
    void shouldTellWhetherThereAreAny() {
        assertThat(InheritedOptions.anyGiven(Map.of("HOME", "/", "JAVA_TOOL_OPTIONS", " "))).isFalse();
        assertThat(InheritedOptions.anyGiven(Map.of("JAVA_TOOL_OPTIONS", " -XX:+UseZGC"))).isTrue();
        assertThat(InheritedOptions.anyGiven(Map.of("RANKS__JAVA_OPTIONS", "-XX:+UseZGC"))).isTrue();
    }

    @Test
    void shouldTakeSettingsOver() {
        assertThat(InheritedOptions.settings(Map.of(
            "RANKS_JAVA_TOOL_OPTIONS", "-Dtombolo.packets=4 -Dtombolo.ring.slots=64 -Dother=1",
            "RANKS_JDK_JAVA_OPTIONS", "-XX:+UseZGC '-Dtombolo.packets=5' -Djava.io.tmpdir=\"/tmp/a b\" -Dtombolo.flag",
            "JDK_JAVA_OPTIONS", "-Dtombolo.packets=6")))
            .containsExactly(Map.entry("tombolo.packets", "5"), Map.entry("tombolo.ring.slots", "64"),
                Map.entry("java.io.tmpdir", "/tmp/a b"));
    }
}
