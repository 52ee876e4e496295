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

import io.tombolo.ringbuffers.job.GroupCalls;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.tools.inspect.CheckedReading;
import io.tombolo.tools.inspect.JobReader;
import io.tombolo.tools.inspect.JobState;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.PairView;
import io.tombolo.tools.inspect.RankView;
import io.tombolo.tools.jobs.ProcessState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Looks at a job twice, and reads everything else between the looks. So a wait that is seen at both looks was there while the rest was
 * read.
 */
final class JobLooks {
    /** A clock that is older stands still. */
    private static final long STILL_NS = TimeUnit.SECONDS.toNanos(1);
    /** The ranks of a job that was killed do not all die at the same time. */
    private static final long END_MS = 2_000;

    private final JobView view;
    private final List<RankLook> first;
    private final List<RankLook> second;
    private final List<List<GroupCalls>> tables;
    private final long nowNs;
    // By rank: when it was last known to live, in milliseconds since the epoch; 0 if it has not said.
    private final long[] livedMs;

    private JobLooks(
        final JobView view, final List<RankLook> first, final List<RankLook> second, final List<List<GroupCalls>> tables,
        final long nowNs, final long... livedMs) {
        this.view = view;
        this.first = first;
        this.second = second;
        this.tables = tables;
        this.nowNs = nowNs;
        this.livedMs = livedMs;
    }

    /** Looks at a job; the pause is left out if all of its ranks are dead. */
    static JobLooks at(final Path directory, final long pauseMs) throws IOException {
        return CheckedReading.of(directory, job -> {
            final List<RankLook> first = RankLook.of(job);
            if (JobReader.readRanks(directory).state() == JobState.LIVE) {
                pause(directory, pauseMs);
            }
            final JobView view = JobReader.read(directory);
            final List<List<GroupCalls>> tables = IntStream.range(0, job.size()).mapToObj(rank -> GroupCalls.of(job, rank)).toList();
            if (view.jobId() != job.jobId()) {
                throw new IOException(directory + ": another job has begun there meanwhile; look again");
            }
            final List<RankLook> second = RankLook.of(job);
            return new JobLooks(view, first, second, tables, System.nanoTime(), livedMs(job, second));
        });
    }

    private static long[] livedMs(final JobDirectory job, final List<RankLook> ranks) {
        return IntStream.range(0, job.size()).mapToLong(rank -> ranks.get(rank).clockNs() == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(
            job.anchorWallNs(rank) + ranks.get(rank).clockNs() - job.anchorNanoTime(rank))).toArray();
    }

    private static void pause(final Path directory, final long pauseMs) throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(pauseMs);
        } catch (final InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException(directory + ": interrupted between two looks", interrupt);
        }
    }

    JobView view() {
        return view;
    }

    /** What is known of the job. */
    JobFacts facts() {
        final boolean isLive = view.state() == JobState.LIVE;
        final List<RankFacts> ranks = new ArrayList<>();
        for (final RankView rank : view.ranks()) {
            ranks.add(rank(rank, isLive));
        }
        return new JobFacts(
            isLive, isLive ? view.readMs() : lastMs(), ranks, new Groups(tables), filled(), sending(), view.windows(), view.feeds());
    }

    private RankFacts rank(final RankView rank, final boolean isLive) {
        final RankLook before = first.get(rank.rank());
        final RankLook after = second.get(rank.rank());
        final ProcessState process =
            rank.liveness() == Liveness.ALIVE ? ProcessState.of(rank.row().pid(), rank.row().startTimeMs()) : null;
        final RankPhase phase = phase(rank, after, process, isLive);
        return new RankFacts(rank.rank(), rank.name(), phase, problem(rank, phase, after), after.isSingle(),
            after.notShown() > 0 || after.alsoIn(before).size() != after.waits().size(), after.sleeps() > before.sleeps(),
            isLive ? nowNs : after.clockNs(), phase.isGone() ? List.of() : after.alsoIn(before), rank.queues().posted(),
            rank.queues().unexpected(), rank.endpoints().queues());
    }

    private RankPhase phase(final RankView rank, final RankLook look, final ProcessState process, final boolean isLive) {
        if (rank.row().state() == RankState.FREE) {
            return RankPhase.ABSENT;
        }
        // The ranks that have ended with a dead job were there before, and are looked at as they were then.
        if (rank.liveness() == Liveness.LEFT && (isLive || !isOfTheEnd(rank.row().sinceMs()))) {
            return RankPhase.LEFT;
        }
        if (rank.liveness() == Liveness.DEAD && (isLive || !isOfTheEnd(livedMs[rank.rank()]))) {
            return RankPhase.DIED;
        }
        if (!rank.problem().isEmpty() || look.incarnation() == 0) {
            return RankPhase.UNREADABLE;
        }
        if (process != null && process.isStopped()) {
            return RankPhase.STOPPED;
        }
        return isLive && look.clockNs() != 0 && nowNs - look.clockNs() > STILL_NS ? RankPhase.STILL : RankPhase.RUNS;
    }

    private boolean isOfTheEnd(final long ms) {
        return ms == 0 || ms >= lastMs() - END_MS;
    }

    /** When a rank was last known to live. */
    private long lastMs() {
        return LongStream.of(livedMs).max().orElse(0);
    }

    private String problem(final RankView rank, final RankPhase phase, final RankLook look) {
        return switch (phase) {
            case STOPPED -> "is stopped (pid " + rank.row().pid() + "); 'kill -CONT " + rank.row().pid() + "' lets it go on";
            case STILL -> "stands still for " + Words.time(TimeUnit.NANOSECONDS.toMillis(nowNs - look.clockNs())) + " (pid " +
                rank.row().pid() + "): it is in a debugger or in a long pause of the garbage collector, or gets no core";
            case UNREADABLE -> "cannot be read: " + (rank.problem().isEmpty() ? "its file is not complete" : rank.problem());
            default -> "";
        };
    }

    private Set<Link> filled() {
        final Set<Link> filled = new HashSet<>();
        for (final PairView pair : view.pairs()) {
            final boolean isEmpty = pair.reading() != null && pair.isSettled() && pair.damage().isEmpty() &&
                pair.reading().ring().occupied() == 0 && pair.reading().returns().occupied() == 0;
            if (!isEmpty) {
                filled.add(new Link(pair.source(), pair.destination()));
            }
        }
        return filled;
    }

    private Set<Link> sending() {
        final Set<Link> sending = new HashSet<>();
        for (final PairView pair : view.pairs()) {
            if (pair.sends().queued() > 0 || pair.sends().pending() > 0) {
                sending.add(new Link(pair.source(), pair.destination()));
            }
        }
        return sending;
    }
}
