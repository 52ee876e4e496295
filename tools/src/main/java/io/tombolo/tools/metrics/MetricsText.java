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
import io.tombolo.ringbuffers.feed.FeedReading;
import io.tombolo.ringbuffers.pair.PacketState;
import io.tombolo.tools.inspect.FeedView;
import io.tombolo.tools.inspect.JobState;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.PairView;
import io.tombolo.tools.inspect.RankView;
import io.tombolo.tools.latency.LatencyReading;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * Writes jobs as metrics: the counters of each rank, whether it is alive, the messages under way in each pair (label {@code rank} for the
 * source, {@code peer} for the destination), feeds and their readers (labels {@code feed}, {@code reader} and {@code slot}), and how long
 * messages and locks have waited (labels {@code peer} and {@code kind}). The label {@code job} of each sample is the name of the job's
 * directory. Samples of a rank that has a name also have the label {@code name}. Ranks, pairs and feeds whose files cannot be read are left
 * out. If a job or a rank restarts, its counters start from 0 again, as monitoring systems expect.
 */
public final class MetricsText {
    private static final String PREFIX = "tombolo_";
    private static final String LATENCY = "latency_seconds";
    /** Upper limits of latencies in seconds, each ten times the one before. */
    private static final List<String> LIMITS = List.of("1e-07", "1e-06", "1e-05", "0.0001", "0.001", "0.01", "0.1", "1.0", "10.0");
    private static final long LEAST_LIMIT_NS = 100;
    private static final int NS_DIGITS = 9;

    private final MetricsFormat format;
    private final PrintStream out;
    private final List<Labelled<JobView>> jobs;
    private final List<Labelled<RankView>> ranks = new ArrayList<>();
    private final List<Labelled<RankView>> readableRanks = new ArrayList<>();
    private final List<Labelled<Long>> oldestWaits = new ArrayList<>();
    private final List<Labelled<PairView>> pairs = new ArrayList<>();
    private final List<Labelled<FeedView>> feeds = new ArrayList<>();
    private final List<Labelled<FeedReading.Reader>> feedReaders = new ArrayList<>();
    private final List<Labelled<LatencyReading>> latencies = new ArrayList<>();

    /** A measured object and the labels of its samples. */
    private record Labelled<T>(String labels, T value) {
    }

    private MetricsText(final List<JobView> jobs, final MetricsFormat format, final PrintStream out) {
        this.format = format;
        this.out = out;
        this.jobs = jobs.stream().map(job -> new Labelled<>(label("job", name(job)), job)).toList();
        for (final Labelled<JobView> job : this.jobs) {
            for (final RankView rank : job.value().ranks()) {
                final var labelled = new Labelled<>(job.labels() + ',' + rank(rank.rank(), rank.name()), rank);
                ranks.add(labelled);
                if (!rank.counters().isEmpty()) {
                    readableRanks.add(labelled);
                }
                if (rank.liveness() == Liveness.ALIVE && !rank.counters().isEmpty()) {
                    oldestWaits.add(new Labelled<>(labelled.labels(), rank.waits().oldestSeconds(job.value().readMs())));
                }
            }
            job.value().pairs().stream().filter(pair -> pair.reading() != null).forEach(pair -> pairs.add(new Labelled<>(
                job.labels() + ',' + label("rank", Integer.toString(pair.source())) + ','
                    + label("peer", Integer.toString(pair.destination())), pair)));
            for (final FeedView feed : job.value().feeds()) {
                addFeed(job, feed);
            }
            job.value().latencies().readings().forEach(latency -> latencies.add(new Labelled<>(
                job.labels() + ',' + rank(latency.rank(), latency.name()) + ',' + label("peer", Integer.toString(latency.peer())) + ','
                    + label("kind", latency.kind().text()), latency)));
        }
    }

    private void addFeed(final Labelled<JobView> job, final FeedView feed) {
        final String labels = job.labels() + ',' + rank(feed.rank(), job.value().ranks().get(feed.rank()).name()) + ','
            + label("feed", feed.name());
        if (feed.problem().isEmpty()) {
            feeds.add(new Labelled<>(labels, feed));
            feed.reading().readers().forEach(reader -> feedReaders.add(new Labelled<>(
                labels + ',' + label("reader", Integer.toString(reader.rank())) + ','
                    + label("slot", Integer.toString(reader.slot())), reader)));
        }
    }

    /**
     * Writes jobs, in UTF-8.
     *
     * @param jobs   jobs of different directories
     * @param format format of the text
     * @param out    gets the text
     */
    public static void write(final List<JobView> jobs, final MetricsFormat format, final PrintStream out) {
        final PrintStream text = new PrintStream(out, false, StandardCharsets.UTF_8);
        final MetricsText metrics = new MetricsText(jobs, format, text);
        metrics.jobs();
        metrics.ranks();
        metrics.pairs();
        metrics.feeds();
        metrics.latencies();
        text.print(format.end());
        text.flush();
    }

    private void jobs() {
        head("job", MetricsType.INFO, "The job that was read.", jobs);
        jobs.forEach(job -> sample("job", MetricsType.INFO, job.labels() + ',' + about(job.value()), 1));
        gauge("job_ranks", "Ranks that the job has room for.", jobs, job -> job.ranks().size());
        family("job_changes", MetricsType.COUNTER, "Ranks that joined, became live, left or failed, and aborts.", jobs,
            JobView::failureEpoch);
    }

    /** The name of a job as {@code tombolo ls} shows it. */
    private static String name(final JobView job) {
        final Path path = job.path();
        final String last = String.valueOf(path.getFileName());
        return job.state() == JobState.PREVIOUS ? path.getParent().getFileName() + "/" + last : last;
    }

    private static String about(final JobView job) {
        return label("directory", job.path().toString()) + ',' + label("id", String.format(Locale.ROOT, "%016x", job.jobId())) + ','
            + label("state", job.state().word());
    }

    private void ranks() {
        gauge("rank_up", "Whether the rank is alive.", ranks, rank -> rank.liveness() == Liveness.ALIVE ? 1 : 0);
        family("rank_joins", MetricsType.COUNTER, "Processes that have joined as the rank, one after the other.", ranks,
            rank -> rank.row().incarnation());
        gauge("rank_oldest_wait_seconds", "How long the thread of the rank has waited that waits for longest.", oldestWaits, age -> age);
        gauge("posted_receives", "Receives that wait for a message.", readableRanks, rank -> rank.queues().posted().size());
        gauge("unexpected_held", "Messages that wait for a receive.", readableRanks, rank -> rank.queues().unexpected().size());
        for (final Counter counter : Counter.values()) {
            final String name = counter.name().toLowerCase(Locale.ROOT);
            final boolean isGauge = name.endsWith("_current") || name.endsWith("_high_water");
            family(name, isGauge ? MetricsType.GAUGE : MetricsType.COUNTER, sentence(counter.label()), readableRanks,
                rank -> rank.counter(counter));
        }
    }

    private void pairs() {
        gauge("ring_records", "Records in the ring that the peer has not taken.", pairs, pair -> pair.reading().ring().count());
        gauge("ring_used_percent", "Share of the ring that is in use.", pairs,
            pair -> 100 * pair.reading().ring().occupied() / pair.reading().ring().capacity());
        gauge("return_records", "Records in the return ring that the rank has not taken.", pairs,
            pair -> pair.reading().returns().count());
        gauge("sends_queued", "Sends to the peer that wait for room.", pairs, pair -> pair.sends().queued());
        gauge("long_sends_pending", "Long sends to the peer that are not done.", pairs, pair -> pair.sends().pending());
        gauge("uncredited_bytes", "Eager bytes that no receive of the peer has taken.", pairs, pair -> pair.sends().uncredited());
        head("packets", MetricsType.GAUGE, "Pool packets by state.", pairs);
        for (final Labelled<PairView> pair : pairs) {
            for (final PacketState state : PacketState.values()) {
                sample("packets", MetricsType.GAUGE, pair.labels() + ',' + label("state", state.name().toLowerCase(Locale.ROOT)),
                    pair.value().reading().pool().count(state));
            }
        }
        gauge("pair_broken", "Whether the pair is refused, or its file damaged.", pairs,
            pair -> pair.refusal().isEmpty() && pair.damage().isEmpty() ? 0 : 1);
    }

    private void feeds() {
        family("feed_published", MetricsType.COUNTER, "Messages that the feed has published.", feeds, feed -> feed.reading().published());
        family("feed_cut", MetricsType.COUNTER, "Readers of the feed that were cut off.", feeds, feed -> feed.reading().cuts());
        gauge("feed_readers", "Readers of the feed.", feeds, feed -> feed.reading().readers().size());
        gauge("feed_lag_messages", "Messages that the reader has not read.", feedReaders, FeedReading.Reader::lagMessages);
        gauge("feed_lag_bytes", "Bytes of the ring that the reader has not read.", feedReaders, FeedReading.Reader::lagBytes);
        family("feed_missed", MetricsType.COUNTER, "Messages that the reader has missed.", feedReaders, FeedReading.Reader::missed);
    }

    private void latencies() {
        gauge("latency_sample", "One of so many waits is measured.", latencies, LatencyReading::sample);
        head(LATENCY, MetricsType.HISTOGRAM, "How long messages and locks have waited, as far as it was measured.", latencies);
        for (final Labelled<LatencyReading> each : latencies) {
            final LatencyReading latency = each.value();
            long limitNs = LEAST_LIMIT_NS;
            for (final String limit : LIMITS) {
                bucket(each.labels(), limit, latency.countUpTo(limitNs));
                limitNs *= 10;
            }
            bucket(each.labels(), "+Inf", latency.count());
            final BigDecimal sum = BigDecimal.valueOf(latency.sumNs(), NS_DIGITS);
            out.print(PREFIX + LATENCY + "_sum{" + each.labels() + "} " + sum.toPlainString() + '\n');
            out.print(PREFIX + LATENCY + "_count{" + each.labels() + "} " + latency.count() + '\n');
        }
    }

    private void bucket(final String labels, final String limit, final long count) {
        out.print(PREFIX + LATENCY + "_bucket{" + labels + ',' + label("le", limit) + "} " + count + '\n');
    }

    private <T> void gauge(final String name, final String help, final List<Labelled<T>> measured, final ToLongFunction<T> value) {
        family(name, MetricsType.GAUGE, help, measured, value);
    }

    private <T> void family(
        final String name, final MetricsType type, final String help, final List<Labelled<T>> measured, final ToLongFunction<T> value) {
        head(name, type, help, measured);
        measured.forEach(each -> sample(name, type, each.labels(), value.applyAsLong(each.value())));
    }

    /** Writes the head of a family, if the family has samples. */
    private void head(final String name, final MetricsType type, final String help, final List<?> measured) {
        if (!measured.isEmpty()) {
            final String family = PREFIX + format.family(name, type);
            out.print("# HELP " + family + ' ' + format.help(help) + '\n');
            out.print("# TYPE " + family + ' ' + format.type(type) + '\n');
        }
    }

    private void sample(final String name, final MetricsType type, final String labels, final long value) {
        out.print(PREFIX + name + type.suffix() + '{' + labels + "} " + (type == MetricsType.COUNTER ? Math.max(0, value) : value) + '\n');
    }

    private static String label(final String name, final String value) {
        return name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String rank(final int rank, final String name) {
        return label("rank", Integer.toString(rank)) + (name.isEmpty() ? "" : ',' + label("name", name));
    }

    private static String sentence(final String label) {
        return Character.toUpperCase(label.charAt(0)) + label.substring(1) + '.';
    }
}
