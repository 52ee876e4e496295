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

import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.pair.PacketState;
import io.tombolo.ringbuffers.pair.PairReading;
import java.util.List;

/**
 * A pair, which is one direction between the last incarnations of two ranks, as the inspector has read it.
 *
 * @param ends      the source, which sends and made the file, and the destination, which receives
 * @param refusal   why the destination has refused the pair (the name of a constant); empty if it has not
 * @param problem   why the file could not be read, in one line; empty if it could
 * @param sends     state of the sends, as the source publishes it
 * @param reading   content of the file; null if it could not be read
 * @param isSettled whether two passes agreed; if not, parts of the reading may be from different times
 * @param damage    what is damaged, one line for each finding
 */
public record PairView(
    PairEnds ends, String refusal, String problem, SendReading sends, PairReading reading, boolean isSettled, List<String> damage) {
    /**
     * Returns the rank that sends.
     *
     * @return the source
     */
    public int source() {
        return ends.source();
    }

    /**
     * Returns the rank that receives.
     *
     * @return the destination
     */
    public int destination() {
        return ends.destination();
    }

    /** Whether there is nothing to show: the rings are empty, all packets are free, and nothing is wrong. */
    boolean isIdle() {
        return refusal.isEmpty() && problem.isEmpty() && damage.isEmpty() && isSettled && sends.isIdle() &&
            reading.ring().occupied() == 0 && reading.returns().occupied() == 0 &&
            reading.pool().count(PacketState.FREE) == reading.pool().size();
    }

    /** The name of the pair, such as {@code 0-1}. */
    String name() {
        return source() + "-" + destination();
    }

    /** The incarnations of both ends; empty if each is the first. */
    String incarnations() {
        final boolean isFirst = ends.sourceIncarnation() == 1 && ends.destinationIncarnation() == 1;
        return isFirst ? "" : "incarnations " + ends.sourceIncarnation() + " and " + ends.destinationIncarnation();
    }
}
