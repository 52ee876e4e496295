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
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

/**
 * Shows a job on a terminal until a key ends it. The screen that was there before comes back, however the view ends, except by
 * {@code kill -9}. One thread runs it; signals only set flags.
 */
public final class LiveView {
    private static final String PROVIDER = "exec";
    private static final int LEAST_COLUMNS = 20;
    private static final int LEAST_ROWS = 4;
    // JLine logs what it works around, such as a terminal that infocmp does not know. The reference keeps the level.
    private static final Logger JLINE_LOG = Logger.getLogger("org.jline");
    /** How soon a new size of the terminal is seen. */
    private static final long LOOK_MS = 100;

    private final JobSampler sampler;
    private final ViewChoices choices;
    private final boolean isColoured;
    private final boolean isAscii;
    private final RateHistory history = new RateHistory();
    private final Map<Tone, AttributedStyle> styles = new EnumMap<>(Tone.class);
    private volatile boolean isResized = true;
    private volatile boolean isInterrupted;
    private TopScreen screen;
    private int columns;

    /**
     * Prepares the view.
     *
     * @param sampler    of the job; owned by the caller
     * @param intervalMs between samples, milliseconds
     * @param isOfPairs  whether to begin with the table of pairs
     * @param isColoured whether to use colours
     * @param isAscii    whether the terminal shows only ASCII
     */
    public LiveView(
        final JobSampler sampler, final long intervalMs, final boolean isOfPairs, final boolean isColoured, final boolean isAscii) {
        this.sampler = sampler;
        this.choices = new ViewChoices(intervalMs, isOfPairs);
        this.isColoured = isColoured;
        this.isAscii = isAscii;
        final AttributedStyle plain = AttributedStyle.DEFAULT;
        styles.put(Tone.PLAIN, plain);
        styles.put(Tone.DIM, plain.faint());
        styles.put(Tone.HEADING, plain.bold());
        styles.put(Tone.KEY, plain.bold().underline());
        styles.put(Tone.SORTED, plain.bold().inverse());
        styles.put(Tone.BAD, coloured(AttributedStyle.RED).bold());
        styles.put(Tone.COMPUTING, coloured(AttributedStyle.GREEN));
        styles.put(Tone.SENDING, coloured(AttributedStyle.BLUE | AttributedStyle.BRIGHT));
        styles.put(Tone.RECEIVING, coloured(AttributedStyle.CYAN));
        styles.put(Tone.COLLECTIVE, coloured(AttributedStyle.YELLOW));
        styles.put(Tone.LOCK, coloured(AttributedStyle.MAGENTA));
    }

    private AttributedStyle coloured(final int colour) {
        return isColoured ? AttributedStyle.DEFAULT.foreground(colour) : AttributedStyle.DEFAULT;
    }

    /**
     * Shows the job until the user leaves. The process must have a terminal as standard input and output.
     *
     * @return false if the terminal cannot place the cursor; nothing was shown
     * @throws IOException if the terminal fails, or a file of the job is damaged
     */
    public boolean run() throws IOException {
        JLINE_LOG.setLevel(Level.OFF);
        final Charset encoding = isAscii ? StandardCharsets.US_ASCII : StandardCharsets.UTF_8;
        try (Terminal terminal = TerminalBuilder.builder().system(true).systemOutput(TerminalBuilder.SystemOutput.SysOut)
            .provider(PROVIDER).dumb(false).encoding(encoding).stdoutEncoding(encoding).nativeSignals(false).build()) {
            if (terminal.getStringCapability(Capability.cursor_address) == null) {
                return false;
            }
            terminal.handle(Terminal.Signal.WINCH, signal -> isResized = true);
            terminal.handle(Terminal.Signal.INT, signal -> isInterrupted = true);
            // For SIGTERM and SIGHUP.
            final Thread restore = new Thread(() -> leave(terminal), "tombolo-top-restore");
            Runtime.getRuntime().addShutdownHook(restore);
            final Attributes before = terminal.enterRawMode();
            try {
                final Attributes raw = terminal.getAttributes();
                // Ctrl-Z would leave the shell with the screen of the view.
                raw.setControlChar(Attributes.ControlChar.VSUSP, 0);
                terminal.setAttributes(raw);
                enter(terminal);
                show(terminal);
            } finally {
                leave(terminal);
                terminal.setAttributes(before);
                Runtime.getRuntime().removeShutdownHook(restore);
            }
        }
        return true;
    }

    private static void enter(final Terminal terminal) {
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.puts(Capability.clear_screen);
        terminal.flush();
    }

    private static void leave(final Terminal terminal) {
        terminal.puts(Capability.exit_attribute_mode);
        terminal.puts(Capability.cursor_normal);
        terminal.puts(Capability.exit_ca_mode);
        terminal.flush();
    }

    private void show(final Terminal terminal) throws IOException {
        final Display display = new Display(terminal, true);
        final TopKeys.Source keys = timeoutMs -> terminal.reader().read(timeoutMs);
        long nextNs = System.nanoTime();
        // A terminal that is gone takes no output.
        while (!choices.isDone() && !isInterrupted && !terminal.writer().checkError()) {
            final boolean isDue = System.nanoTime() - nextNs >= 0;
            if (isDue && !(choices.isPaused() && screen != null)) {
                history.add(sampler.sample());
            }
            if (isDue) {
                // At equal distances, unless the view was late for longer than one interval.
                final long intervalNs = TimeUnit.MILLISECONDS.toNanos(choices.intervalMs());
                nextNs += Math.max(intervalNs, System.nanoTime() - nextNs);
            }
            draw(terminal, display);
            nextNs = await(keys, nextNs);
        }
    }

    private long await(final TopKeys.Source keys, final long nextNs) throws IOException {
        final long interval = choices.intervalMs();
        while (!choices.isDone() && !isInterrupted && !isResized) {
            final long leftMs = TimeUnit.NANOSECONDS.toMillis(nextNs - System.nanoTime());
            if (leftMs <= 0) {
                return nextNs;
            }
            final int key = TopKeys.next(keys, Math.max(1, Math.min(leftMs, LOOK_MS)));
            if (key != TopKeys.NONE) {
                choices.press(key, screen.page());
                // A new interval counts from now.
                return choices.intervalMs() == interval ? nextNs :
                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(choices.intervalMs());
            }
        }
        return nextNs;
    }

    private void draw(final Terminal terminal, final Display display) {
        if (isResized) {
            isResized = false;
            final Size size = terminal.getSize();
            columns = Math.max(LEAST_COLUMNS, size.getColumns());
            screen = new TopScreen(columns, Math.max(LEAST_ROWS, size.getRows()), isAscii);
            display.clear();
            display.resize(Math.max(LEAST_ROWS, size.getRows()), columns);
        }
        final List<AttributedString> lines = new ArrayList<>();
        for (final ScreenLine line : screen.lines(history, choices)) {
            final AttributedStringBuilder text = new AttributedStringBuilder();
            line.parts().forEach(part -> text.styled(styles.get(part.tone()), part.text()));
            lines.add(text.toAttributedString().columnSubSequence(0, columns));
        }
        display.update(lines, 0);
    }
}
