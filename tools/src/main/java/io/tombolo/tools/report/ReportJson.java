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

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.tools.inspect.ErrorEntry;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.inspect.PairTraffic;
import io.tombolo.tools.inspect.RankView;
import io.tombolo.tools.json.JsonWriter;
import io.tombolo.tools.latency.LatencyReading;
import io.tombolo.tools.why.Detail;
import io.tombolo.tools.why.Finding;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the numbers of a report as one JSON object. The form is stable: within one {@code version}, members may be added but are never
 * renamed or removed. Times are milliseconds or nanoseconds since the epoch, as their names say.
 * <pre>
 * version    1
 * job        name, path, state (live, dead, previous), id (16 hex digits), size, createdMs, readMs, failureEpoch, kept,
 *            abort (null, or status and reason)
 * ranks[]    rank, name (null without), state, reason, liveness, incarnation, pid, startMs, sinceMs, asleep, problem (null, or why its file
 *            could not be read), bytesSent, bytesReceived (payload), posted, unexpected (counts), errors[] (count, firstMs, lastMs, text)
 * pairs[]    source, destination, messages, bytes (ringBytes + besideRingBytes), ringBytes, besideRingBytes
 * timeline   fromNs, toNs, ranks[] (rank, sends, receives, unexpected, sleeps, stalls, locks, peers, errors, other: counts of events
 *            that are kept)
 * latencies[] rank, peer, kind, sample, count, sumNs, p50Ns, p90Ns, p99Ns, p999Ns, maxNs
 * verdict    sum of the next: nobody waits, waits, possible deadlock, deadlock; not known if waits could not be read
 * waits[]    kind, certainty, ranks[], text, details[] (rank, text, site (null if unknown)): findings of 'tombolo why'
 * doctor[]   level, topic, text, mend (null without)
 * problems[] texts: what could not be read
 * settings   the value of each setting by its name
 * versions   version by name
 * </pre>
 */
final class ReportJson {
    private static final int VERSION = 1;

    private final JsonWriter json;
    private final JobReport report;

    private ReportJson(final JsonWriter json, final JobReport report) {
        this.json = json;
        this.report = report;
    }

    static String of(final JobReport report, final Timeline timeline) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final PrintStream out = new PrintStream(bytes, false, StandardCharsets.US_ASCII);
        new ReportJson(new JsonWriter(out), report).write(timeline);
        out.flush();
        return bytes.toString(StandardCharsets.US_ASCII);
    }

    private void write(final Timeline timeline) {
        json.object().member("version", VERSION);
        job(report.job());
        json.array("ranks");
        report.job().ranks().forEach(this::rank);
        json.end().array("pairs");
        for (final PairTraffic pair : report.traffic()) {
            json.object().member("source", pair.source()).member("destination", pair.destination()).member("messages", pair.messages())
                .member("bytes", pair.bytes()).member("ringBytes", pair.ringBytes()).member("besideRingBytes", pair.besideRing()).end();
        }
        json.end();
        timeline(timeline);
        json.array("latencies");
        report.job().latencies().readings().forEach(this::latency);
        json.end();
        findings();
        json.object("settings");
        for (final GeometrySetting setting : GeometrySetting.values()) {
            json.member(setting.propertyName(), report.job().geometry().value(setting));
        }
        json.end().object("versions");
        report.software().versions().forEach(json::member);
        json.end().end();
    }

    private void job(final JobView job) {
        json.object("job").member("name", report.name()).member("path", job.path().toString()).member("state", job.state().word())
            .member("id", String.format(Locale.ROOT, "%016x", job.jobId())).member("size", job.ranks().size())
            .member("createdMs", job.createdMs()).member("readMs", job.readMs()).member("failureEpoch", job.failureEpoch())
            .member("kept", job.isKept());
        if (job.abortStatus() == 0) {
            json.member("abort", null);
        } else {
            json.object("abort").member("status", job.abortStatus()).member("reason", job.abortReason()).end();
        }
        json.end();
    }

    private void rank(final RankView rank) {
        json.object().member("rank", rank.rank()).member("name", orNull(rank.name())).member("state", rank.row().state().name())
            .member("reason", rank.row().reason().name()).member("liveness", rank.liveness().name())
            .member("incarnation", rank.row().incarnation()).member("pid", rank.row().pid()).member("startMs", rank.row().startTimeMs())
            .member("sinceMs", rank.row().sinceMs()).member("asleep", rank.isAsleep()).member("problem", orNull(rank.problem()))
            .member("bytesSent", rank.counter(Counter.BYTES_SENT)).member("bytesReceived", rank.counter(Counter.BYTES_RECEIVED))
            .member("posted", rank.queues().posted().size()).member("unexpected", rank.queues().unexpected().size()).array("errors");
        for (final ErrorEntry error : rank.errors().entries()) {
            json.object().member("count", error.count()).member("firstMs", error.firstMs()).member("lastMs", error.lastMs())
                .member("text", error.text()).end();
        }
        json.end().end();
    }

    private void timeline(final Timeline timeline) {
        json.object("timeline").member("fromNs", timeline.fromNs()).member("toNs", timeline.toNs()).array("ranks");
        for (final Map.Entry<Integer, Timeline.Row> entry : timeline.rows().entrySet()) {
            final Timeline.Row row = entry.getValue();
            json.object().member("rank", entry.getKey()).member("sends", row.count(Timeline.Mark.SEND))
                .member("receives", row.count(Timeline.Mark.RECEIVE)).member("unexpected", row.count(Timeline.Mark.UNEXPECTED))
                .member("sleeps", row.count(Timeline.Wait.SLEEP)).member("stalls", row.count(Timeline.Wait.STALL))
                .member("locks", row.count(Timeline.Wait.LOCK)).member("peers", row.count(Timeline.Mark.PEER))
                .member("errors", row.count(Timeline.Mark.ERROR)).member("other", row.other()).end();
        }
        json.end().end();
    }

    private void latency(final LatencyReading latency) {
        json.object().member("rank", latency.rank()).member("peer", latency.peer()).member("kind", latency.kind().text())
            .member("sample", latency.sample()).member("count", latency.count()).member("sumNs", latency.sumNs())
            .member("p50Ns", latency.percentile(50)).member("p90Ns", latency.percentile(90)).member("p99Ns", latency.percentile(99))
            .member("p999Ns", latency.percentile(99.9)).member("maxNs", latency.maxNs()).end();
    }

    private void findings() {
        json.member("verdict", report.verdict()).array("waits");
        for (final Finding finding : report.waits()) {
            json.object().member("kind", finding.kind().words()).member("certainty", finding.certainty().word()).array("ranks");
            finding.ranks().forEach(json::value);
            json.end().member("text", finding.text()).array("details");
            for (final Detail detail : finding.details()) {
                json.object().member("rank", detail.rank()).member("text", detail.text()).member("site", orNull(detail.site())).end();
            }
            json.end().end();
        }
        json.end().array("doctor");
        for (final io.tombolo.tools.doctor.Finding finding : report.checkup()) {
            json.object().member("level", finding.level().word()).member("topic", finding.topic()).member("text", finding.text())
                .member("mend", orNull(finding.mend())).end();
        }
        json.end().array("problems");
        report.problems().forEach(json::value);
        json.end();
    }

    private static String orNull(final String text) {
        return text.isEmpty() ? null : text;
    }
}
