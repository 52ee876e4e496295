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

import io.tombolo.ringbuffers.pair.PacketState;
import io.tombolo.ringbuffers.pair.PairReading;
import java.util.List;

/**
 * One pair, that is one direction between two ranks, as an inspector sees it.
 *
 * @param source      that made the file
 * @param destination of its messages
 * @param epoch       of the file
 * @param refusal     name of the destination's refusal; empty if it has not refused
 * @param problem     why the file could not be read, in one line; empty if it could
 * @param sends       what the source shows of its sends
 * @param reading     what is in it; null if it could not be read
 * @param isSettled   whether two passes agreed; if not, the parts of the reading are of different moments
 * @param damage      what in it cannot be right, each in one line
 */
public record PairView(
    int source, int destination, int epoch, String refusal, String problem, SendReading sends, PairReading reading,
    boolean isSettled, List<String> damage) {
    /** Whether there is nothing to see: rings empty, packets free, and nothing wrong. */
    boolean isIdle() {
        return refusal.isEmpty() && problem.isEmpty() && damage.isEmpty() && isSettled && sends.isIdle() &&
            reading.ring().occupied() == 0 && reading.returns().occupied() == 0 &&
            reading.pool().count(PacketState.FREE) == reading.pool().size();
    }

    /** Both ranks, as people write it. */
    String name() {
        return source + "-" + destination;
    }
}
