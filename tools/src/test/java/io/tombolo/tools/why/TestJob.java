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

import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.feed.FeedReaderState;
import io.tombolo.ringbuffers.feed.FeedReading;
import io.tombolo.ringbuffers.job.GroupCalls;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitReading;
import io.tombolo.tools.inspect.FeedView;
import io.tombolo.tools.inspect.QueueEntry;
import io.tombolo.tools.inspect.ReceiveQueueEntry;
import io.tombolo.tools.inspect.WindowView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Makes the facts of a job without files. Its ranks run and do not wait, until a test says otherwise. A wait has begun 12.3 s ago.
 */
final class TestJob {
    static final int EIGHT_BYTES = 8;

    private static final long NOW_NS = TimeUnit.SECONDS.toNanos(100);
    private static final long BEGIN_NS = NOW_NS - TimeUnit.MILLISECONDS.toNanos(12_300);
    private static final long READ_MS = 50_000;
    private static final int COUNT_SHIFT = 16;

    private final RankFacts[] ranks;
    private final List<List<GroupCalls>> tables = new ArrayList<>();
    private final Set<Link> filled = new HashSet<>();
    private final Set<Link> sending = new HashSet<>();
    private final List<WindowView> windows = new ArrayList<>();
    private final List<FeedView> feeds = new ArrayList<>();
    private boolean isLive = true;
    private long stamps;

    TestJob(final int size) {
        ranks = new RankFacts[size];
        for (int rank = 0; rank < size; rank++) {
            ranks[rank] = new RankFacts(
                rank, "", RankPhase.RUNS, "", true, false, true, NOW_NS, List.of(), List.of(), List.of(), List.of());
            tables.add(new ArrayList<>(List.of(new GroupCalls(0, false, 0, 0))));
        }
    }

    JobFacts facts() {
        return new JobFacts(isLive, READ_MS, List.of(ranks), new Groups(tables), filled, sending, windows, feeds);
    }

    List<Finding> findings() {
        return Diagnosis.of(facts());
    }

    List<String> texts() {
        return findings().stream().map(Finding::text).toList();
    }

    private TestJob put(
        final RankFacts of, final RankPhase phase, final String problem, final boolean isSingle, final boolean hasLooked,
        final long nowNs) {
        ranks[of.rank()] = new RankFacts(of.rank(), of.name(), phase, problem, isSingle, of.isMoving(), hasLooked, nowNs, of.waits(),
            of.posted(), of.unexpected(), of.receiveQueues());
        return this;
    }

    private TestJob put(
        final RankFacts of, final List<WaitReading> waits, final List<QueueEntry> posted, final List<QueueEntry> unexpected,
        final List<ReceiveQueueEntry> queues) {
        ranks[of.rank()] = new RankFacts(of.rank(), of.name(), of.phase(), of.problem(), of.isSingle(), of.isMoving(), of.hasLooked(),
            of.nowNs(), waits, posted, unexpected, queues);
        return this;
    }

    private static <T> List<T> with(final List<T> list, final T item) {
        final List<T> longer = new ArrayList<>(list);
        longer.add(item);
        return longer;
    }

    TestJob phase(final int rank, final RankPhase phase, final String problem) {
        final RankFacts of = ranks[rank];
        return put(of, phase, problem, of.isSingle(), of.hasLooked(), of.nowNs());
    }

    /** Lets several threads of a rank call its engine. */
    TestJob multiple(final int rank) {
        final RankFacts of = ranks[rank];
        return put(of, of.phase(), "", false, of.hasLooked(), of.nowNs());
    }

    /** A rank did not get a core between the looks. */
    TestJob withoutLook(final int rank) {
        final RankFacts of = ranks[rank];
        return put(of, of.phase(), "", of.isSingle(), false, of.nowNs());
    }

    /** All ranks are dead; one was dead some milliseconds after the waits began. */
    TestJob dead(final int rank, final long afterMs) {
        isLive = false;
        final RankFacts of = ranks[rank];
        return put(of, of.phase(), "", of.isSingle(), false, BEGIN_NS + TimeUnit.MILLISECONDS.toNanos(afterMs));
    }

    TestJob fill(final int source, final int destination) {
        filled.add(new Link(source, destination));
        return this;
    }

    TestJob sends(final int source, final int destination) {
        sending.add(new Link(source, destination));
        return this;
    }

    /** A rank has completed calls of the world. */
    TestJob completed(final int rank, final long calls) {
        tables.get(rank).set(0, new GroupCalls(0, false, calls << COUNT_SHIFT, 0));
        return this;
    }

    TestJob group(final int rank, final long group, final boolean isClosed) {
        tables.get(rank).add(new GroupCalls(group, isClosed, 0, 0));
        return this;
    }

    TestJob window(final int rank, final int window, final int holder, final int... waiters) {
        windows.add(new WindowView(rank, window, "direct", EIGHT_BYTES, "", "exclusive", false, List.of(holder),
            Arrays.stream(waiters).mapToObj(waiter -> new WindowView.Waiter(waiter, "exclusive", 0)).toList(), 0, -1, -1));
        return this;
    }

    /** A feed of a rank; its readers have not read some bytes. */
    TestJob feed(final int rank, final int number, final long lag, final int... readers) {
        feeds.add(new FeedView(rank, number, "feed", "", null, new FeedReading(lag, lag, 0, 0, 0, false, Arrays.stream(readers)
            .mapToObj(reader -> new FeedReading.Reader(0, reader, 1, FeedReaderState.ACTIVE, 1, lag, 0, 0, false)).toList())));
        return this;
    }

    /** A message that no receive has taken, filed 12.4 s ago. */
    TestJob unexpected(final int rank, final int source, final int tag, final int context, final long length) {
        final RankFacts of = ranks[rank];
        return put(of, of.waits(), of.posted(), with(of.unexpected(), new QueueEntry(
            ++stamps, READ_MS - 12_400, context, source, tag, Matcher.EXACT_TAG_MASK, length, 0)), of.receiveQueues());
    }

    /** A receive queue without buffers, for which messages wait. */
    TestJob emptyQueue(final int rank, final int waiting) {
        final RankFacts of = ranks[rank];
        return put(of, of.waits(), of.posted(), of.unexpected(), List.of(new ReceiveQueueEntry(
            2, 1, 0, 4, 0, 0, 0, false, 1, 0, 0, waiting, List.of())));
    }

    static WaitEntry receive(final int source, final int tag) {
        return new WaitEntry(WaitKind.RECEIVE, source, tag, 0, EIGHT_BYTES, 0);
    }

    static WaitEntry entry(final WaitKind kind, final int rank, final int tag, final long length, final long number) {
        return new WaitEntry(kind, rank, tag, 0, length, number);
    }

    static WaitEntry collective(final long number) {
        return new WaitEntry(WaitKind.COLLECTIVE, WaitKind.NO_RANK, 0, 1, Groups.WORLD, number);
    }

    /** A collective call that waits for one member alone. */
    static WaitEntry collective(final long number, final int rank, final int tag) {
        return new WaitEntry(WaitKind.COLLECTIVE, rank, tag, 1, Groups.WORLD, number);
    }

    /** A receive waits, and is posted. */
    TestJob recv(final int rank, final int source, final int tag) {
        return wait(rank, WaitCall.RECV, WaitMode.ALL, receive(source, tag));
    }

    TestJob wait(final int rank, final WaitCall call, final WaitMode mode, final WaitEntry... entries) {
        return wait(rank, call, mode, 0, entries.length, entries);
    }

    /** A wait of some entries, whose receives are posted. */
    TestJob wait(
        final int rank, final WaitCall call, final WaitMode mode, final long leftMs, final int count, final WaitEntry... entries) {
        List<QueueEntry> posted = ranks[rank].posted();
        for (final WaitEntry entry : entries) {
            if (entry.kind() == WaitKind.RECEIVE) {
                posted = with(posted, new QueueEntry(++stamps, 0, entry.context(), entry.rank(), Math.max(0, entry.tag()),
                    entry.tag() < 0 ? Matcher.ANY_TAG_MASK : Matcher.EXACT_TAG_MASK, 0, 0));
            }
        }
        final RankFacts of = ranks[rank];
        final WaitReading wait = new WaitReading(of.waits().size(), ++stamps, BEGIN_NS,
            leftMs == 0 ? 0 : NOW_NS + TimeUnit.MILLISECONDS.toNanos(leftMs), call, mode, count, List.of(entries), "main",
            "acme.Program.run(Program.java:" + (10 + rank) + ")");
        return put(of, with(of.waits(), wait), posted, of.unexpected(), of.receiveQueues());
    }

    /** Takes the posted receives of a rank away: they have ended. */
    TestJob withoutPosted(final int rank) {
        final RankFacts of = ranks[rank];
        return put(of, of.waits(), List.of(), of.unexpected(), of.receiveQueues());
    }
}
