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
package io.tombolo.engine;

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.collective.BarrierRounds;
import io.tombolo.engine.collective.GatherRounds;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.Bytes;

/**
 * What all ranks of a group do together, round by round, in a context of its own; one thread of a rank at a time.
 * <p>
 * Every message begins with a word that is zero as long as all is well. A rank whose round fails, because the other has died or left, goes
 * on with the rounds that are left and says so in that word; so the ranks that wait for it, and those that wait for them, hear of it too,
 * and nobody waits for ever.
 */
final class Collectives {
    private static final int OUTCOME_SHIFT = 32;
    private static final Outcome[] OUTCOMES = Outcome.values();

    private final Progress progress;
    private final BlockingOperations operations;
    private final Group group;
    private final int context;
    private final long[] outWord = new long[1];
    private final long[] inWord = new long[1];

    Collectives(final Progress progress, final BlockingOperations operations, final Group group, final int context) {
        this.progress = progress;
        this.operations = operations;
        this.group = group;
        this.context = context;
    }

    void barrier() {
        raise(rounds(), "barrier");
    }

    /**
     * As {@link #barrier()}, but ranks that have died or left are no error.
     */
    void barrierOfLiving() {
        final long failure = rounds();
        final Outcome outcome = outcome((int) (failure >>> OUTCOME_SHIFT));
        if (outcome != Outcome.PEER_FAILED && outcome != Outcome.PEER_LEFT) {
            raise(failure, "barrier");
        }
    }

    private long rounds() {
        final int rank = group.rank();
        final int size = group.size();
        outWord[0] = 0;
        for (int round = 0; round < BarrierRounds.count(size); round++) {
            inWord[0] = 0;
            outWord[0] = exchange(
                round, BarrierRounds.to(rank, size, round), outWord, 1, BarrierRounds.from(rank, size, round), inWord, 1);
        }
        return outWord[0];
    }

    /**
     * Gives every rank what each of them has.
     *
     * @param own words of this rank, as many as the others'.
     * @return new: the words of all, in order of their ranks.
     */
    long[] gather(final long... own) {
        final int rank = group.rank();
        final int size = group.size();
        // Word 0 is the word that says whether all is well; then the parts, this rank's first.
        final long[] parts = new long[1 + size * own.length];
        final long[] in = new long[parts.length];
        System.arraycopy(own, 0, parts, 1, own.length);
        for (int round = 0; round < BarrierRounds.count(size); round++) {
            final int words = GatherRounds.parts(size, round) * own.length;
            in[0] = 0;
            parts[0] = exchange(
                round, GatherRounds.to(rank, size, round), parts, 1 + words, GatherRounds.from(rank, size, round), in, 1 + words);
            System.arraycopy(in, 1, parts, 1 + (1 << round) * own.length, words);
        }
        raise(parts[0], "agreement");
        final long[] all = new long[size * own.length];
        for (int part = 0; part < size; part++) {
            System.arraycopy(parts, 1 + part * own.length, all, (rank + part) % size * own.length, own.length);
        }
        return all;
    }

    /**
     * One round.
     *
     * @return zero, or the first thing that went wrong, here or at the other.
     */
    private long exchange(
        final int round, final int to, final long[] out, final int outWords, final int from, final long[] in, final int inWords) {
        final Operation receive = operations.acquire();
        receive.begin(Operation.Kind.RECEIVE);
        receive.context = context;
        receive.source = group.toWorld(from);
        receive.destination = receive.source;
        receive.tag = round;
        receive.tagMask = Matcher.EXACT_TAG_MASK;
        place(receive, in, inWords);
        progress.submit(receive);
        final Operation send = operations.acquire();
        send.begin(Operation.Kind.SEND);
        send.destination = group.toWorld(to);
        send.source = send.destination;
        send.tag = round;
        send.key = Envelope.key(context, round);
        place(send, out, outWords);
        progress.submit(send);
        final long failure = failure(out[0], await(send, receive), to);
        return failure(failure(failure, await(receive, null), from), in[0]);
    }

    private static void place(final Operation operation, final long[] words, final int count) {
        operation.base = words;
        operation.offset = Bytes.LONGS_OFFSET;
        operation.length = (long) count * Long.BYTES;
        operation.owner = words;
    }

    private Outcome await(final Operation operation, final Operation other) {
        try {
            progress.await(operation, Long.MAX_VALUE);
        } catch (final InterruptException | IllegalStateException exception) {
            // A send that is left behind goes on, and is not used again; a receive must not write to the caller's memory any more.
            final Operation receive = other == null ? operation : other;
            MessageCalls.takeBack(progress, operations, receive);
            operations.release(receive);
            throw exception;
        }
        final Outcome outcome = operation.outcome() == Outcome.SUCCESS && !operation.isFilled() ? Outcome.TRUNCATED : operation.outcome();
        operations.release(operation);
        return outcome;
    }

    private static long failure(final long known, final long heard) {
        return known == 0 ? heard : known;
    }

    private long failure(final long known, final Outcome outcome, final int member) {
        return known != 0 || outcome == Outcome.SUCCESS ? known : (long) outcome.code() << OUTCOME_SHIFT | group.toWorld(member);
    }

    private void raise(final long failure, final String what) {
        if (failure == 0) {
            return;
        }
        final Outcome outcome = outcome((int) (failure >>> OUTCOME_SHIFT));
        throw Failures.collective(outcome, group.member((int) failure), what + " of " + group.size() + " ranks");
    }

    private static Outcome outcome(final int code) {
        for (final Outcome outcome : OUTCOMES) {
            if (outcome.code() == code) {
                return outcome;
            }
        }
        return Outcome.PROTOCOL_ERROR;
    }
}
