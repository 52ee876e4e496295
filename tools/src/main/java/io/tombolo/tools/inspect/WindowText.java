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
package io.tombolo.tools.inspect;

import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes the parts of windows as text: a line for each part, then the ranks that wait for locks.
 */
final class WindowText {

    private final long readMs;
    private final InspectOptions options;
    private final Consumer<String> out;

    WindowText(final long readMs, final InspectOptions options, final Consumer<String> out) {
        this.readMs = readMs;
        this.options = options;
        this.out = out;
    }

    void write(final List<WindowView> windows) {
        out.accept("");
        if (windows.isEmpty()) {
            out.accept("no windows");
            return;
        }
        final TextTable table = new TextTable("  ", ">><><<>>>");
        table.row("window", "rank", "mode", "bytes", "lock", "holders", "waiting", "bypasses", "tainted");
        for (final WindowView window : windows) {
            table.row(window.window(), window.rank(), window.mode(), window.length(),
                window.lock() + (window.isClosing() ? ", closing" : ""), ranks(window.holders()), window.waiters().size(),
                window.bypasses() + (window.bypassLimit() < 0 ? "" : "/" + window.bypassLimit()),
                window.isTainted() ? "by " + window.taintedBy() : "no");
        }
        table.lines().forEach(out);
        windows.forEach(this::queue);
    }

    private static String ranks(final List<Integer> ranks) {
        final String few = ranks.stream().limit(InspectOptions.FEW).map(String::valueOf).collect(Collectors.joining(" "));
        return ranks.isEmpty() ? "-" : ranks.size() > InspectOptions.FEW ? few + " and " + (ranks.size() - InspectOptions.FEW) : few;
    }

    private void queue(final WindowView window) {
        if (!window.problem().isEmpty()) {
            ScreenText.wrap("  ", "    ", "window " + window.window() + " of rank " + window.rank() + ": " +
                ScreenText.printable(window.problem())).forEach(out);
        }
        if (window.waiters().isEmpty()) {
            return;
        }
        out.accept("");
        out.accept("window " + window.window() + " of rank " + window.rank() + ": " + window.waiters().size() +
            " waiting for its lock, the next one first");
        final TextTable table = new TextTable("  ", "><>");
        table.row("rank", "wants", "age");
        final int shown = Math.min(window.waiters().size(), options.limit());
        for (final WindowView.Waiter waiter : window.waiters().subList(0, shown)) {
            table.row(waiter.rank(), waiter.lock(), age(waiter));
        }
        table.lines().forEach(out);
        if (shown < window.waiters().size()) {
            out.accept("    and " + (window.waiters().size() - shown) + " more; --queues shows them");
        }
    }

    private String age(final WindowView.Waiter waiter) {
        return waiter.sinceMs() == RankClock.UNKNOWN ? "-" : ScreenText.age(waiter.ageMs(readMs));
    }
}
