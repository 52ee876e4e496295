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

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Prints a comparison as text.
 */
final class ComparisonText {

    private static final String LOSS = "%-10s %-10s %5s %-5s %8s %-5s %-5s %10s %-9s %10s %7s";

    private static final String TARGET = "%-5s %-72s %8s (%s) %s; %s";

    private ComparisonText() {
    }

    static Stream<String> lines(final Comparison comparison) {
        final Stream.Builder<String> lines = Stream.builder();
        lines.add(comparison.machine());
        lines.add(String.format(Locale.ROOT, "load %.2f before, %.2f after; %s; %d results of closer cores left out",
            comparison.loadBefore(), comparison.loadAfter(), comparison.meaning(), comparison.leftOut()));
        comparison.systems().forEach(system -> lines.add(system.describe()));
        for (final MachineState state : comparison.states()) {
            for (final Topic topic : Topic.values()) {
                ComparisonTables.of(topic, state, comparison.shown()).forEach(table -> table(table, lines));
            }
        }
        targets(comparison, lines);
        losses(comparison, lines);
        failures(comparison, lines);
        return lines.build();
    }

    private static void table(final ComparisonTable table, final Stream.Builder<String> lines) {
        lines.add("");
        lines.add(table.title());
        final int[] widths = new int[table.heading().size()];
        Stream.concat(Stream.of(table.heading()), table.lines().stream()).forEach(cells -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], cells.get(i).length());
            }
        });
        Stream.concat(Stream.of(table.heading()), table.lines().stream()).forEach(cells -> {
            final StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                final String gap = " ".repeat(widths[i] - cells.get(i).length());
                line.append(0 == i ? cells.get(i) + gap : "  " + gap + cells.get(i));
            }
            lines.add(line.toString().stripTrailing());
        });
    }

    private static void targets(final Comparison comparison, final Stream.Builder<String> lines) {
        final List<PerformanceTarget> targets = comparison.targets();
        lines.add("");
        lines.add("targets of Tombolo: " + targets.stream().filter(PerformanceTarget::isMet).count() + " of " + targets.size() + " met");
        targets.forEach(target -> lines.add(String.format(Locale.ROOT, TARGET, target.state().label(), target.what(),
            Numbers.rounded(target.measured()), Numbers.rounded(target.limit()), target.verdict(), target.note())));
    }

    private static void failures(final Comparison comparison, final Stream.Builder<String> lines) {
        if (!comparison.failures().isEmpty()) {
            lines.add("");
            lines.add("not measured: " + comparison.failures().size());
            comparison.failures().forEach(failure -> lines.add(failure.describe()));
        }
    }

    private static void losses(final Comparison comparison, final Stream.Builder<String> lines) {
        final List<Loss> losses = comparison.losses();
        lines.add("");
        lines.add("where Tombolo loses: " + losses.size() + " of " + comparison.comparisons() + " comparisons; " + Comparison.UNMATCHED);
        if (!losses.isEmpty()) {
            lines.add(String.format(Locale.ROOT, LOSS,
                "what", "buffer", "size", "lines", "depth", "state", "time", "ours ns", "peer", "theirs ns", "factor").stripTrailing());
        }
        losses.forEach(loss -> lines.add(String.format(Locale.ROOT, LOSS,
            loss.ours().title(), loss.ours().work().buffer().label(), SizeConverter.format(loss.ours().work().size()),
            loss.ours().work().copies() ? loss.ours().work().fill().label() : "-", loss.ours().work().matching().depth(),
            loss.ours().state().label(), loss.measure(),
            String.format(Locale.ROOT, "%.1f", loss.oursNs()), loss.theirs().peer().label(),
            String.format(Locale.ROOT, "%.1f", loss.theirsNs()), String.format(Locale.ROOT, "%.2f", loss.factor()))));
    }
}
