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
package io.tombolo.ringbuffers.job;

import org.agrona.UnsafeApi;

/**
 * The two words of the job file in which two incarnations of ranks refuse each other's pair files, one word for each direction. The
 * addresses are computed once, because a receiver checks the words before each message.
 * <p>
 * <b>Threading:</b> any thread; the mapping lives as long as this object.
 */
public final class RefusalWords {
    // Keeps the mapping alive.
    private final JobFile file;
    private final long here;
    private final long there;
    private final long inbound;
    private final long outbound;

    RefusalWords(final JobFile file, final int rank, final int incarnation, final int other, final int otherIncarnation) {
        this.file = file;
        this.here = file.pairWordAddress(rank, other);
        this.there = file.pairWordAddress(other, rank);
        this.inbound = PairWord.names(otherIncarnation, incarnation);
        this.outbound = PairWord.names(incarnation, otherIncarnation);
    }

    /**
     * Returns whether one of the two ranks refuses the other. Acquire; partner: the CAS of the refusal.
     *
     * @return true if there is a refusal in either direction.
     */
    public boolean isRefused() {
        return PairWord.isRefusal(UnsafeApi.getLongAcquire(null, here), inbound) ||
            PairWord.isRefusal(UnsafeApi.getLongAcquire(null, there), outbound);
    }

    @Override
    public String toString() {
        return "RefusalWords{file=" + file + ", isRefused=" + isRefused() + "}";
    }
}
