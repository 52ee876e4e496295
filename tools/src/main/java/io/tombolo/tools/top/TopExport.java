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

import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.json.JsonWriter;
import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Writes rates for people without a terminal and for programs.
 * <p>
 * The JSON has the members {@code version} (1), {@code job}, {@code state} ({@code live} or {@code ended}), {@code timeMs} (since the
 * epoch), {@code seconds} (between the two samples), {@code ranks[]} and {@code pairs[]}. Rates are per second, times in nanoseconds; what
 * is not known or does not apply is null.
 * <pre>
 * ranks[]  rank, name, incarnation, alive, doing, asleep, sent, received, bytesSent, bytesReceived, unexpected, unexpectedHeld, stalls,
 *          cores, waits, oldestWaitNs, waitsFor, p99Ns, p99SinceJoinNs
 * pairs[]  source, destination, messages, bytes, queued, pendingLong, untakenBytes, stalls, oldestWaitNs, waitsFor, p99Ns, p99SinceJoinNs
 * </pre>
 */
public final class TopExport {
    private static final double P99 = 99;

    /** A column of CSV. */
    private record Field<R>(String name, Function<R, Object> value) {
    }

    private static final List<Field<RankRate>> RANK_FIELDS = List.of(
        new Field<>("rank", rate -> rate.now().rank()),
        new Field<>("name", rate -> rate.now().name().isEmpty() ? null : rate.now().name()),
        new Field<>("incarnation", rate -> rate.now().incarnation()),
        new Field<>("alive", rate -> rate.now().liveness() == Liveness.ALIVE),
        new Field<>("doing", rate -> rate.doing().word()),
        new Field<>("asleep", rate -> rate.doing().isAsleep()),
        new Field<>("sent", rate -> rounded(rate.sent())),
        new Field<>("received", rate -> rounded(rate.received())),
        new Field<>("bytesSent", rate -> rounded(rate.bytesSent())),
        new Field<>("bytesReceived", rate -> rounded(rate.bytesReceived())),
        new Field<>("unexpected", rate -> rounded(rate.unexpected())),
        new Field<>("unexpectedHeld", rate -> rate.now().unexpectedHeld()),
        new Field<>("stalls", rate -> rounded(rate.stalls())),
        new Field<>("cores", rate -> rate.cores() < 0 ? null : rounded(rate.cores())),
        new Field<>("waits", rate -> rate.now().waits()),
        new Field<>("oldestWaitNs", rate -> age(rate.now().oldestWait())),
        new Field<>("waitsFor", rate -> text(rate.now().oldestWait())),
        new Field<>("p99Ns", rate -> known(rate.p99Ns())),
        new Field<>("p99SinceJoinNs", rate -> known(rate.now().latency().percentile(P99))));

    private static final List<Field<PairRate>> PAIR_FIELDS = List.of(
        new Field<>("source", rate -> rate.now().ends().source()),
        new Field<>("destination", rate -> rate.now().ends().destination()),
        new Field<>("messages", rate -> rounded(rate.messages())),
        new Field<>("bytes", rate -> rounded(rate.bytes())),
        new Field<>("queued", rate -> rate.now().queued()),
        new Field<>("pendingLong", rate -> rate.now().pending()),
        new Field<>("untakenBytes", rate -> rate.now().untaken()),
        new Field<>("stalls", rate -> rounded(rate.stalls())),
        new Field<>("oldestWaitNs", rate -> age(rate.now().oldestWait())),
        new Field<>("waitsFor", rate -> text(rate.now().oldestWait())),
        new Field<>("p99Ns", rate -> known(rate.p99Ns())),
        new Field<>("p99SinceJoinNs", rate -> known(rate.now().latency().percentile(P99))));

    private static final double THOUSAND = 1_000;

    private TopExport() {
    }

    private static double rounded(final double value) {
        return Math.round(value * THOUSAND) / THOUSAND;
    }

    private static Long age(final ShownWait wait) {
        return wait == null ? null : Long.valueOf(wait.ageNs());
    }

    private static String text(final ShownWait wait) {
        return wait == null ? null : wait.text();
    }

    private static Long known(final long ns) {
        return ns < 0 ? null : Long.valueOf(ns);
    }

    /**
     * Writes JSON.
     *
     * @param rates     of a job
     * @param isOneLine whether to write one line, as in a stream of them
     * @param out       gets the text
     */
    public static void json(final JobRates rates, final boolean isOneLine, final PrintStream out) {
        final JsonWriter json = isOneLine ? JsonWriter.ofLine(out) : new JsonWriter(out);
        json.object().member("version", 1).member("job", rates.now().name())
            .member("state", rates.now().isEnded() ? "ended" : "live").member("timeMs", rates.now().wallMs())
            .member("seconds", rounded(rates.seconds()));
        array(json, "ranks", rates.ranks(), RANK_FIELDS);
        array(json, "pairs", rates.pairs(), PAIR_FIELDS);
        json.end();
        out.flush();
    }

    private static <R> void array(final JsonWriter json, final String name, final List<R> rows, final List<Field<R>> fields) {
        json.array(name);
        for (final R row : rows) {
            json.object();
            fields.forEach(field -> json.member(field.name(), field.value().apply(row)));
            json.end();
        }
        json.end();
    }

    /**
     * Writes the heading of CSV.
     *
     * @param isOfPairs whether rows are pairs, else ranks
     * @param out       gets one line
     */
    public static void csvHeading(final boolean isOfPairs, final PrintStream out) {
        final List<String> names = new ArrayList<>(List.of("timeMs"));
        (isOfPairs ? PAIR_FIELDS : RANK_FIELDS).forEach(field -> names.add(field.name()));
        out.print(String.join(",", names) + '\n');
    }

    /**
     * Writes CSV as of RFC 4180, with line feeds: a line for each rank or pair. What is not known is empty.
     *
     * @param rates     of a job
     * @param isOfPairs whether rows are pairs, else ranks
     * @param out       gets the lines
     */
    public static void csv(final JobRates rates, final boolean isOfPairs, final PrintStream out) {
        if (isOfPairs) {
            rows(rates, rates.pairs(), PAIR_FIELDS, out);
        } else {
            rows(rates, rates.ranks(), RANK_FIELDS, out);
        }
        out.flush();
    }

    private static <R> void rows(final JobRates rates, final List<R> rows, final List<Field<R>> fields, final PrintStream out) {
        for (final R row : rows) {
            final StringBuilder line = new StringBuilder().append(rates.now().wallMs());
            fields.forEach(field -> line.append(',').append(cell(field.value().apply(row))));
            out.print(line.append('\n'));
        }
    }

    private static String cell(final Object value) {
        final String text = value == null ? "" : value.toString();
        return text.matches("[^,\"\\s]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /**
     * Writes a table.
     *
     * @param rates     of a job
     * @param isOfPairs whether rows are pairs, else ranks
     * @param out       gets the lines
     */
    public static void text(final JobRates rates, final boolean isOfPairs, final PrintStream out) {
        out.println(ScreenText.printable(rates.now().name()) + ": " + rates.now().state()
            + (rates.seconds() == 0 ? "" : String.format(Locale.ROOT, "; rates of the last %.1f s", rates.seconds())));
        if (isOfPairs) {
            table(rates.pairs(), TopColumn.PAIRS, row -> row.now().oldestWait() == null ? "" : row.now().oldestWait().text(), out);
        } else {
            table(rates.ranks(), TopColumn.RANKS, row -> row.doing().word() + (row.now().oldestWait() == null ? "" :
                ": " + row.now().oldestWait().text()), out);
        }
        out.flush();
    }

    private static <R> void table(
        final List<R> rows, final List<TopColumn<R>> columns, final Function<R, String> remark, final PrintStream out) {
        final List<TopColumn<R>> used = columns.stream()
            .filter(column -> rows.stream().anyMatch(row -> !column.cell().apply(row).isEmpty())).toList();
        final StringBuilder alignments = new StringBuilder();
        final List<Object> titles = new ArrayList<>();
        for (final TopColumn<R> column : used) {
            alignments.append(column.width() < 0 ? '<' : '>');
            titles.add(column.title());
        }
        titles.add("doing");
        final TextTable table = new TextTable("", alignments.append('<').toString()).row(titles.toArray());
        for (final R row : rows) {
            final List<Object> cells = new ArrayList<>();
            used.forEach(column -> cells.add(column.cell().apply(row)));
            cells.add(remark.apply(row));
            table.row(cells.toArray());
        }
        table.lines().forEach(out::println);
        if (rows.isEmpty()) {
            out.println("no rank has sent a message");
        }
    }
}
