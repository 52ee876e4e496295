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

import io.tombolo.ringbuffers.wait.WaitReader;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The threads of a rank that wait, as the inspector has read them.
 *
 * @param clockMs  when the rank has shown last that its process runs, milliseconds since the epoch; {@link RankClock#UNKNOWN} if never
 * @param isSingle whether one thread alone may call the engine
 * @param notShown threads that wait and are not in the list
 * @param waits    threads that wait
 */
public record WaitsReading(long clockMs, boolean isSingle, int notShown, List<WaitView> waits) {
    /** Nothing is known. */
    static final WaitsReading NONE = new WaitsReading(RankClock.UNKNOWN, false, 0, List.of());

    static WaitsReading of(final int rank, final RankClock clock, final AtomicBuffer section) {
        final WaitReader reader = WaitReader.attach(section);
        return new WaitsReading(
            clock.wallMs(reader.clockNs()), reader.isSingle(), reader.notShown(),
            reader.readAll().stream().map(wait -> view(rank, clock, wait)).toList());
    }

    private static WaitView view(final int rank, final RankClock clock, final WaitReading wait) {
        return new WaitView(rank, wait, clock.wallMs(wait.startNs()), clock.wallMs(wait.deadlineNs()));
    }

    /**
     * Returns how long the thread has waited that waits for longest.
     *
     * @param readMs time of the reading, milliseconds since the epoch
     * @return seconds; 0 if nobody waits
     */
    public long oldestSeconds(final long readMs) {
        return TimeUnit.MILLISECONDS.toSeconds(waits.stream().mapToLong(wait -> wait.ageMs(readMs)).max().orElse(0));
    }
}
