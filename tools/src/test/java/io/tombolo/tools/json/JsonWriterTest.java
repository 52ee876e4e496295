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
package io.tombolo.tools.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JsonWriter json = new JsonWriter(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldNest() {
        json.object().member("a", 1).array("b").value(2L).object().end().array().end().end().member("c", null).member("d", true)
            .member("e", 0.5).member("f", Double.NaN).end();
        assertThat(text()).endsWith("}\n").isEqualToIgnoringWhitespace(
            "{\"a\": 1, \"b\": [2, {}, []], \"c\": null, \"d\": true, \"e\": 0.5, \"f\": null}");
        assertThat(StrictJson.at(StrictJson.parse(text()), "b")).isEqualTo(List.of(2L, Map.of(), List.of()));
    }

    @Test
    void shouldWriteOneLine() {
        final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        for (int i = 0; i < 2; i++) {
            JsonWriter.ofLine(out).object().member("a", i).array("b").value(2L).value("\n").end().end();
        }
        assertThat(text()).isEqualTo("{\"a\": 0, \"b\": [2, \"\\u000a\"]}\n{\"a\": 1, \"b\": [2, \"\\u000a\"]}\n");
    }

    @Test
    void shouldGiveAnyStringBackAndStayPrintable() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final StringBuilder any = new StringBuilder("\"\\/\b\f\n\r\t\u0000\u001b\u007f\u2028\ud800");
        for (int i = 0; i < 10_000; i++) {
            any.append((char) random.nextInt(0x10000));
        }
        json.object().member(any.toString(), any.toString()).end();
        assertThat(text()).matches("[\\x20-\\x7e\\n]*");
        assertThat(StrictJson.parse(text())).as("seed " + seed).isEqualTo(Map.of(any.toString(), any.toString()));
    }

    @Test
    void shouldRefuseWhatIsNoJson() {
        json.object();
        assertThatThrownBy(() -> json.member("a", new Object())).isInstanceOf(IllegalArgumentException.class);
        final JsonWriter array = new JsonWriter(new PrintStream(bytes, true, StandardCharsets.UTF_8)).array();
        assertThatThrownBy(() -> array.member("a", 1)).isInstanceOf(IllegalStateException.class);
        array.end();
        assertThatThrownBy(array::end).isInstanceOf(IllegalStateException.class);
    }
}
