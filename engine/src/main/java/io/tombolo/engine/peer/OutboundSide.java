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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PacketPool;
import io.tombolo.ringbuffers.pair.RingProducer;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What is sent to one peer: the queue and the cursor that takes it through the {@link SendTable}, head by head, so that the order of the
 * heads is the order on the wire (S3.20). One thread at a time.
 * <p>
 * The checks, {@link #takePacket}, {@link #hasRoom}, and the act, {@link #put}, are the same for a message that goes at once and for one
 * that waits; only that the second stops where the table has a wait state. A packet that was taken is kept while the ring is full: the pool
 * belongs to this peer alone, so nobody else can wait for that packet.
 */
abstract class OutboundSide extends KnownRank {
    private static final int SHORT = PacketType.SHORT.code();
    private static final int EAGER = PacketType.EAGER.code();
    private static final int RTS = PacketType.RTS.code();
    private static final int CONT_GET = PacketType.CONT_GET.code();
    private static final int ENDPOINT_SEND = PacketType.EP_SEND.code();

    private final SendLedger ledger;
    private final SendQueue queue = new SendQueue();
    private final SendCursor cursor = new SendCursor();
    private OutboundPair pair;
    private RingProducer ring;
    private PacketPool pool;
    private EagerBudget budget;
    private int held = OutboundRecord.NO_PACKET;
    private long sent;
    // A control record with the first bytes of its message; made when there is one.
    private UnsafeBuffer record;

    OutboundSide(final int rank, final Counters counters) {
        super(rank);
        ledger = new SendLedger(counters);
        cursor.begin(ledger, SendState.AWAITING_CAR);
    }

    void openSends(final OutboundPair newPair, final long budgetBytes) {
        budget = new EagerBudget(newPair.credit(), budgetBytes);
        pair = newPair;
        ring = newPair.ring();
        pool = newPair.pool();
    }

    boolean isSendOpen() {
        return ring != null;
    }

    boolean offerShort(final int type, final long key, final Object base, final long offset, final int length) {
        if (!queue.isEmpty() || ring == null || !budget.covers(length) || !ring.offer(type, sent, key, base, offset, length)) {
            return false;
        }
        sent++;
        budget.spend(length);
        return true;
    }

    /**
     * Returns whether the envelope of a long message would go into the ring now.
     *
     * @return false if something waits before it, or there is no room.
     */
    public final boolean takesEnvelope() {
        return queue.isEmpty() && ring.findRoom(Exposure.WORDS_LENGTH);
    }

    /**
     * Publishes the envelope of a long message at once.
     *
     * @param type     of the record.
     * @param key      envelope.
     * @param length   of the message, all of which is shown.
     * @param send     handle of the send.
     * @param place    where the data is.
     * @param position in that place.
     * @return false if it does not go: {@link #takesEnvelope} was not asked, or the pair can no longer be trusted.
     */
    public final boolean postEnvelope(
        final int type, final long key, final long length, final long send, final long place, final long position) {
        if (!ring.offer(type, sent, key, length, send, place, position, length, Handle.NONE)) {
            return false;
        }
        sent++;
        wake();
        return true;
    }

    /**
     * Prepares the first line of the next record to the peer, from which something has come that will be answered.
     */
    public final void prepareFirst() {
        if (ring != null) {
            ring.prepareFirst();
        }
    }

    void prepareRing() {
        ring.prepareToWrite();
    }

    boolean isCovered(final long length) {
        return budget.covers(length);
    }

    /**
     * Queues a message whose type is left open, since the peer keeps no room for it now and {@link #takesEnvelope} is false.
     *
     * @param car with a {@link OutboundRecord#choice}; nothing is charged to the budget.
     */
    public final void queueOpen(final OutboundRecord car) {
        final boolean isFirst = queue.isEmpty();
        queue.add(car);
        if (isFirst) {
            cursor.must(SendEvent.CAR_AVAILABLE);
            cursor.must(SendEvent.TYPE_DECIDED);
            cursor.must(SendEvent.BUFFERS_OK);
            cursor.must(SendEvent.FLOW_RESTRICTED);
            // The cursor is about this car: what comes next may not pass it any more.
            queue.head();
        }
    }

    boolean submit(final OutboundRecord car) {
        if (car.packet == OutboundRecord.NO_PACKET && isEager(car)) {
            budget.spend(car.length);
        }
        final boolean isFirst = queue.isEmpty();
        // The ring looks for room itself; only what is copied into a packet first must know before.
        if (isFirst && takePacket(car) && (!isCopied(car) || hasRoom(car)) && put(car)) {
            return true;
        }
        queue.add(car);
        return isFirst && advance() != null;
    }

    /** Whether the payload goes through a packet. */
    private static boolean isCopied(final OutboundRecord car) {
        return isInPacket(car) || car.isPacked;
    }

    private static boolean isEager(final OutboundRecord car) {
        return isInline(car) || isInPacket(car);
    }

    private static boolean isInline(final OutboundRecord car) {
        return car.type == SHORT || car.type == ENDPOINT_SEND && EndpointKey.mode(car.key) == EndpointKey.INLINE;
    }

    private static boolean isInPacket(final OutboundRecord car) {
        return car.type == EAGER || car.type == ENDPOINT_SEND && EndpointKey.mode(car.key) == EndpointKey.PACKET;
    }

    private static boolean isLong(final OutboundRecord car) {
        return car.type == RTS || car.type == CONT_GET ||
            car.type == ENDPOINT_SEND && EndpointKey.mode(car.key) == EndpointKey.LONG;
    }

    final void openBatch() {
        ring.beginBatch();
    }

    final void closeBatch() {
        ring.endBatch();
    }

    /**
     * Takes the head of the queue through the table until it is published or has to wait.
     *
     * @return the car that was published, or null.
     */
    OutboundRecord advance() {
        boolean goesOn = !queue.isEmpty();
        while (goesOn) {
            final OutboundRecord head = queue.head();
            if (cursor.state() == SendState.POST_CONTROL) {
                return post(head);
            }
            goesOn = switch (cursor.state()) {
                case AWAITING_CAR -> cursor.must(SendEvent.CAR_AVAILABLE);
                case DECIDE_TYPE -> decideType(head);
                case CHECK_CONTROL_BUFFERS -> check(takePacket(head), SendEvent.BUFFERS_OK, SendEvent.NO_BUFFERS);
                case AWAITING_CONTROL_BUFFERS -> takePacket(head) && cursor.must(SendEvent.BUFFERS_AVAILABLE);
                case CHECK_CONTROL_FLOW -> check(hasRoom(head), SendEvent.FLOW_OK, SendEvent.FLOW_RESTRICTED);
                case AWAITING_CONTROL_FLOW -> mayTurnBack(head) ? cursor.must(SendEvent.CREDIT_AVAILABLE) :
                    hasRoom(head) && cursor.must(SendEvent.FLOW_ENABLED);
                default -> throw new IllegalStateException("a queue is never in state " + cursor.state());
            };
        }
        return null;
    }

    private boolean mayTurnBack(final OutboundRecord head) {
        return head.choice != null && budget.covers(head.length);
    }

    private boolean decideType(final OutboundRecord head) {
        if (mayTurnBack(head)) {
            // First: what throws for want of memory charges nothing.
            final OutboundRecord decided = head.choice.eager(head);
            budget.spend(head.length);
            replace(head, decided);
        }
        return cursor.must(SendEvent.TYPE_DECIDED);
    }

    private void replace(final OutboundRecord head, final OutboundRecord decided) {
        head.choice = null;
        queue.replaceHead(decided);
    }

    private OutboundRecord post(final OutboundRecord head) {
        if (head.choice == null) {
            return put(head) ? next(head) : stopBroken();
        }
        final OutboundRecord decided = head.choice.rendezvous(head);
        replace(head, decided);
        // There is room for the envelope. Its first bytes are elsewhere as well.
        decided.first = hasRoom(decided) ? decided.first : 0;
        return put(decided) ? next(decided) : stopBroken();
    }

    private boolean check(final boolean passed, final SendEvent event, final SendEvent otherwise) {
        if (!passed) {
            FaultPoint.SEND_CHECKED.hit();
        }
        return cursor.must(passed ? event : otherwise) && passed;
    }

    private OutboundRecord next(final OutboundRecord head) {
        if (isLong(head)) {
            cursor.must(SendEvent.PARKED);
        } else {
            cursor.must(SendEvent.MESSAGE_COMPLETE);
            cursor.must(SendEvent.SIGNALLED);
        }
        queue.removeHead();
        cursor.must(queue.isEmpty() ? SendEvent.NO_MORE_CARS : SendEvent.MORE_CARS);
        return head;
    }

    private OutboundRecord stopBroken() {
        cursor.must(SendEvent.FLOW_RESTRICTED);
        return null;
    }

    private boolean takePacket(final OutboundRecord car) {
        if (car.choice != null || !isCopied(car) || car.packet != OutboundRecord.NO_PACKET || held != OutboundRecord.NO_PACKET) {
            return true;
        }
        // EMPTY is the same number as NO_PACKET.
        held = pool.acquire();
        return held != PacketPool.EMPTY;
    }

    private boolean hasRoom(final OutboundRecord car) {
        return ring.findRoom(car.choice == null && isInline(car) ? (int) car.length : Exposure.WORDS_LENGTH + car.first);
    }

    private boolean put(final OutboundRecord car) {
        final boolean isPut;
        if (isInline(car)) {
            isPut = ring.offer(car.type, sent, car.key, car.base, car.offset, (int) car.length);
        } else if (isInPacket(car)) {
            isPut = putEager(car);
        } else if (car.isPacked) {
            isPut = putPacked(car);
        } else if (car.first > 0) {
            isPut = putWithBytes(car);
        } else {
            isPut = ring.offer(car.type, sent, car.key, car.word0, car.word1, car.word2, car.word3, car.word4, car.word5);
        }
        if (isPut && (car.type <= RTS || car.type == ENDPOINT_SEND)) {
            sent++;
        }
        return isPut;
    }

    /**
     * Publishes a control record with first bytes. They are put together here and copied into the ring in one go, so that the ring knows
     * bytes and words, and nothing of both.
     */
    private boolean putWithBytes(final OutboundRecord car) {
        if (record == null) {
            record = new UnsafeBuffer(ByteBuffer.allocateDirect(StampedSlotDescriptor.MAX_BODY_LENGTH));
        }
        final long address = record.addressOffset();
        car.putWords(record);
        if (car.segments == null) {
            Bytes.copy(car.base, car.offset, null, address + Exposure.WORDS_LENGTH, car.first);
        } else {
            SegmentCopy.gather(car.segments, address + Exposure.WORDS_LENGTH, car.first);
        }
        return ring.offer(car.type, sent, car.key, null, address, Exposure.WORDS_LENGTH + car.first);
    }

    private boolean putEager(final OutboundRecord car) {
        final boolean isCopied = car.packet == OutboundRecord.NO_PACKET;
        final int packet = isCopied ? held : car.packet;
        final int generation = isCopied ? fill(packet, car) : pool.post(packet);
        FaultPoint.PACKET_FILLED.hit();
        if (!ring.offer(car.type, sent, car.key, packet, generation, car.length, car.word3, 0, 0)) {
            pool.retract(packet);
            return false;
        }
        if (isCopied) {
            held = OutboundRecord.NO_PACKET;
        }
        return true;
    }

    private boolean putPacked(final OutboundRecord car) {
        final int packet = held;
        final int generation = fill(packet, car);
        FaultPoint.PACKET_FILLED.hit();
        if (!ring.offer(
            car.type, sent, car.key, car.word0, car.word1, Handle.pack(packet, generation), car.word3, car.word4, car.word5)) {
            pool.retract(packet);
            return false;
        }
        held = OutboundRecord.NO_PACKET;
        return true;
    }

    private int fill(final int packet, final OutboundRecord car) {
        if (car.segments == null) {
            return pool.post(packet, car.base, car.offset, car.length);
        }
        SegmentCopy.gather(car.segments, pool.payload(packet), car.length);
        return pool.post(packet);
    }

    /**
     * Takes the head out of the queue without sending it, for a peer that is gone. What it held and was charged is given back.
     *
     * @return the car, or null.
     */
    public final OutboundRecord drop() {
        final OutboundRecord head = queue.head();
        return head != null && withdraw(head) ? head : null;
    }

    /**
     * Takes a car out of the queue without sending it: it gives back its packet and what it was charged (T3.10).
     *
     * @param car any.
     * @return false if it is not in this queue: it has left.
     */
    public final boolean withdraw(final OutboundRecord car) {
        final boolean isHead = car == queue.head();
        if (!queue.remove(car)) {
            return false;
        }
        if (isHead) {
            cursor.must(SendEvent.CAR_ENDED);
            cursor.must(SendEvent.SIGNALLED);
            cursor.must(queue.isEmpty() ? SendEvent.NO_MORE_CARS : SendEvent.MORE_CARS);
        }
        if (isHead && held != OutboundRecord.NO_PACKET) {
            pool.abort(held);
            held = OutboundRecord.NO_PACKET;
        }
        if (car.packet != OutboundRecord.NO_PACKET) {
            pool.abort(car.packet);
            car.packet = OutboundRecord.NO_PACKET;
        }
        if (car.choice != null) {
            car.choice.withdrawn(car);
            car.choice = null;
        } else if (isEager(car)) {
            budget.refund(car.length);
        }
        return true;
    }

    /**
     * Lends a packet to an application, and charges its message to the budget. The last free packet is never lent: messages that wait
     * before a claim in the queue could wait for that packet, and the claim for them.
     *
     * @param length  bytes, at most the packet's payload.
     * @param payload wrapped in the packet's payload.
     * @return the packet, or {@link OutboundRecord#NO_PACKET} if none can be lent now.
     */
    public final int claim(final int length, final UnsafeBuffer payload) {
        if (pool.freeCount() <= 1) {
            return OutboundRecord.NO_PACKET;
        }
        final int packet = pool.acquire();
        pair.lend(packet, payload, length);
        budget.spend(length);
        return packet;
    }

    /**
     * Takes a lent packet back whose message is not sent.
     *
     * @param packet from {@link #claim}.
     * @param length the one it was claimed for.
     */
    public final void abortClaim(final int packet, final long length) {
        pool.abort(packet);
        budget.refund(length);
    }

    /**
     * Sets the priority of a communicator's messages to the peer, those that wait included.
     *
     * @param communicator as in {@link Envelope#communicator}.
     * @param priority     0 to {@link Communicator#MAX_PRIORITY}.
     */
    public final void prioritize(final int communicator, final int priority) {
        queue.prioritize(communicator, priority);
    }

    /**
     * Returns the cars that wait for room.
     *
     * @return count.
     */
    public final int queueLength() {
        return queue.length();
    }

    /**
     * Returns the eager bytes that the peer's receives have not taken.
     *
     * @return bytes, as of now.
     */
    public final long uncredited() {
        return budget == null ? 0 : budget.uncredited();
    }

    boolean isSendCorrupt() {
        return ring.isCorrupt() || budget.isCorrupt();
    }

    /**
     * Returns what counts the steps, for the cursors of long messages.
     *
     * @return ledger.
     */
    public final SendLedger sendLedger() {
        return ledger;
    }

    /**
     * Returns what holds up sends to the peer: of the queue, or else of long messages.
     *
     * @return state; {@link SendState#AWAITING_CAR} if nothing does.
     */
    public final SendState sendState() {
        return cursor.state() == SendState.AWAITING_CAR ? ledger.dataState() : cursor.state();
    }
}
