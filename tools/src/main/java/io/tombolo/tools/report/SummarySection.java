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

import io.tombolo.tools.doctor.Finding;
import io.tombolo.tools.flight.FlightEntry;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.PairTraffic;
import io.tombolo.tools.inspect.RankView;
import io.tombolo.tools.text.ScreenText;
import java.util.Locale;

/**
 * Writes what the job is, how it is, and the numbers that matter most.
 */
final class SummarySection {
    private final HtmlWriter page;
    private final JobReport report;

    private SummarySection(final HtmlWriter page, final JobReport report) {
        this.page = page;
        this.report = report;
    }

    static void write(final HtmlWriter page, final JobReport report) {
        new SummarySection(page, report).write();
    }

    private void write() {
        final JobView job = report.job();
        page.open("section", "id", "summary", "aria-label", "Summary").open("dl", "class", "cards");
        card("state", job.state().word() + (job.isKept() ? ", kept" : ""));
        card("ranks", job.ranks().size());
        card("alive", job.count(Liveness.ALIVE));
        card("dead", job.count(Liveness.DEAD));
        card("left", job.count(Liveness.LEFT));
        card("messages", Amount.count(sum(true)));
        card("bytes moved", Amount.bytes(sum(false)));
        card("errors", job.ranks().stream().mapToInt(rank -> rank.errors().entries().size()).sum());
        card("waits", report.verdict());
        page.close();
        final HtmlTable table = HtmlTable.begin(page, "job", "The job", "what", "value");
        table.row("directory", job.path());
        table.row("id", String.format(Locale.ROOT, "%016x", job.jobId()));
        table.row("created", Times.ofMs(job.createdMs()) + " (" + Times.zone() + "), " + Times.age(job.createdMs(), job.readMs()) + " ago");
        table.row("read", Times.ofMs(job.readMs()));
        table.row("last change of a rank", lastChange(job));
        report.flight().entries().stream().mapToLong(FlightEntry::timeNs).max().ifPresent(
            lastNs -> table.row("last event of a flight recorder", Times.ofNs(lastNs)));
        table.row("joins, ends and aborts", job.failureEpoch());
        if (job.abortStatus() != 0) {
            table.row("aborted", "status " + job.abortStatus() + ": " + job.abortReason());
        }
        table.row("machine", report.checkup().stream().anyMatch(finding -> finding.level() == Finding.Level.BLOCK) ?
            "not fit for such a job; see the findings" : "fit for such a job");
        table.end();
        page.close();
    }

    private static String lastChange(final JobView job) {
        RankView last = job.ranks().get(0);
        for (final RankView rank : job.ranks()) {
            last = rank.row().sinceMs() > last.row().sinceMs() ? rank : last;
        }
        return Times.ofMs(last.row().sinceMs()) + ", rank " + last.rank() + ": " + ScreenText.words(last.row().state().name()) + ", " +
            Times.age(last.row().sinceMs(), job.readMs()) + " ago";
    }

    private long sum(final boolean ofMessages) {
        long sum = 0;
        for (final PairTraffic pair : report.traffic()) {
            sum = TrafficMatrix.sum(sum, ofMessages ? pair.messages() : pair.bytes());
        }
        return sum;
    }

    private void card(final String name, final Object value) {
        page.open("div").element("dt", name).open("dd");
        if (value instanceof Amount amount) {
            page.element("data", amount.text(), "value", Long.toString(amount.value()));
        } else {
            page.text(value);
        }
        page.close().close();
    }
}
