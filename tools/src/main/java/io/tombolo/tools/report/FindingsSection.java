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
package io.tombolo.tools.report;

import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.why.Detail;
import io.tombolo.tools.why.Finding;

/**
 * Writes why ranks wait, what could not be read, and what the checks of the machine have found.
 */
final class FindingsSection {
    /** Waits of a finding that are shown at once. */
    private static final int FEW = 8;

    private FindingsSection() {
    }

    static void write(final HtmlWriter page, final JobReport report) {
        page.open("section", "id", "findings").element("h2", "Findings");
        page.element("h3", "Why ranks wait");
        page.element("p", Character.toUpperCase(report.verdict().charAt(0)) + report.verdict().substring(1) + ".");
        if (!report.waits().isEmpty()) {
            page.open("ul", "class", "findings");
            report.waits().forEach(finding -> waits(page, finding));
            page.close();
        }
        if (!report.problems().isEmpty()) {
            page.element("h3", "What could not be read");
            page.open("ul", "class", "findings");
            report.problems().forEach(problem -> page.element("li", problem));
            page.close();
        }
        page.element("h3", "The machine");
        page.element("p", "What 'tombolo doctor' says of the machine on which this report was made, for a job of this size with these "
            + "settings.", "class", "note");
        final HtmlTable table = HtmlTable.begin(page, "doctor", "Checks of the machine", "topic", "level", "finding", "what to do");
        for (final io.tombolo.tools.doctor.Finding finding : report.checkup()) {
            table.row(finding.topic(), finding.level().word(), finding.text(), finding.mend());
        }
        table.end();
        page.close();
    }

    private static boolean isGrave(final Finding finding) {
        return switch (finding.kind()) {
            case DEADLOCK, NOBODY_LEFT, MISMATCH -> true;
            default -> false;
        };
    }

    private static void waits(final HtmlWriter page, final Finding finding) {
        page.open("li").element(isGrave(finding) ? "strong" : "span", ScreenText.printable(finding.text()));
        if (!finding.details().isEmpty()) {
            final boolean isLong = finding.details().size() > FEW;
            if (isLong) {
                page.open("details").element("summary", finding.details().size() + " waits");
            }
            page.open("ul");
            for (final Detail detail : finding.details()) {
                page.open("li").text(ScreenText.printable(detail.text()));
                if (!detail.site().isEmpty()) {
                    page.text(" at ").element("code", ScreenText.printable(detail.site()));
                }
                page.close();
            }
            page.close();
            if (isLong) {
                page.close();
            }
        }
        page.close();
    }
}
