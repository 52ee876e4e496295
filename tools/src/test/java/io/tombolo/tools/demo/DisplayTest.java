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
package io.tombolo.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DisplayTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void shouldChangeOneLineOnATerminal() throws IOException {
        final Display display = display(true);
        show(display, "~SPREADING|");
        show(display, "~SPREADING|short, 3 %");
        show(display, "a line");
        show(display, "~TOKENS|");
        display.clear();
        display.clear();
        assertThat(shown()).isEqualTo(
            "\r\u001b[Kspreading the file ...\r\u001b[Kspreading the file: short, 3 % ...\r\u001b[Ka line\n"
                + "\r\u001b[Kpassing tokens ...\r\u001b[K");
        assertThat(display.phase()).isEqualTo(DemoPhase.TOKENS);
    }

    @Test
    void shouldShowLinesElsewhereAndNotEveryProgress() throws IOException {
        final Display display = display(false);
        for (int i = 0; i < 100; i++) {
            show(display, "~SPREADING|short, " + i + " %");
        }
        show(display, "a line");
        assertThat(shown()).endsWith("a line\n").doesNotContain("\r");
        assertThat(shown().lines().count()).isLessThan(100);
        assertThat(display.phase()).isEqualTo(DemoPhase.SPREADING);
    }

    @Test
    void shouldSayThatNobodyReads() {
        final Display display = new Display(new PrintStream(new OutputStream() {
            @Override
            public void write(final int b) throws IOException {
                throw new IOException("closed");
            }
        }), false);
        assertThatThrownBy(() -> show(display, "a line")).isInstanceOf(IOException.class);
    }

    private Display display(final boolean isTerminal) {
        return new Display(new PrintStream(out, false, StandardCharsets.UTF_8), isTerminal);
    }

    private static void show(final Display display, final String line) throws IOException {
        final byte[] bytes = ("x" + line).getBytes(StandardCharsets.UTF_8);
        display.line(0, bytes, 1, bytes.length - 1);
    }

    private String shown() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
