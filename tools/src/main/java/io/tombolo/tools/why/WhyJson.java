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

import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitReading;
import io.tombolo.tools.json.JsonWriter;
import java.util.List;
import java.util.Locale;

/**
 * Writes findings as one JSON object. The form is stable: within one {@code version}, members may be added but are never renamed or
 * removed.
 * <pre>
 * version            1
 * job                path, state (live, dead, previous), id (16 hex digits)
 * readMs             when the job was last looked at, milliseconds since the epoch
 * looks, pauseMs     how often it was looked at, and milliseconds between two looks
 * verdict            nobody waits, waits, possible deadlock, deadlock
 * findings[]         kind (deadlock, nobody left, mismatch, near miss, empty queue, behind, slow, wait, unreadable),
 *                    certainty (certain, possible, observed), ranks[], text,
 *                    details[] (rank, text, site: null if it is not known)
 * waits[]            rank, place, number, call, mode (all, any), waitedMs, leftMs (null without a limit), thread,
 *                    site (null if it is not known), entries (how many there are),
 *                    needs[] (kind, rank, tag, context, length, number, any, free, ranks[])
 * </pre>
 * A need is one entry of the wait: its kind is the name of a {@link WaitKind}, whose Javadoc says what the numbers mean; a rank or tag that
 * does not matter is null. Its {@code ranks} can bring it: one of them if {@code any}, else all. It is {@code free} if it may come without
 * them. At most 16 needs of a wait are known; {@code entries} counts all.
 */
public final class WhyJson {
    private static final int VERSION = 1;

    private WhyJson() {
    }

    /**
     * Writes findings.
     *
     * @param findings what was found
     * @param json     gets one object
     */
    public static void write(final Findings findings, final JsonWriter json) {
        json.object().member("version", VERSION).object("job").member("path", findings.path().toString())
            .member("state", findings.state().word()).member("id", String.format(Locale.ROOT, "%016x", findings.jobId())).end()
            .member("readMs", findings.readMs()).member("looks", findings.looks()).member("pauseMs", findings.pauseMs())
            .member("verdict", findings.verdict().words()).array("findings");
        findings.findings().forEach(finding -> write(finding, json));
        json.end().array("waits");
        findings.waits().forEach(wait -> write(wait, json));
        json.end().end();
    }

    private static void write(final Finding finding, final JsonWriter json) {
        json.object().member("kind", finding.kind().words()).member("certainty", finding.certainty().word());
        ranks(finding.ranks(), json);
        json.member("text", finding.text()).array("details");
        for (final Detail detail : finding.details()) {
            json.object().member("rank", detail.rank()).member("text", detail.text()).member("site", orNull(detail.site())).end();
        }
        json.end().end();
    }

    private static void write(final RankWait wait, final JsonWriter json) {
        final WaitReading reading = wait.reading();
        json.object().member("rank", wait.rank()).member("place", reading.place()).member("number", reading.number())
            .member("call", reading.call().text()).member("mode", reading.mode().text()).member("waitedMs", wait.waitedMs())
            .member("leftMs", wait.leftMs() < 0 ? null : wait.leftMs()).member("thread", reading.thread())
            .member("site", orNull(reading.callSite())).member("entries", reading.count()).array("needs");
        for (final RankWait.Target need : wait.needs()) {
            final WaitEntry entry = need.entry();
            json.object().member("kind", entry.kind().name()).member("rank", entry.rank() < 0 ? null : entry.rank())
                .member("tag", entry.tag() == WaitKind.NO_TAG ? null : entry.tag()).member("context", entry.context())
                .member("length", entry.length()).member("number", entry.number()).member("any", need.isAny())
                .member("free", need.isFree());
            ranks(need.ranks(), json);
            json.end();
        }
        json.end().end();
    }

    private static void ranks(final List<Integer> ranks, final JsonWriter json) {
        json.array("ranks");
        ranks.forEach(json::value);
        json.end();
    }

    private static String orNull(final String text) {
        return text.isEmpty() ? null : text;
    }
}
