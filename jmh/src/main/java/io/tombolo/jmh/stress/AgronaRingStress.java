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
package io.tombolo.jmh.stress;

import io.tombolo.ringbuffers.pair.RingKind;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Tests the ring of kind {@link RingKind#AGRONA}.
 */
public final class AgronaRingStress {
    private static final int OLD = 9;
    private static final int NEW = 5;

    private AgronaRingStress() {
    }

    /** A record becomes visible whole. The release store of an offer and the acquire load of a poll are partners. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Polled before the record was published: the slot still says the last lap.")
    @Outcome(id = "5", expect = Expect.ACCEPTABLE, desc = "Polled after: header, key and all words are those of the record.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A record was seen that is not yet, or no longer, whole.")
    @State
    public static class Publish {
        private final RingState ring = new RingState(RingKind.AGRONA);

        /** Leaves old records in the memory. */
        public Publish() {
            ring.fill(OLD);
            ring.drain();
        }

        /** Publishes a record. */
        @Actor
        public void source() {
            ring.offer(NEW);
        }

        /** Polls once. */
        @Actor
        public void destination(final I_Result result) {
            result.r1 = ring.poll();
        }
    }

    /** A slot is written again only after it was read. The release store of the head and the acquire load of an offer are partners. */
    @JCStressTest
    @Outcome(id = "9, 0", expect = Expect.ACCEPTABLE, desc = "The producer looked before the slot was free.")
    @Outcome(id = "9, 1", expect = Expect.ACCEPTABLE, desc = "The producer wrote the slot again after the old record had been read.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The old record was overwritten before it had been read.")
    @State
    public static class Credit {
        private final RingState ring = new RingState(RingKind.AGRONA);

        /** Begins with a full ring. */
        public Credit() {
            ring.fill(OLD);
        }

        /** Reads all old records, then frees their slots. */
        @Actor
        public void destination(final II_Result result) {
            int value = ring.poll();
            result.r1 = value;
            while (value == OLD) {
                result.r1 = value;
                ring.consumer.advance();
                value = ring.poll();
            }
            if (value != 0) {
                result.r1 = value;
            }
            ring.consumer.publish();
        }

        /** Publishes over the oldest record, if there is room. */
        @Actor
        public void source(final II_Result result) {
            result.r2 = ring.offer(NEW) ? 1 : 0;
        }
    }
}
