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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrefixedLinesTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrefixedLines lines = new PrefixedLines(new PrintStream(bytes, false, StandardCharsets.UTF_8));

    @Test
    void shouldPrefixEachLineWithItsRank() throws IOException {
        line(0, "one");
        line(12, "");
        lines.flush();
        assertThat(written()).isEqualTo("[0] one\n[12] \n");
    }

    @Test
    void shouldWriteLinesOfEveryLengthWhole() throws IOException {
        final StringBuilder expected = new StringBuilder();
        for (final int length : new int[] {1, 65_531, 65_532, 65_533, 65_536, 65_537, 200_000, 3}) {
            final String text = "x".repeat(length);
            line(1, text);
            expected.append("[1] ").append(text).append('\n');
        }
        lines.flush();
        assertThat(written()).isEqualTo(expected.toString());
    }

    @Test
    void shouldPrefixLinesWithNames() throws IOException {
        final PrefixedLines named = new PrefixedLines(new PrintStream(bytes, false, StandardCharsets.UTF_8), List.of("gateway", ""));
        for (final int rank : new int[] {0, 1, 2, LineConsumer.SPARE}) {
            named.line(rank, new byte[] {'x'}, 0, 1);
        }
        named.flush();
        assertThat(written()).isEqualTo("[gateway] x\n[1] x\n[2] x\n[spare] x\n");
    }

    @Test
    void shouldTellThatNobodyReads() throws IOException {
        final PrefixedLines refused = new PrefixedLines(new PrintStream(new OutputStream() {
            @Override
            public void write(final int value) throws IOException {
                throw new IOException("closed");
            }
        }));
        refused.line(0, new byte[] {'x'}, 0, 1);
        assertThatThrownBy(refused::flush).isInstanceOf(IOException.class).hasMessageContaining("closed by its reader");
    }

    private void line(final int rank, final String text) throws IOException {
        final byte[] buffer = ("--" + text).getBytes(StandardCharsets.US_ASCII);
        lines.line(rank, buffer, 2, buffer.length - 2);
    }

    private String written() {
        return bytes.toString(StandardCharsets.US_ASCII);
    }
}
