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
package io.tombolo.tools.top;

import java.io.IOException;

/**
 * Turns what a terminal sends into keys: a character, or a number above all characters for an arrow and the like.
 */
final class TopKeys {
    /** No key. */
    static final int NONE = 0;
    /** Ctrl-C, if the terminal sends it as a character. */
    static final int INTERRUPT = 3;
    /** Arrow up. */
    static final int UP = 0x11_0000;
    /** Arrow down. */
    static final int DOWN = 0x11_0001;
    /** Arrow left. */
    static final int LEFT = 0x11_0002;
    /** Arrow right. */
    static final int RIGHT = 0x11_0003;
    /** Page up. */
    static final int PAGE_UP = 0x11_0004;
    /** Page down. */
    static final int PAGE_DOWN = 0x11_0005;
    /** Home. */
    static final int HOME = 0x11_0006;
    /** End. */
    static final int END = 0x11_0007;
    /** The terminal is closed. */
    static final int CLOSED = 0x11_0008;

    private static final int ESCAPE = 0x1b;
    /** How long the rest of an escape sequence may take, milliseconds. */
    private static final long SEQUENCE_MS = 50;

    /** Reads a character. */
    @FunctionalInterface
    interface Source {
        /**
         * Waits for a character.
         *
         * @param timeoutMs longest wait
         * @return the character; -1 at the end; another negative number if there is none in time
         * @throws IOException if the terminal is gone
         */
        int read(long timeoutMs) throws IOException;
    }

    private TopKeys() {
    }

    /**
     * Waits for a key.
     *
     * @param source    gives characters
     * @param timeoutMs longest wait
     * @return a character, a key of this class, or {@link #NONE}
     * @throws IOException if the terminal is gone
     */
    static int next(final Source source, final long timeoutMs) throws IOException {
        final int first = source.read(timeoutMs);
        if (first < 0) {
            return first == -1 ? CLOSED : NONE;
        }
        return first == ESCAPE ? sequence(source) : first;
    }

    /** Reads the rest of an escape sequence. One that is not known is no key. */
    private static int sequence(final Source source) throws IOException {
        final int introducer = source.read(SEQUENCE_MS);
        if (introducer != '[' && introducer != 'O') {
            return NONE;
        }
        int number = 0;
        int next = source.read(SEQUENCE_MS);
        while (next >= '0' && next <= '9' || next == ';') {
            number = next == ';' ? number : Math.min(number * 10 + next - '0', Short.MAX_VALUE);
            next = source.read(SEQUENCE_MS);
        }
        return switch (next) {
            case 'A' -> UP;
            case 'B' -> DOWN;
            case 'C' -> RIGHT;
            case 'D' -> LEFT;
            case 'H' -> HOME;
            case 'F' -> END;
            case '~' -> switch (number) {
                case 1, 7 -> HOME;
                case 4, 8 -> END;
                case 5 -> PAGE_UP;
                case 6 -> PAGE_DOWN;
                default -> NONE;
            };
            default -> NONE;
        };
    }
}
