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

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes a report as a page that holds all it needs. It has no script, and its policy lets a browser load nothing.
 */
public final class ReportPage {
    /** What tells a report from other files; within the first 512 bytes. */
    static final String MARK = "name=\"generator\" content=\"tombolo report\"";

    private static final String STYLE = "report.css";
    private static final String[][] LINKS = {
        {"summary", "Summary"}, {"findings", "Findings"}, {"ranks", "Ranks"}, {"messages", "Messages"}, {"timeline", "Timeline"},
        {"latencies", "Latencies"}, {"settings", "Settings and versions"}};

    private ReportPage() {
    }

    /**
     * Writes a page.
     *
     * @param report what it says
     * @return HTML in ASCII, which is well-formed XML
     * @throws IOException if the style sheet is missing from the jar
     */
    public static String of(final JobReport report) throws IOException {
        final Timeline timeline = Timeline.of(report.flight().entries());
        final HtmlWriter page = new HtmlWriter();
        page.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "generator", "content", "tombolo report");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content",
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "name", "color-scheme", "content", "light dark");
        page.element("title", "Tombolo report: " + report.name()).style(style()).close();
        page.open("body").open("header").element("h1", "Job " + report.name());
        page.element("p", "Tombolo report, made " + Times.ofMs(report.job().readMs()) + " (" + Times.zone() + ")", "class", "note");
        page.open("nav", "aria-label", "Sections");
        for (final String[] link : LINKS) {
            page.element("a", link[1], "href", "#" + link[0]).text(" ");
        }
        page.close().close().open("main");
        SummarySection.write(page, report);
        FindingsSection.write(page, report);
        RanksSection.write(page, report);
        MessagesSection.write(page, report);
        TimelineSection.write(page, report, timeline);
        LatencySection.write(page, report);
        FactsSection.write(page, report);
        page.close().open("footer");
        page.element("p", "All numbers of this page are also in its source, as JSON in the element with the id \"report\".", "class",
            "note");
        page.close().json("report", ReportJson.of(report, timeline)).close().close();
        return page.page();
    }

    private static String style() throws IOException {
        try (InputStream resource = ReportPage.class.getResourceAsStream(STYLE)) {
            if (resource == null) {
                throw new IOException(STYLE + " is missing from the jar");
            }
            return new String(resource.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
