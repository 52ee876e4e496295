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

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.pt2pt.FastReceives;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.pt2pt.Receives;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * Polls for what a caller waits for. A poll looks at one ring and costs less than a message, where a whole turn of the {@link DutyCycle}
 * costs more. Every strategy below runs turns too, at intervals or when there is other work, so that no peer starves.
 * <table>
 * <caption>Strategies</caption>
 * <tr><th>method</th><th>polls</th><th>for</th></tr>
 * <tr><td>{@link #awaitRecord(Peer, int)}</td><td>one ring, up to {@value #BRIEF_POLLS} times</td><td>a call without an operation</td></tr>
 * <tr><td>{@link #awaitAny}</td><td>the rings of all sources in turn</td><td>the same, from any source</td></tr>
 * <tr><td>{@link #pollFor}</td><td>the ring of one peer, a given number of times</td><td>a wait for one operation</td></tr>
 * <tr><td>{@link #pollOrWork}</td><td>the ring of one peer once, then a turn</td><td>a test of one operation</td></tr>
 * <tr><td>{@link #pollOneOfSeveral}</td><td>the ring of one peer once</td><td>a wait for one of several operations</td></tr>
 * <tr><td>{@link #touchAllRings}</td><td>all rings once; takes nothing</td><td>a wait where ranks share cores</td></tr>
 * </table>
 * Nothing here yields or sleeps. Called by the progress owner alone.
 */
final class WaitLoop {
    /** Polls of one ring before a wait needs an operation: some microseconds; a message that comes later is late anyway. */
    static final int BRIEF_POLLS = 256;

    /** Polls between two turns for all the others. */
    static final int POLLS_A_TURN = 32;

    /** Polls of a source that find nothing, until a full turn. */
    static final int MISSES_A_FULL_TURN = 16;

    private static final int SHORTCUTS_A_TURN = 64;
    private static final int NO_RANK = -1;

    private final Peer[] peers;
    private final Receives receives;
    private final FastReceives fastReceives;
    private final LongSends longSends;
    private final LongReceives longReceives;
    private final CommandStack commands;
    private final WaitPolicy policy;
    private final DutyCycle duties;
    private final SourceRotation sources;
    // Calls in a row that ended without a turn.
    private int shortcuts;
    // Polls of tests that found nothing.
    private int misses;
    // Rings that had a record when all were last polled: stored so that a compiler does not drop the polls.
    private int filledRings;

    WaitLoop(final Messages messages, final CommandStack commands, final WaitPolicy policy, final DutyCycle duties) {
        this.peers = messages.peers();
        this.receives = messages.receives();
        this.fastReceives = receives.fastReceives();
        this.longSends = messages.longSends();
        this.longReceives = messages.longReceives();
        this.commands = commands;
        this.policy = policy;
        this.duties = duties;
        this.sources = new SourceRotation(peers);
    }

    /**
     * Returns whether a turn for all the others is due after a poll; polls are numbered from 0.
     */
    static boolean isTurnDue(final int poll) {
        return (poll & POLLS_A_TURN - 1) == POLLS_A_TURN - 1;
    }

    /**
     * Returns how often a call without an operation polls one ring.
     *
     * @return polls; one where ranks share cores.
     */
    int briefPolls() {
        return policy.isShared() ? 1 : BRIEF_POLLS;
    }

    /**
     * Polls a ring until it has a record, with a turn for the others at intervals. The caller handles the record: this loop mostly finds
     * nothing, and a compiler that counts calls would take the handling for rare and not inline it.
     *
     * @param peer  source.
     * @param polls at most.
     * @return type of the record, or {@link RingConsumer#EMPTY} if none has come, or other work came first.
     */
    int awaitRecord(final Peer peer, final int polls) {
        for (int poll = 0; poll < polls; poll++) {
            final int type = peer.inbound().ring().poll();
            // Polled once an iteration: a message that came between two polls would miss the fast path.
            if (type != RingConsumer.EMPTY) {
                return type;
            }
            if (serveOthers(peer, poll)) {
                return type;
            }
            Thread.onSpinWait();
        }
        return RingConsumer.EMPTY;
    }

    /**
     * Polls the rings of all sources in turn until one has a record, with a turn for the others at intervals. The caller handles the
     * record, as with {@link #awaitRecord(Peer, int)}.
     *
     * @return source of the record, or null if none has come, or other work came first.
     */
    Peer awaitAny() {
        final int polls = policy.isShared() ? sources.pollsOfAll() : BRIEF_POLLS;
        for (int poll = 0; poll < polls; poll++) {
            final Peer peer = sources.poll();
            if (peer != null) {
                return peer;
            }
            // What is grouped for the other sources goes out with the operation that follows if nothing comes.
            if (serveOthers(sources.last(), poll)) {
                return null;
            }
            Thread.onSpinWait();
        }
        return null;
    }

    /**
     * Polls the ring of every source once.
     *
     * @return source of a record, which stays in its ring; or null.
     */
    Peer pollAny() {
        Peer peer = null;
        for (int poll = 0; poll < sources.pollsOfAll() && peer == null; poll++) {
            peer = sources.poll();
        }
        return peer;
    }

    /** Does what is due between two polls for a peer. Returns true if the wait has to stop for other work. */
    private boolean serveOthers(final Peer peer, final int poll) {
        afterMiss(peer, poll);
        if (isTurnDue(poll)) {
            peer.inbound().flush();
            return !commands.isEmpty() || duties.doWork() > 0;
        }
        return false;
    }

    /**
     * Polls for what an operation waits for: the answers of a destination, or the records of a source. Cheaper than turns, which might also
     * take a record that a receive would have taken directly a moment later. Stops early when there is other work.
     *
     * @param awaited a send to one rank, or a receive from one; nothing happens for any other.
     * @param first   number of the first poll in its wait, from 0.
     * @param polls   at most.
     */
    void pollFor(final Operation awaited, final int first, final int polls) {
        if (awaited.kind == Operation.Kind.SEND && awaited.destination >= 0) {
            pollAnswers(awaited, peers[awaited.destination], polls);
        } else if (awaited.kind == Operation.Kind.RECEIVE && awaited.source >= 0) {
            pollRecords(awaited, peers[awaited.source], first, polls);
        }
    }

    /**
     * Polls once for what an operation waits for. If that finds nothing, runs a turn, and at intervals a full turn: a program that tests
     * again and again waits for one message.
     *
     * @param awaited any operation.
     */
    void pollOrWork(final Operation awaited) {
        pollFor(awaited, 0, 1);
        if (!awaited.isDone() && duties.doWorkByShare() == 0 && (!isHeard(awaited) || (++misses & MISSES_A_FULL_TURN - 1) == 0)) {
            duties.doAllWork();
        }
    }

    /**
     * Polls once for what one of several operations waits for; the several need one turn together, which the caller runs. Falls back to
     * {@link #pollOrWork} if the peer has no ring to poll, or there is other work. Runs a turn at intervals: another of the operations may
     * be complete each time, and end the wait before its turn.
     *
     * @param awaited any operation.
     */
    void pollOneOfSeveral(final Operation awaited) {
        if (isHeard(awaited) && isQuiet()) {
            pollFor(awaited, 0, 1);
            if (!awaited.isDone()) {
                afterShortcut();
            }
        } else {
            pollOrWork(awaited);
        }
    }

    /**
     * Polls all rings and takes nothing, so that their cache lines are fetched at the same time. For ranks that share cores, after a yield:
     * all the others may have run, and sent.
     */
    void touchAllRings() {
        int count = 0;
        for (final Peer peer : peers) {
            if (peer.inbound().isRead() && peer.inbound().ring().hasNext()) {
                count++;
            }
        }
        filledRings = count;
    }

    private void pollAnswers(final Operation awaited, final Peer peer, final int polls) {
        duties.expect(peer);
        int work = duties.doSends(peer);
        for (int poll = 1; poll < polls && work == 0 && !awaited.isDone() && mayAwaitAnswer(); poll++) {
            Thread.onSpinWait();
            work = duties.doSends(peer);
        }
        if (awaited.isDone()) {
            afterShortcut();
        }
    }

    private void pollRecords(final Operation awaited, final Peer peer, final int first, final int polls) {
        duties.expect(peer);
        final int type = !awaited.isDone() && peer.inbound().isRead() ? awaitRecord(peer, first, first + polls) : RingConsumer.EMPTY;
        if (type != RingConsumer.EMPTY) {
            if (fastReceives.receiveInOrder(peer, type) == 0) {
                receives.doWork(peer);
            }
            if (!receives.isAnyPosted()) {
                // Not before: while more is awaited there is no answer yet.
                peer.outbound().prepareFirst();
            }
        }
        if (awaited.isDone()) {
            afterShortcut();
        }
    }

    /** Polls a ring until it has a record; the caller handles it, as with {@link #awaitRecord(Peer, int)}. */
    private int awaitRecord(final Peer peer, final int first, final int end) {
        for (int poll = first;; poll++) {
            final int type = peer.inbound().ring().poll();
            if (type != RingConsumer.EMPTY) {
                return type;
            }
            afterMiss(peer, poll);
            if (poll + 1 >= end || !mayAwaitRecord(peer)) {
                return RingConsumer.EMPTY;
            }
            // Between two polls alone: it takes longer than a poll.
            Thread.onSpinWait();
        }
    }

    /**
     * Does what was put off until a poll finds nothing, and handles the answers to long messages to the same peer.
     *
     * @param peer that is waited for.
     * @param poll its number in its wait, from 0.
     */
    private void afterMiss(final Peer peer, final int poll) {
        if (poll == 0) {
            fastReceives.publishAll();
            peer.outbound().prepareToWrite();
        }
        longReceives.handBack();
        if (longSends.pendingTo(peer.rank()) > 0) {
            // A DONE_GET comes before what answers the message: its line is fetched while there is nothing else to do.
            duties.doSends(peer);
        }
    }

    /**
     * Runs a turn at intervals, for a call that has taken its message out of a ring. Calls that find theirs at the first poll again and
     * again would run none. The records of their source are left to them.
     *
     * @param isOfAny whether the calls are for any source; then the records of all sources are left to them.
     */
    void afterFastReceive(final boolean isOfAny) {
        if ((++shortcuts & SHORTCUTS_A_TURN - 1) == 0) {
            duties.doOtherWork(isOfAny);
        }
    }

    /**
     * Runs a turn at intervals, for a call that ended without one: it looked at a message that had been filed, or a poll ended its wait.
     * Any peer may have sent meanwhile.
     */
    void afterShortcut() {
        if ((++shortcuts & SHORTCUTS_A_TURN - 1) == 0) {
            duties.doWork();
        }
    }

    /**
     * Runs a turn at intervals, for a receive that found a message that had been filed. All records are left in their rings: a turn that
     * files more of them than receives take meanwhile would never let a receive take one from its ring again.
     */
    void afterFiledReceive() {
        if ((++shortcuts & SHORTCUTS_A_TURN - 1) == 0) {
            fastReceives.publishAll();
            duties.doWorkBesideRecords();
        }
    }

    private boolean isHeard(final Operation awaited) {
        final int other =
            awaited.kind == Operation.Kind.SEND ? awaited.destination : awaited.kind == Operation.Kind.RECEIVE ? awaited.source : NO_RANK;
        return other >= 0 && peers[other].inbound().isRead();
    }

    /** Whether answers alone can be polled for: no receive is posted, whose message may be there already, and nothing else needs a turn. */
    private boolean mayAwaitAnswer() {
        return isQuiet() && !receives.isAnyPosted();
    }

    /** Whether records of a peer alone can be polled for: it can be heard, nothing waits for room there, and nothing else needs a turn. */
    private boolean mayAwaitRecord(final Peer peer) {
        return isQuiet() && peer.inbound().isRead() && peer.outbound().queueLength() == 0;
    }

    /** Whether nothing needs a turn: neither commands nor long messages that are being copied. */
    private boolean isQuiet() {
        return commands.isEmpty() && !longSends.isStaging() && !longReceives.isCopying();
    }
}
