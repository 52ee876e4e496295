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
package io.tombolo.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--size 8                                             | 8 bytes in private memory: short",
        "--size 2000                                          | 2000 bytes in private memory: short",
        "--size 4K                                            | 4096 bytes in a memory region: registered",
        "--size 1M                                            | 1048576 bytes in private memory: staged",
        "--size 8                                             | 8 bytes in segments: eager",
        "--size 100 --settings tombolo.inline.limit=48        | 100 bytes in private memory: eager",
        "--size 2K,8 --settings tombolo.registered.limit=2000 | 2048 bytes in a memory region: registered",
    })
    void shouldNameThePath(final String arguments, final String line) {
        assertThat(execute(arguments)).isZero();
        assertThat(lines()).contains(line);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void shouldTellWhatDecidedAndWhatToChange() {
        assertThat(execute("--size 9000 --memory private")).isZero();
        assertThat(lines()).hasSizeGreaterThanOrEqualTo(4).allMatch(line -> line.length() <= 120);
        assertThat(String.join(" ", lines()).replaceAll(" +", " "))
            .contains("because in private memory, and 9000 bytes are more than tombolo.packet.length=8192")
            .contains("to change that send it from a MemoryRegion");
    }

    @Test
    void shouldNameBothLimitsOfALongMessageInARegion() {
        assertThat(execute("--size 9000 --memory region")).isZero();
        assertThat(lines()).allMatch(line -> line.length() <= 120);
        assertThat(String.join(" ", lines()).replaceAll(" +", " "))
            .contains("because in a memory region, and not below tombolo.registered.limit=4096")
            .contains("to change that raise tombolo.registered.limit, and raise tombolo.packet.length");
    }

    @Test
    void shouldWriteJson() {
        assertThat(execute("--size 8,5000 --memory region --json")).isZero();
        assertThat(String.join("", lines()).replace(" ", "")).startsWith("{\"format\":1,\"messages\":[{\"size\":8,\"memory\":\"region\"," +
            "\"path\":\"short\"").contains("\"size\":5000", "\"path\":\"registered\"").endsWith("]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--memory region                           | Missing required option: '--size=B'",
        "--size x                                  | --size takes a number of bytes, which may end with K or M, not 'x'",
        "--size -1                                 | --size takes a number of bytes, which may end with K or M, not '-1'",
        "--size 8 --settings tombolo.sail=1        | there is no setting 'tombolo.sail' of a whole job, such as tombolo.packet.length",
        "--size 8 --settings tombolo.packet.length=65 | the settings are refused: tombolo.packet.length=65 must be a multiple of 64",
    })
    void shouldAnswerMisuseWithOneLine(final String arguments, final String message) {
        assertThat(execute(arguments)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("tombolo explain: " + message).hasLineCount(1);
    }

    private int execute(final String arguments) {
        final Terminal terminal = new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8),
            ProcessBuilder.Redirect.PIPE);
        return Tombolo.execute(terminal, ("explain " + arguments).split(" +"));
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
