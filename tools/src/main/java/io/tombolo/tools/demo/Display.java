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

import io.tombolo.tools.run.LineConsumer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Shows the lines of a {@link Report}. On a terminal, progress is one line that changes in place; elsewhere it is at most one line each
 * second. Thread-safe.
 */
final class Display implements LineConsumer {
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream out;
    private final boolean isTerminal;
    private DemoPhase phase = DemoPhase.STARTING;
    private boolean hasProgress;
    private long shownNs = System.nanoTime();

    /**
     * Makes a display.
     *
     * @param out        gets the lines; owned by the caller and never closed
     * @param isTerminal whether {@code out} is a terminal, where a line can be overwritten
     */
    Display(final PrintStream out, final boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
    }

    @Override
    public void line(final int rank, final byte[] buffer, final int offset, final int length) throws IOException {
        final String text = new String(buffer, offset, length, StandardCharsets.UTF_8);
        if (length > 0 && text.charAt(0) == Report.PROGRESS) {
            final int separator = text.indexOf(Report.SEPARATOR);
            progress(DemoPhase.valueOf(text.substring(1, separator)), text.substring(separator + 1));
        } else {
            line(text);
        }
        if (out.checkError()) {
            throw new IOException("the output was closed by its reader");
        }
    }

    /** Shows a line that stays. */
    synchronized void line(final String text) {
        clear();
        out.println(text);
        out.flush();
    }

    /** Shows progress. Where {@code out} is no terminal, progress within a second of the last is not shown. */
    synchronized void progress(final DemoPhase now, final String details) {
        phase = now;
        final String text = now.doing() + (details.isEmpty() ? "" : ": " + details) + " ...";
        final long nowNs = System.nanoTime();
        if (isTerminal) {
            out.print(CLEAR + text);
            hasProgress = true;
        } else if (nowNs - shownNs >= INTERVAL_NS) {
            out.println(text);
            shownNs = nowNs;
        }
        out.flush();
    }

    /** Removes the line of progress from a terminal. */
    synchronized void clear() {
        if (hasProgress) {
            out.print(CLEAR);
            out.flush();
            hasProgress = false;
        }
    }

    /** The phase that the ranks reported last. */
    synchronized DemoPhase phase() {
        return phase;
    }
}
