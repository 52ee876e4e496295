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

import io.tombolo.engine.wire.PacketFields;
import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.pair.PacketDescriptor;
import io.tombolo.ringbuffers.pair.PacketState;
import io.tombolo.ringbuffers.pair.PairReading;
import io.tombolo.ringbuffers.pair.PoolReading;
import io.tombolo.ringbuffers.pair.ReturnRecord;
import io.tombolo.ringbuffers.pair.RingRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds damage in a pair that does not change: impossible positions and headers, packets in an unknown state, and records that name packets
 * not in use.
 */
final class PairDamage {
    private final PoolReading pool;
    private final List<String> findings = new ArrayList<>();

    private PairDamage(final PoolReading pool) {
        this.pool = pool;
    }

    static List<String> of(final PairReading reading) {
        final PairDamage all = new PairDamage(reading.pool());
        all.add(!reading.ring().damage().isEmpty(), "ring: " + reading.ring().damage());
        all.add(!reading.returns().damage().isEmpty(), "return ring: " + reading.returns().damage());
        final int unknown = reading.pool().countUnknown();
        all.add(unknown > 0, "pool: " + unknown + " of " + reading.pool().size() + " packets are in no known state");
        all.add(reading.consumed() < 0, "credit: consumed=" + reading.consumed() + " is impossible");
        all.add(reading.done() < 0, "credit: done=" + reading.done() + " is impossible");
        reading.ring().records().forEach(all::checkRecord);
        reading.returns().records().forEach(all::checkReturn);
        return List.copyOf(all.findings);
    }

    private void add(final boolean isWrong, final String finding) {
        if (isWrong) {
            findings.add(finding);
        }
    }

    private void checkRecord(final RingRecord record) {
        if (record.isCorrupt() || PacketType.of(record.type()) != PacketType.EAGER) {
            add(!record.isCorrupt() && PacketType.of(record.type()) == null,
                "ring: the record at position " + record.position() + " has the unknown type " + record.type());
            return;
        }
        final long index = record.words().get(0);
        final int generation = (int) (long) record.words().get(1);
        add(index < 0 || index >= pool.size() || !mayBeUnderWay((int) index, PacketDescriptor.generation(word(index)) - generation),
            "ring: the record at position " + record.position() + " names packet " + index + ", which is not in use");
    }

    private long word(final long index) {
        return pool.stateWord((int) index);
    }

    /**
     * Whether a record may name a packet whose generation is {@code age} ahead of that of the record. Positions are published once for each
     * batch, so a record may still be visible when its packet is already free or used again. But no record is ahead of its packet.
     */
    private boolean mayBeUnderWay(final int index, final int age) {
        final int state = PacketDescriptor.stateCode(word(index));
        return age > 0 || age == 0 && (state == PacketState.POSTED.code() || state == PacketState.HELD.code() ||
            state == PacketState.RETURNING.code());
    }

    private void checkReturn(final ReturnRecord record) {
        final boolean namesPackets = PacketType.of(record.type()) == PacketType.DONE_GET && record.detail() <= PacketReturn.MAX_PACKETS;
        final boolean isKnown = namesPackets || PacketType.of(record.type()) == PacketType.ANTI_SEND_OK ||
            PacketType.of(record.type()) == PacketType.DONE_GET && record.detail() == PacketReturn.LONG_DROPPED;
        add(!record.isCorrupt() && !isKnown,
            "return ring: the record at position " + record.position() + " is of type " + record.type() + ", detail " + record.detail());
        for (int i = 0; namesPackets && i < record.detail(); i++) {
            final int packed = PacketFields.packed(record.words(), i);
            final int index = PacketReturn.index(packed);
            add(index >= pool.size() ||
                !mayBeUnderWay(index, (short) (PacketDescriptor.generation(word(index)) - PacketReturn.generation(packed))),
                "return ring: the record at position " + record.position() + " returns packet " + index + ", which is not in use");
        }
    }
}
