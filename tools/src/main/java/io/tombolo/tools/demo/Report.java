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
 * What rank 0 tells the launcher: lines for the screen, and between them how far it is.
 * <p>
 * A line of progress is {@value #PROGRESS}, the name of the {@link DemoPhase}, {@value #SEPARATOR} and details for people; every other line
 * is shown as it is. The launcher reads both with {@code Display}. Used by one thread.
 */
final class Report {
    /** How a line of progress begins. */
    static final char PROGRESS = '~';

    /** What separates the phase from its details. */
    static final char SEPARATOR = '|';

    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PrintStream out;
    private DemoPhase phase = DemoPhase.STARTING;
    private long shownNs;

    /**
     * @param out to the launcher.
     */
    Report(final PrintStream out) {
        this.out = out;
    }

    /** Begins a phase. */
    void phase(final DemoPhase next) {
        phase = next;
        show("");
    }

    /** Whether it is time for {@link #progress}: ten times a second. */
    boolean isDue() {
        return System.nanoTime() - shownNs >= INTERVAL_NS;
    }

    /** Tells how far the phase is. */
    void progress(final String label, final long done, final long all) {
        show(label + ", " + (all == 0 ? 100 : done * 100 / all) + " %");
    }

    /** Shows a line for good. */
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
