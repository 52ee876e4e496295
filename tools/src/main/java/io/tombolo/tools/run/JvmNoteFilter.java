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

import java.io.IOException;
import java.util.Arrays;

/**
 * Drops the line {@code NOTE: Picked up JDK_JAVA_OPTIONS: …}, which a JVM prints because the launch has given it flags.
 */
final class JvmNoteFilter implements LineConsumer {
    private final LineConsumer next;

    JvmNoteFilter(final LineConsumer next) {
        this.next = next;
    }

    @Override
    public void line(final int rank, final byte[] buffer, final int offset, final int length) throws IOException {
        if (!isNote(buffer, offset, length)) {
            next.line(rank, buffer, offset, length);
        }
    }

    @Override
    public void flush() throws IOException {
        next.flush();
    }

    private static boolean isNote(final byte[] buffer, final int offset, final int length) {
        final byte[] note = RequiredJvmFlags.NOTE;
        return length >= note.length && Arrays.equals(buffer, offset, offset + note.length, note, 0, note.length);
    }
}
