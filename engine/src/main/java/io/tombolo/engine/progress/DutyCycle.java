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
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.pt2pt.FastReceives;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * The duties of the progress owner, one line each. Bounded: every duty stops after some records or bytes. Which thread runs it, and what it
 * does when there is nothing to do, is decided by {@link Progress}.
 */
final class DutyCycle {
    private static final int DISCOVERY_INTERVAL = 64;
    private static final int CLOCK_INTERVAL = 16;
    private static final int YIELDS_TO_NEWS = 16;
    private static final int DIRECTS_A_TURN = 64;
    private static final int ALL_WORKS_TO_A_LOOK = 16;
    private static final int NO_RANK = -1;
    /** Looks for what is heard that find nothing, until one at every peer. */
    static final int MISSES_TO_ALL_WORK = 16;

    private final Node node;
    private final Messages messages;
    private final Peer[] peers;
    private final FastReceives direct;
    private final CommandStack commands;
    private final WaitPolicy policy;
    // Commands that were taken from the stack and not started yet.
    private Operation taken;
    private Peer active;
    private int rotation;
    private int discovery;
    private int directs;
    // Looks of tests that found nothing.
    private int misses;
    private int allWorks;
    // Rings that had a record when all were last looked at: kept so that a compiler does not drop the looks.
    private int filled;
    // Written by the owner, in plain: who reads it wants to know whether it has changed since long ago.
    private long turn;
    private long failureEpoch;

    DutyCycle(final Node node, final Messages messages, final CommandStack commands, final WaitPolicy policy) {
        this.node = node;
        this.messages = messages;
        this.peers = messages.peers();
        this.direct = messages.receives().direct();
        this.commands = commands;
        this.policy = policy;
        this.active = peers[node.rank()];
    }

    /**
     * Names the peer that the next turns look at first.
     */
    void expect(final Peer peer) {
        // Not stored again: the collector's barrier behind it takes a tenth of a short message that is there (bench latency).
        if (active != peer) {
            active = peer;
        }
    }

    /**
     * One turn: commands, the peer that was active last, one other in rotation, long messages; now and then, who is new or gone.
     *
     * @return work done.
     */
    int doWork() {
        direct.settle();
        int work = drainCommands();
        work += messages.doWork(active);
        work += rotate();
        return work + messages.doWork() + countTurn();
    }

    /**
     * Does what was put off until a receive finds nothing, and looks for the ends of long messages to the same peer.
     *
     * @param peer that is waited for.
     * @param look its number in its wait, from 0.
     */
    void foundNothing(final Peer peer, final int look) {
        if (look == 0) {
            direct.settle();
            peer.prepareToWrite();
        }
        if (takeOver.isDue(look)) {
            peer.outbound().prepareToWrite();
        }
        messages.longReceives().takeOver();
        messages.longSends().prepare();
        if (messages.longSends().pendingTo(peer.rank()) > 0) {
            // Their DONE_GETs come before what answers them: the line is fetched while there is nothing else to do (bench latency with
            // isend, recv and await: 4 KiB registered 277 to 217 ns; bench compare, both ways: no difference beyond the noise).
            answers(peer);
        }
    }

    /**
     * A turn now and then, for receives that find their message at the first look again and again: nothing else would get its turn. What
     * has come from their source is left to them.
     *
     * @param isOfAny whether they are from any source: these see all of them, and what has come is left to them.
     */
    void tookDirectly(final boolean isOfAny) {
        if ((++directs & DIRECTS_A_TURN - 1) == 0) {
            answers(active);
            if (!isOfAny) {
                rotate();
            }
            messages.doWork();
            countTurn();
        }
    }

    /**
     * A turn now and then, for receives and probes that find what is filed, and waits that end by a look, again and again: any peer may
     * have sent meanwhile.
     */
    void foundAtOnce() {
        if ((++directs & DIRECTS_A_TURN - 1) == 0) {
            doWork();
        }
    }

    private int answers(final Peer peer) {
        return peer.outbound().isOpen() ? messages.sends().doWork(peer) : 0;
    }

    /**
     * Returns how many turns there were, as far as this thread knows. Any thread: as long as they come, somebody serves the peers; to take
     * the role, as sends do, is not enough.
     */
    long turns() {
        return turn;
    }

    private int countTurn() {
        if ((++turn & CLOCK_INTERVAL - 1) == 0) {
            messages.receives().readClock();
        }
        return (turn & DISCOVERY_INTERVAL - 1) == 0 ? discover() : 0;
    }

    /**
     * One turn for the peers that are most likely to have something, or for every peer: where ranks share cores all others may have run,
     * and sent, while this one did not (bench compare, all to all).
     *
     * @param isForAll whether ranks share cores.
     * @return work done.
     */
    int doWork(final boolean isForAll) {
        if (!isForAll) {
            return doWork();
        }
        direct.settle();
        return doEveryPeer() + countTurn();
    }

    /**
     * Takes what has come from the peer that was active last, and does nothing else: for who turns now and then to {@link #doWork()}.
     */
    int doActiveWork() {
        return active.inbound().isRead() ? messages.receives().doWork(active, 1) : 0;
    }

    /**
     * Takes the next message of the peer that was looked at last, seen to fit no receive, for a matched probe.
     *
     * @param match ends with the message, unless that was for somebody else.
     */
    void matchNext(final Operation match) {
        messages.receives().matchNext(active, match);
    }

    /**
     * Looks for what an operation waits for: the answers of a destination, the records of a source. A whole turn costs more than a message,
     * and may take a record that a receive would have taken directly a moment later (bench latency: half trip of 4 KiB registered 199 to
     * 137 ns). Ends early where there is more to do than to wait for that.
     *
     * @param awaited a send to one rank, or a receive from one; else nothing happens.
     * @param first   number of the first look in its wait, from 0.
     * @param looks   at most.
     */
    void lookFor(final Operation awaited, final int first, final int looks) {
        if (awaited.kind == Operation.Kind.SEND && awaited.destination >= 0) {
            lookForAnswer(awaited, peers[awaited.destination], looks);
        } else if (awaited.kind == Operation.Kind.RECEIVE && awaited.source >= 0) {
            lookForRecord(awaited, peers[awaited.source], first, looks);
        }
    }

    /**
     * One look for what an operation waits for; a turn, too, if it finds nothing, and now and then one for every peer: a program that asks
     * again and again waits for one message (half trips of 8 bytes to receives that are tested: 226 to 172 ns).
     *
     * @param awaited any.
     */
    void tryFor(final Operation awaited) {
        lookFor(awaited, 0, 1);
        if (!awaited.isDone() && doWork(policy.isShared()) == 0 && (!isHeard(awaited) || (++misses & MISSES_TO_ALL_WORK - 1) == 0)) {
            doAllWork();
        }
    }

    /**
     * One look for what an operation waits for, which is enough for one of several that need a turn together (waitAny of four receives,
     * half trips of 8 bytes: 309 to 194 ns); as {@link #tryFor} for one whose peer has no ring to look at, and where there is more to do.
     * A turn now and then, too: another of them may be complete each time, and end the wait before the turn.
     *
     * @param awaited any.
     */
    void lookOrTryFor(final Operation awaited) {
        if (isHeard(awaited) && isQuiet()) {
            lookFor(awaited, 0, 1);
            if (!awaited.isDone()) {
                foundAtOnce();
            }
        } else {
            tryFor(awaited);
        }
    }

    private boolean isHeard(final Operation awaited) {
        final int other =
            awaited.kind == Operation.Kind.SEND ? awaited.destination : awaited.kind == Operation.Kind.RECEIVE ? awaited.source : NO_RANK;
        return other >= 0 && peers[other].inbound().isRead();
    }

    /**
     * Looks at all rings, and leaves what is there: so that their lines come at the same time. For where ranks share cores, after a yield:
     * all others may have run, and sent (bench compare, all to all: 13.4 to 12.5 us with far cores).
     */
    void lookAhead() {
        int count = 0;
        for (final Peer peer : peers) {
            if (peer.inbound().isRead() && peer.inbound().ring().hasNext()) {
                count++;
            }
        }
        filled = count;
    }

    private void lookForAnswer(final Operation awaited, final Peer peer, final int looks) {
        expect(peer);
        int work = answers(peer);
        for (int look = 1; look < looks && work == 0 && !awaited.isDone() && isIdle(peer, true); look++) {
            Thread.onSpinWait();
            work = answers(peer);
        }
        if (awaited.isDone()) {
            foundAtOnce();
        }
    }

    private void lookForRecord(final Operation awaited, final Peer peer, final int first, final int looks) {
        expect(peer);
        final int type = !awaited.isDone() && peer.inbound().isRead() ? awaitRecord(peer, first, first + looks) : RingConsumer.EMPTY;
        if (type != RingConsumer.EMPTY) {
            if (direct.receiveInOrder(peer, type) == 0) {
                messages.receives().doWork(peer);
            }
            if (!messages.receives().isAnyPosted()) {
                // Not before: while more is awaited there is no answer yet.
                peer.outbound().prepareFirst();
            }
        }
        if (awaited.isDone()) {
            foundAtOnce();
        }
    }

    /** Looks at a ring until a record has come; apart from what is done with it as in {@link FastPath}. */
    private int awaitRecord(final Peer peer, final int first, final int end) {
        for (int look = first;; look++) {
            final int type = peer.inbound().ring().poll();
            if (type != RingConsumer.EMPTY) {
                return type;
            }
            foundNothing(peer, look);
            if (look + 1 >= end || !isIdle(peer, false)) {
                return RingConsumer.EMPTY;
            }
            // Between two looks alone: it takes longer than a look (bench latency).
            Thread.onSpinWait();
        }
    }

    /**
     * Whether nothing needs a turn: commands, long messages that are copied, sends that wait for room, a pair to be opened; and while a
     * send is waited for no receive that is posted, whose message may be there already.
     */
    private boolean isIdle(final Peer peer, final boolean isSend) {
        return isQuiet() &&
            (isSend ? !messages.receives().isAnyPosted() : peer.inbound().isRead() && peer.outbound().queueLength() == 0);
    }

    private boolean isQuiet() {
        return commands.isEmpty() && !messages.longSends().isStaging() && !messages.longReceives().isCopying();
    }

    private int rotate() {
        rotation = rotation + 1 == peers.length ? 0 : rotation + 1;
        final Peer peer = peers[rotation];
        if (peer == active) {
            return 0;
        }
        final int work = messages.doWork(peer);
        if (work > 0) {
            active = peer;
        }
        return work;
    }

    private int discover() {
        final long epoch = node.job().failureEpoch();
        if (epoch != failureEpoch) {
            return discoverAll(epoch);
        }
        discovery = discovery + 1 == peers.length ? 0 : discovery + 1;
        messages.show(peers[discovery]);
        if (discovery == 0) {
            policy.look();
            count();
        }
        return messages.discover(peers[discovery]);
    }

    private int discoverAll(final long epoch) {
        failureEpoch = epoch;
        if (node.job().abortStatus() != 0) {
            messages.endAll(PeerState.ABORTED, Outcome.ABORTED);
        }
        int work = 0;
        for (final Peer peer : peers) {
            work += messages.discover(peer);
        }
        return work;
    }

    /**
     * Looks at every peer for work and for news, and publishes all that was grouped; done before every sleep.
     */
    int doAllWork() {
        messages.receives().readClock();
        if ((allWorks++ & ALL_WORKS_TO_A_LOOK - 1) == 0) {
            policy.look();
        }
        int work = 0;
        for (final Peer peer : peers) {
            work += messages.discover(peer);
        }
        return work + doEveryPeer();
    }

    /**
     * Does the work before a yield.
     *
     * @param idle     turns without work so far.
     * @param isForAll whether the last of them looked at every peer: no need to look again then.
     */
    int doWorkToYield(final int idle, final boolean isForAll) {
        return (idle & YIELDS_TO_NEWS - 1) == 0 ? doAllWork() : isForAll ? 0 : doEveryPeer();
    }

    /**
     * Looks at every peer for work, and publishes all that was grouped; done once before every yield. News of peers that have been heard
     * of can wait: to ask for them costs more than all the rest, and with many ranks on a core that is what each waits for (bench compare,
     * all to all).
     */
    int doEveryPeer() {
        int work = drainCommands();
        final long epoch = node.job().failureEpoch();
        work += epoch == failureEpoch ? 0 : discoverAll(epoch);
        for (final Peer peer : peers) {
            work += peer.inbound().isOpen() ? 0 : messages.discover(peer);
            final int found = messages.doWork(peer);
            if (found > 0) {
                active = peer;
            }
            work += found + messages.flush(peer);
        }
        return work + messages.doWork();
    }

    /**
     * Shows how things stand, before a sleep.
     */
    void show() {
        for (final Peer peer : peers) {
            messages.show(peer);
        }
        count();
    }

    /**
     * Publishes what others count.
     */
    void count() {
        node.counters().set(Counter.PROGRESS_TURNS, turn);
        node.counters().set(Counter.CORES_SHARED, policy.isShared() ? 1 : 0);
        messages.count();
    }

    int drainCommands() {
        // First what a command that threw left behind: nothing that was pushed may be overtaken by what is started directly.
        int work = taken == null ? 0 : messages.receives().serve(0) + startTaken();
        taken = commands.takeAll();
        final long calls = commands.takeCalls();
        if (calls != 0) {
            // Before the commands: a thread may have posted, then asked.
            work += messages.receives().serve(calls);
        }
        work += startTaken();
        if (work > 0) {
            node.counters().add(Counter.COMMANDS, work);
        }
        return work;
    }

    private int startTaken() {
        int work = 0;
        while (taken != null) {
            final Operation operation = taken;
            // First: a command that throws takes no other with it.
            taken = operation.nextCommand;
            operation.nextCommand = null;
            start(operation);
            work++;
        }
        return work;
    }

    /** Starts a command; one that finds no memory ends, as nobody else would end it. */
    private void start(final Operation operation) {
        try {
            messages.start(operation);
        } catch (final OutOfMemoryError none) {
            if (!operation.isDone() && !operation.isQueued() && operation.handle == Handle.NONE) {
                operation.fail(Outcome.INSUFFICIENT_RESOURCES, node.counters());
            }
            node.error(none);
        }
    }
}
