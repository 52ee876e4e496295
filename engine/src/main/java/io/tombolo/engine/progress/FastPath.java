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
package io.tombolo.engine.progress;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.pt2pt.FastReceives;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.pt2pt.Offers;
import io.tombolo.engine.pt2pt.PolledMessage;
import io.tombolo.engine.pt2pt.Receives;
import io.tombolo.engine.pt2pt.Sends;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * Calls that need no operation, because their message is there, or there is room for it, while no other thread has the owner's role. Any
 * thread that the engine's level allows.
 */
public final class FastPath {
    private final Peer[] peers;
    private final Sends sends;
    private final Offers offers;
    private final Receives receives;
    private final FastReceives fastReceives;
    private final DutyCycle duties;
    private final WaitLoop waitLoop;
    private final OwnerRole role;
    // Empty polls of sources whose rings are read.
    private int misses;

    FastPath(final Messages messages, final DutyCycle duties, final WaitLoop waitLoop, final OwnerRole role) {
        this.peers = messages.peers();
        this.sends = messages.sends();
        this.offers = messages.offers();
        this.receives = messages.receives();
        this.fastReceives = receives.fastReceives();
        this.duties = duties;
        this.waitLoop = waitLoop;
        this.role = role;
    }

    /**
     * Sends a message that fits a record without an operation, if that is possible right now.
     *
     * @param destination rank.
     * @param key         envelope.
     * @param base        array, or null.
     * @param offset      offset in the array, or address; range checked.
     * @param length      bytes.
     * @return false if an operation is needed.
     */
    public boolean trySend(final int destination, final long key, final Object base, final long offset, final long length) {
        if (!role.tryEnter()) {
            return false;
        }
        try {
            return sends.trySendShort(peers[destination], key, base, offset, length);
        } finally {
            role.exit();
        }
    }

    /**
     * Sends a message that fits a record without an operation, and never waits; says why it is not sent.
     *
     * @param destination rank.
     * @param key         envelope.
     * @param base        array, or null.
     * @param offset      offset in the array, or address; range checked.
     * @param length      bytes, at most {@link #inlineLimit()}.
     * @return as {@link Offers#offer}; null if another thread has the role, and an operation is needed.
     */
    public Outcome offer(final int destination, final long key, final Object base, final long offset, final long length) {
        if (!role.tryEnter()) {
            return null;
        }
        try {
            return offers.offer(peers[destination], key, base, offset, length);
        } finally {
            role.exit();
        }
    }

    /**
     * Returns how long a message in the ring can be.
     *
     * @return bytes.
     */
    public int inlineLimit() {
        return sends.choice().inlineLimit();
    }

    /**
     * Receives a message without an operation, if it comes soon, is short or can be fetched at once, and no message that waits fits.
     *
     * @param source   rank, or any.
     * @param key      envelope that is wanted.
     * @param keyMask  bits of it that must agree.
     * @param base     array, or null.
     * @param offset   offset in the array, or address; range checked.
     * @param capacity bytes at most.
     * @param status   is filled, or null.
     * @return length of the message, or {@link FastReceives#NONE} if an operation is needed.
     */
    public int tryReceive(
        final int source, final long key, final long keyMask, final Object base, final long offset, final long capacity,
        final Status status) {
        if (!role.tryEnter()) {
            return FastReceives.NONE;
        }
        try {
            return source >= 0 ? receiveFrom(peers[source], key, keyMask, base, offset, capacity, status) :
                receiveFromAny(key, keyMask, base, offset, capacity, status);
        } finally {
            role.exit();
        }
    }

    private int receiveFrom(
        final Peer peer, final long key, final long keyMask, final Object base, final long offset, final long capacity,
        final Status status) {
        if (!peer.isHeard()) {
            return FastReceives.NONE;
        }
        final int filed = fastReceives.tryReceiveFiled(peer.rank(), key, keyMask, base, offset, capacity, status);
        if (filed != FastReceives.EMPTY) {
            waitLoop.afterFiledReceive();
            return filed;
        }
        if (!fastReceives.mayTakeFromRing(peer.rank(), key, keyMask)) {
            return FastReceives.NONE;
        }
        duties.expect(peer);
        final int type = waitLoop.awaitRecord(peer, waitLoop.briefPolls());
        if (type == RingConsumer.EMPTY) {
            return FastReceives.NONE;
        }
        peer.outbound().prepareFirst();
        final int length = fastReceives.tryReceive(peer, type, key, keyMask, base, offset, capacity, status);
        waitLoop.afterFastReceive(false);
        return length;
    }

    private int receiveFromAny(
        final long key, final long keyMask, final Object base, final long offset, final long capacity, final Status status) {
        final int filed = fastReceives.tryReceiveFiled(Matcher.ANY_SOURCE, key, keyMask, base, offset, capacity, status);
        if (filed != FastReceives.EMPTY) {
            waitLoop.afterFiledReceive();
            return filed;
        }
        final Peer peer = waitLoop.awaitAny();
        if (peer == null || !fastReceives.mayTakeFromRing(peer.rank(), key, keyMask)) {
            return FastReceives.NONE;
        }
        duties.expect(peer);
        peer.outbound().prepareFirst();
        final int length = fastReceives.tryReceive(peer, peer.inbound().ring().poll(), key, keyMask, base, offset, capacity, status);
        waitLoop.afterFastReceive(true);
        return length;
    }

    /**
     * Probes for a message and leaves it where it is; makes progress if there is none at first.
     *
     * @param source    rank, or any.
     * @param key       envelope that is wanted.
     * @param keyMask   bits of it that must agree.
     * @param status    is filled if there is one; or null.
     * @param isAwaited whether it is worthwhile to poll for one again and again.
     * @return what was found.
     */
    public Sight tryProbe(final int source, final long key, final long keyMask, final Status status, final boolean isAwaited) {
        if (!role.tryEnter()) {
            return Sight.UNKNOWN;
        }
        try {
            final Sight sight = find(source, key, keyMask, status, isAwaited);
            if (sight.isMessage()) {
                waitLoop.afterShortcut();
            }
            return sight;
        } finally {
            role.exit();
        }
    }

    /**
     * Probes for a message as {@link #tryProbe} does, and takes it out of matching.
     *
     * @param match     active, with context, source, tag and mask; ends if there is a message.
     * @param isAwaited whether it is worthwhile to poll for one again and again.
     * @return what was found; a message only if the operation has ended with it.
     */
    public Sight tryMatch(final Operation match, final boolean isAwaited) {
        if (!role.tryEnter()) {
            return Sight.UNKNOWN;
        }
        try {
            // First: a turn could file the message that find sees in a ring, or fail after the message is taken.
            waitLoop.afterShortcut();
            final Sight sight = find(
                match.source, Envelope.key(match.context, match.tag), Envelope.keyMask(match.tagMask), null, isAwaited);
            if (sight == Sight.FILED) {
                receives.matchedMessages().match(match);
            } else if (sight == Sight.IN_RING) {
                duties.matchNext(match);
            }
            return sight == Sight.NONE || match.isDone() ? sight : Sight.UNKNOWN;
        } finally {
            role.exit();
        }
    }

    /**
     * Takes the next message out of a ring for a poll, if nothing comes before it. Only for an engine of one thread.
     *
     * @param source  rank, or any.
     * @param key     envelope that is wanted.
     * @param keyMask bits of it that must agree.
     * @param polled  gets the message; {@link #giveBack} or {@link #keep} ends that.
     * @return {@link Sight#IN_RING} for a message that was taken; {@link Sight#NONE} if the rings are empty; {@link Sight#UNKNOWN} if a
     *     matched probe has to find out.
     */
    public Sight tryPoll(final int source, final long key, final long keyMask, final PolledMessage polled) {
        role.tryEnter();
        waitLoop.afterFastReceive(source < 0);
        if (!fastReceives.isNextInRing(source, key, keyMask)) {
            return Sight.UNKNOWN;
        }
        final Peer peer = source < 0 ? waitLoop.pollAny() : peers[source];
        if (peer == null) {
            return Sight.NONE;
        }
        if (!peer.isHeard()) {
            return Sight.UNKNOWN;
        }
        final int type = peer.inbound().ring().poll();
        if (type == RingConsumer.EMPTY) {
            return Sight.NONE;
        }
        duties.expect(peer);
        return fastReceives.tryPoll(peer, type, key, keyMask, polled) ? Sight.IN_RING : Sight.UNKNOWN;
    }

    /**
     * Makes progress for a poll that has found the rings empty, and leaves the messages in the rings that come meanwhile.
     *
     * @return false at intervals: then a matched probe has to look for a message, so that every peer is served, and a loss of all of them
     *     is seen.
     */
    public boolean tryWorkBesideRecords() {
        if ((misses++ & WaitLoop.POLLS_A_TURN - 1) == 0) {
            return false;
        }
        fastReceives.publishAll();
        duties.doWorkBesideRecords();
        role.exit();
        return true;
    }

    /**
     * Gives a message back that {@link #tryPoll} has taken.
     *
     * @param polled has the message.
     */
    public void giveBack(final PolledMessage polled) {
        // The handler may have closed the engine.
        if (!role.isClosing()) {
            fastReceives.giveBack(polled);
        }
    }

    /**
     * Keeps a message that {@link #tryPoll} has taken, as one that a matched probe has found.
     *
     * @param polled has the message.
     * @param match  as {@link Receives#keep}.
     */
    public void keep(final PolledMessage polled, final Operation match) {
        role.tryEnter();
        receives.keep(polled, match);
        role.exit();
    }

    /** Publishes the space of all messages that were given back. Their credit and counts follow as those of receives do. */
    public void publishPolled() {
        if (!role.isClosing()) {
            fastReceives.publishSpace();
            role.exit();
        }
    }

    private Sight find(final int source, final long key, final long keyMask, final Status status, final boolean isAwaited) {
        if (source >= 0 && peers[source].untold() != Outcome.SUCCESS) {
            return Sight.UNKNOWN;
        }
        if (fastReceives.tryFind(source, key, keyMask, status)) {
            return Sight.FILED;
        }
        if (tryFindInRing(source, key, keyMask, status, isAwaited)) {
            return Sight.IN_RING;
        }
        final boolean isHeard = source >= 0 && peers[source].inbound().isRead();
        if (duties.doWork() == 0 && (!isHeard || (++misses & WaitLoop.MISSES_A_FULL_TURN - 1) == 0)) {
            duties.doAllWork();
        }
        return fastReceives.tryFind(source, key, keyMask, status) ? Sight.FILED :
            receives.isGone(source, Envelope.context(key)) ? Sight.UNKNOWN : Sight.NONE;
    }

    private boolean tryFindInRing(final int source, final long key, final long keyMask, final Status status, final boolean isAwaited) {
        return source >= 0 ? tryFindFrom(peers[source], key, keyMask, status, isAwaited ? waitLoop.briefPolls() : 1) :
            tryFindFromAny(isAwaited ? waitLoop.awaitAny() : waitLoop.pollAny(), key, keyMask, status);
    }

    private boolean tryFindFromAny(final Peer peer, final long key, final long keyMask, final Status status) {
        if (peer == null || !fastReceives.mayTakeFromRing(peer.rank(), key, keyMask)) {
            return false;
        }
        duties.expect(peer);
        return fastReceives.tryPeek(peer, peer.inbound().ring().poll(), key, keyMask, status);
    }

    private boolean tryFindFrom(final Peer peer, final long key, final long keyMask, final Status status, final int polls) {
        if (!peer.isHeard()) {
            return false;
        }
        duties.expect(peer);
        if (!fastReceives.mayTakeFromRing(peer.rank(), key, keyMask)) {
            return false;
        }
        final int type = polls == 1 ? peer.inbound().ring().poll() : waitLoop.awaitRecord(peer, polls);
        return type != RingConsumer.EMPTY && fastReceives.tryPeek(peer, type, key, keyMask, status);
    }

    /** What a probe has found. */
    public enum Sight {
        /** A message that is filed as unexpected. */
        FILED,
        /** A message that is next in the ring of its source, which was polled last, and that fits no receive. */
        IN_RING,
        /** No message. */
        NONE,
        /** An operation has to find out: another thread has the role, the source is gone, or what was seen was for somebody else. */
        UNKNOWN;

        /**
         * Returns whether there is a message.
         *
         * @return true for {@link #FILED} and {@link #IN_RING}.
         */
        public boolean isMessage() {
            return this == FILED || this == IN_RING;
        }
    }
}
