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

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Sends lines for the screen and reports of progress from rank 0 to the launcher, by its standard output.
 * <p>
 * A line of progress consists of {@value #PROGRESS}, the name of the {@link DemoPhase}, {@value #SEPARATOR} and details. Every other line
 * is shown as it is. The launcher reads both with a {@link Display}. Used by one thread.
 */
final class Report {
    /** First character of a line of progress. */
    static final char PROGRESS = '~';

    /** Character between the phase and its details. */
    static final char SEPARATOR = '|';

    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PrintStream out;
    private DemoPhase phase = DemoPhase.STARTING;
    private long shownNs;

    /**
     * Makes a report.
     *
     * @param out stream to the launcher
     */
    Report(final PrintStream out) {
        this.out = out;
    }

    /** Reports that a phase begins. */
    void phase(final DemoPhase next) {
        phase = next;
        show("");
    }

    /** Whether it is time for {@link #progress}, which is ten times a second. */
    boolean isDue() {
        return System.nanoTime() - shownNs >= INTERVAL_NS;
    }

    /** Reports the progress of the phase: {@code done} of {@code all}. */
    void progress(final String label, final long done, final long all) {
        show(label + ", " + (all == 0 ? 100 : done * 100 / all) + " %");
    }

    /** Sends a line that stays on the screen. */
    void line(final String format, final Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments).stripTrailing());
        out.flush();
    }

    private void show(final String details) {
        shownNs = System.nanoTime();
        out.println(PROGRESS + phase.name() + SEPARATOR + details);
        out.flush();
    }
}
