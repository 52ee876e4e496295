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

import org.junit.jupiter.api.Test;

class RequiredJvmFlagsTest {
    private static final String ALL = String.join(" ", RequiredJvmFlags.list());

    @Test
    void shouldBeTheWholeValueWhereThereIsNone() {
        assertThat(RequiredJvmFlags.appendedTo(null)).isEqualTo(ALL);
        assertThat(RequiredJvmFlags.appendedTo("  ")).isEqualTo(ALL);
    }

    @Test
    void shouldComeAfterWhatIsThere() {
        assertThat(RequiredJvmFlags.appendedTo("-Xmx64m -ea")).isEqualTo("-Xmx64m -ea " + ALL);
    }

    @Test
    void shouldNotBeAppendedTwice() {
        assertThat(RequiredJvmFlags.appendedTo(RequiredJvmFlags.appendedTo("-Xmx64m"))).isEqualTo("-Xmx64m " + ALL);
    }
}
