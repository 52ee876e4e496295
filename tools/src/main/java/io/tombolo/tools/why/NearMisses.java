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

import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.job.GroupCalls;
import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.tools.inspect.QueueEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Finds messages that nearly fit a receive that waits: from its source, but with another tag or in another communicator, or in one that
 * the receiver has closed.
 */
final class NearMisses {
    /** Messages that are named for one rank; further ones are counted. */
    private static final int MOST = 3;

    private final JobFacts job;

    NearMisses(final JobFacts job) {
        this.job = job;
    }

    /**
     * A message that nearly fits.
     *
     * @param receiver rank that has it
     * @param finding  what it is
     */
    record NearMiss(int receiver, Finding finding) {
    }

    /** The near misses, by receiver. */
    List<NearMiss> find(final List<WaitModel.Wait> waits) {
        final List<NearMiss> misses = new ArrayList<>();
        for (final RankFacts rank : job.ranks()) {
            final Map<QueueEntry, WaitEntry> found = new LinkedHashMap<>();
            waits.stream().filter(wait -> wait.rank() == rank).flatMap(wait -> wait.needs().stream()).filter(NearMisses::isMessage)
                .forEach(need -> rank.unexpected().stream().filter(message -> isNear(message, need.entry()))
                    .forEach(message -> found.putIfAbsent(message, need.entry())));
            found.entrySet().stream().limit(MOST).forEach(each -> misses.add(
                new NearMiss(rank.rank(), finding(rank, each.getKey(), each.getValue()))));
            if (found.size() > MOST) {
                misses.add(new NearMiss(rank.rank(), new Finding(FindingKind.NEAR_MISS, Certainty.OBSERVED, List.of(rank.rank()),
                    "near misses: " + Words.count(found.size() - MOST, "more message") + " to " + rank.label(), List.of())));
            }
        }
        return misses;
    }

    private static boolean isMessage(final Need need) {
        return !need.isFree() && (need.entry().kind() == WaitKind.RECEIVE || need.entry().kind() == WaitKind.PROBE);
    }

    /** Whether a message is of the application and from the source of a receive, for which it does not fit. */
    private static boolean isNear(final QueueEntry message, final WaitEntry entry) {
        return !Envelope.isCollective(message.context()) && (entry.rank() < 0 || entry.rank() == message.source());
    }

    private Finding finding(final RankFacts rank, final QueueEntry message, final WaitEntry entry) {
        final boolean isSource = job.isRank(message.source());
        final String source = isSource ? job.ranks().get(message.source()).label() : "rank " + message.source();
        final String age = message.filedMs() == 0 ? "unexpected" :
            "unexpected for " + Words.time(Math.max(0, job.lastMs() - message.filedMs()));
        final TreeSet<Integer> ranks = new TreeSet<>(List.of(rank.rank()));
        if (isSource) {
            ranks.add(message.source());
        }
        return new Finding(FindingKind.NEAR_MISS, Certainty.OBSERVED, List.copyOf(ranks),
            "near miss: " + source + " sent " + Words.count(message.length(), "byte") + " with tag " + message.tag() +
            (message.context() == entry.context() && message.context() == 0 ? "" : " in " + Groups.label(message.context())) + " to " +
            rank.label() + ", " + age + "; " + difference(rank, message, entry), List.of());
    }

    private String difference(final RankFacts rank, final QueueEntry message, final WaitEntry entry) {
        final String what = entry.kind() == WaitKind.PROBE ? "the probe" : "the posted receive";
        if (message.context() == entry.context()) {
            return what + " wants tag " + entry.tag();
        }
        final GroupCalls group = job.groups().ofContext(rank.rank(), message.context());
        return what + " is in " + Groups.label(entry.context()) + (group == null || group.isClosed() ?
            "; " + rank.label() + " has closed " + Groups.label(message.context()) : "");
    }
}
