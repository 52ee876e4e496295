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
package io.tombolo.ringbuffers.line;

import java.util.function.LongSupplier;

/**
 * Finds out whether a consumer should hand the lines of long records back. It times laps of the ring with and without in turn and keeps
 * the faster way for a while: on some machines near cores lose by it. One thread at a time.
 */
final class LineTransferTuner {
    /** Timed laps of a trial, with and without in turn. Each follows an untimed one, which finds the lines as the last lap left them. */
    static final int LEGS = 6;

    /** Laps from a trial that has changed something to the next one; doubled by each trial that has not. */
    static final int FIRST_PAUSE = 16;

    /** Most laps between two trials. A trial costs 12 laps, half of them the slow way, which can take five times as long. */
    static final int LONGEST_PAUSE = 2048;

    // A gain below a sixteenth is no reason to change.
    private static final int MARGIN_SHIFT = 4;

    private final LongSupplier clockNs;
    private final long lap;
    private boolean isOn = true;
    private boolean keptOn = true;
    private int leg = LEGS;
    private boolean isTimed;
    private int pause = FIRST_PAUSE;
    private long start;
    private long end;
    private long startNs;
    private long leastOn;
    private long leastOff;

    /**
     * Starts with lines that are handed back; the first trial comes after a lap.
     *
     * @param lap      length of the ring, in the unit of positions.
     * @param position to start at.
     * @param clockNs  monotone, in nanoseconds; asked twice for a timed lap.
     */
    LineTransferTuner(final long lap, final long position, final LongSupplier clockNs) {
        this.lap = lap;
        this.end = position + lap;
        this.clockNs = clockNs;
    }

    /** Returns whether lines are to be handed back now. */
    boolean isOn() {
        return isOn;
    }

    /** Returns whether a lap, or the time between two trials, has ended: {@link #endLap} has something to do. */
    boolean isDue(final long position) {
        return position - end >= 0;
    }

    /**
     * Ends a lap, or the time between two trials.
     *
     * @param position of the consumer.
     */
    void endLap(final long position) {
        end = position + lap;
        if (leg == LEGS) {
            leg = 0;
            isOn = true;
            leastOn = Long.MAX_VALUE;
            leastOff = Long.MAX_VALUE;
        } else if (isTimed) {
            isTimed = false;
            endLeg((long) ((clockNs.getAsLong() - startNs) * ((double) lap / (position - start))), position);
        } else {
            isTimed = true;
            start = position;
            startNs = clockNs.getAsLong();
        }
    }

    private void endLeg(final long ns, final long position) {
        if (isOn) {
            leastOn = Math.min(leastOn, ns);
        } else {
            leastOff = Math.min(leastOff, ns);
        }
        leg++;
        isOn = !isOn;
        if (leg == LEGS) {
            decide();
            end = position + pause * lap;
        }
    }

    private void decide() {
        final boolean wasOn = keptOn;
        keptOn = wasOn ? leastOn - (leastOn >> MARGIN_SHIFT) <= leastOff : leastOn < leastOff - (leastOff >> MARGIN_SHIFT);
        isOn = keptOn;
        pause = keptOn == wasOn ? Math.min(2 * pause, LONGEST_PAUSE) : FIRST_PAUSE;
    }
}
