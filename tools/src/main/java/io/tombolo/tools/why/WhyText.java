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
package io.tombolo.tools.why;

import io.tombolo.tools.inspect.JobState;
import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes findings as text: a line for each, and below it a line for each wait, with its call site at the right.
 */
public final class WhyText {
    private static final String INDENT = "  ";
    private static final String HANGING = "      ";
    private static final String AT = "  at ";

    private WhyText() {
    }

    /**
     * Writes findings. Lines have at most {@link TextTable#MAX_WIDTH} characters, except for long names.
     *
     * @param findings what was found
     * @param out      gets each line
     */
    public static void write(final Findings findings, final Consumer<String> out) {
        if (findings.state() != JobState.LIVE && !findings.waits().isEmpty()) {
            out.accept("the job is dead; this is what its ranks waited for when it died");
        }
        if (findings.waits().isEmpty()) {
            out.accept(findings.state() == JobState.LIVE ? "no rank waits" : "no rank waited when the job died");
        }
        for (final Finding finding : findings.findings()) {
            write(finding, out);
        }
    }

    private static void write(final Finding finding, final Consumer<String> out) {
        if (finding.kind() == FindingKind.WAIT || finding.kind() == FindingKind.BEHIND) {
            line("", finding.text(), commonPlace(finding.details()), 0, out);
            return;
        }
        ScreenText.wrap("", HANGING, finding.text()).forEach(out);
        final int width = finding.details().stream().mapToInt(detail -> detail.text().length())
            .filter(length -> length + INDENT.length() + longestPlace(finding.details()) <= TextTable.MAX_WIDTH).max().orElse(0);
        finding.details().forEach(detail -> line(INDENT, detail.text(), detail.place(), width, out));
    }

    /** Writes a sentence and, at the right of it or in a line of its own, the place of the call. */
    private static void line(final String indent, final String text, final String place, final int width, final Consumer<String> out) {
        final String site = place.isEmpty() ? "" : AT + place;
        final String padded = indent + text + " ".repeat(site.isEmpty() ? 0 : Math.max(0, width - text.length()));
        if (padded.length() + site.length() <= TextTable.MAX_WIDTH) {
            out.accept(padded + site);
            return;
        }
        ScreenText.wrap(indent, HANGING, text).forEach(out);
        if (!site.isEmpty()) {
            out.accept(HANGING + site.strip());
        }
    }

    private static int longestPlace(final List<Detail> details) {
        return AT.length() + details.stream().mapToInt(detail -> detail.place().length()).max().orElse(0);
    }

    /** The place of all calls; empty if they differ. */
    private static String commonPlace(final List<Detail> details) {
        final List<String> places = details.stream().map(Detail::place).distinct().toList();
        return places.size() == 1 ? places.get(0) : "";
    }
}
