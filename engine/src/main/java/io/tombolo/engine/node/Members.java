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
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.job.StateReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of the job file as members. Any thread.
 */
public final class Members {
    private final JobDirectory job;

    /**
     * Reads the rows of a job.
     *
     * @param job joined directory; it may be closed meanwhile.
     */
    public Members(final JobDirectory job) {
        this.job = job;
    }

    /**
     * Returns a rank.
     *
     * @param rank from 0.
     * @return the rank at this moment.
     */
    public Member member(final int rank) {
        final RankRow row = job.row(rank);
        return new Member(
            rank, row.name(), state(row.state()), row.incarnation(), row.pid(), Instant.ofEpochMilli(row.sinceMs()), reason(row.reason()));
    }

    /**
     * Returns the ranks that a process has joined as.
     *
     * @return in the order of their numbers; not to be changed.
     */
    public List<Member> all() {
        final List<Member> members = new ArrayList<>();
        for (int rank = 0; rank < job.size(); rank++) {
            final Member member = member(rank);
            if (member.incarnation() > 0) {
                members.add(member);
            }
        }
        return List.copyOf(members);
    }

    /**
     * Returns one incarnation of a rank as it ended, if it has, or as it is.
     *
     * @param rank        from 0.
     * @param incarnation that has come.
     * @param before      what was known of the incarnation, or null.
     * @return the incarnation.
     */
    Member incarnation(final int rank, final int incarnation, final Member before) {
        final Member now = member(rank);
        if (now.incarnation() == incarnation) {
            return now;
        }
        final boolean hasLeft = job.state(rank, incarnation) == RankState.LEFT;
        return new Member(
            rank, before == null ? now.name() : before.name(), hasLeft ? MemberState.LEFT : MemberState.FAILED, incarnation,
            before == null ? 0 : before.pid(), now.since(), hasLeft ? MemberReason.CLOSED : MemberReason.PROCESS_GONE);
    }

    /** Describes a rank for a message. */
    static String describe(final JobDirectory job, final int rank) {
        final String name = job.name(rank);
        return "rank " + rank + (name.isEmpty() ? "" : " (" + name + ")");
    }

    private static MemberState state(final RankState state) {
        return switch (state) {
            case FREE -> MemberState.FREE;
            case JOINING -> MemberState.JOINING;
            case LIVE -> MemberState.LIVE;
            case LEFT -> MemberState.LEFT;
            // A row that is damaged makes the rank unusable for good.
            case FAILED, CORRUPT -> MemberState.FAILED;
        };
    }

    private static MemberReason reason(final StateReason reason) {
        return switch (reason) {
            case NONE, CORRUPT -> MemberReason.NONE;
            case JOINED -> MemberReason.JOINED;
            case CLOSED -> MemberReason.CLOSED;
            case WITHDRAWN -> MemberReason.WITHDRAWN;
            case PROCESS_GONE -> MemberReason.PROCESS_GONE;
            case REPLACED -> MemberReason.REPLACED;
            case EVICTED -> MemberReason.EVICTED;
        };
    }
}
