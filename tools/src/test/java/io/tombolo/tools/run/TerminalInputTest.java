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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The terminal is read only in the foreground.
 */
@Timeout(30)
class TerminalInputTest {
    private static final String LEFT = "left the foreground";

    private final ByteArrayOutputStream rank = new ByteArrayOutputStream();
    private final Deque<String> typed = new ArrayDeque<>();
    private int reads;

    @ParameterizedTest
    @CsvSource({
        "4711 (java) S 1 4711 4700 34816 4711 4194304 0, true",
        "4711 (java) S 1 4711 4700 34816 4700 4194304 0, false",
        "4712 (a ) S 9 9 9 9 9 9) R 1 4711 4700 34816 4711 4194304 0, true",
        "4711 (java) S 1 4711 4711 0 -1 4194304 0, true"})
    void shouldTellForegroundFromBackground(final String stat, final boolean isForeground) {
        assertThat(TerminalInput.isForeground(stat)).isEqualTo(isForeground);
    }

    @Test
    void shouldReadNothingInTheBackground() {
        typed.addAll(List.of("one\n", "two\n"));
        final Deque<Boolean> foreground = new ArrayDeque<>(List.of(false, false, true, false, true, true));
        new TerminalInput(terminal(), rank, () -> true, () -> {
            final boolean isForeground = foreground.remove();
            // Its first line is read in the third turn, not before.
            assertThat(reads).isEqualTo(foreground.size() > 2 ? 0 : foreground.size() > 0 ? 1 : 2);
            return isForeground;
        }).run();
        assertThat(rank).hasToString("one\ntwo\n");
    }

    @Test
    void shouldGoOnWhenItWasInTheBackgroundForATime() {
        typed.addAll(List.of("one\n", LEFT, LEFT, "two\n"));
        new TerminalInput(terminal(), rank, () -> true, () -> true).run();
        assertThat(rank).hasToString("one\ntwo\n");
    }

    @Test
    void shouldReadNothingForARankThatHasEnded() {
        typed.add("for the shell\n");
        new TerminalInput(terminal(), rank, () -> false, () -> true).run();
        assertThat(reads).isZero();
    }

    @Test
    void shouldPassOnToTheNextProcessWhatTheFirstDidNotTake() throws IOException {
        typed.addAll(List.of("one\n", "two\n"));
        final ByteArrayOutputStream next = new ByteArrayOutputStream();
        final Deque<TerminalInput> input = new ArrayDeque<>();
        final OutputStream dead = new OutputStream() {
            @Override
            public void write(final int value) throws IOException {
                input.element().turnTo(next);
                throw new IOException("Broken pipe");
            }
        };
        input.add(new TerminalInput(terminal(), dead, () -> true, () -> true));
        input.element().run();
        assertThat(next).hasToString("one\ntwo\n");
        final AtomicBoolean isClosed = new AtomicBoolean();
        input.element().turnTo(new ByteArrayOutputStream() {
            @Override
            public void close() {
                isClosed.set(true);
            }
        });
        assertThat(isClosed).as("a process that comes after the end of the input").isTrue();
    }

    private InputStream terminal() {
        return new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("reads lines");
            }

            @Override
            public int read(final byte[] buffer) throws IOException {
                reads++;
                final String line = typed.poll();
                if (LEFT.equals(line)) {
                    throw new IOException("Input/output error");
                }
                if (line == null) {
                    return -1;
                }
                System.arraycopy(line.getBytes(StandardCharsets.UTF_8), 0, buffer, 0, line.length());
                return line.length();
            }
        };
    }
}
