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

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.wait.WaitReader;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The waits of a rank at one look.
 *
 * @param incarnation of the rank; 0 if it has never joined
 * @param clockNs     its clock word; 0 if it has not stored one
 * @param sleeps      how often it has fallen asleep
 * @param isSingle    whether one thread alone may call its engine
 * @param notShown    threads that wait and are not shown
 * @param waits       its waits
 */
record RankLook(int incarnation, long clockNs, long sleeps, boolean isSingle, int notShown, List<WaitReading> waits) {
    private static final RankLook NOTHING = new RankLook(0, 0, 0, false, 0, List.of());

    /** Looks at all ranks. A rank whose file cannot be read has no waits; the view of the job says why. */
    static List<RankLook> of(final JobDirectory job) {
        final List<RankLook> ranks = new ArrayList<>();
        for (int rank = 0; rank < job.size(); rank++) {
            ranks.add(of(job, rank, job.incarnation(rank)));
        }
        return ranks;
    }

    private static RankLook of(final JobDirectory job, final int rank, final int incarnation) {
        if (incarnation == 0 || job.state(rank) == RankState.FREE) {
            return NOTHING;
        }
        try (RankFile file = RankFile.attach(job, rank, incarnation)) {
            final WaitReader reader = WaitReader.attach(file.section(RankFileSection.WAITS));
            return new RankLook(incarnation, reader.clockNs(), file.counters().value(Counter.IDLE_SLEEPS), reader.isSingle(),
                reader.notShown(), reader.readAll());
        } catch (final IOException refused) {
            return NOTHING;
        }
    }

    /** The waits that an earlier look has seen as well. */
    List<WaitReading> alsoIn(final RankLook before) {
        return incarnation != before.incarnation ? List.of() : waits.stream().filter(wait -> before.waits.stream()
            .anyMatch(other -> other.place() == wait.place() && other.number() == wait.number())).toList();
    }
}
