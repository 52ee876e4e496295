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

import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.util.stream.Collectors;

/**
 * A thread that waits, as the inspector has read it.
 *
 * @param rank    of the thread
 * @param reading what its rank shows
 * @param sinceMs when it began to wait, milliseconds since the epoch; {@link RankClock#UNKNOWN} if the rank does not say
 * @param endsMs  when its time is up, milliseconds since the epoch; 0 if it has no limit
 */
public record WaitView(int rank, WaitReading reading, long sinceMs, long endsMs) {
    private static final int FEW = 3;

    /**
     * Returns how long the thread has waited.
     *
     * @param readMs time of the reading, milliseconds since the epoch
     * @return milliseconds
     */
    public long ageMs(final long readMs) {
        return sinceMs == RankClock.UNKNOWN ? 0 : Math.max(0, readMs - sinceMs);
    }

    /** What it waits for, in words. */
    String what() {
        final String entries = reading.entries().stream().limit(FEW).map(WaitView::what)
            .collect(Collectors.joining(reading.mode() == WaitMode.ANY ? " or " : ", "));
        return reading.count() > FEW ? entries + " and " + (reading.count() - FEW) + " more" : entries;
    }

    private static String what(final WaitEntry entry) {
        final String rank = entry.rank() == WaitKind.ANY_RANK ? "any rank" : "rank " + entry.rank();
        final String tag = entry.tag() == WaitKind.NO_TAG ? "any tag" : "tag " + entry.tag();
        return switch (entry.kind()) {
            case RECEIVE, PROBE -> "message from " + rank + " with " + tag;
            case SEND -> entry.rank() == WaitKind.NO_RANK ? "the end of its sends, now " + entry.number() :
                entry.length() + " bytes to " + rank + " with " + tag;
            case ROOM -> "room for " + entry.length() + " bytes to " + rank + " with " + tag;
            case COLLECTIVE -> "call " + entry.number() + " of group " + Long.toHexString(entry.length()) +
                (entry.rank() == WaitKind.NO_RANK ? "" : ", now " + rank);
            case AGREEMENT -> "agreement " + entry.number() + " of group " + Long.toHexString(entry.length());
            case LOCK -> (entry.tag() == 1 ? "exclusive" : "shared") + " lock of window " + entry.number() + " at " + rank;
            case RMA -> "answers of window " + entry.number() + " at " + rank;
            case CLAIM -> entry.length() + " bytes of memory" + (entry.rank() == WaitKind.NO_RANK ? "" : " for " + rank);
            case FEED_ROOM -> "readers of feed " + entry.number();
            case FEED_MESSAGE -> entry.rank() == WaitKind.NO_RANK ? "writer of a feed" : "feed " + entry.number() + " of " + rank;
            case MEMBER -> entry.rank() == WaitKind.NO_RANK ? "rank with a name" : rank;
            case QUEUE, OTHER -> entry.kind().text();
        };
    }
}
