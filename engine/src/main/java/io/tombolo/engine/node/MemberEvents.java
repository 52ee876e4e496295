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
package io.tombolo.engine.node;

import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.MemberReason;
import io.tombolo.engine.api.MemberState;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankState;

/**
 * Finds out which other ranks have joined, left or died, and queues a call of the application's listener for each. Used by the progress
 * owner, which visits each incarnation of each rank.
 */
public final class MemberEvents {
    private final Node node;
    private final JobDirectory job;
    private final Members members;
    // By rank: the last event, or the incarnation that was gone before this rank had joined.
    private final Member[] reported;

    /**
     * Begins with all ranks unreported that are not gone.
     *
     * @param node of this rank, which is not live yet.
     */
    public MemberEvents(final Node node) {
        this.node = node;
        this.job = node.job();
        this.members = new Members(job);
        this.reported = new Member[node.size()];
        for (int rank = 0; rank < reported.length; rank++) {
            final Member member = members.member(rank);
            reported[rank] = member.isGone() && member.incarnation() == node.incarnation(rank) ? member : null;
        }
    }

    /**
     * Reports what has happened to the incarnation of a rank that this rank deals with.
     *
     * @param rank   any; this rank is not reported.
     * @param isGone whether all that the incarnation had sent has been taken, and its operations have ended.
     * @return events.
     */
    public int report(final int rank, final boolean isGone) {
        final int incarnation = node.incarnation(rank);
        final Member last = reported[rank] != null && reported[rank].incarnation() == incarnation ? reported[rank] : null;
        if (rank == node.rank() || last != null && last.isGone()) {
            return 0;
        }
        final RankState state = job.state(rank, incarnation);
        final boolean hasEnded = state == RankState.LEFT || state == RankState.FAILED;
        int events = 0;
        if (last == null && (hasEnded || state == RankState.LIVE)) {
            report(joined(members.incarnation(rank, incarnation, null)));
            events++;
        }
        if (hasEnded && isGone) {
            report(members.incarnation(rank, incarnation, reported[rank]));
            events++;
        }
        return events;
    }

    private static Member joined(final Member member) {
        return member.isLive() ? member : new Member(
            member.rank(), member.name(), MemberState.LIVE, member.incarnation(), member.pid(), member.since(), MemberReason.JOINED);
    }

    private void report(final Member event) {
        // First: without memory for it, the event is reported at the next look.
        node.handlerCalls().add(event);
        reported[event.rank()] = event;
    }
}
