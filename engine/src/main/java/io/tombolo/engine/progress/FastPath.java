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

import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.pt2pt.FastReceives;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * Calls that need no operation, because what they are about is there, or there is room for it, while no other thread has the owner's role.
 * Any thread that the engine's level allows.
 */
public final class FastPath {
    /** Looks at one peer before a wait goes the long way: some microseconds, what comes later is late anyway. */
    static final int SPINS = 256;

    /** Looks between two turns, for all the others. */
    static final int SPINS_A_TURN = 32;

    private final Messages messages;
    private final Peer[] peers;
    private final FastReceives direct;
    private final WaitPolicy policy;
    private final DutyCycle duties;
    private final CommandStack commands;
    private final OwnerRole role;
    private final SourceRotation sources;
    // Looks that found nothing, of a source that is heard.
    private int misses;

    FastPath(
        final Messages messages, final WaitPolicy policy, final DutyCycle duties, final CommandStack commands, final OwnerRole role) {
        this.messages = messages;
        this.peers = messages.peers();
        this.direct = messages.receives().direct();
        this.policy = policy;
        this.duties = duties;
        this.commands = commands;
        this.role = role;
        this.sources = new SourceRotation(peers);
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
    public boolean trySendShort(final int destination, final long key, final Object base, final long offset, final long length) {
        if (!role.tryEnter()) {
            return false;
        }
        try {
            return messages.sends().trySendShort(peers[destination], key, base, offset, length);
        } finally {
            role.exit();
        }
    }

    /**
     * Receives a message without an operation, if it comes soon, is short or can be got at once, and nothing queued fits.
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
            return source >= 0 ? receiveDirect(peers[source], key, keyMask, base, offset, capacity, status) :
                receiveFromAny(key, keyMask, base, offset, capacity, status);
        } finally {
            role.exit();
        }
    }

    private int receiveDirect(
        final Peer peer, final long key, final long keyMask, final Object base, final long offset, final long capacity,
        final Status status) {
        final int filed = direct.tryReceiveFiled(peer.rank(), key, keyMask, base, offset, capacity, status);
        if (filed != FastReceives.EMPTY) {
            duties.foundAtOnce();
            return filed;
        }
        if (!peer.inbound().isRead() || !direct.isDirect(peer.rank(), key, keyMask)) {
            return FastReceives.NONE;
        }
        duties.expect(peer);
        final int type = awaitRecord(peer, spins());
        if (type == RingConsumer.EMPTY) {
            return FastReceives.NONE;
        }
        peer.outbound().prepareFirst();
        final int length = direct.tryReceive(peer, type, key, keyMask, base, offset, capacity, status);
        duties.tookDirectly(false);
        return length;
    }

    private int receiveFromAny(
        final long key, final long keyMask, final Object base, final long offset, final long capacity, final Status status) {
        final int filed = direct.tryReceiveFiled(Matcher.ANY_SOURCE, key, keyMask, base, offset, capacity, status);
        if (filed != FastReceives.EMPTY) {
            duties.foundAtOnce();
            return filed;
        }
        final Peer peer = awaitAny();
        if (peer == null || !direct.isDirect(peer.rank(), key, keyMask)) {
            return FastReceives.NONE;
        }
        duties.expect(peer);
        peer.outbound().prepareFirst();
        final int length = direct.tryReceive(peer, peer.inbound().ring().poll(), key, keyMask, base, offset, capacity, status);
        duties.tookDirectly(true);
        return length;
    }

    /**
     * Looks at the rings of all sources until a record has come, apart from what is done with it as {@link #awaitRecord}.
     *
     * @return its source, or null if none has come for so many looks, or before there was other work.
     */
    private Peer awaitAny() {
        final int looks = policy.isShared() ? sources.looksAtAll() : SPINS;
        for (int look = 0; look < looks; look++) {
            final Peer peer = sources.look();
            if (peer != null) {
                duties.found(look);
            }
            // What is grouped for the others goes out with the operation that follows if nothing comes.
            if (peer != null || isOtherWork(sources.last(), look)) {
                return peer;
            }
            Thread.onSpinWait();
        }
        return null;
    }

    /**
     * Looks at a ring until a record has come. What is done with it then is no part of this loop, whose looks mostly find nothing: a
     * compiler that counts would take it for rare, and leave its calls as they are (bench latency on JDK 25: 82 to 74 ns).
     *
     * @return type of the record, or {@link RingConsumer#EMPTY} if none has come for so many looks, or before there was other work.
     */
    private int awaitRecord(final Peer peer, final int spins) {
        for (int spin = 0; spin < spins; spin++) {
            final int type = peer.inbound().ring().poll();
            // Polled once a turn: a message that came between two looks would take the long way.
            if (type != RingConsumer.EMPTY) {
                return type;
            }
            if (isOtherWork(peer, spin)) {
                return type;
            }
            Thread.onSpinWait();
        }
        return RingConsumer.EMPTY;
    }

    private int spins() {
        return policy.isShared() ? 1 : SPINS;
    }

    /**
     * Does what has to be done now and then while a peer is waited for.
     */
    private boolean isOtherWork(final Peer peer, final int spin) {
        duties.foundNothing(peer, spin);
        if ((spin & SPINS_A_TURN - 1) == SPINS_A_TURN - 1) {
            peer.inbound().flush();
            return !commands.isEmpty() || duties.doWork() > 0;
        }
        return false;
    }

    /**
     * Looks for a message that has come, and leaves it where it is; makes progress if there is none at first.
     *
     * @param source  rank, or any.
     * @param key     envelope that is wanted.
     * @param keyMask bits of it that must agree.
     * @param status  is filled if there is one; or null.
     * @param isAwaited whether it is worth while to look for one again and again.
     * @return what was found.
     */
    public Sight tryProbe(final int source, final long key, final long keyMask, final Status status, final boolean isAwaited) {
        if (!role.tryEnter()) {
            return Sight.UNKNOWN;
        }
        try {
            final Sight sight = look(source, key, keyMask, status, isAwaited);
            if (sight.isMessage()) {
                duties.foundAtOnce();
            }
            return sight;
        } finally {
            role.exit();
        }
    }

    /**
     * Looks for a message that has come as {@link #tryProbe} does, and takes it out of matching.
     *
     * @param match     active, with context, source, tag and mask; ends if there is a message.
     * @param isAwaited whether it is worth while to look for one again and again.
     * @return what was found, and for a message that the operation has ended.
     */
    public Sight tryMatch(final Operation match, final boolean isAwaited) {
        if (!role.tryEnter()) {
            return Sight.UNKNOWN;
        }
        try {
            // Not later: a turn files what was seen in a ring, and who has a message does nothing else that may fail.
            duties.foundAtOnce();
            final Sight sight = look(
                match.source, Envelope.key(match.context, match.tag), Envelope.keyMask(match.tagMask), null, isAwaited);
            if (sight == Sight.FILED) {
                messages.receives().matchedMessages().match(match);
            } else if (sight == Sight.IN_RING) {
                duties.matchNext(match);
            }
            return sight == Sight.NONE || match.isDone() ? sight : Sight.UNKNOWN;
        } finally {
            role.exit();
        }
    }

    private Sight look(final int source, final long key, final long keyMask, final Status status, final boolean isAwaited) {
        if (direct.tryFind(source, key, keyMask, status)) {
            return Sight.FILED;
        }
        if (see(source, key, keyMask, status, isAwaited)) {
            return Sight.IN_RING;
        }
        final boolean isHeard = source >= 0 && peers[source].inbound().isRead();
        if (duties.doWork() == 0 && (!isHeard || (++misses & DutyCycle.MISSES_TO_ALL_WORK - 1) == 0)) {
            duties.doAllWork();
        }
        return direct.tryFind(source, key, keyMask, status) ? Sight.FILED :
            messages.receives().isGone(source, Envelope.context(key)) ? Sight.UNKNOWN : Sight.NONE;
    }

    private boolean see(final int source, final long key, final long keyMask, final Status status, final boolean isAwaited) {
        return source >= 0 ? see(peers[source], key, keyMask, status, isAwaited ? spins() : 1) :
            seeAny(isAwaited ? awaitAny() : lookAtAll(), key, keyMask, status);
    }

    private Peer lookAtAll() {
        Peer peer = null;
        for (int look = 0; look < sources.looksAtAll() && peer == null; look++) {
            peer = sources.look();
        }
        return peer;
    }

    private boolean seeAny(final Peer peer, final long key, final long keyMask, final Status status) {
        if (peer == null || !direct.isDirect(peer.rank(), key, keyMask)) {
            return false;
        }
        duties.expect(peer);
        return direct.trySee(peer, peer.inbound().ring().poll(), key, keyMask, status);
    }

    private boolean see(final Peer peer, final long key, final long keyMask, final Status status, final int spins) {
        if (!peer.inbound().isRead()) {
            return false;
        }
        duties.expect(peer);
        if (!direct.isDirect(peer.rank(), key, keyMask)) {
            return false;
        }
        final int type = spins == 1 ? peer.inbound().ring().poll() : awaitRecord(peer, spins);
        return type != RingConsumer.EMPTY && direct.trySee(peer, type, key, keyMask, status);
    }

    /** What a look for a message has found. */
    public enum Sight {
        /** A message that is filed. */
        FILED,
        /** A message that is the next in the ring of its source, which was the last to be looked at, and fits no receive. */
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
