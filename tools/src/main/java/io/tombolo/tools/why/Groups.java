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

import io.tombolo.engine.collective.CollectiveProgress;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.job.GroupCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The groups of a job, as the tables of its ranks name them.
 *
 * @param tables by rank: entries of its table
 */
record Groups(List<List<GroupCalls>> tables) {
    /** Name of the group of all ranks. */
    static final long WORLD = 0;

    /** The ranks that have an entry for a group, open or closed. */
    List<Integer> members(final long group) {
        return IntStream.range(0, tables.size()).filter(rank -> group == WORLD || of(rank, group) != null).boxed().toList();
    }

    /** The group to whose communicator a context belongs, as a rank knows it; an open one before a closed one. Null if there is none. */
    GroupCalls ofContext(final int rank, final int context) {
        final List<GroupCalls> found = new ArrayList<>();
        for (final GroupCalls calls : tables.get(rank)) {
            if (Envelope.communicator((int) calls.group()) == Envelope.communicator(context)) {
                found.add(calls);
            }
        }
        return found.stream().filter(calls -> !calls.isClosed()).findFirst().orElse(found.isEmpty() ? null : found.get(found.size() - 1));
    }

    /** Calls of a group that a member has completed; none for a rank that has no entry. */
    long completed(final int rank, final long group) {
        final GroupCalls calls = of(rank, group);
        return calls == null ? 0 : CollectiveProgress.completedCalls(calls.word());
    }

    /** The last agreement of a group to which a member contributes; 0 if there was none. */
    long agreement(final int rank, final long group) {
        final GroupCalls calls = of(rank, group);
        return calls == null ? 0 : calls.agreement();
    }

    private GroupCalls of(final int rank, final long group) {
        return tables.get(rank).stream().filter(calls -> calls.group() == group).findFirst().orElse(null);
    }

    /** A communicator in a sentence, by the context of its messages. */
    static String label(final int context) {
        return Envelope.communicator(context) == 0 ? "the world" : "communicator " + (context & -Envelope.KINDS);
    }

    /** A group in a sentence. */
    static String label(final long group) {
        return label((int) group);
    }
}
