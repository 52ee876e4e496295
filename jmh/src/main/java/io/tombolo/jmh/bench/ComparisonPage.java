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

import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.plot.LinePlot;
import io.tombolo.jmh.bench.plot.Markup;
import io.tombolo.jmh.bench.plot.Series;
import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.TrafficPattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Makes an HTML page of a comparison, without external resources.
 */
final class ComparisonPage {

    private static final String STYLE = "/io/tombolo/jmh/compare.css";
    private static final double MEGA = 1e6;

    private final Comparison comparison;
    private final StringBuilder page = new StringBuilder();

    ComparisonPage(final Comparison comparison) {
        this.comparison = comparison;
    }

    String html() {
        page.setLength(0);
        line("<!DOCTYPE html>");
        line("<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">");
        line("<title>Tombolo beside other systems</title><style>%s</style></head><body>", style());
        line("<h1>Tombolo beside other systems</h1>");
        line("<p>%s<br>load %.2f before, %.2f after; %s</p>", text(comparison.machine()),
            comparison.loadBefore(), comparison.loadAfter(),
            text(comparison.meaning()) + "; " + comparison.leftOut() + " results of closer cores left out");
        summary();
        words();
        comparison.states().forEach(this::plots);
        targets();
        losses();
        failures();
        systems();
        comparison.states().forEach(this::comparisonTables);
        comparison.states().forEach(this::allRows);
        line("</body></html>");
        return page.toString();
    }

    private void summary() {
        line("<p class=\"summary\">Tombolo reaches %d of its %d targets. It is slower than another system in %d of %d comparisons%s. "
            + "Aeron, Chronicle Queue and the bare Agrona ring do not match by tag: they do less.</p>",
            comparison.targets().stream().filter(PerformanceTarget::isMet).count(), comparison.targets().size(),
            comparison.losses().size(), comparison.comparisons(),
            comparison.losses().stream().findFirst().map(ComparisonPage::worst).orElse(""));
    }

    private static String worst(final Loss loss) {
        return String.format(Locale.ROOT, "; the worst is %s of %s on %s cores, with %.1f times the time of %s",
            loss.ours().title(), SizeConverter.format(loss.ours().work().size()),
            loss.ours().state().label(), loss.factor(), name(loss.theirs().peer()));
    }

    private void words() {
        line("<dl><dt>floor</dt><dd>Half a round trip of one bare cache line between the same two processes. Nothing can be faster.</dd>");
        line("<dt>canary</dt><dd>The time of that cache line just before and after each row. It shows how far apart the cores were.</dd>");
        line("<dt>near, far</dt><dd>The canary shows that the two cores shared a cache (near) or none (far). Their rows are never "
            + "mixed.</dd>");
        line("<dt>closer</dt><dd>A canary below the near ones: the two cores were probably two threads of one core. Such rows are left out."
            + "</dd>");
        line("<dt>memory</dt><dd>Private memory is copied in and out. Registered memory comes from <code>engine.allocate</code>.</dd>");
        line("<dt>in place</dt><dd>The message is written and read in shared memory, without a copy.</dd></dl>");
        line("<p>Each run measures all systems one after the other on the same two cores. Tombolo waits as it does by default: it spins, "
            + "yields, then sleeps. The others poll.</p>");
    }

    private void systems() {
        line("<h2>What was measured</h2><div class=\"wide\"><table><thead><tr><th>system</th><th>version</th><th>flags</th></tr></thead>"
            + "<tbody>");
        for (final ComparedSystem system : comparison.systems()) {
            line("<tr><td><span class=\"key %s\"></span>%s</td><td>%s</td><td class=\"flags\">%s</td></tr>",
                system.peer().label(), name(system.peer()),
                text(system.measured() ? system.peer().version() : "not measured"),
                text(system.missing().orElse(String.join(" ", system.peer().flags()))));
        }
        line("</tbody></table></div>");
    }

    private void plots(final MachineState state) {
        line("<h2>Cores %s</h2>", state.label());
        legend(state);
        section("Half round trip, buffers rewritten before each message", () -> latency(state, Fill.FRESH));
        section("Half round trip, buffers written once", () -> latency(state, Fill.CLEAN));
        section("In place, where no message is copied",
            () -> plot("p50", "message size", state, Topic.IN_PLACE, row -> true, Row::p50Ns, Numbers::time));
        section("Streams of 64 messages; both ways at once; long lists; idle ranks; many ranks; one way", () -> others(state));
    }

    /** Writes plots with their heading; nothing if there are no plots. */
    private void section(final String title, final Runnable plots) {
        final int start = page.length();
        line("<h3>%s</h3><div class=\"plots\">", text(title));
        final int end = page.length();
        plots.run();
        if (page.length() == end) {
            page.setLength(start);
        } else {
            line("</div>");
        }
    }

    private void others(final MachineState state) {
        plot("MB a second", "message size", state, Topic.BANDWIDTH, row -> true, row -> row.bytesPerS() / MEGA, ComparisonPage::plain);
        plot("million messages a second", "message size", state, Topic.RATE, row -> true,
            row -> row.messagesPerS() / MEGA, ComparisonPage::plain);
        plot("one message each way at once", "message size", state, Topic.BOTH_WAYS, row -> true, Row::p50Ns, Numbers::time);
        plot("last of many posted receives", "receives", state, Topic.POSTED, row -> true, Row::p50Ns, Numbers::time);
        plot("last of many unexpected messages", "messages", state, Topic.UNEXPECTED, row -> true, Row::p50Ns, Numbers::time);
        plot("with and without 63 idle ranks attached", "message size", state, Topic.IDLE_PEERS, row -> true, Row::p50Ns, Numbers::time);
        plot("8 ranks on two cores, all to all", "message size", state, Topic.ALL_TO_ALL, row -> true, Row::p50Ns, Numbers::time);
        plot("million messages a second one way", "message size", state, Topic.ONE_WAY, row -> true,
            row -> row.messagesPerS() / MEGA, ComparisonPage::plain);
        plot("million messages a second from four senders", "message size", state, Topic.FAN_IN, row -> true,
            row -> row.messagesPerS() / MEGA, ComparisonPage::plain);
        plot("million messages a second to three readers of a feed", "message size", state, Topic.FEED, row -> true,
            row -> row.messagesPerS() / MEGA, ComparisonPage::plain);
        plot("farthest of three readers of a feed", "message size", state, Topic.FEED_LATENCY, row -> true, Row::p50Ns, Numbers::time);
        plot("time to wake a rank that sleeps", "message size", state, Topic.IDLE, row -> true, Row::p50Ns, Numbers::time);
    }

    private void latency(final MachineState state, final Fill fill) {
        final Predicate<Row> filled = row -> !row.work().copies() || !row.peer().copies() || fill == row.work().fill();
        plot("p50 over floor", "message size", state, Topic.LATENCY, filled, Row::ratioToFloor, ComparisonPage::plain);
        plot("p50", "message size", state, Topic.LATENCY, filled, Row::p50Ns, Numbers::time);
        plot("p99", "message size", state, Topic.LATENCY, filled, Row::p99Ns, Numbers::time);
        plot("p99.9", "message size", state, Topic.LATENCY, filled, Row::p999Ns, Numbers::time);
    }

    private void plot(
        final String title,
        final String xTitle,
        final MachineState state,
        final Topic topic,
        final Predicate<Row> filter,
        final ToDoubleFunction<Row> value,
        final DoubleFunction<String> unit) {
        final boolean matches = TrafficPattern.MATCHING == topic.pattern();
        final IntFunction<String> place = matches ? Integer::toString : SizeConverter::format;
        final LinePlot plot = new LinePlot(title, xTitle, place, unit);
        final List<Row> rows = comparison.rows(topic, state).stream().filter(filter).toList();
        for (final PeerKind peer : PeerKind.values()) {
            for (final BufferKind buffer : BufferKind.values()) {
                final TreeMap<Integer, Double> points = new TreeMap<>();
                rows.stream().filter(row -> peer == row.peer() && buffer == row.work().buffer()).forEach(row -> points.put(
                    matches ? row.work().matching().depth() : row.work().size(), value.applyAsDouble(row)));
                plot.add(new Series(name(peer, buffer), style(peer, buffer), points));
            }
        }
        final String svg = plot.svg();
        if (!svg.isEmpty()) {
            line("%s", svg);
        }
    }

    private void legend(final MachineState state) {
        line("<p class=\"legend\">");
        for (final PeerKind peer : PeerKind.values()) {
            for (final BufferKind buffer : BufferKind.values()) {
                final boolean shown = comparison.shown().stream()
                    .anyMatch(row -> peer == row.peer() && buffer == row.work().buffer() && state == row.state());
                if (shown) {
                    line("<span><svg class=\"swatch\" viewBox=\"0 0 28 8\"><polyline class=\"%s\" points=\"0,4 28,4\"/></svg>%s</span>",
                        style(peer, buffer), name(peer, buffer));
                }
            }
        }
        line("</p>");
    }

    private void targets() {
        final List<PerformanceTarget> targets = comparison.targets();
        line("<h2>Targets of Tombolo</h2><p>%d of %d met. Times of different systems are divided by the canary of their own "
            + "processes before they are compared.</p>", targets.stream().filter(PerformanceTarget::isMet).count(), targets.size());
        tableHead("state", "what", "measured", "at most", "", "of");
        for (final PerformanceTarget target : targets) {
            line("<tr class=\"%s\"><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>",
                target.isMet() ? "met" : "missed", target.state().label(), text(target.what()),
                Numbers.rounded(target.measured()), Numbers.rounded(target.limit()), target.verdict(), text(target.note()));
        }
        tableEnd();
    }

    private void comparisonTables(final MachineState state) {
        for (final Topic topic : Topic.values()) {
            for (final ComparisonTable table : ComparisonTables.of(topic, state, comparison.shown())) {
                line("<h2>%s</h2>", text(table.title()));
                tableHead(table.heading().toArray(String[]::new));
                table.lines().forEach(cells -> cells(cells.toArray(String[]::new)));
                tableEnd();
            }
        }
    }

    private void losses() {
        final List<Loss> losses = comparison.losses();
        line("<h2>Where Tombolo loses</h2><p>Another system is faster in %d of %d comparisons. Medians come before tails, each with the "
            + "largest factor first.</p>",
            losses.size(), comparison.comparisons());
        tableHead("what", "buffer", "size", "lines", "depth", "state", "time", "Tombolo", "peer", "peer's", "factor");
        for (final Loss loss : losses) {
            cells(loss.ours().title(), loss.ours().work().buffer().label(),
                SizeConverter.format(loss.ours().work().size()), lines(loss.ours()), depth(loss.ours()), loss.ours().state().label(),
                loss.measure(), Numbers.time(loss.oursNs()), loss.theirs().peer().label(), Numbers.time(loss.theirsNs()),
                String.format(Locale.ROOT, "%.2f", loss.factor()));
        }
        tableEnd();
    }

    private void failures() {
        if (!comparison.failures().isEmpty()) {
            line("<h2>Not measured</h2><ul>");
            comparison.failures().forEach(failure -> line("<li>%s</li>", text(failure.describe())));
            line("</ul>");
        }
    }

    private void allRows(final MachineState state) {
        for (final Topic topic : Topic.values()) {
            final List<Row> rows = comparison.rows(topic, state);
            if (!rows.isEmpty()) {
                line("<details><summary>All rows, %s: %s</summary>", state.label(), text(topic.meaning()));
                tableHead("size", "lines", "depth", "peer", "buffer", "runs", "p50", "p99", "p99.9", "over floor", "over canary",
                    "messages/s", "MB/s", "collections", "canary before", "canary after");
                rows.forEach(this::row);
                tableEnd();
                line("</details>");
            }
        }
    }

    private void row(final Row row) {
        final boolean window = TrafficPattern.WINDOW == row.plan().pattern() || row.plan().pattern().isOneWay();
        cells(SizeConverter.format(row.work().size()), lines(row), depth(row), row.peer().label(),
            row.peer().registers() ? row.work().buffer().label() : "-", Integer.toString(row.runs()),
            Numbers.time(row.p50Ns()), Numbers.time(row.p99Ns()), Numbers.time(row.p999Ns()), Numbers.rounded(row.ratioToFloor()),
            Numbers.rounded(row.ratioToCanary()), window ? String.format(Locale.ROOT, "%,.0f", row.messagesPerS()) : "-",
            window ? String.format(Locale.ROOT, "%,.1f", row.bytesPerS() / MEGA) : "-",
            Long.toString(row.collections()), Numbers.time(row.canaryBeforeNs()), Numbers.time(row.canaryAfterNs()));
    }

    private void tableHead(final String... names) {
        line("<div class=\"wide\"><table><thead><tr>%s</tr></thead><tbody>",
            String.join("", Arrays.stream(names).map(name -> "<th>" + text(name) + "</th>").toList()));
    }

    private void cells(final String... cells) {
        line("<tr>%s</tr>", String.join("", Arrays.stream(cells).map(cell -> "<td>" + text(cell) + "</td>").toList()));
    }

    private void tableEnd() {
        line("</tbody></table></div>");
    }

    private static String lines(final Row row) {
        return row.work().copies() ? row.work().fill().label() : "-";
    }

    private static String depth(final Row row) {
        return TrafficPattern.MATCHING == row.plan().pattern() ? Integer.toString(row.work().matching().depth()) : "-";
    }

    private static String name(final PeerKind peer, final BufferKind buffer) {
        return peer.registers() ? name(peer) + ", " + buffer.label() + " memory" : name(peer);
    }

    private static String name(final PeerKind peer) {
        return switch (peer) {
            case FLOOR -> "floor";
            case TOMBOLO -> "Tombolo";
            case RECORDED -> "Tombolo, all messages recorded";
            case POLLED -> "Tombolo, trySend and poll";
            case AGRONA -> "Agrona ring";
            case IN_PLACE -> "Tombolo in place";
            case AMONG_IDLE -> "Tombolo among idle ranks";
            case AERON -> "Aeron";
            case CHRONICLE -> "Chronicle Queue";
            case OPENMPI -> "Open MPI";
            case OPENMPI_SM -> "Open MPI, coll/sm";
            case MPICH -> "MPICH";
            case UCX -> "UCX";
        };
    }

    private static String style(final PeerKind peer, final BufferKind buffer) {
        return peer.registers() ? peer.label() + " " + buffer.label() : peer.label();
    }

    private static String plain(final double value) {
        if (value >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return new BigDecimal(value).round(new MathContext(2)).stripTrailingZeros().toPlainString();
    }

    private static String style() {
        try (InputStream stream = ComparisonPage.class.getResourceAsStream(STYLE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String text(final String words) {
        return Markup.escape(words);
    }

    private void line(final String format, final Object... cells) {
        page.append(String.format(Locale.ROOT, format, cells)).append('\n');
    }
}
