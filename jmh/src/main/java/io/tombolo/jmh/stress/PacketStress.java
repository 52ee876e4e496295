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

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.pair.PacketPool;
import io.tombolo.ringbuffers.pair.PacketReader;
import io.tombolo.ringbuffers.pair.ReturnConsumer;
import io.tombolo.ringbuffers.pair.ReturnProducer;
import io.tombolo.ringbuffers.pair.RingConsumer;
import io.tombolo.ringbuffers.pair.StampedConsumer;
import io.tombolo.ringbuffers.pair.StampedProducer;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Tests a pool packet on its way from the source to the destination and back.
 */
public final class PacketStress {
    private static final int PACKET_LENGTH = 128;
    private static final int RECORDS = 2;
    private static final int RING_OFFSET = 512;
    private static final int RETURNS_OFFSET = 1024;
    private static final int POSITIONS_OFFSET = 1536;
    private static final int USED_LENGTH = 2048;
    private static final byte OLD = 9;
    private static final byte NEW = 5;
    private static final int TORN = -1;
    private static final int TYPE = 1;

    private PacketStress() {
    }

    /** A pool of one packet with its ring and its return ring. */
    private static final class Pair {
        private final PacketPool pool;
        private final PacketReader reader;
        private final StampedProducer producer;
        private final StampedConsumer consumer;
        private final ReturnProducer returns;
        private final ReturnConsumer returned;
        private final byte[] source = new byte[PACKET_LENGTH];
        private final byte[] target = new byte[PACKET_LENGTH];

        Pair() {
            final UnsafeBuffer cell = Cells.next(USED_LENGTH);
            final long at = cell.addressOffset();
            pool = new PacketPool(at, 1, PACKET_LENGTH);
            reader = new PacketReader(at, 1, PACKET_LENGTH);
            producer = new StampedProducer(at + RING_OFFSET, RECORDS, at + POSITIONS_OFFSET);
            consumer = new StampedConsumer(at + RING_OFFSET, RECORDS, at + POSITIONS_OFFSET);
            returns = new ReturnProducer(at + RETURNS_OFFSET, RECORDS, at + POSITIONS_OFFSET + 128);
            returned = new ReturnConsumer(at + RETURNS_OFFSET, RECORDS, at + POSITIONS_OFFSET + 128);
        }

        boolean send(final byte value) {
            final int packet = pool.acquire();
            if (packet == PacketPool.EMPTY) {
                return false;
            }
            Arrays.fill(source, value);
            final int generation = pool.post(packet, source, Bytes.BYTES_OFFSET, PACKET_LENGTH);
            return producer.offer(TYPE, 0, 0, packet, generation, 0, 0, 0, 0);
        }

        int receive() {
            if (consumer.poll() == RingConsumer.EMPTY) {
                return 0;
            }
            final int packet = (int) consumer.word(0);
            final int generation = (int) consumer.word(1);
            if (!reader.isPosted(packet, generation, PACKET_LENGTH)) {
                return TORN;
            }
            reader.copy(packet, target, Bytes.BYTES_OFFSET, PACKET_LENGTH);
            returns.offer(TYPE, 0, packet, generation, 0);
            for (final byte value : target) {
                if (value != target[0]) {
                    return TORN;
                }
            }
            return target[0];
        }

        boolean takeBack() {
            return returned.poll() == TYPE && pool.release((int) returned.word(0), (int) returned.word(1));
        }
    }

    /** The ring record orders the state word and the payload of a packet: both are visible with it. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Polled before the record that names the packet was published.")
    @Outcome(id = "5", expect = Expect.ACCEPTABLE, desc = "The packet that the record names is posted and its payload whole.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The record was seen before the packet that it names.")
    @State
    public static class Post {
        private final Pair pair = new Pair();

        /** Fills and posts the packet. */
        @Actor
        public void source() {
            pair.send(NEW);
        }

        /** Polls once and copies the payload. */
        @Actor
        public void destination(final I_Result result) {
            result.r1 = pair.receive();
        }
    }

    /** The return record gives the packet back, which is filled again only after its payload was copied. */
    @JCStressTest
    @Outcome(id = "9, 0", expect = Expect.ACCEPTABLE, desc = "The packet had not come back yet: the pool is empty.")
    @Outcome(id = "9, 1", expect = Expect.ACCEPTABLE, desc = "The packet came back and was used again, after its payload was copied.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The packet was filled again while its old payload was being copied.")
    @State
    public static class Return {
        private final Pair pair = new Pair();

        /** Begins with the packet posted. */
        public Return() {
            pair.send(OLD);
        }

        /** Copies the old payload and gives the packet back. */
        @Actor
        public void destination(final II_Result result) {
            result.r1 = pair.receive();
        }

        /** Uses the packet again if it has come back. */
        @Actor
        public void source(final II_Result result) {
            result.r2 = pair.takeBack() && pair.send(NEW) ? 1 : 0;
        }
    }
}
