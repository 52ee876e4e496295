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
import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PacketPool;
import io.tombolo.ringbuffers.pair.ReturnConsumer;
import io.tombolo.ringbuffers.pair.RingProducer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The sending side of a peer: the send machine, its queue, and what comes back over the return ring. The machine takes the queue through
 * the {@link SendTable}, head by head, so that the order of the heads is the order on the wire (S3.20). One thread at a time.
 * <p>
 * A message that goes at once and one that waits pass the same checks, {@code takePacket} and {@code hasRoom}, and are written by the same
 * {@link RecordWriter#write}. The one that waits stops where the table has a wait state. It keeps a packet that it has taken while the ring
 * is full: the pool belongs to this peer alone, so nobody else can wait for that packet.
 */
public final class OutboundSide {
    private static final int RTS = PacketType.RTS.code();
    private static final int CONT_GET = PacketType.CONT_GET.code();
    private static final int ENDPOINT_SEND = PacketType.EP_SEND.code();

    private final PeerDoorbell doorbell;
    private final SendLedger ledger;
    private final SendQueue queue = new SendQueue();
    private final SendCursor cursor = new SendCursor();
    private OutboundPair pair;
    private RingProducer ring;
    private PacketPool pool;
    private ReturnConsumer returns;
    private EagerBudget budget;
    private RecordWriter writer;
    // Messages that were published; each record carries the number of those before it.
    private long sent;
    // Payload bytes of these messages that were not in the ring.
    private long besideRing;
    private boolean isBatch;

    OutboundSide(final PeerDoorbell doorbell, final Counters counters) {
        this.doorbell = doorbell;
        this.ledger = new SendLedger(counters);
        cursor.begin(ledger, SendState.IDLE);
    }

    /**
     * Opens the side.
     *
     * @param newPair     this rank's side of the pair file; owned by this object from now on.
     * @param budgetBytes eager bytes that the peer keeps for this rank.
     */
    public void open(final OutboundPair newPair, final long budgetBytes) {
        // First what takes memory: if there is none, the side stays closed.
        final EagerBudget newBudget = new EagerBudget(newPair.credit(), budgetBytes);
        writer = new RecordWriter(newPair.ring(), newPair.pool());
        budget = newBudget;
        ring = newPair.ring();
        pool = newPair.pool();
        returns = newPair.returns();
        pair = newPair;
    }

    /**
     * Returns whether the side is open.
     *
     * @return true after {@link #open}.
     */
    public boolean isOpen() {
        return pair != null;
    }

    /**
     * Publishes an inline message at once, if nothing waits before it.
     *
     * @param type   code of a type that travels inline: a message or an endpoint's.
     * @param key    envelope.
     * @param base   array, or null.
     * @param offset offset in the array, or address; range checked.
     * @param length bytes, at most the inline limit.
     * @return false if the message has to be posted instead.
     */
    public boolean tryPostInline(final int type, final long key, final Object base, final long offset, final int length) {
        if (!queue.isEmpty() || ring == null || !budget.covers(length) || !ring.offer(type, sent, key, base, offset, length)) {
            return false;
        }
        sent++;
        budget.spend(length);
        return wakeIf(true);
    }

    /**
     * Returns the number of messages that have been published.
     *
     * @return number of the next message, unless one with a higher priority comes first.
     */
    public long sent() {
        return sent;
    }

    /**
     * Returns the payload bytes of these messages that lay in packets, lanes or regions, and not in the ring.
     *
     * @return bytes that only grow.
     */
    public long besideRing() {
        return besideRing;
    }

    /**
     * Returns whether an eager message of this length stays within the budget.
     *
     * @param length bytes.
     * @return false if it has to go by rendezvous.
     */
    public boolean coversEager(final long length) {
        return budget.covers(length);
    }

    /**
     * Returns whether the envelope of a long message would go into the ring now.
     *
     * @return false if something waits before it, or there is no room.
     */
    public boolean takesEnvelope() {
        return queue.isEmpty() && ring.findRoom(Exposure.WORDS_LENGTH);
    }

    /**
     * Publishes the envelope of a long message at once.
     *
     * @param type     of the record.
     * @param key      envelope.
     * @param length   of the message, bytes, all of which are exposed.
     * @param send     handle of the send.
     * @param place    where the data is.
     * @param position in that place.
     * @return false if it does not go: {@link #takesEnvelope} was not asked, or the pair can no longer be trusted.
     */
    public boolean postEnvelope(
        final int type, final long key, final long length, final long send, final long place, final long position) {
        if (!ring.offer(type, sent, key, length, send, place, position, length, Handle.NONE)) {
            return false;
        }
        sent++;
        besideRing += length;
        doorbell.wake();
        return true;
    }

    /**
     * Prepares the cache line of the next record for writing: something has come from the peer and will be answered.
     */
    public void prepareFirst() {
        if (ring != null) {
            ring.prepareFirst();
        }
    }

    /**
     * Prepares the cache lines of the ring that the next long record needs for writing, while this rank waits.
     */
    public void prepareToWrite() {
        if (ring != null) {
            ring.prepareToWrite();
        }
    }

    /**
     * Queues a message whose type is left open: the peer keeps no room for it now, and {@link #takesEnvelope} is false.
     *
     * @param record with an {@link OutboundRecord#choice}; nothing is charged to the budget.
     */
    public void queueUndecided(final OutboundRecord record) {
        final boolean isFirst = queue.isEmpty();
        queue.add(record);
        if (isFirst) {
            cursor.must(SendEvent.RECORD_AVAILABLE);
            cursor.must(SendEvent.TYPE_DECIDED);
            cursor.must(SendEvent.BUFFERS_OK);
            cursor.must(SendEvent.FLOW_RESTRICTED);
            // Fixes the head: the cursor is about this record, so no later one may pass it.
            queue.head();
        }
    }

    /**
     * Sends a record, or queues it behind those that wait. Charges an eager message to the budget, unless it lies in a packet that was
     * claimed: {@link #claim} charged that one.
     *
     * @param record filled.
     * @return true if it has been published.
     */
    public boolean post(final OutboundRecord record) {
        return wakeIf(submit(record));
    }

    private boolean submit(final OutboundRecord record) {
        if (record.packet == OutboundRecord.NO_PACKET && RecordWriter.isEager(record)) {
            budget.spend(record.length);
        }
        final boolean isFirst = queue.isEmpty();
        // The ring looks for room itself; only what is copied into a packet first must know before.
        if (isFirst && writer.takePacket(record) && (!RecordWriter.isCopied(record) || writer.hasRoom(record)) && put(record)) {
            return true;
        }
        queue.add(record);
        return isFirst && advance() != null;
    }

    /**
     * Publishes the head of the queue, if there is room.
     *
     * @return the record that was published, or null.
     */
    public OutboundRecord pump() {
        final OutboundRecord record = advance();
        return wakeIf(record != null) ? record : null;
    }

    private boolean wakeIf(final boolean published) {
        if (published && !isBatch) {
            doorbell.wake();
        }
        return published;
    }

    /**
     * Begins a batch: what {@link #pump} takes from now on is published all at once.
     */
    public void beginBatch() {
        isBatch = true;
        ring.beginBatch();
    }

    /**
     * Publishes what was taken since {@link #beginBatch}.
     *
     * @param records number of records that were taken.
     */
    public void endBatch(final int records) {
        ring.endBatch();
        isBatch = false;
        wakeIf(records > 0);
    }

    private static boolean isLong(final OutboundRecord record) {
        return record.type == RTS || record.type == CONT_GET ||
            record.type == ENDPOINT_SEND && EndpointKey.mode(record.key) == EndpointKey.LONG;
    }

    /**
     * Takes the head of the queue through the table until it is published or has to wait.
     *
     * @return the record that was published, or null.
     */
    private OutboundRecord advance() {
        boolean goesOn = !queue.isEmpty();
        while (goesOn) {
            final OutboundRecord head = queue.head();
            if (cursor.state() == SendState.POST_CONTROL) {
                return postHead(head);
            }
            goesOn = switch (cursor.state()) {
                case IDLE -> cursor.must(SendEvent.RECORD_AVAILABLE);
                case DECIDE_TYPE -> decideType(head);
                case CHECK_CONTROL_BUFFERS -> check(writer.takePacket(head), SendEvent.BUFFERS_OK, SendEvent.NO_BUFFERS);
                case AWAITING_CONTROL_BUFFERS -> writer.takePacket(head) && cursor.must(SendEvent.BUFFERS_AVAILABLE);
                case CHECK_CONTROL_FLOW -> check(writer.hasRoom(head), SendEvent.FLOW_OK, SendEvent.FLOW_RESTRICTED);
                case AWAITING_CONTROL_FLOW -> mayTurnBack(head) ? cursor.must(SendEvent.CREDIT_AVAILABLE) :
                    writer.hasRoom(head) && cursor.must(SendEvent.FLOW_ENABLED);
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
            // First: if this throws for want of memory, nothing is charged.
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

    private OutboundRecord postHead(final OutboundRecord head) {
        if (head.choice == null) {
            return put(head) ? next(head) : stopBroken();
        }
        final OutboundRecord decided = head.choice.rendezvous(head);
        replace(head, decided);
        // There is room for the envelope. Its first bytes are elsewhere as well.
        decided.first = writer.hasRoom(decided) ? decided.first : 0;
        return put(decided) ? next(decided) : stopBroken();
    }

    private boolean put(final OutboundRecord record) {
        final boolean isPut = writer.write(record, sent);
        if (isPut && (record.type <= RTS || record.type == ENDPOINT_SEND)) {
            record.sequence = sent++;
            besideRing += RecordWriter.isInline(record) ? 0 : record.length;
        }
        return isPut;
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
        cursor.must(queue.isEmpty() ? SendEvent.NO_MORE_RECORDS : SendEvent.MORE_RECORDS);
        return head;
    }

    private OutboundRecord stopBroken() {
        cursor.must(SendEvent.FLOW_RESTRICTED);
        return null;
    }

    /**
     * Takes the head out of the queue without sending it, for a peer that is gone. Its packet is freed and its charge refunded.
     *
     * @return the record, or null.
     */
    public OutboundRecord drop() {
        final OutboundRecord head = queue.head();
        return head != null && withdraw(head) ? head : null;
    }

    /**
     * Takes a record out of the queue without sending it. Its packet is freed and its charge refunded (T3.10).
     *
     * @param record any.
     * @return false if it is not in this queue: it has left.
     */
    public boolean withdraw(final OutboundRecord record) {
        final boolean isHead = record == queue.head();
        if (!queue.remove(record)) {
            return false;
        }
        if (isHead) {
            cursor.must(SendEvent.RECORD_ENDED);
            cursor.must(SendEvent.SIGNALLED);
            cursor.must(queue.isEmpty() ? SendEvent.NO_MORE_RECORDS : SendEvent.MORE_RECORDS);
            writer.releaseHeld();
        }
        if (record.packet != OutboundRecord.NO_PACKET) {
            pool.abort(record.packet);
            record.packet = OutboundRecord.NO_PACKET;
        }
        if (record.choice != null) {
            record.choice.withdrawn(record);
            record.choice = null;
        } else if (RecordWriter.isEager(record)) {
            budget.refund(record.length);
        }
        return true;
    }

    /**
     * Returns whether the pool is large enough for packets to be lent.
     *
     * @return false if its one packet is kept for messages that are copied.
     */
    public boolean lendsPackets() {
        return pool.size() > 1;
    }

    /**
     * Returns whether a message that is copied into a packet finds one.
     *
     * @return false if all packets are with the peer or lent.
     */
    public boolean hasFreePacket() {
        return pool.freeCount() > 0;
    }

    /**
     * Lends a packet to an application, and charges its message to the budget. Never lends the last free packet: messages in front of a
     * claim in the queue could wait for that packet, and the claim for them.
     *
     * @param length  bytes, at most the packet's payload.
     * @param payload wrapped in the packet's payload.
     * @return the packet, or {@link OutboundRecord#NO_PACKET} if none can be lent now.
     */
    public int claim(final int length, final UnsafeBuffer payload) {
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
     * @param length for which it was claimed.
     */
    public void abortClaim(final int packet, final long length) {
        pool.abort(packet);
        budget.refund(length);
    }

    /**
     * Charges a lent packet with the length of its message, which is shorter than what was claimed.
     *
     * @param claimed length for which it was claimed.
     * @param length  of the message.
     */
    public void shortenClaim(final long claimed, final long length) {
        budget.refund(claimed);
        budget.spend(length);
    }

    /**
     * Returns the return ring from the peer.
     *
     * @return consumer, or null if the side is not open.
     */
    public ReturnConsumer returns() {
        return returns;
    }

    /**
     * Releases the packets that the polled return record names.
     *
     * @param count as the record says, unchecked.
     * @return false if one of them was not due (S0.29).
     */
    public boolean releasePackets(final int count) {
        if (count < 1 || count > PacketReturn.MAX_PACKETS) {
            return false;
        }
        boolean due = true;
        for (int i = 0; i < count; i++) {
            final int packed = (int) (returns.word(i >>> 1) >>> ((i & 1) << 5));
            due &= pool.release(PacketReturn.index(packed), PacketReturn.generation(packed));
        }
        return due;
    }

    /**
     * Returns the packets of this rank that are with the peer.
     *
     * @return count of those that are not free.
     */
    public int packetsOut() {
        return pair == null ? 0 : pool.size() - pool.freeCount();
    }

    /**
     * Frees the packets that are with a peer which is gone.
     *
     * @return number of packets freed.
     */
    public int reclaimPackets() {
        return pair == null ? 0 : pool.reclaim();
    }

    /**
     * Returns the number below which the peer has finished all long messages of this rank.
     *
     * @return as it stands in the credit line, unchecked.
     */
    public long doneBelow() {
        return pair.done().load();
    }

    /**
     * Sets the priority of a communicator's messages to the peer, including those that wait.
     *
     * @param communicator as in {@link Envelope#communicator}.
     * @param priority     0 to {@link Communicator#MAX_PRIORITY}.
     */
    public void prioritize(final int communicator, final int priority) {
        queue.prioritize(communicator, priority);
    }

    /**
     * Returns the records that wait for room.
     *
     * @return count.
     */
    public int queueLength() {
        return queue.length();
    }

    /**
     * Returns the eager bytes that the peer's receives have not taken.
     *
     * @return bytes, as of now.
     */
    public long uncredited() {
        return budget == null ? 0 : budget.uncredited();
    }

    /**
     * Returns the ledger that counts transitions, for the cursors of long messages.
     *
     * @return ledger.
     */
    public SendLedger ledger() {
        return ledger;
    }

    /**
     * Returns what holds up sends to the peer: the state of the queue, or else of long messages.
     *
     * @return state; {@link SendState#IDLE} if nothing does.
     */
    public SendState state() {
        return cursor.state() == SendState.IDLE ? ledger.dataState() : cursor.state();
    }

    boolean isCorrupt() {
        return pair != null && (ring.isCorrupt() || budget.isCorrupt());
    }

    /**
     * Counts the records that a peer which is gone has not read.
     *
     * @return records.
     */
    public int countUnread() {
        return pair == null ? 0 : pair.countUnread();
    }

    void close() {
        if (pair != null) {
            pair.close();
        }
    }

    /** Unmaps the file of a peer that was replaced. From now on this side is as if it had never been opened. */
    void release() {
        if (pair != null) {
            pair.release();
            pair = null;
            ring = null;
            pool = null;
            returns = null;
            budget = null;
            writer = null;
        }
    }
}
