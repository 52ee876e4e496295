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
import io.tombolo.engine.pt2pt.Receives;
import io.tombolo.engine.pt2pt.Sends;
import io.tombolo.ringbuffers.counters.Counter;

/**
 * The duties of the progress owner, a line each in {@link #doWork()}. Every duty is bounded: it stops after some records or bytes.
 * {@link Progress} decides which thread runs them, {@link WaitLoop} polls for what a caller waits for, and {@link WaitPolicy} says what an
 * idle owner does. Called by the owner alone.
 */
final class DutyCycle {
    private static final int DISCOVERY_INTERVAL = 64;
    private static final int CLOCK_INTERVAL = 16;
    private static final int YIELDS_A_DISCOVERY = 16;
    private static final int FULL_TURNS_A_REFRESH = 16;

    private final Node node;
    private final Messages messages;
    private final Peer[] peers;
    private final Sends sends;
    private final Receives receives;
    private final FastReceives fastReceives;
    private final CommandStack commands;
    private final WaitPolicy policy;
    // Commands that were taken from the stack and are not started yet.
    private Operation taken;
    private Peer active;
    private int rotation;
    private int discovery;
    private int fullTurns;
    // Plain stores by the owner. A reader compares two values that it read far apart, so a late one does no harm.
    private long turn;
    private long failureEpoch;

    DutyCycle(final Node node, final Messages messages, final CommandStack commands, final WaitPolicy policy) {
        this.node = node;
        this.messages = messages;
        this.peers = messages.peers();
        this.sends = messages.sends();
        this.receives = messages.receives();
        this.fastReceives = receives.fastReceives();
        this.commands = commands;
        this.policy = policy;
        this.active = peers[node.rank()];
    }

    /**
     * Runs one turn: commands, the active peer, one other peer in rotation, long messages; at intervals, who has come or gone.
     *
     * @return work done.
     */
    int doWork() {
        fastReceives.publishAll();
        int work = drainCommands();
        work += messages.doWork(active);
        work += rotate();
        return work + messages.doWork() + countTurn();
    }

    /**
     * Runs one turn: for the peers that are most likely to have something, or for every peer where ranks share cores. There, all the others
     * may have run, and sent, while this rank did not.
     *
     * @return work done.
     */
    int doWorkByShare() {
        if (!policy.isShared()) {
            return doWork();
        }
        fastReceives.publishAll();
        return doEveryPeer() + countTurn();
    }

    /**
     * Runs a turn without commands and without the records of the active peer, which a caller takes directly. Publishes nothing that was
     * put off.
     *
     * @param isOfAny whether the caller takes the records of every peer; then all of them are left.
     */
    void doOtherWork(final boolean isOfAny) {
        doSends(active);
        if (!isOfAny) {
            rotate();
        }
        messages.doWork();
        countTurn();
    }

    /**
     * Runs a turn that leaves the records of all peers in their rings, where a poll or a receive takes them: queued sends, the answers to
     * sends, long messages. Serves the active peer and one other in rotation.
     */
    void doWorkBesideRecords() {
        doSends(active);
        rotation = rotation + 1 == peers.length ? 0 : rotation + 1;
        if (peers[rotation] != active) {
            doSends(peers[rotation]);
        }
        messages.doWork();
        countTurn();
    }

    /**
     * Handles what the active peer has sent, and nothing else; for a caller that runs a turn at intervals.
     *
     * @return work done.
     */
    int doActiveWork() {
        return active.inbound().isRead() ? receives.doWork(active, 1) : 0;
    }

    /**
     * Handles the answers of a destination, and sends what waits for room there.
     *
     * @return work done.
     */
    int doSends(final Peer peer) {
        return peer.outbound().isOpen() ? sends.doWork(peer) : 0;
    }

    /**
     * Serves every peer, also those that discovery has yet to meet, and publishes all that was grouped; done once before every yield. News
     * of known peers can wait: to ask for them costs more than all the rest, and where many ranks share a core each of them waits for that.
     *
     * @return work done.
     */
    int doEveryPeer() {
        int work = drainCommands();
        final long epoch = node.job().failureEpoch();
        work += epoch == failureEpoch ? 0 : discoverAll(epoch);
        for (int rank = 0; rank < peers.length; rank++) {
            work += peers[rank].inbound().isOpen() ? 0 : discover(rank);
            final Peer peer = peers[rank];
            final int found = messages.doWork(peer);
            if (found > 0) {
                active = peer;
            }
            work += found + messages.flush(peer);
        }
        return work + messages.doWork();
    }

    /**
     * Runs a full turn: asks for news of every peer, serves all of them, and publishes all that was grouped; done before every sleep.
     *
     * @return work done.
     */
    int doAllWork() {
        node.flight().turn();
        receives.readClock();
        if ((fullTurns++ & FULL_TURNS_A_REFRESH - 1) == 0) {
            policy.refresh();
        }
        int work = messages.releaseReplaced();
        for (int rank = 0; rank < peers.length; rank++) {
            work += discover(rank);
        }
        return work + doEveryPeer();
    }

    /**
     * Does the work before a yield.
     *
     * @param idle     turns without work so far.
     * @param isForAll whether the last of them served every peer, which need not be repeated then.
     * @return work done.
     */
    int doWorkBeforeYield(final int idle, final boolean isForAll) {
        return (idle & YIELDS_A_DISCOVERY - 1) == 0 ? doAllWork() : isForAll ? 0 : doEveryPeer();
    }

    /**
     * Names the active peer, which the next turns serve first.
     */
    void expect(final Peer peer) {
        // Not stored again: the collector's barrier of a reference store costs a noticeable part of a short message.
        if (active != peer) {
            active = peer;
        }
    }

    /**
     * Takes the next message of the active peer for a matched probe. It has been seen to fit no receive.
     *
     * @param match ends with the message, unless that was for somebody else.
     */
    void matchNext(final Operation match) {
        receives.matchNext(active, match);
    }

    /**
     * Returns the number of turns, as far as this thread knows. Any thread. A growing count proves that a thread serves the peers. A taken
     * role does not, because sends take it too.
     */
    long turns() {
        return turn;
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

    private int countTurn() {
        node.flight().turn();
        if ((++turn & CLOCK_INTERVAL - 1) == 0) {
            receives.readClock();
        }
        return (turn & DISCOVERY_INTERVAL - 1) == 0 ? discover() : 0;
    }

    private int discover() {
        final long epoch = node.job().failureEpoch();
        if (epoch != failureEpoch) {
            return discoverAll(epoch);
        }
        discovery = discovery + 1 == peers.length ? 0 : discovery + 1;
        messages.show(peers[discovery]);
        if (discovery == 0) {
            policy.refresh();
            publishCounters();
        }
        return discover(discovery) + messages.releaseReplaced();
    }

    /** Asks for news of a rank. Another peer may take the place of the one that was active. */
    private int discover(final int rank) {
        final Peer before = peers[rank];
        final int work = messages.discover(before);
        if (active == before) {
            active = peers[rank];
        }
        return work;
    }

    private int discoverAll(final long epoch) {
        failureEpoch = epoch;
        if (node.job().abortStatus() != 0) {
            messages.endAll(PeerState.ABORTED, Outcome.ABORTED);
        }
        int work = 0;
        for (int rank = 0; rank < peers.length; rank++) {
            work += discover(rank);
        }
        // Last: messages that a lost member has sent before are received first.
        receives.checkGroups();
        return work;
    }

    /**
     * Publishes the state of every pair and the counters, before a sleep.
     */
    void publishState() {
        for (final Peer peer : peers) {
            messages.show(peer);
        }
        publishCounters();
    }

    /**
     * Publishes the counters that are counted in private memory.
     */
    void publishCounters() {
        node.counters().set(Counter.PROGRESS_TURNS, turn);
        node.counters().set(Counter.CORES_SHARED, policy.isShared() ? 1 : 0);
        messages.count();
    }

    /**
     * Takes and starts all commands of other threads.
     *
     * @return work done.
     */
    int drainCommands() {
        // First the rest of a command that threw: nothing that was pushed may be overtaken by what is started directly.
        int work = taken == null ? 0 : receives.serve(0) + startTaken();
        taken = commands.takeAll();
        final long calls = commands.takeCalls();
        if (calls != 0) {
            // Before the commands: a thread may have posted a receive, then asked something.
            work += receives.serve(calls);
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
            // Unlinked first: a command that throws takes no other with it.
            taken = operation.nextCommand;
            operation.nextCommand = null;
            start(operation);
            work++;
        }
        return work;
    }

    /** Starts a command. If there is no memory for it, it ends here, as nobody else would end it. */
    private void start(final Operation operation) {
        try {
            messages.start(operation);
        } catch (final OutOfMemoryError none) {
            operation.failUnlessStarted(node.counters());
            node.error(none);
        }
    }
}
