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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.twin.Pattern;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A comparison for people at a terminal.
 */
final class ComparisonText {

    private static final String LOSS = "%-10s %-10s %5s %-5s %8s %-5s %-5s %10s %-9s %10s %7s";

    private ComparisonText() {
    }

    static Stream<String> lines(final Comparison comparison) {
        final Stream.Builder<String> lines = Stream.builder();
        lines.add(comparison.machine());
        lines.add(String.format(Locale.ROOT, "load %.2f before, %.2f after; %s",
            comparison.loadBefore(), comparison.loadAfter(), comparison.meaning()));
        comparison.contenders().forEach(contender -> lines.add(contender.describe()));
        for (final MachineState state : comparison.states()) {
            Comparison.PATTERNS.forEach(pattern -> rows(comparison, pattern, state, lines));
        }
        losses(comparison, lines);
        return lines.build();
    }

    private static void rows(
        final Comparison comparison, final Pattern pattern, final MachineState state, final Stream.Builder<String> lines) {
        final List<Row> rows = comparison.rows(pattern, state);
        if (!rows.isEmpty()) {
            lines.add("");
            lines.add(state.label() + ": " + Measurements.meaning(pattern));
            lines.add(RowTable.heading(pattern));
            rows.forEach(row -> lines.add(RowTable.format(row)));
        }
    }

    private static void losses(final Comparison comparison, final Stream.Builder<String> lines) {
        final List<Loss> losses = comparison.losses();
        lines.add("");
        lines.add("where Tombolo loses: " + losses.size() + " of " + comparison.comparisons() + " comparisons; " + Comparison.UNMATCHED);
        if (!losses.isEmpty()) {
            lines.add(String.format(LOSS,
                "what", "buffer", "size", "lines", "depth", "state", "time", "ours ns", "peer", "theirs ns", "factor").stripTrailing());
        }
        losses.forEach(loss -> lines.add(String.format(Locale.ROOT, LOSS,
            loss.ours().plan().pattern().label(), loss.ours().work().buffer().label(), SizeConverter.format(loss.ours().work().size()),
            loss.ours().work().copies() ? loss.ours().work().fill().label() : "-", loss.ours().work().depth(),
            loss.ours().state().label(), loss.measure(),
            String.format(Locale.ROOT, "%.1f", loss.oursNs()), loss.theirs().peer().label(),
            String.format(Locale.ROOT, "%.1f", loss.theirsNs()), String.format(Locale.ROOT, "%.2f", loss.factor()))));
    }
}
