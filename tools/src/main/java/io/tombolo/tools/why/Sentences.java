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
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Says in words what a rank waits for.
 */
final class Sentences {
    private static final int MOST_NEEDS = 3;

    private final JobFacts job;

    Sentences(final JobFacts job) {
        this.job = job;
    }

    /** A whole sentence, such as {@code rank 1 waits 12.3 s for a message from rank 0 with tag 7}. */
    String of(final WaitModel.Wait wait) {
        return wait.rank().label() + " waits " + Words.time(waitedMs(wait.rank(), wait.reading())) + " " + what(wait) + limit(wait);
    }

    /** A detail of a finding. */
    Detail detail(final WaitModel.Wait wait) {
        return new Detail(wait.rank().rank(), of(wait), wait.reading().callSite());
    }

    static long waitedMs(final RankFacts rank, final WaitReading wait) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(rank.nowNs() - wait.startNs()));
    }

    /** Time until a wait ends by itself; negative if it does not. */
    static long leftMs(final RankFacts rank, final WaitReading wait) {
        return wait.deadlineNs() == 0 ? -1 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(wait.deadlineNs() - rank.nowNs()));
    }

    private static String limit(final WaitModel.Wait wait) {
        final long left = leftMs(wait.rank(), wait.reading());
        return left < 0 ? "" : ", at most " + Words.time(left) + " more";
    }

    /** What a rank waits for, such as {@code for a message from rank 0 with tag 7}. */
    String what(final WaitModel.Wait wait) {
        final List<Need> needs = wait.needs();
        if (needs.isEmpty()) {
            return "in " + wait.reading().call().text();
        }
        if (wait.reading().count() == 1) {
            return what(wait.reading(), needs.get(0));
        }
        final List<Need> open = needs.stream().filter(need -> !need.isFree()).toList();
        final List<String> shown = new ArrayList<>();
        (open.isEmpty() ? needs : open).stream().limit(MOST_NEEDS).forEach(need -> shown.add(what(wait.reading(), need)));
        final int hidden = (open.isEmpty() ? needs.size() : open.size()) - shown.size() + wait.reading().count() - needs.size();
        return "in " + wait.reading().call().text() + (wait.reading().mode() == WaitMode.ANY ? " for one of " : " for all of ") +
            Words.count(wait.reading().count(), "request") + ": " + String.join("; ", shown) +
            (hidden > 0 ? "; and " + hidden + " more" : "");
    }

    private String what(final WaitReading wait, final Need need) {
        final WaitEntry entry = need.entry();
        return switch (entry.kind()) {
            case RECEIVE -> "for a message from " + from(entry);
            case PROBE -> "for a message to probe from " + from(entry);
            case SEND -> entry.rank() < 0 ? closing(need) : "until " + rank(entry.rank()) + " receives " + message(entry);
            case ROOM -> "for room for " + message(entry) + " to " + rank(entry.rank());
            case COLLECTIVE, AGREEMENT -> "in " + call(wait, entry) + missing(need);
            case LOCK -> "for the " + (entry.tag() == 1 ? "exclusive" : "shared") + " lock of window " + entry.number() + " of " +
                rank(entry.rank()) + held(need);
            case RMA -> "for answers of " + rank(entry.rank()) + " for window " + entry.number();
            case CLAIM -> "for memory for a claim of " + entry.length() + " bytes" +
                (need.ranks().isEmpty() ? "; it holds all of it itself" : ", which messages to " + Words.ranks(need.ranks()) + " hold");
            case FEED_ROOM -> "for room in feed " + entry.number() +
                (need.ranks().isEmpty() ? "" : "; behind farthest: " + Words.ranks(need.ranks()));
            case FEED_MESSAGE -> entry.rank() < 0 ? "for a feed that no rank has made" :
                "for a message of feed " + entry.number() + " of " + rank(entry.rank());
            case QUEUE -> "for an event of an endpoint or receive queue";
            case MEMBER -> entry.rank() < 0 ? "for a rank that has not joined" : "for a change of " + rank(entry.rank());
            case OTHER -> "in " + wait.call().text();
        };
    }

    private String from(final WaitEntry entry) {
        return rank(entry.rank()) + (entry.tag() < 0 ? " with any tag" : " with tag " + entry.tag()) + in(entry.context());
    }

    private static String message(final WaitEntry entry) {
        return Words.count(entry.length(), "byte") + (entry.tag() < 0 ? "" : " with tag " + entry.tag()) + in(entry.context());
    }

    private static String in(final int context) {
        return context == 0 ? "" : " in " + Groups.label(context);
    }

    /** A collective call, such as {@code barrier 5 of the world}. A wait for a request does not tell which one it is. */
    static String call(final WaitReading wait, final WaitEntry entry) {
        final String call = switch (wait.call()) {
            case WAIT, WAIT_ALL, WAIT_ANY, WAIT_SOME -> "nonblocking collective call";
            default -> wait.call().text();
        };
        return call + " " + entry.number() + " of " + Groups.label(entry.length());
    }

    private static String missing(final Need need) {
        return need.ranks().isEmpty() ? "" : "; missing: " + Words.ranks(need.ranks());
    }

    private static String closing(final Need need) {
        return "in close until " + Words.count(need.entry().number(), "send") + " end" + (need.entry().number() == 1 ? "s" : "") +
            (need.ranks().isEmpty() ? "" : ", to " + Words.ranks(need.ranks()));
    }

    private String held(final Need need) {
        return need.ranks().isEmpty() ? "" : "; before it: " + Words.ranks(need.ranks());
    }

    private String rank(final int rank) {
        return rank < 0 ? "any rank" : job.isRank(rank) ? job.ranks().get(rank).label() : "rank " + rank;
    }

    /** What a rank waits for in a few words, for those that wait behind a deadlock. */
    String briefly(final WaitModel.Wait wait) {
        final List<Need> needs = wait.needs();
        if (wait.reading().count() == 1 && isCall(needs.get(0))) {
            return call(wait.reading(), needs.get(0).entry());
        }
        return what(wait);
    }

    private static boolean isCall(final Need need) {
        return need.entry().kind() == WaitKind.COLLECTIVE || need.entry().kind() == WaitKind.AGREEMENT;
    }

    /** What the ranks do that a wait needs, such as {@code rank 0 has never joined}; empty if there is nothing to say. */
    String targets(final WaitModel.Wait wait) {
        final Map<String, List<RankFacts>> states = wait.needs().stream().filter(need -> !need.isAny())
            .flatMap(need -> need.ranks().stream()).distinct().map(rank -> job.ranks().get(rank))
            .collect(Collectors.groupingBy(rank -> state(rank, true), LinkedHashMap::new, Collectors.toList()));
        return states.values().stream().limit(MOST_NEEDS).map(Sentences::state).collect(Collectors.joining(", "));
    }

    /** The state that some ranks are in. */
    private static String state(final List<RankFacts> ranks) {
        final boolean isOne = ranks.size() == 1;
        return (isOne ? ranks.get(0).label() : Words.ranks(ranks.stream().map(RankFacts::rank).toList())) + " " +
            state(ranks.get(0), isOne);
    }

    private static String state(final RankFacts rank, final boolean isOne) {
        return switch (rank.phase()) {
            case RUNS -> running(rank, isOne);
            case STOPPED -> isOne ? "is stopped" : "are stopped";
            case STILL -> isOne ? "stands still" : "stand still";
            case LEFT -> isOne ? "has left" : "have left";
            case DIED -> isOne ? "has died" : "have died";
            case ABSENT -> isOne ? "has never joined" : "have never joined";
            case UNREADABLE -> "cannot be read";
        };
    }

    private static String running(final RankFacts rank, final boolean isOne) {
        if (rank.isWaiting()) {
            return isOne ? "waits as well" : "wait as well";
        }
        if (rank.isMoving()) {
            return isOne ? "goes on" : "go on";
        }
        return isOne ? "is in no call that waits" : "are in no call that waits";
    }
}
