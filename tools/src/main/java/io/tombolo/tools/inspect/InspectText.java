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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobFileDescriptor;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes a job as text. Lines have at most {@link TextTable#MAX_WIDTH} characters, except for long paths and damaged numbers.
 */
public final class InspectText {
    /** Number of busy pairs that are shown in full; more are shown as a table. */
    private static final int BLOCKS = 12;
    private static final String INDENT = "  ";
    private static final DateTimeFormatter DAY_TIME =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final JobView job;
    private final InspectOptions options;
    private final Consumer<String> out;

    private InspectText(final JobView job, final InspectOptions options, final PrintStream out) {
        this.job = job;
        this.options = options;
        this.out = out::println;
    }

    /**
     * Writes a job.
     *
     * @param job     the job
     * @param options what to show
     * @param out     gets the text
     */
    public static void write(final JobView job, final InspectOptions options, final PrintStream out) {
        final InspectText text = new InspectText(job, options, out);
        final List<RankView> ranks = job.ranks().stream().filter(options::shows).toList();
        final QueueText queues = new QueueText(options, job.readMs(), text.out);
        text.header();
        if (options.sends()) {
            new SendText(job, options, text.out).write(ranks);
            return;
        }
        if (options.windows()) {
            new WindowText(job.readMs(), options, text.out).write(job.windows());
            return;
        }
        if (options.feeds()) {
            new FeedText(job.readMs(), text.out).write(job.feeds());
            return;
        }
        if (options.endpoints()) {
            new EndpointText(text.out).write(ranks);
            return;
        }
        text.ranks(ranks);
        if (!options.isOnePair()) {
            new WaitText(job.readMs(), options, text.out).write(ranks);
        }
        text.pairs();
        if (!job.windows().isEmpty() && !options.isOnePair()) {
            new WindowText(job.readMs(), options, text.out).write(job.windows());
        }
        if (!job.feeds().isEmpty() && !options.isOnePair()) {
            new FeedText(job.readMs(), text.out).write(job.feeds());
        }
        queues.queues(ranks);
        queues.errors(ranks);
        CounterText.write(ranks, text.out);
    }

    private void header() {
        out.accept("job " + job.path());
        out.accept(INDENT + verdict());
        if (job.abortStatus() != 0) {
            final String reason = ScreenText.printable(job.abortReason());
            ScreenText.wrap(INDENT, INDENT + INDENT, "aborted with status " + job.abortStatus() + ": " + reason).forEach(out);
        }
        final JobGeometry geometry = job.geometry();
        final TextTable table = new TextTable(INDENT, "<<");
        table.row("job id", RecordNames.hex(job.jobId()) + ", layout " + JobFileDescriptor.LAYOUT_VERSION + ", created " +
            time(job.createdMs()) + " (" + ScreenText.span(job.readMs() - job.createdMs()) + " ago)");
        table.row("each pair", (geometry.value(GeometrySetting.RING_KIND) == 0 ? "stamped ring of " : "Agrona ring of ") +
            geometry.value(GeometrySetting.RING_SLOTS) + " slots, " + geometry.value(GeometrySetting.PACKETS) + " packets of " +
            geometry.value(GeometrySetting.PACKET_LENGTH) + " bytes, " + geometry.value(GeometrySetting.RETURN_RECORDS) +
            " return records");
        table.row("each rank", "up to " + geometry.value(GeometrySetting.MATCH_NODES) + " matching nodes, " +
            geometry.value(GeometrySetting.STAGING_LANES) + " staging lanes of " +
            geometry.value(GeometrySetting.STAGING_LANE_LENGTH) + " bytes");
        table.lines().forEach(out);
    }

    /** The state of the job in one line. */
    private String verdict() {
        final int size = job.ranks().size();
        final String many = size == 1 ? "1 rank" : size + " ranks";
        if (job.count(Liveness.LEFT) == size) {
            return job.state().word() + (job.isKept() ? ", kept: all of " : ": all of ") + many + " have left in order";
        }
        final List<String> groups = new ArrayList<>();
        group(groups, Liveness.ALIVE, "alive");
        group(groups, Liveness.DEAD, "dead");
        group(groups, Liveness.LEFT, "left");
        group(groups, Liveness.ABSENT, "never joined");
        return job.state().word() + (job.isKept() ? ", kept: " : ": ") + many + ", " + String.join(", ", groups);
    }

    private void group(final List<String> groups, final Liveness liveness, final String word) {
        final List<RankView> members = job.ranks().stream().filter(rank -> rank.liveness() == liveness).toList();
        if (members.isEmpty()) {
            return;
        }
        final boolean namesThem = members.size() <= InspectOptions.FEW && members.size() < job.ranks().size();
        final String names = namesThem ?
            members.stream().map(rank -> Integer.toString(rank.rank())).collect(Collectors.joining(" ", " (", ")")) : "";
        groups.add(members.size() + " " + word + names);
    }

    private void ranks(final List<RankView> ranks) {
        out.accept("");
        final TextTable table = new TextTable(INDENT, "><<>><<<>>>");
        table.row("rank", "state", "alive", "pid", "inc", "started", "cores", "", "posted", "unexpected", "errors");
        for (final RankView rank : ranks) {
            final RankRow row = rank.row();
            if (row.state() == RankState.FREE) {
                table.row(rank.rank(), row.state(), rank.liveness().word(), "", "", "", "", "", "", "", "");
            } else {
                table.row(rank.rank(), row.state(), rank.liveness().word(), row.pid(), row.incarnation(), time(row.startTimeMs()),
                    row.cores(), rank.waiting(), rank.queues().posted().size(), rank.queues().unexpected().size(),
                    rank.errors().entries().size());
            }
        }
        table.lines().forEach(out);
        notes(ranks);
        if (ranks.stream().anyMatch(RankView::hasHistory)) {
            history(ranks);
        }
    }

    /** Writes the names of the ranks, and since when and why each has its state. */
    private void history(final List<RankView> ranks) {
        out.accept("");
        final TextTable table = new TextTable(INDENT, "><<<");
        table.row("rank", "name", "since", "because");
        for (final RankView rank : ranks) {
            final RankRow row = rank.row();
            if (row.state() != RankState.FREE) {
                table.row(rank.rank(), rank.name(), time(row.sinceMs()), because(row));
            }
        }
        table.lines().forEach(out);
    }

    private static String because(final RankRow row) {
        return switch (row.reason()) {
            case NONE -> "";
            case JOINED -> row.incarnation() == 1 ? "it joined" :
                "it joined; the process before it had " + (row.isAfterLeft() ? "left" : "died");
            case CLOSED -> "it closed its engine";
            case WITHDRAWN -> "it could not join completely";
            case PROCESS_GONE -> "a rank found it dead";
            case REPLACED -> "its successor found it dead";
            case EVICTED -> "it was evicted";
            case CORRUPT -> "DAMAGED";
        };
    }

    private void notes(final List<RankView> ranks) {
        if (ranks.stream().anyMatch(RankView::yields)) {
            ScreenText.wrap(INDENT, INDENT + INDENT, "yields: the rank shares its cores with other ranks and gives them up while it " +
                "waits; messages are faster if each rank has a core of its own").forEach(out);
        }
        if (ranks.stream().anyMatch(rank -> rank.liveness() == Liveness.DEAD)) {
            ScreenText.wrap(INDENT, INDENT + INDENT, "alive NO: the process ended without closing its engine; the column state shows " +
                "what was written last").forEach(out);
        }
        for (final RankView rank : ranks) {
            if (!rank.problem().isEmpty()) {
                ScreenText.wrap(INDENT, INDENT + INDENT, "rank " + rank.rank() + " cannot be read: " + ScreenText.printable(rank.problem()))
                    .forEach(out);
            }
        }
    }

    private void pairs() {
        final PairText text = new PairText(job.geometry(), options, out);
        final List<PairView> shown = job.pairs().stream().filter(options::shows).toList();
        if (options.isOnePair()) {
            shown.forEach(text::block);
            if (shown.isEmpty()) {
                out.accept("");
                out.accept("pair " + options.source() + "-" + options.destination() + " has not been opened: nothing was sent");
            }
            return;
        }
        final List<PairView> busy = shown.stream().filter(pair -> !pair.isIdle()).toList();
        if (busy.size() <= BLOCKS) {
            busy.forEach(text::block);
        } else {
            out.accept("");
            out.accept(busy.size() + " pairs at work (--pair " + busy.get(0).name() + " shows one in full)");
            text.table(busy);
        }
        idle(shown.size() - busy.size());
    }

    private void idle(final int count) {
        if (job.pairs().isEmpty()) {
            out.accept("");
            out.accept("no pairs: nothing was sent");
        } else if (count > 0) {
            out.accept("");
            out.accept(count + (count == 1 ? " pair is" : " pairs are") + " idle: rings empty, all packets free");
        }
    }

    private static String time(final long ms) {
        return DAY_TIME.format(Instant.ofEpochMilli(ms));
    }
}
