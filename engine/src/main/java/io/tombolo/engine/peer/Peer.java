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

import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.pair.Credit;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PacketPool;
import io.tombolo.ringbuffers.pair.PacketReader;
import io.tombolo.ringbuffers.pair.ReturnConsumer;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * Another rank, or this one itself, as the progress owner sees it: what goes there and what comes from there. One thread at a time.
 * <p>
 * What goes there is in the hands of the {@link OutboundSide} that it is.
 */
public final class Peer extends OutboundSide {
    private OutboundPair outbound;
    private PacketPool pool;
    private ReturnConsumer returns;

    private InboundPair inbound;
    private RingConsumer inboundRing;
    private Credit credit;
    private ReturnPath returnPath;
    private boolean inboundStopped;
    private long received;
    private boolean isBatch;

    /**
     * A peer with neither side open.
     *
     * @param rank     its number.
     * @param counters of this rank.
     */
    public Peer(final int rank, final Counters counters) {
        super(rank, counters);
    }

    /**
     * Opens the way to the peer.
     *
     * @param pair   this rank's side of the pair file.
     * @param budget eager bytes that the peer keeps for this rank.
     */
    public void openOutbound(final OutboundPair pair, final long budget) {
        openSends(pair, budget);
        pool = pair.pool();
        returns = pair.returns();
        outbound = pair;
    }

    /**
     * Opens the way from the peer.
     *
     * @param pair    this rank's side of the pair file.
     * @param packets in the peer's pool.
     */
    public void openInbound(final InboundPair pair, final int packets) {
        returnPath = new ReturnPath(pair.returns(), pair.done(), packets);
        inboundRing = pair.ring();
        credit = pair.credit();
        inbound = pair;
    }

    /**
     * Publishes an inline message at once, if nothing waits before it.
     *
     * @param type   code of one that goes inline: a message or an endpoint's.
     * @param key    envelope.
     * @param base   array, or null.
     * @param offset offset in the array, or address; range checked.
     * @param length bytes, at most the inline limit.
     * @return false if it has to take the long way.
     */
    public boolean trySendShort(final int type, final long key, final Object base, final long offset, final int length) {
        return woken(offerShort(type, key, base, offset, length));
    }

    /**
     * Returns whether an eager message of this length stays within the budget.
     *
     * @param length bytes.
     * @return false if it has to go by rendezvous.
     */
    public boolean coversEager(final long length) {
        return isCovered(length);
    }

    /**
     * Prepares the lines of the ring to the peer that the next records need, while this rank waits.
     */
    public void prepareToWrite() {
        if (isSendOpen()) {
            prepareRing();
        }
    }

    /**
     * Sends a car, or queues it behind those that wait. An eager message is charged to the budget here, one in a claimed packet was before.
     *
     * @param car filled.
     * @return true if it has been published.
     */
    public boolean post(final OutboundRecord car) {
        return woken(submit(car));
    }

    private boolean woken(final boolean published) {
        if (published && !isBatch) {
            wake();
        }
        return published;
    }

    /**
     * Publishes the head of the queue, if there is room.
     *
     * @return the car that was published, or null.
     */
    public OutboundRecord pump() {
        final OutboundRecord car = advance();
        return woken(car != null) ? car : null;
    }

    /**
     * Publishes what {@link #pump} takes from now on all at once.
     */
    public void beginBatch() {
        isBatch = true;
        openBatch();
    }

    /**
     * Publishes what was taken since {@link #beginBatch}.
     *
     * @param cars that were taken.
     */
    public void endBatch(final int cars) {
        closeBatch();
        isBatch = false;
        woken(cars > 0);
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
     * Takes packets back that a return record names.
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
     * Gives a packet back to the peer, grouped with others.
     *
     * @param index      of the packet.
     * @param generation of the packet.
     */
    public void returnPacket(final int index, final int generation) {
        if (returnPath.packet(index, generation)) {
            wake();
        }
    }

    /**
     * Tells the peer how much of a long message has been got.
     *
     * @param send    handle of the peer's send.
     * @param offset  bytes got from the start of the message.
     * @param receive handle of this rank's receive.
     */
    public void doneGet(final long send, final long offset, final long receive) {
        if (returnPath != null) {
            returnPath.doneGet(send, offset, receive);
            wake();
        }
    }

    /**
     * Tells the peer that nothing more of a long message will be got: in the place of a {@link #doneGet}.
     *
     * @param send handle of the peer's send.
     */
    public void longDropped(final long send) {
        if (returnPath != null) {
            returnPath.longDropped(send);
            wake();
        }
    }

    /**
     * Makes room for the envelope of one more long message.
     *
     * @throws OutOfMemoryError if there is none; nothing has changed.
     */
    public void reserveEnvelope() {
        returnPath.reserve();
    }

    /**
     * Takes note of the envelope of a long message that has come.
     *
     * @return its place among those of the peer that are not done.
     */
    public int envelopeOpened() {
        return returnPath.opened();
    }

    /**
     * Takes note of a long message that was got as soon as its envelope came; a record or {@link #publishTaken()} tells the peer.
     *
     * @param send   handle of the peer's send.
     * @param length of the message.
     */
    public void longReceived(final long send, final long length) {
        woken(returnPath.doneAtOnce(send, length));
    }

    /**
     * Tells the peer that it has its long message back: it has been received, or will not be.
     *
     * @param place   of its envelope, no longer valid; or {@link OpenRendezvous#NONE}.
     * @param send    handle of the peer's send.
     * @param length  of the message.
     * @param receive handle of this rank's receive.
     */
    public void messageDone(final int place, final long send, final long length, final long receive) {
        if (returnPath != null) {
            returnPath.done(place, send, length, receive);
            wake();
        }
    }

    /**
     * Takes note that a long message has ended, of which the peer knows or is told by a record.
     *
     * @param place of its envelope, no longer valid; or {@link OpenRendezvous#NONE}.
     */
    public void messageOver(final int place) {
        if (returnPath != null) {
            returnPath.over(place);
        }
    }

    /**
     * Tells of each long message by a record from now on: one has ended of which the peer is not told.
     */
    public void endWord() {
        if (returnPath != null) {
            returnPath.endWord();
        }
    }

    /**
     * Returns the number below which the peer has all long messages of this rank done.
     *
     * @return as it stands in the credit line, unchecked.
     */
    public long doneBelow() {
        return outbound.done().load();
    }

    /**
     * Answers a peer that wants to take a message back.
     *
     * @param send        handle of the peer's send.
     * @param isCancelled true if the message was found and dropped here.
     */
    public void antiSendOk(final long send, final boolean isCancelled) {
        if (returnPath != null) {
            returnPath.antiSendOk(send, isCancelled);
            wake();
        }
    }

    /**
     * Publishes everything that was grouped: returns, ring space and credit. Called before every wait, and once a batch.
     *
     * @return work done.
     */
    public int flush() {
        if (inbound == null) {
            return 0;
        }
        publishTaken();
        final int work = returnPath.flush();
        if (work > 0) {
            wake();
        }
        return work;
    }

    /**
     * Publishes what was taken from the ring, and by receives; once a batch. Wakes a sender that may have found the ring full.
     */
    public void publishTaken() {
        credit.publish();
        final boolean isDone = returnPath.endTaking();
        if (inboundRing.publish() || isDone) {
            wake();
        }
    }

    /**
     * Takes the message that was polled, by itself: the room in the ring is published at once, that of a long one by
     * {@link #publishTaken()}, and the credit by {@link #publishCredit()}.
     *
     * @param length bytes that were sent.
     */
    public void take(final long length) {
        received++;
        credit.add(EagerBudget.cost(length));
        if (inboundRing.advanceAndPublish()) {
            wake();
        }
    }

    /**
     * Publishes what receives have taken.
     */
    public void publishCredit() {
        credit.publish();
    }

    /**
     * Begins a batch, which {@link #publishTaken()} ends: of what is done meanwhile the peer is told at once.
     */
    public void beginTaking() {
        returnPath.beginTaking();
    }

    /**
     * Returns whether a batch has begun and not ended.
     *
     * @return true from {@link #beginTaking()} to {@link #publishTaken()}.
     */
    public boolean isTaking() {
        return returnPath.isTaking();
    }

    /**
     * Returns whether returns wait for room in the return ring.
     *
     * @return true if this rank still owes the peer something.
     */
    public boolean hasBacklog() {
        return returnPath != null && returnPath.hasBacklog();
    }

    /**
     * Reads no more records of the peer: what comes next cannot be trusted.
     */
    public void stopInbound() {
        inboundStopped = true;
    }

    /**
     * Counts an eager message as taken by a receive.
     *
     * @param length bytes that were sent.
     */
    public void consumed(final long length) {
        credit.add(EagerBudget.cost(length));
    }

    /**
     * Checks the sequence of the message that was polled (S0.25).
     *
     * @param key of the message as it was loaded.
     * @return false if a message is missing or comes twice, or if its header has been written to.
     */
    public boolean isInSequence(final long key) {
        return inboundRing.isSequence(received, key);
    }

    /**
     * Returns how many messages have been received, in the sense of {@link #countReceived}.
     *
     * @return only grows.
     */
    public long received() {
        return received;
    }

    /**
     * Counts the message that was polled as received.
     */
    public void countReceived() {
        received++;
    }

    /**
     * Returns whether there is a way to the peer.
     *
     * @return true after {@link #openOutbound}.
     */
    public boolean isOutboundOpen() {
        return outbound != null;
    }

    /**
     * Returns whether there is a way from the peer.
     *
     * @return true after {@link #openInbound}.
     */
    public boolean isInboundOpen() {
        return inbound != null;
    }

    /**
     * Returns whether records of the peer are read.
     *
     * @return true from {@link #openInbound} to {@link #stopInbound}.
     */
    public boolean isInboundRead() {
        return inbound != null && !inboundStopped;
    }

    /**
     * Returns the ring from the peer.
     *
     * @return consumer, or null.
     */
    public RingConsumer inboundRing() {
        return inboundRing;
    }

    /**
     * Returns the packets of the peer.
     *
     * @return reader, or null.
     */
    public PacketReader packets() {
        return inbound.packets();
    }

    /**
     * Returns the return ring from the peer.
     *
     * @return consumer, or null.
     */
    public ReturnConsumer returns() {
        return returns;
    }

    /**
     * Returns the packets of this rank that are with the peer.
     *
     * @return count of those that are not free.
     */
    public int packetsOut() {
        return outbound == null ? 0 : pool.size() - pool.freeCount();
    }

    /**
     * Takes back the packets that are with a peer which is gone.
     *
     * @return packets taken back.
     */
    public int reclaimPackets() {
        return outbound == null ? 0 : pool.reclaim();
    }

    /**
     * Returns whether the ring to the peer can no longer be trusted.
     *
     * @return true if the pair must be given up.
     */
    public boolean isCorrupt() {
        return isSendOpen() && isSendCorrupt() || inbound != null && inbound.returns().isCorrupt();
    }

    /**
     * Unmaps both pair files. No thread may use the peer any more.
     */
    public void close() {
        if (outbound != null) {
            outbound.close();
        }
        if (inbound != null) {
            inbound.close();
        }
    }
}
