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
package io.tombolo.tools.top;

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.job.SendStateDescriptor;
import io.tombolo.ringbuffers.wait.WaitReader;
import io.tombolo.ringbuffers.wait.WaitReading;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.PairTraffic;
import io.tombolo.tools.jobs.ProcessState;
import io.tombolo.tools.text.ScreenText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Reads the file of a rank at each sample. It stays mapped until another process has joined as the rank.
 */
final class RankSource implements AutoCloseable {
    /** A rank whose clock stands still for so long does not run. Its watch thread stores it about every 25 ms. */
    private static final long STOPPED_AFTER_NS = TimeUnit.SECONDS.toNanos(1);

    private final int rank;
    // Null, and of incarnation 0, until a process has joined and its file can be read.
    private RankFile file;
    private int incarnation;
    private WaitReader reader;
    private AtomicBuffer sendStates;
    private boolean isProcessHere;
    private long clockNs;
    private long clockChangedNs;
    private List<ShownWait> waits = List.of();

    RankSource(final int rank) {
        this.rank = rank;
    }

    /**
     * Reads the rank.
     *
     * @param job      inspected
     * @param row      of the rank
     * @param liveness of the rank
     * @param timeNs   of the sample
     * @param latency  how long messages to the rank have waited for a receive
     */
    RankSample read(final JobDirectory job, final RankRow row, final Liveness liveness, final long timeNs, final LatencyCounts latency) {
        final String name = ScreenText.printable(row.name());
        waits = List.of();
        if (!attach(job, row, timeNs)) {
            return RankSample.without(rank, row.incarnation(), name, liveness);
        }
        final ProcessUse use = isProcessHere && liveness == Liveness.ALIVE ? ProcessUse.of(row.pid()) : ProcessUse.UNKNOWN;
        final long clock = reader.clockNs();
        if (clock != clockNs) {
            clockNs = clock;
            clockChangedNs = timeNs;
        }
        final boolean isStopped = use.isStopped() || clock != 0 && timeNs - clockChangedNs > STOPPED_AFTER_NS;
        waits = liveness == Liveness.ALIVE ? waits(timeNs) : List.of();
        return new RankSample(rank, incarnation, name, liveness, isStopped, use.cpuNs(), file.doorbell().isAsleep(),
            RankCounts.of(file.counters()), Math.max(0, file.counters().value(Counter.UNEXPECTED_CURRENT)),
            waits.size() + reader.notShown(), waits.stream().reduce(null, ShownWait::older), latency);
    }

    private List<ShownWait> waits(final long nowNs) {
        final List<ShownWait> shown = new ArrayList<>();
        for (final WaitReading wait : reader.readAll()) {
            shown.add(ShownWait.of(wait, nowNs));
        }
        return shown;
    }

    /** Waits of the last reading. */
    List<ShownWait> waits() {
        return waits;
    }

    /**
     * Reads what the rank shows of its sends to another.
     *
     * @param ends       of the pair
     * @param pairs      reads its ring
     * @param stalls     of the pair
     * @param oldestWait of the pair
     * @param latency    of the pair
     */
    PairSample pair(
        final PairEnds ends, final PairSource pairs, final long stalls, final ShownWait oldestWait, final LatencyCounts latency) {
        if (file == null || incarnation != ends.sourceIncarnation()) {
            return new PairSample(ends, pairs.traffic(ends, 0, 0), 0, 0, 0, stalls, oldestWait, latency);
        }
        final int entry = SendStateDescriptor.offset(ends.destination());
        final PairTraffic traffic = pairs.traffic(ends, sendStates.getLongVolatile(entry + SendStateDescriptor.MESSAGES_OFFSET),
            sendStates.getLongVolatile(entry + SendStateDescriptor.BESIDE_RING_OFFSET));
        return new PairSample(ends, traffic, Math.max(0, sendStates.getIntVolatile(entry + SendStateDescriptor.QUEUED_OFFSET)),
            Math.max(0, sendStates.getIntVolatile(entry + SendStateDescriptor.PENDING_OFFSET)),
            Math.max(0, sendStates.getLongVolatile(entry + SendStateDescriptor.UNCREDITED_OFFSET)), stalls, oldestWait, latency);
    }

    /** Maps the file of the present incarnation. Returns false if there is none that can be read. */
    private boolean attach(final JobDirectory job, final RankRow row, final long timeNs) {
        if (file != null && incarnation == row.incarnation()) {
            return true;
        }
        close();
        if (row.state() == RankState.FREE || row.incarnation() == 0) {
            return false;
        }
        try {
            file = RankFile.attach(job, rank, row.incarnation());
        } catch (final IOException absent) {
            // It is not there yet, or no more, or refused: there is nothing to show of it.
            return false;
        }
        incarnation = row.incarnation();
        reader = WaitReader.attach(file.section(RankFileSection.WAITS));
        sendStates = file.section(RankFileSection.SEND_STATES);
        isProcessHere = ProcessState.of(row.pid(), row.startTimeMs()).isHere();
        clockNs = 0;
        clockChangedNs = timeNs;
        return true;
    }

    /** Unmaps the file. */
    @Override
    public void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
