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
package io.tombolo.engine.spare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpareOrderTest {
    private static final SpareOrder ORDER =
        new SpareOrder(Map.of("tombolo.rank", "3", "tombolo.name", "b\u00f6rse"), "a.Main", List.of("", "x y", "\u20ac"));

    @Test
    void shouldLeaveTheInputOfTheProgram() throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ORDER.write(bytes);
        bytes.write(7);
        final ByteArrayInputStream stream = new ByteArrayInputStream(bytes.toByteArray());
        assertThat(SpareOrder.read(stream)).isEqualTo(ORDER);
        assertThat(stream.read()).isEqualTo(7);
    }

    @Test
    void shouldEndWithTheLauncher() throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ORDER.write(bytes);
        for (int length = 0; length < bytes.size(); length++) {
            assertThat(SpareOrder.read(new ByteArrayInputStream(Arrays.copyOf(bytes.toByteArray(), length)))).isNull();
        }
    }

    @Test
    void shouldRefuseOtherInput() {
        assertThatThrownBy(() -> SpareOrder.read(new ByteArrayInputStream(new byte[] {-1, 0, 0, 0}))).isInstanceOf(IOException.class)
            .hasMessageContaining("carries no order: length=-16777216");
    }
}
