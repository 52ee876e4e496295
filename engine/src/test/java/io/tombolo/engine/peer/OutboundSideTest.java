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
import static io.tombolo.engine.peer.SendEvent.CAR_AVAILABLE;
import static io.tombolo.engine.peer.SendEvent.CAR_ENDED;
import static io.tombolo.engine.peer.SendEvent.FLOW_ENABLED;
import static io.tombolo.engine.peer.SendEvent.FLOW_OK;
import static io.tombolo.engine.peer.SendEvent.FLOW_RESTRICTED;
import static io.tombolo.engine.peer.SendEvent.MESSAGE_COMPLETE;
import static io.tombolo.engine.peer.SendEvent.MORE_CARS;
import static io.tombolo.engine.peer.SendEvent.NO_BUFFERS;
import static io.tombolo.engine.peer.SendEvent.NO_MORE_CARS;
import static io.tombolo.engine.peer.SendEvent.PARKED;
import static io.tombolo.engine.peer.SendEvent.SIGNALLED;
import static io.tombolo.engine.peer.SendEvent.TYPE_DECIDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.ScriptedPair;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.pair.RingKind;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The control half of the send machine, row by row: the queue of one peer over a real pair file, whose other end is moved by hand (T3.1,
 * T3.10).
 */
class OutboundSideTest {
    private ScriptedPair pair;

    @AfterEach
    void close() {
        pair.close();
    }

    /** Holds S0.5. */
    @ParameterizedTest
    @EnumSource
    void shouldSendWithoutADetourWhileNothingIsInTheWay(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        assertThat(pair.post(ScriptedPair.car(PacketType.SHORT))).isTrue();
        assertThat(pair.post(ScriptedPair.car(PacketType.EAGER))).isTrue();
        assertThat(pair.post(ScriptedPair.car(PacketType.RTS))).isTrue();
        assertTook();
        assertThat(pair.peer().sendState()).isEqualTo(SendState.AWAITING_CAR);
        assertThat(pair.take(3)).containsExactly(PacketType.SHORT, PacketType.EAGER, PacketType.RTS);
    }

    /** Holds S3.3. */
    @ParameterizedTest
    @EnumSource
    void shouldWaitForAPacket(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        pair.post(ScriptedPair.car(PacketType.EAGER));
        final OutboundRecord second = ScriptedPair.car(PacketType.EAGER);
        assertThat(pair.post(second)).isFalse();
        assertTook(CAR_AVAILABLE, TYPE_DECIDED, NO_BUFFERS);
        assertThat(pair.peer().sendState()).isEqualTo(SendState.AWAITING_CONTROL_BUFFERS);
        final OutboundRecord third = ScriptedPair.car(PacketType.SHORT);
        assertThat(pair.post(third)).isFalse();
        assertThat(pair.peer().pump()).isNull();
        assertTook();
        pair.take(1);
        pair.returnPacket(0, 0);
        assertThat(pair.peer().pump()).isSameAs(second);
        assertTook(BUFFERS_AVAILABLE, FLOW_OK, MESSAGE_COMPLETE, SIGNALLED, MORE_CARS);
        assertThat(pair.peer().sendState()).isEqualTo(SendState.DECIDE_TYPE);
        assertThat(pair.peer().pump()).isSameAs(third);
        assertTook(TYPE_DECIDED, BUFFERS_OK, FLOW_OK, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_CARS);
        assertThat(pair.take(2)).containsExactly(PacketType.EAGER, PacketType.SHORT);
        assertThat(pair.counters().value(Counter.POOL_EMPTY)).isEqualTo(1);
        assertThat(pair.counters().value(Counter.RING_FULL)).isZero();
    }

    /** Holds S3.6, S3.8, S3.22. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepItsPacketWhileItWaitsForRoom(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 2);
        pair.fillRing();
        assertThat(pair.peer().packetsOut()).isZero();
        final OutboundRecord car = ScriptedPair.car(PacketType.EAGER);
        assertThat(pair.post(car)).isFalse();
        assertTook(CAR_AVAILABLE, TYPE_DECIDED, BUFFERS_OK, FLOW_RESTRICTED);
        assertThat(pair.peer().sendState()).isEqualTo(SendState.AWAITING_CONTROL_FLOW);
        assertThat(pair.peer().packetsOut()).isEqualTo(1);
        assertThat(pair.peer().pump()).isNull();
        assertTook();
        assertThat(pair.peer().packetsOut()).isEqualTo(1);
        pair.takeAll();
        assertThat(pair.peer().pump()).isSameAs(car);
        assertTook(FLOW_ENABLED, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_CARS);
        assertThat(pair.take(1)).containsExactly(PacketType.EAGER);
        assertThat(pair.peer().packetsOut()).isEqualTo(1);
        assertThat(pair.counters().value(Counter.RING_FULL)).isEqualTo(1);
    }

    /** Holds S3.5. */
    @ParameterizedTest
    @EnumSource
    void shouldWaitForAPacketAndThenForRoom(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        pair.post(ScriptedPair.car(PacketType.EAGER));
        pair.fillRing();
        final OutboundRecord car = ScriptedPair.car(PacketType.EAGER);
        pair.post(car);
        assertTook(CAR_AVAILABLE, TYPE_DECIDED, NO_BUFFERS);
        pair.returnPacket(0, 0);
        assertThat(pair.peer().pump()).isNull();
        assertTook(BUFFERS_AVAILABLE, FLOW_RESTRICTED);
        pair.takeAll();
        assertThat(pair.peer().pump()).isSameAs(car);
        assertTook(FLOW_ENABLED, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_CARS);
    }

    /** Holds S3.19, S3.28. */
    @ParameterizedTest
    @EnumSource
    void shouldParkALongMessageAndGoOnWithTheQueue(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        pair.fillRing();
        final OutboundRecord envelope = ScriptedPair.car(PacketType.RTS);
        final OutboundRecord more = ScriptedPair.car(PacketType.CONT_GET);
        final OutboundRecord behind = ScriptedPair.car(PacketType.SHORT);
        pair.post(envelope);
        pair.post(more);
        pair.post(behind);
        assertTook(CAR_AVAILABLE, TYPE_DECIDED, BUFFERS_OK, FLOW_RESTRICTED);
        pair.takeAll();
        assertThat(pair.peer().pump()).isSameAs(envelope);
        assertTook(FLOW_ENABLED, PARKED, MORE_CARS);
        assertThat(pair.peer().pump()).isSameAs(more);
        assertTook(TYPE_DECIDED, BUFFERS_OK, FLOW_OK, PARKED, MORE_CARS);
        assertThat(pair.peer().pump()).isSameAs(behind);
        assertTook(TYPE_DECIDED, BUFFERS_OK, FLOW_OK, MESSAGE_COMPLETE, SIGNALLED, NO_MORE_CARS);
        assertThat(pair.peer().pump()).isNull();
        assertThat(pair.take(3)).containsExactly(PacketType.RTS, PacketType.CONT_GET, PacketType.SHORT);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveBackPacketAndCreditOfASendThatIsTakenBack(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 2);
        pair.fillRing();
        final long charged = pair.peer().uncredited();
        final OutboundRecord[] cars = new OutboundRecord[4];
        for (int i = 0; i < cars.length; i++) {
            cars[i] = ScriptedPair.car(PacketType.EAGER);
            pair.post(cars[i]);
        }
        assertTook(CAR_AVAILABLE, TYPE_DECIDED, BUFFERS_OK, FLOW_RESTRICTED);
        assertThat(pair.peer().withdraw(cars[1])).isTrue();
        assertTook();
        assertThat(pair.peer().packetsOut()).isEqualTo(1);
        assertThat(pair.peer().withdraw(cars[3])).isTrue();
        assertThat(pair.peer().withdraw(cars[3])).isFalse();
        assertThat(pair.peer().withdraw(cars[0])).isTrue();
        assertTook(CAR_ENDED, SIGNALLED, MORE_CARS);
        assertThat(pair.peer().packetsOut()).isZero();
        assertThat(pair.peer().sendState()).isEqualTo(SendState.DECIDE_TYPE);
        assertThat(pair.peer().drop()).isSameAs(cars[2]);
        assertTook(CAR_ENDED, SIGNALLED, NO_MORE_CARS);
        assertThat(pair.peer().drop()).isNull();
        assertThat(pair.peer().uncredited()).isEqualTo(charged);
        assertThat(pair.peer().queueLength()).isZero();
        final OutboundRecord next = ScriptedPair.car(PacketType.SHORT);
        assertThat(pair.post(next)).isFalse();
        pair.takeAll();
        assertThat(pair.peer().pump()).isSameAs(next);
        assertThat(pair.take(1)).containsExactly(PacketType.SHORT);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveBackCreditOfASendThatWaitsForAPacket(final RingKind kind) throws IOException {
        pair = new ScriptedPair(kind, 1);
        pair.post(ScriptedPair.car(PacketType.EAGER));
        final long charged = pair.peer().uncredited();
        final OutboundRecord waits = ScriptedPair.car(PacketType.EAGER);
        pair.post(waits);
        assertTook(CAR_AVAILABLE, TYPE_DECIDED, NO_BUFFERS);
        assertThat(pair.peer().uncredited()).isGreaterThan(charged);
        assertThat(pair.peer().withdraw(waits)).isTrue();
        assertTook(CAR_ENDED, SIGNALLED, NO_MORE_CARS);
        assertThat(pair.peer().uncredited()).isEqualTo(charged);
        assertThat(pair.peer().packetsOut()).isEqualTo(1);
    }

    private void assertTook(final SendEvent... events) {
        assertThat(pair.trace()).containsExactly(events);
        pair.trace().clear();
    }
}
