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
package io.tombolo.ringbuffers.pair;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.job.PairEnds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** The other process of a pair: creates its pair file, attaches to the other one, exchanges records, prints the sum of those received. */
final class PairMain {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final int PACKET_BYTES = 100;

    private PairMain() {
    }

    public static void main(final String[] args) throws IOException {
        final String[] line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine().split(" ", 3);
        final RingKind kind = RingKind.valueOf(line[0]);
        final int records = Integer.parseInt(line[1]);
        final Path directory = Path.of(line[2]);
        try (OutboundPair there = OutboundPair.create(path(directory, 1), geometry(kind), pair(1))) {
            System.out.println("ready");
            if (records == 0) {
                for (int i = 0; i < 8; i++) {
                    there.ring().offer(1, i, i, 0, 0, 0, 0, 0, 0);
                }
                return;
            }
            try (InboundPair back = InboundPair.attach(path(directory, 0), geometry(kind), pair(0))) {
                System.out.println("sum " + new Exchange(there, back, 1, records).run());
            }
        }
    }

    static Path path(final Path directory, final int source) {
        return directory.resolve("pair-" + source);
    }

    static PairEnds pair(final int source) {
        return new PairEnds(source, 1, 1 - source, 1);
    }

    static PairGeometry geometry(final RingKind kind) {
        return new PairGeometry(kind, 64, 4, 128, 16);
    }

    static long checksum(final int source, final int records) {
        long sum = 0;
        for (int i = 0; i < records; i++) {
            sum = sum * 31 + value(source, i);
        }
        return sum;
    }

    private static long value(final int source, final int i) {
        return (i + 1L) * 0x9E37_79B9_7F4A_7C15L + source;
    }

    /** Sends and receives in turns; every eighth record is a packet, which comes back over the return ring. */
    static final class Exchange {
        private final OutboundPair there;
        private final InboundPair back;
        private final int self;
        private final int records;
        private final byte[] payload = new byte[PACKET_BYTES];
        private int sent;
        private int received;
        private long sum;

        Exchange(final OutboundPair there, final InboundPair back, final int self, final int records) {
            this.there = there;
            this.back = back;
            this.self = self;
            this.records = records;
        }

        long run() {
            final long deadline = System.nanoTime() + TIMEOUT_NS;
            while (sent < records || received < records || there.pool().freeCount() < there.pool().size() ||
                there.credit().load() < records) {
                if (!send() & !receive() & !takeBack()) {
                    Thread.yield();
                    check(System.nanoTime() < deadline, "time is up: sent=" + sent + " received=" + received);
                }
            }
            return sum;
        }

        private boolean send() {
            if (sent == records || !there.ring().findRoom(StampedSlotDescriptor.BODY_LENGTH)) {
                return false;
            }
            final long value = value(self, sent);
            if (sent % 8 != 0) {
                check(there.ring().offer(1, sent, value, value, 0, 0, 0, 0, ~value), "no room");
                sent++;
                return true;
            }
            final int packet = there.pool().acquire();
            if (packet == PacketPool.EMPTY) {
                return false;
            }
            Arrays.fill(payload, (byte) value);
            final int generation = there.pool().post(packet, payload, Bytes.BYTES_OFFSET, PACKET_BYTES);
            check(there.ring().offer(2, sent, value, packet, generation, 0, 0, 0, 0), "no room");
            sent++;
            return true;
        }

        private boolean receive() {
            final int before = received;
            for (int type = back.ring().poll(); type != RingConsumer.EMPTY; type = back.ring().poll()) {
                check(type != RingConsumer.CORRUPT && back.ring().isSequence(received, back.ring().key()), "damaged at " + received);
                final long value = back.ring().key();
                if (type == 2) {
                    readPacket(value);
                } else {
                    check(back.ring().word(0) == value && back.ring().word(5) == ~value, "torn at " + received);
                }
                sum = sum * 31 + value;
                back.ring().advance();
                back.credit().add(1);
                received++;
            }
            back.ring().publish();
            back.credit().publish();
            return received != before;
        }

        private void readPacket(final long value) {
            final int packet = (int) back.ring().word(0);
            final int generation = (int) back.ring().word(1);
            check(back.packets().isPosted(packet, generation, PACKET_BYTES), "packet " + packet + " of " + received);
            back.packets().copy(packet, payload, Bytes.BYTES_OFFSET, PACKET_BYTES);
            for (final byte b : payload) {
                check(b == (byte) value, "torn packet at " + received);
            }
            check(back.returns().offer(3, 1, packet, generation & 0xFFFF, value), "return ring full");
        }

        private boolean takeBack() {
            boolean any = false;
            while (there.returns().poll() == 3) {
                check(there.pool().release((int) there.returns().word(0), (int) there.returns().word(1)), "not due");
                there.returns().advance();
                any = true;
            }
            there.returns().publish();
            return any;
        }

        private static void check(final boolean holds, final String what) {
            if (!holds) {
                throw new IllegalStateException(what);
            }
        }
    }
}
