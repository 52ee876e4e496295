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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.SendEvent;
import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.counters.CountersDescriptor;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.RingConsumer;
import io.tombolo.ringbuffers.pair.RingKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A peer over a real pair file with the smallest ring. The test holds the other end of that file.
 */
public final class ScriptedPair implements AutoCloseable {
    static final int LENGTH = 40;
    private static final int SLOTS = 16;
    private static final long BUDGET = 1 << 20;

    private final Counters counters = new Counters(new UnsafeBuffer(ByteBuffer.allocateDirect(CountersDescriptor.LENGTH)));
    private final Peer peer = new Peer(1, counters);
    private final List<SendEvent> trace = new ArrayList<>();
    private final OutboundPair outbound;
    private final InboundPair inbound;

    public ScriptedPair(final RingKind kind, final int packets) throws IOException {
        final PairGeometry geometry = new PairGeometry(kind, SLOTS, packets, 64, 64);
        final Path directory = Room.directory(0);
        final Path path = directory.resolve("pair");
        outbound = OutboundPair.create(path, geometry, 0, 1, 1, 1);
        inbound = InboundPair.attach(path, geometry, 0, 1, 1);
        outbound.delete();
        Files.delete(directory);
        peer.outbound().open(outbound, BUDGET);
        peer.outbound().ledger().trace(row -> trace.add(row.event()));
    }

    /** Makes a send of this many bytes. */
    public static OutboundRecord record(final PacketType type) {
        final OutboundRecord record = new OutboundRecord() { };
        record.type = type.code();
        record.base = new byte[LENGTH];
        record.offset = UnsafeApi.arrayBaseOffset(byte[].class);
        record.length = LENGTH;
        return record;
    }

    public Peer peer() {
        return peer;
    }

    public Counters counters() {
        return counters;
    }

    /** Returns the events since the list was last cleared. */
    public List<SendEvent> trace() {
        return trace;
    }

    public boolean post(final OutboundRecord record) {
        return peer.outbound().post(record);
    }

    /** Fills the ring without the send machine, until it takes no more record. */
    public void fillRing() {
        final OutboundRecord record = record(PacketType.SHORT);
        while (outbound.ring().offer(record.type, 0, 0, record.base, record.offset, LENGTH)) {
            assertThat(outbound.ring().isCorrupt()).isFalse();
        }
    }

    /** Returns whether the ring has no record. Takes nothing. */
    boolean isEmpty() {
        return inbound.ring().poll() == RingConsumer.EMPTY;
    }

    /** Takes this many records, which must be there. */
    public List<PacketType> take(final int count) {
        final List<PacketType> types = takeAll();
        assertThat(types).hasSize(count);
        return types;
    }

    /** Takes all records that are there, and publishes that. */
    public List<PacketType> takeAll() {
        final List<PacketType> types = new ArrayList<>();
        final RingConsumer ring = inbound.ring();
        for (int type = ring.poll(); type != RingConsumer.EMPTY; type = ring.poll()) {
            types.add(PacketType.of(type));
            ring.advance();
        }
        ring.publish();
        return types;
    }

    /** Gives a packet back, and lets the peer see it. */
    public void returnPacket(final int index, final int generation) {
        inbound.returns().offer(PacketType.DONE_GET.code(), 1, PacketReturn.pack(index, generation), 0, 0);
        assertThat(peer.outbound().returns().poll()).isEqualTo(PacketType.DONE_GET.code());
        assertThat(peer.outbound().releasePackets(1)).isTrue();
        peer.outbound().returns().advance();
        peer.outbound().returns().publish();
    }

    @Override
    public void close() {
        inbound.close();
        outbound.close();
    }
}
