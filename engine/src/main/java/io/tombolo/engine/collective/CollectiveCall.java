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
package io.tombolo.engine.collective;

import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.ALL;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.LINES;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.PIECES;
import static io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor.word;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.collective.AwaitedWord.Field;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.node.Node;
import io.tombolo.ringbuffers.collective.CollectiveSlot;
import io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor;
import io.tombolo.ringbuffers.collective.Exposure;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.wait.WaitKind;
import java.io.IOException;

/**
 * The collective call of a group that is under way at this rank, a state machine: {@link #advance} goes as far as the other members allow,
 * and never waits.
 * <pre>
 *   state     goes on when                                               then
 *   --------  ---------------------------------------------------------  -------------------------------------------------
 *   ATTACH    every member has a slot for the group                      PUBLISH
 *   PUBLISH   every member has read the line and piece to be overwritten  stores its first piece and its line; LINES
 *   LINES     the members whose data it needs have published their lines  ROUNDS
 *   ROUNDS    in each round, the pieces of that round are published,     reads them; after the last round DRAIN
 *             and in slices the results
 *   DRAIN     every reader has read what lies in a region of this rank   OVER
 * </pre>
 * In LINES and ROUNDS it also writes its own pieces, as many ahead of the round as there are pieces, each when all members have consumed
 * what it overwrites. So no member waits for one that waits for it: the member with the fewest rounds can always go on.
 * <p>
 * One thread at a time. Allocates nothing.
 */
final class CollectiveCall {
    private static final long LEAST_IN_REGION = 4096;

    private enum State {
        IDLE, ATTACH, PUBLISH, LINES, ROUNDS, DRAIN, OVER
    }

    private final Node node;
    private final Group group;
    private final GroupSlots slots;
    private final CollectiveSlot own;
    private final MemberRegions regions;
    private final CallGeometry geometry;
    private final CallSources sources;
    private final CallData data;
    private final Exposure exposure = new Exposure();
    private final AwaitedWord awaited = new AwaitedWord();
    private final CollectiveArguments arguments = new CollectiveArguments();
    private final int rank;
    private final int size;
    private State state = State.IDLE;
    // Calls that have begun, and the history of those before the present one.
    private long call;
    private int history;
    private long signature;
    // Whether what follows, and the geometry, are those of the arguments.
    private boolean isPrepared;
    private boolean isInLine;
    private boolean isDataInRegion;
    private boolean areResultsInRegion;
    // Pieces of this rank, and how many of them are written.
    private int pieces;
    private int written;
    // Chunks that this rank reads; with those that it only writes; and how many of them are done.
    private int chunks;
    private int rounds;
    private int round;
    // Progress in the present state or round.
    private int step;
    // Chunks that this rank has combined; of slices also some of later rounds.
    private int reduced;
    private boolean isReducing;
    private long failure;

    CollectiveCall(final Node node, final Group group, final GroupMembers members, final GroupSlots slots) {
        this.node = node;
        this.group = group;
        this.slots = slots;
        this.own = slots.own();
        this.rank = group.rank();
        this.size = group.size();
        this.regions = new MemberRegions(node, members);
        this.geometry = new CallGeometry(group);
        this.sources = new CallSources(node, group, slots, regions, geometry);
        this.data = new CallData(rank, size, geometry, sources);
    }

    boolean isUnderWay() {
        return state != State.IDLE;
    }

    /** Returns the arguments of the last call. */
    CollectiveArguments arguments() {
        return arguments;
    }

    /** Begins a call. It copies the arguments; the caller changes nothing that they point to until the call is over. */
    void begin(final CollectiveArguments newArguments) {
        // Most calls are made with the same arguments again and again.
        if (!isPrepared || !arguments.isSame(newArguments) || !newArguments.areCountsHere()) {
            prepare(newArguments);
        }
        call = CollectiveSlotDescriptor.next(call);
        failure = 0;
        written = 0;
        round = 0;
        step = 0;
        reduced = 0;
        isReducing = false;
        sources.begin(call, isInLine);
        if (!isInLine && geometry.layout() != CallLayout.NONE) {
            expose();
        }
        state = slots.isAttached() ? State.PUBLISH : State.ATTACH;
    }

    private void prepare(final CollectiveArguments newArguments) {
        isPrepared = false;
        arguments.set(newArguments);
        geometry.begin(arguments);
        signature = CallSignature.of(arguments.kind, arguments.type, arguments.op, arguments.root, geometry.signedCount());
        isInLine = geometry.isInLine();
        isDataInRegion = !isInLine && geometry.isSender() && arguments.send.region != 0 && geometry.length() > LEAST_IN_REGION &&
            mayStayInPlace();
        areResultsInRegion = geometry.layout() == CallLayout.SLICES && arguments.kind == CollectiveKind.ALLREDUCE &&
            arguments.receive.region != 0;
        final boolean hasPieces = !isInLine && (!isDataInRegion || geometry.layout() == CallLayout.SLICES && !areResultsInRegion);
        pieces = hasPieces ? geometry.pieces() : 0;
        data.begin(arguments);
        isPrepared = true;
    }

    private void expose() {
        exposure.begin(slots.nextPiece(), geometry.length());
        if (isDataInRegion) {
            exposure.dataIn(arguments.send.region, arguments.send.regionOffset);
        }
        if (areResultsInRegion) {
            exposure.resultsIn(arguments.receive.region, arguments.receive.regionOffset);
        }
        sources.own(
            isDataInRegion ? arguments.send.offset : 0, areResultsInRegion ? arguments.receive.offset : 0, slots.nextPiece());
    }

    /** Returns whether other ranks may read the data while the result comes to its place. */
    private boolean mayStayInPlace() {
        return !geometry.hasLengths() || geometry.layout() == CallLayout.WHOLE ? !arguments.isInPlace || switch (arguments.kind) {
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV, REDUCE -> true;
            case ALLREDUCE -> geometry.layout() == CallLayout.SLICES;
            default -> false;
        } : false;
    }

    /**
     * Goes on as far as possible.
     *
     * @return whether the call is over, with or without a {@link #failure}.
     */
    boolean advance() {
        if (state == State.ATTACH && !attach() || state == State.PUBLISH && !publish()) {
            return failure != 0;
        }
        boolean isMoving = true;
        while (isMoving && (state == State.LINES || state == State.ROUNDS)) {
            isMoving = writeNext();
            if (state == State.LINES) {
                isMoving |= readLines();
            } else {
                isMoving |= readRound();
            }
        }
        return failure != 0 || state == State.OVER || state == State.DRAIN && drain();
    }

    private boolean attach() {
        try {
            if (!slots.attach()) {
                awaited.none(slots.unattached());
                return false;
            }
        } catch (final IOException unreadable) {
            node.error(unreadable);
            failure = Objection.of(Outcome.INSUFFICIENT_RESOURCES, group.toWorld(rank));
            return false;
        }
        state = State.PUBLISH;
        return true;
    }

    private boolean publish() {
        if (call > LINES && isBehind(word(call - LINES, ALL)) || pieces > 0 && isBehind(slots.nextPieceBusyUntil())) {
            return false;
        }
        FaultPoint.COLLECTIVE_STEP.hit();
        if (isInLine) {
            if (geometry.isSender()) {
                data.writeLine(own.payload(call));
            }
        } else if (geometry.layout() != CallLayout.NONE) {
            exposure.store(own.payload(call));
            if (pieces > 0) {
                writePiece();
            }
        }
        own.publish(call, lineWord(), signature);
        slots.wakeWaiting();
        FaultPoint.COLLECTIVE_STEP.hit();
        step = geometry.from();
        state = State.LINES;
        return true;
    }

    private long lineWord() {
        return word(call, history);
    }

    private boolean isBehind(final long wanted) {
        for (int behind = slots.findBehind(wanted); behind >= 0; behind = slots.findBehind(wanted)) {
            FaultPoint.COLLECTIVE_BEHIND.hit();
            if (!awaited.has(slots.of(behind), behind, Field.CONSUMED, call, wanted)) {
                return true;
            }
            // It has come just now; a member after it may still be behind.
        }
        return false;
    }

    private void writePiece() {
        if (!isDataInRegion) {
            data.writePiece(own.piece(slots.nextPiece()), written);
        }
        written++;
        slots.wrotePiece(word(call, written));
    }

    /** Writes the next piece of this rank, unless all pieces are ahead of the round, or a member has not consumed what is there. */
    private boolean writeNext() {
        if (written == pieces || written >= round + PIECES || isBehind(slots.nextPieceBusyUntil())) {
            return false;
        }
        writePiece();
        own.published(word(call, written));
        slots.wakeWaiting();
        return true;
    }

    private boolean readLines() {
        for (; step < geometry.to(); step++) {
            if (step != rank && !readLine(step)) {
                return false;
            }
        }
        if (geometry.from() == 0 && geometry.to() == size) {
            slots.sawAllLines(call);
        }
        data.copyOwn();
        chunks = data.chunks();
        rounds = Math.max(chunks, pieces);
        step = 0;
        state = State.ROUNDS;
        return true;
    }

    private boolean readLine(final int member) {
        final CollectiveSlot slot = slots.of(member);
        if (!awaited.has(slot, member, Field.LINE, call, call)) {
            return false;
        }
        if (!slots.isStillOf(member)) {
            awaited.none(member);
            return false;
        }
        slots.sawLine(member, call);
        if (slot.word(call) != lineWord() || slot.check(call) != signature) {
            failure = Objection.of(Outcome.TRUNCATED, group.toWorld(member));
            return false;
        }
        failure = sources.read(member);
        return failure == 0;
    }

    private boolean readRound() {
        if (round == rounds) {
            if (written == pieces) {
                finishReading();
            }
            return false;
        }
        // The result may come to where the data is, so that is copied first.
        if (written <= round && written < pieces || round < chunks && !(geometry.isReduction() ? reduce() : copy())) {
            return false;
        }
        step = 0;
        round++;
        if (round < rounds) {
            own.consumed(word(call, round));
            slots.wakeWaiting();
        }
        return true;
    }

    private void finishReading() {
        own.consumed(word(call, ALL));
        slots.wakeWaiting();
        step = 0;
        state = State.DRAIN;
    }

    private boolean hasPiece(final int member) {
        return member == rank || round == 0 || !sources.isInPieces(member) ||
            awaited.has(slots.of(member), member, Field.PUBLISHED, call, word(call, round + 1));
    }

    /** Copies a chunk of each member, beginning with the next one after this rank, so that not all read the same. */
    private boolean copy() {
        final int count = geometry.to() - geometry.from();
        for (; step < count; step++) {
            final int member = count == 1 ? geometry.from() : (rank + 1 + step) % size;
            if (member != rank && data.hasChunk(member, round)) {
                if (!hasPiece(member)) {
                    return false;
                }
                if (!data.copyChunk(member, round)) {
                    failure = Objection.of(Outcome.TRUNCATED, group.toWorld(member));
                    return false;
                }
            }
        }
        return true;
    }

    /** Combines the chunk of this round; in slices also those of as many later rounds as possible, whose results other ranks wait for. */
    private boolean reduce() {
        if (reduced == round) {
            for (; step < geometry.to(); step++) {
                if (!hasPiece(step)) {
                    return false;
                }
            }
            reduceNext();
            step = 0;
        }
        if (geometry.layout() != CallLayout.SLICES) {
            return true;
        }
        while (reduced < chunks && hasAllPieces(reduced)) {
            reduceNext();
        }
        return !geometry.takesResults() || takeResults();
    }

    private void reduceNext() {
        isReducing = true;
        data.reduceChunk(reduced);
        isReducing = false;
        reduced++;
        if (geometry.layout() == CallLayout.SLICES) {
            own.results(word(call, reduced));
            slots.wakeWaiting();
        }
    }

    /** Returns whether the pieces of a later round are there, also that of this rank. Does not wait for them. */
    private boolean hasAllPieces(final int later) {
        if (written <= later && written < pieces) {
            return false;
        }
        for (int member = 0; member < size; member++) {
            if (member != rank && sources.isInPieces(member) && slots.of(member).published() < word(call, later + 1)) {
                return false;
            }
        }
        return true;
    }

    private boolean takeResults() {
        for (; step < size; step++) {
            final int member = (rank + step) % size;
            if (member != rank) {
                if (!awaited.has(slots.of(member), member, Field.RESULTS, call, word(call, round + 1))) {
                    return false;
                }
                data.takeResult(member, round);
            }
        }
        return true;
    }

    /** Waits until nobody reads the memory of the caller any more. */
    private boolean drain() {
        if (isDataInRegion || areResultsInRegion) {
            final int end = geometry.isReadByRootAlone() ? arguments.root + 1 : size;
            step = Math.max(step, geometry.isReadByRootAlone() ? arguments.root : 0);
            for (; step < end; step++) {
                if (step != rank && !slots.hasConsumed(step, word(call, ALL))) {
                    awaited.has(slots.of(step), step, Field.CONSUMED, call, word(call, ALL));
                    return false;
                }
            }
        }
        state = State.OVER;
        return true;
    }

    /** Returns why the call has failed; zero if it has not. */
    long failure() {
        return failure;
    }

    /** Returns whether the call was left while it combined elements: a function of the application has thrown. */
    boolean isReducing() {
        return isReducing;
    }

    /** Returns the member that the call waits for. */
    int awaitedMember() {
        return awaited.member();
    }

    /** Returns whom else the call waits for: the tag of {@link WaitKind#COLLECTIVE}. */
    int awaitedMembers() {
        final boolean hasBegun = state == State.ROUNDS || state == State.DRAIN;
        final boolean isAll = state == State.ROUNDS ? awaited.isReading() :
            state == State.DRAIN ? !geometry.isReadByRootAlone() : geometry.from() == 0 && geometry.to() == size;
        return isAll ? WaitKind.ALL_MEMBERS : hasBegun ? WaitKind.MEMBER_IN_CALL : WaitKind.MEMBER_TO_COME;
    }

    /** Looks whether what the call waits for is there, and changes nothing. */
    boolean canAdvance() {
        return awaited.isThere();
    }

    /** Ends a call that is over. */
    void end() {
        history = CallSignature.history(history, signature);
        state = State.IDLE;
    }

    /** Ends a call that no thread goes on with. */
    void abandon() {
        state = State.IDLE;
    }

    /**
     * Finds a member that has called something else, or the same with other arguments, whether its line is needed or not.
     *
     * @return the member; -1 if the lines show none.
     */
    int findMismatch() {
        for (int member = 0; member < size; member++) {
            final CollectiveSlot slot = slots.of(member);
            if (member != rank && slot != null && CollectiveSlotDescriptor.call(slot.word(call)) == call &&
                slots.isStillOf(member) && (slot.word(call) != lineWord() || slot.check(call) != signature)) {
                return member;
            }
        }
        return -1;
    }

    /** Describes what this rank has called, and what a member has called that {@link #findMismatch} has found; -1 for none. */
    String describeMismatch(final int member) {
        final String called = "this rank has called " + CallSignature.describe(signature);
        if (member < 0) {
            return called + describeHidden();
        }
        final long other = slots.of(member).check(call);
        return called + ", rank " + member + " has called " + CallSignature.describe(other) +
            (other == signature ? " after other calls than this rank" : "");
    }

    /** Describes a mismatch that the lines of the others do not show. */
    private String describeHidden() {
        if (Objection.outcome(failure) != Outcome.TRUNCATED) {
            return ", and another rank has found the difference, in this call or an earlier one";
        }
        final int source = group.member(Objection.rank(failure));
        return " and expects " + geometry.receiveLength(source) + " bytes from rank " + source + ", which gives another number";
    }

    void close() {
        regions.close();
    }
}
