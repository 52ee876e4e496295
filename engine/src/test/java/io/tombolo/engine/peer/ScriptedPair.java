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
package io.tombolo.engine.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.TestDirectories;
import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.counters.CountersDescriptor;
import io.tombolo.ringbuffers.job.PairEnds;
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
 * A peer over a real pair file with the smallest ring. The test drives the other end of the file.
 */
public final class ScriptedPair implements AutoCloseable {
    static final int LENGTH = 40;
    private static final int SLOTS = 16;
    private static final long BUDGET = 1 << 20;

    private final Counters counters = new Counters(new UnsafeBuffer(ByteBuffer.allocateDirect(CountersDescriptor.LENGTH)));
    private final Peer peer = new Peer(1, 1, counters);
    private final List<SendEvent> trace = new ArrayList<>();
    private final OutboundPair outbound;
    private final InboundPair inbound;

    public ScriptedPair(final RingKind kind, final int packets) throws IOException {
        final PairGeometry geometry = new PairGeometry(kind, SLOTS, packets, 64, 64);
        final Path directory = TestDirectories.directory(0);
        final Path path = directory.resolve("pair");
        final PairEnds ends = new PairEnds(0, 1, 1, 1);
        outbound = OutboundPair.create(path, geometry, ends);
        inbound = InboundPair.attach(path, geometry, ends);
        outbound.delete();
        Files.delete(directory);
        peer.outbound().open(outbound, BUDGET);
        peer.outbound().ledger().trace(row -> trace.add(row.event()));
    }

    /** Creates the record of a send of {@link #LENGTH} bytes. */
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

    /** Returns the events of the send machine since the test cleared the list. */
    public List<SendEvent> trace() {
        return trace;
    }

    public boolean post(final OutboundRecord record) {
        return peer.outbound().post(record);
    }

    /** Fills the ring directly, without the send machine, until it has no room for another record. */
    public void fillRing() {
        final OutboundRecord record = record(PacketType.SHORT);
        while (outbound.ring().offer(record.type, 0, 0, record.base, record.offset, LENGTH)) {
            assertThat(outbound.ring().isCorrupt()).isFalse();
        }
    }

    /** Returns whether the ring has no record. Takes none. */
    boolean isEmpty() {
        return inbound.ring().poll() == RingConsumer.EMPTY;
    }

    /** Takes all records, asserts their number, and returns their types. */
    public List<PacketType> take(final int count) {
        final List<PacketType> types = takeAll();
        assertThat(types).hasSize(count);
        return types;
    }

    /** Takes all records, publishes that, and returns their types. */
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

    /** Returns a packet, and lets the peer process that. */
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
