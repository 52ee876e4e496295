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
 * Tests the ring of kind {@link RingKind#STAMPED}.
 */
public final class StampedRingStress {
    private static final int OLD = 9;
    private static final int NEW = 5;
    private static final int NEXT = 6;

    private StampedRingStress() {
    }

    /** A record becomes visible whole. The release store of an offer and the acquire load of a poll are partners. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Polled before the record was published: the slot still says the last lap.")
    @Outcome(id = "5", expect = Expect.ACCEPTABLE, desc = "Polled after: header, key and all words are those of the record.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A record was seen that is not yet, or no longer, whole.")
    @State
    public static class Publish {
        private final RingState ring = new RingState(RingKind.STAMPED);

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

    /** A record of several slots becomes visible whole by the release store of its first stamp. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Polled before the record was published: the slot still says the last lap.")
    @Outcome(id = "5", expect = Expect.ACCEPTABLE, desc = "Polled after: header, key and the words of all slots are those of the record.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A record was seen that is not yet, or no longer, whole.")
    @State
    public static class PublishSlots {
        private final RingState ring = new RingState(RingKind.STAMPED);

        /** Leaves old records in the memory. */
        public PublishSlots() {
            ring.fill(OLD);
            ring.drain();
        }

        /** Publishes a record. */
        @Actor
        public void source() {
            ring.offerLong(NEW);
        }

        /** Polls once. */
        @Actor
        public void destination(final I_Result result) {
            result.r1 = ring.pollLong();
        }
    }

    /** Two records in one slot become visible one by one, in order. Old bytes in the second half are no record. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Polled before the first record was published.")
    @Outcome(id = "5, 0", expect = Expect.ACCEPTABLE, desc = "Polled between the two: the second half of the slot is no record.")
    @Outcome(id = "5, 6", expect = Expect.ACCEPTABLE, desc = "Polled after both: each is whole.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A record was seen that is not yet, or no longer, whole, or is out of order.")
    @State
    public static class PublishHalves {
        private final RingState ring = new RingState(RingKind.STAMPED);

        /** Leaves old bytes in the second halves of the slots that look like a record. */
        public PublishHalves() {
            ring.fillWithStamps(OLD);
            ring.drain();
        }

        /** Publishes a record in each half of a slot. Between them it stores to the line that the destination polls. */
        @Actor
        public void source() {
            ring.offerShort(NEW);
            ring.producer.prepareFirst();
            ring.offerShort(NEXT);
        }

        /** Polls twice. */
        @Actor
        public void destination(final II_Result result) {
            result.r1 = ring.takeShort();
            result.r2 = result.r1 == 0 ? 0 : ring.takeShort();
        }
    }

    /** A stamp skips the rest of a slot behind a short record, and the next record begins with the next slot. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Polled before the first record was published.")
    @Outcome(id = "5, 0", expect = Expect.ACCEPTABLE, desc = "Polled between the two, before or after the skip.")
    @Outcome(id = "5, 6", expect = Expect.ACCEPTABLE, desc = "Polled after both: each is whole.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A record was seen that is not yet, or no longer, whole, or is out of order.")
    @State
    public static class Skip {
        private final RingState ring = new RingState(RingKind.STAMPED);

        /** Leaves old records in the memory. */
        public Skip() {
            ring.fill(OLD);
            ring.drain();
        }

        /** Publishes a record of half a slot and one of several slots. */
        @Actor
        public void source() {
            ring.offerShort(NEW);
            ring.offerLong(NEXT);
        }

        /** Polls twice. */
        @Actor
        public void destination(final II_Result result) {
            result.r1 = ring.takeShort();
            result.r2 = result.r1 == 0 ? 0 : ring.pollLong();
        }
    }

    /** A slot is written again only after it was read. The release store of the head and the acquire load of an offer are partners. */
    @JCStressTest
    @Outcome(id = "9, 0", expect = Expect.ACCEPTABLE, desc = "The producer looked before the slot was free.")
    @Outcome(id = "9, 1", expect = Expect.ACCEPTABLE, desc = "The producer wrote the slot again after the old record had been read.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The old record was overwritten before it had been read.")
    @State
    public static class Credit {
        private final RingState ring = new RingState(RingKind.STAMPED);

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
