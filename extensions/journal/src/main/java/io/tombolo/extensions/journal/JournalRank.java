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
package io.tombolo.extensions.journal;

import io.tombolo.ringbuffers.job.RecordedRing;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * One incarnation of a rank in a journal.
 *
 * @param path        of its queue.
 * @param jobId       of its job.
 * @param rank        from 0.
 * @param incarnation from 1.
 */
public record JournalRank(Path path, long jobId, int rank, int incarnation) implements Comparable<JournalRank> {
    private static final Comparator<JournalRank> ORDER = Comparator.comparingLong(JournalRank::jobId)
        .thenComparingInt(JournalRank::rank).thenComparingInt(JournalRank::incarnation);

    /**
     * Begins to read the events.
     *
     * @return at the oldest event; the caller closes it.
     */
    public JournalCursor cursor() {
        return new JournalCursor(this);
    }

    /**
     * Begins to read the bytes of messages, apart from their events.
     *
     * @return before the oldest bytes; the caller closes it. It is empty if the rank has kept none.
     */
    public JournalStream payload() {
        return new JournalStream(this, RecordedRing.PAYLOAD);
    }

    /**
     * Begins to read the order of the rank's decisions, which a replay needs.
     *
     * @return before the oldest bytes; the caller closes it. It is empty if the rank has written none.
     */
    public JournalStream order() {
        return new JournalStream(this, RecordedRing.ORDER);
    }

    @Override
    public int compareTo(final JournalRank other) {
        return ORDER.compare(this, other);
    }
}
