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

/**
 * The two ends of a pair: an incarnation of the rank that sends, and an incarnation of the rank that receives.
 *
 * @param source                 rank that sends.
 * @param sourceIncarnation      its incarnation, from 1.
 * @param destination            rank that receives.
 * @param destinationIncarnation its incarnation, from 1.
 */
public record PairEnds(int source, int sourceIncarnation, int destination, int destinationIncarnation) {
    /**
     * Returns the ends of the pair in the other direction.
     *
     * @return source and destination exchanged.
     */
    public PairEnds reversed() {
        return new PairEnds(destination, destinationIncarnation, source, sourceIncarnation);
    }

    /** Returns the names of both incarnations as a pair word has them. */
    long names() {
        return PairWord.names(sourceIncarnation, destinationIncarnation);
    }

    @Override
    public String toString() {
        return "rank " + source + "." + sourceIncarnation + " to rank " + destination + "." + destinationIncarnation;
    }
}
