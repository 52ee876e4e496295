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

import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.process.CollectiveSetup;
import io.tombolo.jmh.bench.process.MatchingSetup;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.WindowAccess;
import java.util.Locale;

/**
 * Prints rows as JSON, one object a line.
 */
final class RowJson {

    private static final String MEASURED =
        "{\"bench\":\"%s\",\"size\":%d,\"p50_ns\":%.2f,\"p99_ns\":%.2f,\"p999_ns\":%.2f,\"%s\":%.4f,"
        + "\"canary_before_ns\":%.2f,\"canary_after_ns\":%.2f,\"jdk\":\"%s\",\"runs\":%d,\"lines\":\"%s\",\"state\":\"%s\"";
    private static final String MESSAGE = ",\"buffer\":\"%s\",\"peer\":\"%s\"";
    private static final String WINDOW = ",\"window\":%d";
    private static final String RATE = ",\"messages_per_s\":%.0f,\"bytes_per_s\":%.0f";
    private static final String MATCHING = ",\"depth\":%d,\"side\":\"%s\",\"wildcards\":\"%s\",\"added_ns\":%.2f";
    private static final String RMA = ",\"mode\":\"%s\",\"access\":\"%s\",\"company\":\"%s\"";
    private static final String COLLECTIVE = ",\"operation\":\"%s\",\"ranks\":%d";
    private static final String SLEEP = ",\"cpu_share\":%.5f";

    private RowJson() {
    }

    static String format(final String bench, final Row row) {
        final StringBuilder json = new StringBuilder(String.format(
            Locale.ROOT,
            MEASURED,
            bench,
            row.work().size(),
            row.p50Ns(),
            row.p99Ns(),
            row.p999Ns(),
            ratio(row.plan().pattern()),
            row.ratioToFloor(),
            row.canaryBeforeNs(),
            row.canaryAfterNs(),
            System.getProperty("java.version"),
            row.runs(),
            row.work().fill().label(),
            row.state().label()));
        final TrafficPattern pattern = row.plan().pattern();
        if (PeerKind.FLOOR != row.peer() || TrafficPattern.WINDOW == pattern) {
            json.append(String.format(Locale.ROOT, MESSAGE, row.work().buffer().label(), row.peer().label()));
        }
        if (TrafficPattern.WINDOW == pattern) {
            json.append(String.format(Locale.ROOT, WINDOW, Loop.STREAM));
        }
        if (TrafficPattern.WINDOW == pattern || pattern.isOneWay()) {
            json.append(String.format(Locale.ROOT, RATE, row.messagesPerS(), row.bytesPerS()));
        }
        if (TrafficPattern.SLEEP == pattern) {
            json.append(String.format(Locale.ROOT, SLEEP, row.idleShare()));
        }
        if (TrafficPattern.MATCHING == pattern) {
            final MatchingSetup matching = row.work().matching();
            json.append(String.format(Locale.ROOT, MATCHING, matching.depth(), matching.queue().name().toLowerCase(Locale.ROOT),
                matching.wildcards().name().toLowerCase(Locale.ROOT), row.addedNs()));
        }
        if (TrafficPattern.RMA == pattern) {
            final WindowAccess access = row.work().access();
            json.append(String.format(Locale.ROOT, RMA,
                WindowAccess.label(access.mode()), WindowAccess.label(access.kind()), WindowAccess.label(access.company())));
        }
        if (TrafficPattern.COLLECTIVE == pattern) {
            final CollectiveSetup collective = row.work().collective();
            json.append(String.format(Locale.ROOT, COLLECTIVE, collective.kind().label(), collective.ranks()));
        }
        return json.append('}').toString();
    }

    /** Names the ratio by what the pattern is measured in turn with. */
    private static String ratio(final TrafficPattern pattern) {
        return switch (pattern) {
            case MATCHING -> "ratio_to_depth_1";
            case FEED_LATENCY -> "ratio_to_one_reader";
            default -> "ratio_to_floor";
        };
    }
}
