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

import io.tombolo.ringbuffers.pair.ReturnConsumer;
import io.tombolo.ringbuffers.pair.ReturnProducer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Tests the return ring.
 */
public final class ReturnRingStress {
    private static final int RECORDS = 2;
    private static final int POSITION_OFFSET = 256;
    private static final int OLD = 9;
    private static final int NEW = 5;
    private static final int TORN = -1;

    private ReturnRingStress() {
    }

    private static int poll(final ReturnConsumer consumer) {
        final int type = consumer.poll();
        final boolean whole = type <= 0 ||
            consumer.detail() == type && consumer.word(0) == type && consumer.word(1) == type && consumer.word(2) == type;
        return whole ? type : TORN;
    }

    private static boolean offer(final ReturnProducer producer, final int value) {
        return producer.offer(value, value, value, value, value);
    }

    /** Both ends, with the ring full of old records. */
    private static final class Ring {
        private final ReturnProducer producer;
        private final ReturnConsumer consumer;

        Ring() {
            final UnsafeBuffer cell = Cells.next(POSITION_OFFSET + Long.BYTES);
            producer = new ReturnProducer(cell.addressOffset(), RECORDS, cell.addressOffset() + POSITION_OFFSET);
            consumer = new ReturnConsumer(cell.addressOffset(), RECORDS, cell.addressOffset() + POSITION_OFFSET);
            for (int i = 0; i < RECORDS; i++) {
                offer(producer, OLD);
            }
        }

        void drain() {
            while (consumer.poll() != 0) {
                consumer.advance();
            }
            consumer.publish();
        }
    }

    /** A record becomes visible whole. The release store of its stamp and the acquire load of a poll are partners. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Polled before the record was published: the stamp is that of the last lap.")
    @Outcome(id = "5", expect = Expect.ACCEPTABLE, desc = "Polled after: detail and words are those of the record.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A record was seen that is not whole.")
    @State
    public static class Publish {
        private final Ring ring = new Ring();

        /** Leaves old records in the memory. */
        public Publish() {
            ring.drain();
        }

        /** Publishes a record. */
        @Actor
        public void destination() {
            offer(ring.producer, NEW);
        }

        /** Polls once. */
        @Actor
        public void source(final I_Result result) {
            result.r1 = poll(ring.consumer);
        }
    }

    /** A slot is written again only after it was read. */
    @JCStressTest
    @Outcome(id = "9, 0", expect = Expect.ACCEPTABLE, desc = "The producer looked before the slot was free.")
    @Outcome(id = "9, 1", expect = Expect.ACCEPTABLE, desc = "The producer wrote the slot again after the old record had been read.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The old record was overwritten before it had been read.")
    @State
    public static class Credit {
        private final Ring ring = new Ring();

        /** Reads the oldest record, then frees its slot. */
        @Actor
        public void source(final II_Result result) {
            result.r1 = poll(ring.consumer);
            ring.consumer.advance();
            ring.consumer.publish();
        }

        /** Publishes over the oldest record, if there is room. */
        @Actor
        public void destination(final II_Result result) {
            result.r2 = offer(ring.producer, NEW) ? 1 : 0;
        }
    }
}
