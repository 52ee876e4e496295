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
package io.tombolo.tools.inspect;

import io.tombolo.matching.MatchNodeReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The matching queues of a rank, read in one pass.
 *
 * @param posted     posted receives, oldest first
 * @param unexpected unexpected messages, oldest first
 * @param unstable   number of nodes that changed during each attempt to read them; their entries are missing
 */
public record QueueReading(List<QueueEntry> posted, List<QueueEntry> unexpected, int unstable) {
    /** Queues that could not be read. */
    static final QueueReading NONE = new QueueReading(List.of(), List.of(), 0);

    private static final Comparator<QueueEntry> OLDEST_FIRST = Comparator.comparingLong(QueueEntry::stamp);

    static QueueReading of(final List<AtomicBuffer> nodes, final RankClock clock) {
        final MatchNodeReader reader = new MatchNodeReader();
        final List<QueueEntry> posted = new ArrayList<>();
        final List<QueueEntry> unexpected = new ArrayList<>();
        int unstable = 0;
        for (final AtomicBuffer part : nodes) {
            reader.wrap(part);
            for (int i = 0; i < reader.capacity(); i++) {
                switch (reader.read(i)) {
                    case MatchNodeReader.POSTED -> posted.add(entry(reader, clock));
                    case MatchNodeReader.UNEXPECTED -> unexpected.add(entry(reader, clock));
                    case MatchNodeReader.UNSTABLE -> unstable++;
                    default -> { }
                }
            }
        }
        posted.sort(OLDEST_FIRST);
        unexpected.sort(OLDEST_FIRST);
        return new QueueReading(List.copyOf(posted), List.copyOf(unexpected), unstable);
    }

    private static QueueEntry entry(final MatchNodeReader node, final RankClock clock) {
        return new QueueEntry(
            node.stamp(), clock.wallMs(node.filingTime()), node.context(), node.source(), node.tag(), node.mask(), node.length(),
            node.handle());
    }
}
