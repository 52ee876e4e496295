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

import io.tombolo.ringbuffers.pair.Credit;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.PacketReader;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * The receiving side of a peer: the ring and the packets that the peer fills, and what this rank gives back for them, which is credit,
 * ring space and the answers on the {@link ReturnPath}. One thread at a time.
 * <p>
 * Methods that answer the peer do nothing if the side was never opened.
 */
public final class InboundSide {
    private final PeerDoorbell doorbell;
    private InboundPair pair;
    private RingConsumer ring;
    private Credit credit;
    private ReturnPath returnPath;
    private boolean stopped;
    private long received;

    InboundSide(final PeerDoorbell doorbell) {
        this.doorbell = doorbell;
    }

    /**
     * Opens the side.
     *
     * @param newPair this rank's side of the pair file; owned by this object from now on.
     * @param packets number of packets in the peer's pool.
     */
    public void open(final InboundPair newPair, final int packets) {
        returnPath = new ReturnPath(newPair.returns(), newPair.done(), packets);
        ring = newPair.ring();
        credit = newPair.credit();
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
     * Returns whether records of the peer are read.
     *
     * @return true from {@link #open} to {@link #stop}.
     */
    public boolean isRead() {
        return pair != null && !stopped;
    }

    /**
     * Stops reading records of the peer: the bytes that follow cannot be trusted.
     */
    public void stop() {
        stopped = true;
    }

    /**
     * Returns the ring from the peer.
     *
     * @return consumer, or null if the side is not open.
     */
    public RingConsumer ring() {
        return ring;
    }

    /**
     * Returns the packets of the peer. The side must be open.
     *
     * @return reader.
     */
    public PacketReader packets() {
        return pair.packets();
    }

    /**
     * Checks the sequence of the message that was polled (S0.25).
     *
     * @param key of the message as it was loaded.
     * @return false if a message is missing or comes twice, or if its header has been written to.
     */
    public boolean isInSequence(final long key) {
        return ring.isSequence(received, key);
    }

    /**
     * Returns how many messages have been received, as {@link #countReceived} counts them.
     *
     * @return count that only grows.
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
     * Takes the message that was polled, on its own. Publishes its ring space at once. {@link #publishTaken()} publishes the space of a
     * long message, and {@link #publishCredit()} the credit.
     *
     * @param length bytes that were sent.
     */
    public void take(final long length) {
        received++;
        credit.add(EagerBudget.cost(length));
        if (ring.advanceAndPublish()) {
            doorbell.wake();
        }
    }

    /**
     * Begins a batch, which {@link #publishTaken()} ends. One word then tells the peer of many long messages.
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
     * Publishes the ring space that was taken, the credit and the long messages that are done; once a batch. Wakes a sender that may have
     * found the ring full.
     */
    public void publishTaken() {
        credit.publish();
        final boolean isDone = returnPath.endTaking();
        if (ring.publish() || isDone) {
            doorbell.wake();
        }
    }

    /** Publishes the ring space of messages that were taken on their own. Wakes a sender that may have found the ring full. */
    public void publishSpace() {
        if (ring.publish()) {
            doorbell.wake();
        }
    }

    /**
     * Counts an eager message as taken by a receive; {@link #publishCredit()} publishes the count.
     *
     * @param length bytes that were sent.
     */
    public void consumed(final long length) {
        credit.add(EagerBudget.cost(length));
    }

    /**
     * Publishes the credit of the eager messages that receives have taken.
     */
    public void publishCredit() {
        credit.publish();
    }

    /**
     * Returns a packet to the peer. Packets are grouped into records.
     *
     * @param index      of the packet.
     * @param generation of the packet.
     */
    public void returnPacket(final int index, final int generation) {
        if (returnPath.packet(index, generation)) {
            doorbell.wake();
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
     * Records the envelope of a long message that has come.
     *
     * @return its place among the open rendezvous of the peer.
     */
    public int addEnvelope() {
        return returnPath.addEnvelope();
    }

    /**
     * Records a long message that was copied as soon as its envelope came. A record or {@link #publishTaken()} tells the peer.
     *
     * @param send   handle of the peer's send.
     * @param length of the message, bytes.
     */
    public void longReceived(final long send, final long length) {
        if (returnPath.doneAtOnce(send, length)) {
            doorbell.wake();
        }
    }

    /**
     * Tells the peer how much of a long message has been copied.
     *
     * @param send    handle of the peer's send.
     * @param offset  bytes copied, from the start of the message.
     * @param receive handle of this rank's receive.
     */
    public void doneGet(final long send, final long offset, final long receive) {
        if (returnPath != null) {
            returnPath.doneGet(send, offset, receive);
            doorbell.wake();
        }
    }

    /**
     * Tells the peer that nothing more of a long message will be copied. Takes the place of a {@link #doneGet}.
     *
     * @param send handle of the peer's send.
     */
    public void longDropped(final long send) {
        if (returnPath != null) {
            returnPath.longDropped(send);
            doorbell.wake();
        }
    }

    /**
     * Tells the peer that it may use the memory of its long message again: the message has been received, or never will be.
     *
     * @param place   of its envelope, invalid afterwards; or {@link OpenRendezvous#NONE}.
     * @param send    handle of the peer's send.
     * @param length  of the message, bytes.
     * @param receive handle of this rank's receive.
     */
    public void messageDone(final int place, final long send, final long length, final long receive) {
        if (returnPath != null) {
            returnPath.done(place, send, length, receive);
            doorbell.wake();
        }
    }

    /**
     * Records that a long message has ended. The peer knows already, or a record tells it.
     *
     * @param place of its envelope, invalid afterwards; or {@link OpenRendezvous#NONE}.
     */
    public void messageOver(final int place) {
        if (returnPath != null) {
            returnPath.over(place);
        }
    }

    /**
     * Tells the peer of each long message by a record from now on: one has ended without the peer being told, so the word must not pass it.
     */
    public void endWord() {
        if (returnPath != null) {
            returnPath.endWord();
        }
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
            doorbell.wake();
        }
    }

    /**
     * Publishes everything that was grouped: returns, ring space and credit. Called before every wait, and once a batch.
     *
     * @return work done.
     */
    public int flush() {
        if (pair == null) {
            return 0;
        }
        publishTaken();
        final int work = returnPath.flush();
        if (work > 0) {
            doorbell.wake();
        }
        return work;
    }

    /**
     * Returns whether returns wait for room in the return ring.
     *
     * @return true if this rank still owes the peer something.
     */
    public boolean hasBacklog() {
        return returnPath != null && returnPath.hasBacklog();
    }

    boolean isCorrupt() {
        return pair != null && pair.returns().isCorrupt();
    }

    void close() {
        if (pair != null) {
            pair.close();
        }
    }

    /** Unmaps the file of a peer that was replaced. From now on this side is as if it had never been opened. */
    void release() {
        if (pair != null) {
            pair.close();
            pair = null;
            ring = null;
            credit = null;
            returnPath = null;
        }
    }
}
