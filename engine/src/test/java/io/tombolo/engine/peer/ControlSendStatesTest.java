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

import static io.tombolo.engine.peer.SendEvent.BUFFERS_AVAILABLE;
import static io.tombolo.engine.peer.SendEvent.BUFFERS_OK;
import static io.tombolo.engine.peer.SendEvent.FLOW_ENABLED;
import static io.tombolo.engine.peer.SendEvent.FLOW_OK;
import static io.tombolo.engine.peer.SendEvent.FLOW_RESTRICTED;
import static io.tombolo.engine.peer.SendEvent.MESSAGE_COMPLETE;
import static io.tombolo.engine.peer.SendEvent.MORE_RECORDS;
import static io.tombolo.engine.peer.SendEvent.NO_BUFFERS;
import static io.tombolo.engine.peer.SendEvent.NO_MORE_RECORDS;
import static io.tombolo.engine.peer.SendEvent.PARKED;
import static io.tombolo.engine.peer.SendEvent.RECORD_AVAILABLE;
import static io.tombolo.engine.peer.SendEvent.RECORD_ENDED;
import static io.tombolo.engine.peer.SendEvent.SIGNALLED;
import static io.tombolo.engine.peer.SendEvent.TYPE_DECIDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.pair.RingKind;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The rows of the send machine that send control records (T3.1, T3.10): the queue of one peer over a real pair file, whose other end the
 * test drives.
 */
class ControlSendStatesTest {
    private ScriptedPair pair;

    @AfterEach
    void close() {
        pair.close();
    }

    /** Holds S0.5: a message that fits a packet leaves in the call. */
    @ParameterizedTest
    @EnumSource
    void shouldSendAtOnceWhileNothingWaits(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        assertThat(pair.post(ScriptedPair.record(PacketType.SHORT))).isTrue();
        assertThat(pair.post(ScriptedPair.record(PacketType.EAGER))).isTrue();
        assertThat(pair.post(ScriptedPair.record(PacketType.RTS))).isTrue();
        assertTook();
        assertThat(pair.peer().outbound().state()).isEqualTo(SendState.IDLE);
        assertThat(pair.take(3)).containsExactly(PacketType.SHORT, PacketType.EAGER, PacketType.RTS);
    }

    /** Holds S3.3: no packet is free. */
    @ParameterizedTest
    @EnumSource
    void shouldWaitForAPacket(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        pair.post(ScriptedPair.record(PacketType.EAGER));
        final OutboundRecord second = ScriptedPair.record(PacketType.EAGER);
        assertThat(pair.post(second)).isFalse();
        assertTook(RECORD_AVAILABLE, TYPE_DECIDED, NO_BUFFERS);
        assertThat(pair.peer().outbound().state()).isEqualTo(SendState.AWAITING_CONTROL_BUFFERS);
        final OutboundRecord third = ScriptedPair.record(PacketType.SHORT);
        assertThat(pair.post(third)).isFalse();
        assertThat(pair.peer().outbound().pump()).isNull();
        assertTook();
        pair.take(1);
        pair.returnPacket(0, 0);
        assertThat(pair.peer().outbound().pump()).isSameAs(second);
        assertTook(BUFFERS_AVAILABLE, FLOW_OK, MESSAGE_COMPLETE, SIGNALLED, MORE_RECORDS);
        assertThat(pair.peer().outbound().state()).isEqualTo(SendState.DECIDE_TYPE);
        assertThat(pair.peer().outbound().pump()).isSameAs(third);
        assertTook(TYPE_DECIDED, BUFFERS_OK, FLOW_OK, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_RECORDS);
        assertThat(pair.take(2)).containsExactly(PacketType.EAGER, PacketType.SHORT);
        assertThat(pair.counters().value(Counter.POOL_EMPTY)).isEqualTo(1);
        assertThat(pair.counters().value(Counter.RING_FULL)).isZero();
    }

    /** Holds S3.6, S3.8, S3.22: a packet is free, but the ring is full. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepItsPacketWhileItWaitsForRoom(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 2);
        pair.fillRing();
        assertThat(pair.peer().outbound().packetsOut()).isZero();
        final OutboundRecord record = ScriptedPair.record(PacketType.EAGER);
        assertThat(pair.post(record)).isFalse();
        assertTook(RECORD_AVAILABLE, TYPE_DECIDED, BUFFERS_OK, FLOW_RESTRICTED);
        assertThat(pair.peer().outbound().state()).isEqualTo(SendState.AWAITING_CONTROL_FLOW);
        assertThat(pair.peer().outbound().packetsOut()).isEqualTo(1);
        assertThat(pair.peer().outbound().pump()).isNull();
        assertTook();
        assertThat(pair.peer().outbound().packetsOut()).isEqualTo(1);
        pair.takeAll();
        assertThat(pair.peer().outbound().pump()).isSameAs(record);
        assertTook(FLOW_ENABLED, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_RECORDS);
        assertThat(pair.take(1)).containsExactly(PacketType.EAGER);
        assertThat(pair.peer().outbound().packetsOut()).isEqualTo(1);
        assertThat(pair.counters().value(Counter.RING_FULL)).isEqualTo(1);
    }

    /** Holds S3.5: when a packet is free, the send looks for room next. */
    @ParameterizedTest
    @EnumSource
    void shouldWaitForAPacketAndThenForRoom(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        pair.post(ScriptedPair.record(PacketType.EAGER));
        pair.fillRing();
        final OutboundRecord record = ScriptedPair.record(PacketType.EAGER);
        pair.post(record);
        assertTook(RECORD_AVAILABLE, TYPE_DECIDED, NO_BUFFERS);
        pair.returnPacket(0, 0);
        assertThat(pair.peer().outbound().pump()).isNull();
        assertTook(BUFFERS_AVAILABLE, FLOW_RESTRICTED);
        pair.takeAll();
        assertThat(pair.peer().outbound().pump()).isSameAs(record);
        assertTook(FLOW_ENABLED, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_RECORDS);
    }

    /** Holds S3.19, S3.28: a parked send does not delay the next one. */
    @ParameterizedTest
    @EnumSource
    void shouldParkALongMessageAndGoOnWithTheQueue(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        pair.fillRing();
        final OutboundRecord envelope = ScriptedPair.record(PacketType.RTS);
        final OutboundRecord more = ScriptedPair.record(PacketType.CONT_GET);
        final OutboundRecord behind = ScriptedPair.record(PacketType.SHORT);
        pair.post(envelope);
        pair.post(more);
        pair.post(behind);
        assertTook(RECORD_AVAILABLE, TYPE_DECIDED, BUFFERS_OK, FLOW_RESTRICTED);
        pair.takeAll();
        assertThat(pair.peer().outbound().pump()).isSameAs(envelope);
        assertTook(FLOW_ENABLED, PARKED, MORE_RECORDS);
        assertThat(pair.peer().outbound().pump()).isSameAs(more);
        assertTook(TYPE_DECIDED, BUFFERS_OK, FLOW_OK, PARKED, MORE_RECORDS);
        assertThat(pair.peer().outbound().pump()).isSameAs(behind);
        assertTook(TYPE_DECIDED, BUFFERS_OK, FLOW_OK, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_RECORDS);
        assertThat(pair.peer().outbound().pump()).isNull();
        assertThat(pair.take(3)).containsExactly(PacketType.RTS, PacketType.CONT_GET, PacketType.SHORT);
    }

    @ParameterizedTest
    @EnumSource
    void shouldReleaseThePacketAndRefundTheCreditOfACancelledSend(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 2);
        pair.fillRing();
        final long charged = pair.peer().outbound().uncredited();
        final OutboundRecord[] records = new OutboundRecord[4];
        for (int i = 0; i < records.length; i++) {
            records[i] = ScriptedPair.record(PacketType.EAGER);
            pair.post(records[i]);
        }
        assertTook(RECORD_AVAILABLE, TYPE_DECIDED, BUFFERS_OK, FLOW_RESTRICTED);
        assertThat(pair.peer().outbound().withdraw(records[1])).isTrue();
        assertTook();
        assertThat(pair.peer().outbound().packetsOut()).isEqualTo(1);
        assertThat(pair.peer().outbound().withdraw(records[3])).isTrue();
        assertThat(pair.peer().outbound().withdraw(records[3])).isFalse();
        assertThat(pair.peer().outbound().withdraw(records[0])).isTrue();
        assertTook(RECORD_ENDED, SIGNALLED, MORE_RECORDS);
        assertThat(pair.peer().outbound().packetsOut()).isZero();
        assertThat(pair.peer().outbound().state()).isEqualTo(SendState.DECIDE_TYPE);
        assertThat(pair.peer().outbound().drop()).isSameAs(records[2]);
        assertTook(RECORD_ENDED, SIGNALLED, NO_MORE_RECORDS);
        assertThat(pair.peer().outbound().drop()).isNull();
        assertThat(pair.peer().outbound().uncredited()).isEqualTo(charged);
        assertThat(pair.peer().outbound().queueLength()).isZero();
        final OutboundRecord next = ScriptedPair.record(PacketType.SHORT);
        assertThat(pair.post(next)).isFalse();
        pair.takeAll();
        assertThat(pair.peer().outbound().pump()).isSameAs(next);
        assertThat(pair.take(1)).containsExactly(PacketType.SHORT);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefundTheCreditOfASendThatIsCancelledWhileItWaitsForAPacket(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        pair.post(ScriptedPair.record(PacketType.EAGER));
        final long charged = pair.peer().outbound().uncredited();
        final OutboundRecord waits = ScriptedPair.record(PacketType.EAGER);
        pair.post(waits);
        assertTook(RECORD_AVAILABLE, TYPE_DECIDED, NO_BUFFERS);
        assertThat(pair.peer().outbound().uncredited()).isGreaterThan(charged);
        assertThat(pair.peer().outbound().withdraw(waits)).isTrue();
        assertTook(RECORD_ENDED, SIGNALLED, NO_MORE_RECORDS);
        assertThat(pair.peer().outbound().uncredited()).isEqualTo(charged);
        assertThat(pair.peer().outbound().packetsOut()).isEqualTo(1);
    }

    private void assertTook(final SendEvent... events) {
        assertThat(pair.trace()).containsExactly(events);
        pair.trace().clear();
    }
}
