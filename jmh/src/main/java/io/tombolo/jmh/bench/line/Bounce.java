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
package io.tombolo.jmh.bench.line;

/**
 * A bare cache line that bounces between two processes. It is the canary, and the floor of everything below 4 KiB.
 * <p>
 * Each process has one instance, and both count the same round trips. Each side writes a line of its own and waits for the line of the
 * other. That takes as few transfers as one line that both write, and is a little faster.
 */
public final class Bounce implements Loop {

    private static final int CANARY_BATCHES = 1_000;

    /** Round trips of a canary. */
    public static final int CANARY_ROUNDS = CANARY_BATCHES * BATCH;

    private final Samples canary = new Samples(MESSAGES_IN_BATCH, 0);
    private long count;

    /**
     * Makes one side. It does not touch the shared file.
     */
    public Bounce() {
        canary.reset();
    }

    /**
     * Runs {@link #CANARY_ROUNDS} round trips as the initiator.
     *
     * @return median half round trip in nanoseconds.
     */
    public double canaryNs() {
        canary.reset();
        batches(CANARY_ROUNDS, canary);
        return canary.messageNs(50);
    }

    /**
     * Makes a round trip as the initiator. Returns when the responder has answered.
     */
    public void meet() {
        count++;
        Line.ping(count);
        Line.awaitPong(count);
    }

    /**
     * Makes the first half of a round trip as the responder.
     */
    public void awaitPing() {
        count++;
        Line.awaitPing(count);
    }

    /**
     * Tells whether {@link #awaitPing()} would return at once.
     *
     * @return true if the other side has begun the next round trip.
     */
    public boolean isPinged() {
        return Line.isPing(count + 1);
    }

    /**
     * Makes the second half of a round trip as the responder.
     */
    public void pong() {
        Line.pong(count);
    }

    /**
     * Makes the second half of a round trip as the initiator, whose first half was something else than a ping.
     */
    public void awaitPong() {
        count++;
        Line.awaitPong(count);
    }

    /**
     * Makes the second half of a round trip as the responder, whose first half was something else than a ping.
     */
    public void answerUnasked() {
        count++;
        Line.pong(count);
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        long next = count;
        for (int done = 0; done < rounds; done += BATCH) {
            final long start = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                next++;
                Line.ping(next);
                Line.awaitPong(next);
            }
            samples.record(System.nanoTime() - start);
        }
        count = next;
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        long next = count;
        for (int done = 0; done < rounds; done++) {
            next++;
            final long start = System.nanoTime();
            Line.ping(next);
            Line.awaitPong(next);
            samples.record(System.nanoTime() - start);
        }
        count = next;
    }

    @Override
    public void answer(final int rounds) {
        long next = count;
        for (int done = 0; done < rounds; done++) {
            next++;
            Line.awaitPing(next);
            Line.pong(next);
        }
        count = next;
    }
}
