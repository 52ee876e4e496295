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
package io.tombolo.extensions.journal.command;

import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.JournalRank;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * The options that choose events. A gap, a start and an end are chosen by rank and time only.
 */
final class EventFilter {
    @Option(names = "--job", paramLabel = "ID", description = "Only this job, by its id as 'tombolo journal ls' shows it.")
    private String job;

    @Option(names = "--rank", paramLabel = "R", split = ",", description = "Only these ranks, such as 0,3.")
    private List<Integer> ranks = List.of();

    @Option(names = "--peer", paramLabel = "R", split = ",", description = "Only events with these peers.")
    private List<Integer> peers = List.of();

    @Option(names = "--tag", paramLabel = "T", split = ",", description = "Only events with these tags.")
    private List<Integer> tags = List.of();

    @Option(names = "--from", paramLabel = "TIME", description = "Only events at or after a time, such as 2026-11-27T09:30:00Z.")
    private String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Only events before a time.")
    private String to;

    private long jobId;
    private long fromNs = Long.MIN_VALUE;
    private long toNs = Long.MAX_VALUE;

    EventFilter() {
    }

    /** Checks the job and the times; call it first. */
    EventFilter parsed() {
        try {
            jobId = job == null ? 0 : Long.parseUnsignedLong(job, 16);
        } catch (final NumberFormatException wrong) {
            throw new IllegalArgumentException("--job takes the id of a job as 'tombolo journal ls' shows it, not " + job, wrong);
        }
        fromNs = from == null ? Long.MIN_VALUE : Amount.epochNs("--from", from);
        toNs = to == null ? Long.MAX_VALUE : Amount.epochNs("--to", to);
        return this;
    }

    boolean takes(final JournalRank rank) {
        return (job == null || rank.jobId() == jobId) && (ranks.isEmpty() || ranks.contains(rank.rank()));
    }

    boolean takes(final JournalEvent event) {
        if (event.epochNs() < fromNs || event.epochNs() >= toNs) {
            return false;
        }
        return !event.isFlight() || (peers.isEmpty() || peers.contains(event.flight().peer())) &&
            (tags.isEmpty() || tags.contains(event.flight().tag()));
    }
}
