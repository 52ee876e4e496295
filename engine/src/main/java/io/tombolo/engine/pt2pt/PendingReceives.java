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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.order.OrderRecorder;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.matching.OrderedReceives;
import io.tombolo.matching.PostedQueue;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.function.Supplier;

/**
 * Receives that wait for their messages. A receive is in the {@link PostedQueue} or, pushed by another thread and not looked at yet, in a
 * bin. Of receives with one envelope, those in the queue are older than those in its bin, which leave it together and in their order. One
 * thread at a time.
 */
final class PendingReceives implements PostedQueue.Owner<Operation> {
    // Nodes that unexpected messages leave to receives.
    private static final int RESERVED = 64;

    private final Node node;
    private final Peer[] peers;
    private final int rank;
    private final Matcher matcher;
    private final UnexpectedArrivals arrivals;
    private final Counters counters;
    private final FlightRecorder flight;
    private final OrderRecorder order;
    // Set by the flight recorder, also while the rank runs.
    private boolean recordsAll;
    private final ExactBins bins = new ExactBins();
    private final Contexts contexts;
    private final PostedQueue<Operation> queue;
    // Why a receive was refused: the report needs no memory.
    private Throwable refusal;
    private final Supplier<Throwable> refusalError = this::refusalError;
    private final Runnable takingOwn;
    private final RemainingSenders senders;
    // Receives that were taken from a bin and are not started yet. After a start that threw, there may be some left.
    private Operation taken;
    // A bit for each bin, modulo 64, whose posters have called and which has not been served yet.
    private long calls;

    /**
     * Creates an empty queue and empty bins.
     *
     * @param node      of this rank.
     * @param peers     by rank.
     * @param matcher   of this rank.
     * @param arrivals  messages that have no receive yet.
     * @param contexts  in which this rank takes messages.
     * @param takingOwn takes all messages that this rank has sent to itself.
     */
    PendingReceives(
        final Node node, final Peer[] peers, final Matcher matcher, final UnexpectedArrivals arrivals, final Contexts contexts,
        final Runnable takingOwn) {
        this.node = node;
        this.rank = node.rank();
        this.peers = peers;
        this.matcher = matcher;
        this.arrivals = arrivals;
        this.contexts = contexts;
        this.counters = node.counters();
        this.flight = node.flight();
        this.order = node.orderRecorder();
        flight.add(all -> recordsAll = all);
        this.takingOwn = takingOwn;
        this.senders = new RemainingSenders(peers, rank, contexts);
        this.queue = new PostedQueue<>(matcher, peers.length, this);
    }

    /**
     * Starts a receive: it takes the oldest unexpected message that fits, or is posted (S1.14).
     *
     * @param operation active, with context, source, tag, mask, place and capacity.
     */
    void start(final Operation operation) {
        if (endIfRevoked(operation)) {
            return;
        }
        prepare(operation);
        if (endIfUntold(operation)) {
            return;
        }
        if ((arrivals.isEmpty() || !receiveOlder(operation)) && !endIfGone(operation)) {
            post(operation);
        }
    }

    /**
     * Takes the messages that this rank has sent to itself, if nobody else can send any more, before an operation looks for its message.
     */
    void prepare(final Operation operation) {
        if (operation.source < 0 && senders.isNobodyLeft(operation.context)) {
            takingOwn.run();
        }
    }

    /**
     * Ends an operation whose communicator is revoked, before it looks for a message.
     *
     * @return true if it has ended.
     */
    boolean endIfRevoked(final Operation operation) {
        // The first comparison is true only once a rank is gone or a communicator is revoked.
        final boolean isRevoked = operation.source < senders.leastSource() && contexts.isRevoked(operation.context);
        if (isRevoked) {
            operation.fail(Outcome.REVOKED, counters);
        }
        return isRevoked;
    }

    /** Returns whether the source of a receive is gone; for any source, whether all ranks but this one are. */
    boolean isGone(final int source, final int context) {
        return senders.isGone(source, context);
    }

    /**
     * Ends an operation that nobody can fulfil any more: its source is gone, or all other ranks of its communicator are, or the job has
     * been aborted. A message that a rank sends to itself later comes too late for a receive from any source.
     *
     * @return true if it has ended.
     */
    boolean endIfGone(final Operation operation) {
        final boolean isGone = isGone(operation.source, operation.context);
        if (isGone) {
            operation.fail(senders.ending(operation.source, operation.context), counters);
            senders.tell(operation.source);
        }
        return isGone;
    }

    /**
     * Ends an operation that names a source whose incarnation before has ended, if the application does not know and no message of that
     * incarnation fits: messages of the new one are for operations that start later.
     *
     * @return true if it has ended.
     */
    boolean endIfUntold(final Operation operation) {
        return operation.source >= 0 && peers[operation.source].untold() != Outcome.SUCCESS &&
            !arrivals.isFirstOfOther(operation, peers[operation.source]) && endIfGone(operation);
    }

    private void post(final Operation operation) {
        queue.post(operation.source, operation.tagMask, operation);
    }

    /**
     * Posts a receive behind ordered ones: the fast way.
     *
     * @return false if it has to be started.
     */
    boolean tryFollow(final Operation operation) {
        // Ordered receives of a peer that is gone have been ended.
        return operation.source >= senders.leastSource() &&
            queue.tryFollow(operation.source, operation.tagMask, operation);
    }

    @Override
    public void placed(final Operation receive, final int place) {
        receive.node = place;
        // An ordered receive is recorded when it is filed, which happens before the rank sleeps.
        if ((place >= 0 || recordsAll) && receive.flight == null) {
            receive.flight = flight;
            receive.postedNs = flight.postTime();
            receive.sequence = Operation.NO_NUMBER;
            flight.message(FlightKind.RECEIVE_POSTED, receive.source, 0, receive.context, receive.tag, receive.capacity());
        }
    }

    /** Makes room for receives beside a message, which needs a node, too; receives are what makes room again. */
    boolean makeRoomBesideMessage() {
        return queue.isRoomLeft() && queue.makeRoom(RESERVED);
    }

    /** Returns whether there is that room already. */
    boolean hasRoomBesideMessage() {
        return queue.hasRoom(RESERVED);
    }

    /** Files the ordered receives in the matcher. */
    void fileOrdered() {
        queue.fileAll();
    }

    /** Removes the first of some ordered receives for its message. */
    Operation take(final OrderedReceives<Operation> ordered) {
        return queue.take(ordered);
    }

    /**
     * Returns the ordered receives that a message of a source may be for, maybe none; null if there are none, or if an older receive, apart
     * from those in bins, is elsewhere.
     */
    OrderedReceives<Operation> orderedAlone(final int source) {
        return taken == null ? queue.orderedAlone(source) : null;
    }

    /** Ends a receive that cannot be posted, and says what would help. */
    @Override
    public void refused(final Operation receive, final Throwable reason) {
        refusal = reason;
        node.error(refusalError);
        receive.fail(Outcome.INSUFFICIENT_RESOURCES, counters);
    }

    private Throwable refusalError() {
        return new IllegalStateException("no room for one more posted receive: " + (refusal != null ? refusal.getMessage() :
            GeometrySetting.MATCH_NODES.propertyName() + "=" + matcher.maxNodes() +
                " is full of receives and unexpected messages: receive some, or raise it"));
    }

    /**
     * Cancels a posted receive. A receive that has matched goes on (S1.20).
     *
     * @param operation a receive.
     */
    void cancel(final Operation operation) {
        if (operation.bin != Operation.NONE) {
            serve(operation.bin);
        }
        if (operation.node == PostedQueue.ORDERED && !operation.isDone()) {
            queue.fileBefore(operation.source);
        }
        if (operation.node >= 0 && !operation.isDone()) {
            counters.increment(Counter.RECEIVES_CANCELLED);
            takeBack(operation.node);
        }
    }

    private void takeBack(final int place) {
        final Operation receive = unpost(place);
        if (order != null && receive.source >= 0 && receive.orderNumber >= 0) {
            order.withdrawn(receive.orderNumber);
        }
        receive.complete(Outcome.CANCELLED);
    }

    private Operation unpost(final int place) {
        final Operation operation = queue.remove(place);
        operation.node = Operation.NONE;
        return operation;
    }

    /**
     * Finds the receive that a message is for, and removes it.
     *
     * @param peer source of the message.
     * @param key  envelope of the message.
     * @return the oldest receive that fits; null if there is none.
     */
    Operation match(final Peer peer, final long key) {
        startTaken();
        final int context = Envelope.context(key);
        final int tag = Envelope.tag(key);
        Operation receive = queue.take(context, peer.rank(), tag);
        if (receive == null && contexts.isBinned(context)) {
            receive = matchInBin(context, peer.rank(), tag);
        }
        if (receive != null) {
            receive.node = Operation.NONE;
        }
        return receive;
    }

    private Operation matchInBin(final int context, final int source, final int tag) {
        final int bin = ExactBins.bin(context, source, tag);
        final Operation receive = fileAllBut(bin, context, source, tag);
        // Once more: a poster that pushed its receive before the guard has not called.
        return receive == null && bins.guard(bin) ? fileAllBut(bin, context, source, tag) : receive;
    }

    /**
     * Empties a bin.
     *
     * @return the oldest receive that a new message with this envelope fits, or null: not filed.
     */
    private Operation fileAllBut(final int bin, final int context, final int source, final int tag) {
        taken = bins.takeAll(bin);
        Operation found = null;
        while (taken != null) {
            final Operation receive = next();
            final boolean isWanted = found == null && receive.tag == tag && receive.source == source && receive.context == context;
            if (isWanted && (arrivals.isEmpty() || !receiveOlder(receive))) {
                found = receive;
            } else if (!isWanted) {
                startBehind(found, receive);
            }
        }
        return found;
    }

    /** Starts a receive. If that throws, the receive that has been found for a message is kept. */
    private void startBehind(final Operation found, final Operation receive) {
        boolean isStarted = false;
        try {
            start(receive);
            isStarted = true;
        } finally {
            if (!isStarted && found != null) {
                found.nextCommand = taken;
                taken = found;
            }
        }
    }

    /** Gives a receive the oldest unexpected message that fits, if there is one. */
    private boolean receiveOlder(final Operation receive) {
        final int index = arrivals.take(receive);
        if (index != UnexpectedArrivals.NONE) {
            arrivals.deliver(receive, index);
        }
        return index != UnexpectedArrivals.NONE;
    }

    private Operation next() {
        final Operation receive = taken;
        // First: if the start of this receive throws, the others are kept.
        taken = receive.nextCommand;
        receive.nextCommand = null;
        return receive;
    }

    private int startTaken() {
        int work = 0;
        while (taken != null) {
            start(next());
            work++;
        }
        return work;
    }

    private int serve(final int bin) {
        int work = startTaken();
        taken = bins.takeAll(bin);
        work += startTaken();
        if (arrivals.isEmpty()) {
            bins.open(bin);
        }
        return work;
    }

    /**
     * Starts the receives of some bins, after those that an earlier call has left behind because a start threw.
     *
     * @param more a bit for each bin, modulo 64.
     * @return receives started.
     */
    int serve(final long more) {
        calls |= more;
        int work = startTaken();
        while (calls != 0) {
            final int first = Long.numberOfTrailingZeros(calls);
            for (int bin = first; bin < ExactBins.BINS; bin += Long.SIZE) {
                work += serve(bin);
            }
            calls &= ~(1L << first);
        }
        return work;
    }

    /** Files all receives in the matcher, those of bins, too, for readers outside. */
    void fileAll() {
        serve(-1L);
        fileOrdered();
    }

    /** Returns whether no receive is posted that a message of a source, or of any, could be for, apart from those in bins. */
    boolean isEmpty(final int source) {
        return queue.isEmpty(source);
    }

    /** Returns whether a receive is posted, or may be, that a message is for, apart from those in bins. */
    boolean mayFind(final int context, final int source, final int tag) {
        return queue.mayFind(context, source, tag);
    }

    /** Returns how many receives with a wildcard have been posted; valid after {@link #fileOrdered}. */
    long wildcardPosts() {
        return queue.wildcardPosts();
    }

    /** Returns the most receives that were posted at a time. */
    int highWater() {
        return queue.highWater();
    }

    /** Returns the bins. */
    ExactBins bins() {
        return bins;
    }

    /** Returns whether no receive waits in the bin of an envelope. */
    boolean isBinEmpty(final int source, final long key) {
        return taken == null && bins.isEmpty(ExactBins.bin(Envelope.context(key), source, Envelope.tag(key)));
    }

    /**
     * Ends the receives that only peers which are gone could fulfil. Unexpected messages can still be received, and receives that other
     * ranks may fulfil stay posted.
     *
     * @param peer that is marked gone.
     */
    void peerGone(final Peer peer) {
        senders.peerGone();
        takingOwn.run();
        bins.guardForGood();
        fileAll();
        int current = matcher.firstPosted();
        while (current != Matcher.NULL_NODE) {
            final int next = matcher.nextPosted(current);
            final int source = matcher.source(current);
            final int context = matcher.context(current);
            if (source == peer.rank() || source < 0 && senders.isNobodyLeft(context)) {
                unpost(current).fail(senders.ending(source, context), counters);
            }
            current = next;
        }
    }

    /** Notes that the next incarnation of a rank that was gone has joined. */
    void replaced() {
        senders.replaced();
    }

    /** Ends the receives that nobody can fulfil since members of communicators are lost. */
    void endLost() {
        bins.guardForGood();
        fileAll();
        int current = matcher.firstPosted();
        while (current != Matcher.NULL_NODE) {
            final int next = matcher.nextPosted(current);
            final int source = matcher.source(current);
            final int context = matcher.context(current);
            if (senders.isGone(source, context)) {
                unpost(current).fail(senders.ending(source, context), counters);
            }
            current = next;
        }
    }

    /** Looks from now on whether the communicator of a receive is revoked. */
    void expectRevoked() {
        senders.revoked();
        bins.guardForGood();
    }

    /**
     * Ends the receives of a communicator that is closed.
     *
     * @param communicator whose contexts the receives have.
     */
    void close(final int communicator) {
        fileAll();
        int current = matcher.firstPosted();
        while (current != Matcher.NULL_NODE) {
            final int next = matcher.nextPosted(current);
            if (Contexts.communicator(matcher.context(current)) == communicator) {
                takeBack(current);
            }
            current = next;
        }
    }

    /**
     * Ends every posted receive, for an engine that closes.
     *
     * @param outcome that they end with.
     */
    void endAll(final Outcome outcome) {
        bins.guardForGood();
        for (int bin = 0; bin < ExactBins.BINS; bin++) {
            // Only receives that came after the last look: all others are in the queue.
            for (Operation receive = bins.takeAll(bin); receive != null;) {
                final Operation next = receive.nextCommand;
                receive.fail(outcome, counters);
                receive = next;
            }
        }
        fileOrdered();
        for (int current = matcher.firstPosted(); current != Matcher.NULL_NODE; current = matcher.firstPosted()) {
            unpost(current).fail(outcome, counters);
        }
    }
}
