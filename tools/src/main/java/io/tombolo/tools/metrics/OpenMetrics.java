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
package io.tombolo.tools.metrics;

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.pair.PacketState;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.PairView;
import io.tombolo.tools.inspect.RankView;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * A job in the OpenMetrics text format, version 1.0: each counter of each rank, whether it lives, and for each pair (labels {@code rank},
 * the source, and {@code peer}, the destination) what is under way. Ranks and pairs whose files cannot be read are left out. A monitoring
 * system sees a counter that starts anew as a reset, which it is.
 */
public final class OpenMetrics {
    private static final String PREFIX = "tombolo_";

    private final PrintStream out;

    private OpenMetrics(final PrintStream out) {
        this.out = out;
    }

    /**
     * Writes a job.
     *
     * @param job as read
     * @param out that it goes to
     */
    public static void write(final JobView job, final PrintStream out) {
        final OpenMetrics metrics = new OpenMetrics(out);
        metrics.job(job);
        metrics.ranks(job.ranks());
        metrics.pairs(job.pairs().stream().filter(pair -> pair.reading() != null).toList());
        out.print("# EOF\n");
        out.flush();
    }

    private void job(final JobView job) {
        family("job", "info", "The job that was read.");
        sample("job_info", "directory=\"" + escape(job.path().toString()) + "\",id=\"" + String.format("%016x", job.jobId()) +
            "\",state=\"" + job.state().word() + "\"", 1);
        family("job_ranks", "gauge", "Ranks that the job has room for.");
        sample("job_ranks", "", job.ranks().size());
        family("job_failures", "counter", "Ranks proven dead, and aborts.");
        sample("job_failures_total", "", Math.max(0, job.failureEpoch()));
    }

    private void ranks(final List<RankView> ranks) {
        perRank(ranks, "rank_up", "Whether the rank holds its lock.", rank -> rank.liveness() == Liveness.ALIVE ? 1 : 0);
        final List<RankView> readable = ranks.stream().filter(rank -> !rank.counters().isEmpty()).toList();
        perRank(readable, "posted_receives", "Receives that wait for a message.", rank -> rank.queues().posted().size());
        perRank(readable, "unexpected_held", "Messages that wait for a receive.", rank -> rank.queues().unexpected().size());
        for (final Counter counter : Counter.values()) {
            final String name = counter.name().toLowerCase(Locale.ROOT);
            final boolean isGauge = name.endsWith("_current") || name.endsWith("_high_water");
            family(name, isGauge ? "gauge" : "counter", sentence(counter.label()));
            for (final RankView rank : readable) {
                final long value = rank.counter(counter);
                sample(isGauge ? name : name + "_total", label(rank), isGauge ? value : Math.max(0, value));
            }
        }
    }

    private void perRank(final List<RankView> ranks, final String name, final String help, final ToLongFunction<RankView> value) {
        family(name, "gauge", help);
        ranks.forEach(rank -> sample(name, label(rank), value.applyAsLong(rank)));
    }

    private void pairs(final List<PairView> pairs) {
        perPair(pairs, "ring_records", "Records in the ring that the peer has not taken.", pair -> pair.reading().ring().count());
        perPair(pairs, "ring_used_percent", "Share of the ring that is in use.",
            pair -> 100 * pair.reading().ring().occupied() / pair.reading().ring().capacity());
        perPair(pairs, "return_records", "Records in the return ring that the rank has not taken.",
            pair -> pair.reading().returns().count());
        perPair(pairs, "sends_queued", "Sends to the peer that wait for room.", pair -> pair.sends().queued());
        perPair(pairs, "long_sends_pending", "Long sends to the peer that are not done.", pair -> pair.sends().pending());
        perPair(pairs, "uncredited_bytes", "Eager bytes that no receive of the peer has taken.", pair -> pair.sends().uncredited());
        family("packets", "gauge", "Pool packets by state.");
        for (final PairView pair : pairs) {
            for (final PacketState state : PacketState.values()) {
                sample("packets", label(pair) + ",state=\"" + state.name().toLowerCase(Locale.ROOT) + "\"",
                    pair.reading().pool().count(state));
            }
        }
        family("pair_broken", "gauge", "Whether the pair is refused, or its file damaged.");
        pairs.forEach(pair -> sample("pair_broken", label(pair), pair.refusal().isEmpty() && pair.damage().isEmpty() ? 0 : 1));
    }

    private void perPair(final List<PairView> pairs, final String name, final String help, final ToLongFunction<PairView> value) {
        family(name, "gauge", help);
        pairs.forEach(pair -> sample(name, label(pair), value.applyAsLong(pair)));
    }

    private static String label(final RankView rank) {
        return "rank=\"" + rank.rank() + "\"";
    }

    private static String label(final PairView pair) {
        return "rank=\"" + pair.source() + "\",peer=\"" + pair.destination() + "\"";
    }

    private void family(final String name, final String type, final String help) {
        out.print("# TYPE " + PREFIX + name + ' ' + type + '\n');
        out.print("# HELP " + PREFIX + name + ' ' + escape(help) + '\n');
    }

    private void sample(final String name, final String labels, final long value) {
        out.print(PREFIX + name + (labels.isEmpty() ? "" : '{' + labels + '}') + ' ' + value + '\n');
    }

    private static String sentence(final String label) {
        return Character.toUpperCase(label.charAt(0)) + label.substring(1) + '.';
    }

    private static String escape(final String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
