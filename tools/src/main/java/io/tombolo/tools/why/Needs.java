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
import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitReading;
import io.tombolo.tools.inspect.QueueEntry;
import io.tombolo.tools.inspect.WindowView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds out which ranks can end a wait. What is not sure to be missing counts as free, so that no wait is called a deadlock that is none.
 */
final class Needs {
    private final JobFacts job;

    Needs(final JobFacts job) {
        this.job = job;
    }

    /** The needs of a wait, in the order of its entries. */
    List<Need> of(final RankFacts rank, final WaitReading wait) {
        return wait.entries().stream().map(entry -> of(rank, wait, entry)).toList();
    }

    private Need of(final RankFacts rank, final WaitReading wait, final WaitEntry entry) {
        if (entry.rank() >= job.ranks().size()) {
            return Need.free(entry, List.of());
        }
        return switch (entry.kind()) {
            case RECEIVE, PROBE -> message(rank, wait, entry);
            case SEND -> send(rank, entry);
            case ROOM -> named(entry, true);
            case COLLECTIVE -> members(rank, wait, entry, job.groups()::completed);
            case AGREEMENT -> members(rank, wait, entry, job.groups()::agreement);
            case LOCK -> lock(rank, entry);
            case CLAIM -> Need.ofAny(entry, unfinished(rank), false);
            case FEED_ROOM -> slowestReaders(rank, entry);
            case FEED_MESSAGE -> isBehind(rank, entry) ? Need.free(entry, List.of(entry.rank())) : named(entry, true);
            case QUEUE -> Need.ofAny(entry, others(rank, IntStream.range(0, job.ranks().size()).boxed().toList()), true);
            // A rank that waits answers accesses of its windows.
            case RMA, MEMBER, OTHER -> Need.free(entry, job.isRank(entry.rank()) ? List.of(entry.rank()) : List.of());
        };
    }

    private Need named(final WaitEntry entry, final boolean isCertain) {
        return job.isRank(entry.rank()) ? Need.ofAll(entry, List.of(entry.rank()), isCertain) : Need.free(entry, List.of());
    }

    /** Those of some ranks that can act: they are not gone, and another thread can act if it is the same rank. */
    private List<Integer> others(final RankFacts rank, final List<Integer> ranks) {
        return ranks.stream().filter(each -> each != rank.rank() || !rank.isSingle())
            .filter(each -> !job.ranks().get(each).phase().isGone()).toList();
    }

    private Need message(final RankFacts rank, final WaitReading wait, final WaitEntry entry) {
        final boolean hasCome = rank.unexpected().stream().anyMatch(message -> fits(message, entry));
        final boolean isPosted = entry.kind() == WaitKind.PROBE || rank.posted().stream().anyMatch(receive -> isFor(receive, entry));
        final List<Integer> ranks = job.isRank(entry.rank()) ? List.of(entry.rank()) : others(rank, membersOf(rank, entry));
        // Of several requests, those without a posted receive have ended. A communicator without wildcards does not show its receives.
        if (hasCome || !isPosted && wait.count() > 1) {
            return Need.free(entry, ranks);
        }
        return job.isRank(entry.rank()) ? Need.ofAll(entry, ranks, isPosted) : Need.ofAny(entry, ranks, isPosted);
    }

    private List<Integer> membersOf(final RankFacts rank, final WaitEntry entry) {
        final GroupCalls group = job.groups().ofContext(rank.rank(), entry.context());
        return job.groups().members(group == null ? Groups.WORLD : group.group());
    }

    /** Whether a message is one that a receive or probe waits for. */
    private static boolean fits(final QueueEntry message, final WaitEntry entry) {
        return message.context() == entry.context() && (entry.rank() < 0 || message.source() == entry.rank()) &&
            (entry.tag() < 0 || message.tag() == entry.tag());
    }

    /** Whether a posted receive is that of an entry. */
    private static boolean isFor(final QueueEntry receive, final WaitEntry entry) {
        return receive.context() == entry.context() && (receive.source() == entry.rank() || receive.source() < 0 && entry.rank() < 0) &&
            (entry.tag() < 0 || receive.tag() == entry.tag() || receive.mask() != Matcher.EXACT_TAG_MASK);
    }

    /** A long message that was matched is copied without a further call of the receiver. */
    private Need send(final RankFacts rank, final WaitEntry entry) {
        if (!job.isRank(entry.rank())) {
            // The close of an engine: all of its sends.
            final List<Integer> ranks = unfinished(rank);
            return ranks.isEmpty() ? Need.free(entry, ranks) : Need.ofAll(entry, ranks, false);
        }
        final boolean isUnexpected = job.ranks().get(entry.rank()).unexpected().stream().anyMatch(message ->
            message.source() == rank.rank() && message.context() == entry.context() && message.tag() == entry.tag());
        return isUnexpected || !job.isQuiet(rank.rank(), entry.rank()) ? named(entry, isUnexpected) :
            Need.free(entry, List.of(entry.rank()));
    }

    private Need members(
        final RankFacts rank, final WaitReading wait, final WaitEntry entry, final MemberCount count) {
        final List<Integer> missing = new ArrayList<>();
        for (final int member : awaited(entry)) {
            if (member != rank.rank() && count.of(member, entry.length()) < entry.number() &&
                (isToCome(entry) || !isInCall(member, wait, entry))) {
                missing.add(member);
            }
        }
        // A call that repairs a group goes on without the members that are gone; any other one ends with an error.
        final boolean isGone = missing.removeIf(member -> job.ranks().get(member).phase().isGone());
        return missing.isEmpty() || isGone && entry.kind() == WaitKind.COLLECTIVE ?
            Need.free(entry, missing) : Need.ofAll(entry, missing, true);
    }

    /** The members that a call of a group waits for, unless they have come. */
    private List<Integer> awaited(final WaitEntry entry) {
        final boolean isOne = isToCome(entry) || entry.kind() == WaitKind.COLLECTIVE && entry.tag() == WaitKind.MEMBER_IN_CALL;
        return isOne && job.isRank(entry.rank()) ? List.of(entry.rank()) : job.groups().members(entry.length());
    }

    /** Whether a member has not done its part of the call, although it may wait in it. */
    private static boolean isToCome(final WaitEntry entry) {
        return entry.kind() == WaitKind.COLLECTIVE && entry.tag() == WaitKind.MEMBER_TO_COME;
    }

    /** Whether a member waits in the same call of a group. */
    private boolean isInCall(final int member, final WaitReading wait, final WaitEntry entry) {
        return job.ranks().get(member).waits().stream().filter(other -> other.call() == wait.call())
            .flatMap(other -> other.entries().stream())
            .anyMatch(other -> other.kind() == entry.kind() && other.length() == entry.length() && other.number() == entry.number());
    }

    private Need lock(final RankFacts rank, final WaitEntry entry) {
        final List<Integer> ahead = new ArrayList<>();
        for (final WindowView window : job.windows()) {
            if (window.rank() == entry.rank() && window.window() == entry.number()) {
                ahead.addAll(window.holders());
                for (final WindowView.Waiter waiter : window.waiters()) {
                    if (waiter.rank() == rank.rank()) {
                        final List<Integer> living = ahead.stream().distinct().filter(job::isRank)
                            .filter(other -> !job.ranks().get(other).phase().isGone()).toList();
                        return living.isEmpty() ? Need.free(entry, living) : Need.ofAll(entry, living, true);
                    }
                    ahead.add(waiter.rank());
                }
            }
        }
        return Need.free(entry, List.of());
    }

    /** Ranks that have not taken all messages of a rank. */
    private List<Integer> unfinished(final RankFacts rank) {
        return others(rank, job.sending().stream().filter(link -> link.source() == rank.rank()).map(Link::destination).sorted().toList());
    }

    /** The readers that are behind farthest hold a writer back. It is not certain: it may cut them off. */
    private Need slowestReaders(final RankFacts rank, final WaitEntry entry) {
        final List<FeedReading.Reader> readers = job.feeds().stream()
            .filter(feed -> feed.rank() == rank.rank() && feed.number() == entry.number())
            .flatMap(feed -> feed.reading().readers().stream())
            .filter(reader -> reader.state() == FeedReaderState.ACTIVE && reader.lagBytes() > 0).toList();
        final long lag = readers.stream().mapToLong(FeedReading.Reader::lagBytes).max().orElse(0);
        final List<Integer> slowest = readers.stream().filter(reader -> reader.lagBytes() == lag).map(FeedReading.Reader::rank)
            .filter(job::isRank).distinct().sorted().toList();
        final boolean canAct = slowest.isEmpty() || slowest.stream().anyMatch(each -> job.ranks().get(each).phase().isGone()) ||
            slowest.contains(rank.rank()) && !rank.isSingle();
        return canAct ? Need.free(entry, slowest) : Need.ofAll(entry, slowest, false);
    }

    /** Whether a reader has messages of a feed to take. */
    private boolean isBehind(final RankFacts rank, final WaitEntry entry) {
        return job.feeds().stream().filter(feed -> feed.rank() == entry.rank() && feed.number() == entry.number())
            .flatMap(feed -> feed.reading().readers().stream())
            .anyMatch(reader -> reader.rank() == rank.rank() && reader.lagMessages() > 0);
    }

    /** Counts the calls of a group that a member has made. */
    @FunctionalInterface
    private interface MemberCount {
        long of(int member, long group);
    }
}
