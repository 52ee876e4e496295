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
package io.tombolo.jmh.bench.twin;

import io.tombolo.jmh.bench.line.Bounce;
import io.tombolo.jmh.bench.line.Line;
import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.Set;

/**
 * The process that leads and times.
 * <p>
 * For each piece of work: warm up and find how many round trips fill a segment; canary; segments of floor and work in turn; canary.
 * When the two canaries differ too much the machine changed its state in between, and the work is measured again.
 * <p>
 * Below 4 KiB the median comes from batches of {@link Loop#BATCH} round trips, in which the clock does not count, and the tails from
 * single round trips. From 4 KiB on single round trips give both, since buffers may be rewritten in between. From each single round
 * trip what the clock adds is taken off: the difference between bare bounces timed one by one and timed in batches, found at the
 * start in the same processes. (The time of an empty interval would be too much, as the clock is read while the line is on its way.)
 * <p>
 * Windows are timed one by one. A wake-up is a round trip with a responder that sleeps, less half a round trip with one that is awake,
 * for the way of the answer: clocks of two processes are never compared.
 */
final class Initiator {

    private static final double MEDIAN = 50;
    private static final int SEGMENTS = 3;
    private static final WarmUp FIRST_WARM_UP = new WarmUp(10, 100, 100_000);
    private static final WarmUp WARM_UP = new WarmUp(4, 10, 10_000);
    private static final int MAX_ROUNDS = 1 << 20;
    private static final int MIN_ROUNDS = 2;
    private static final int MAX_GROWTH = 8;
    private static final int ATTEMPTS = 4;
    private static final double STEADY = 1.3;
    private static final int EMPTY_INTERVALS = 10_000;
    private static final int WAKES = 100;
    private static final int IDLE_PAUSES = 50;

    /** At least so many segments, and either the round trips or the most segments: what is slow at first needs time to be compiled. */
    private record WarmUp(int leastSegments, int mostSegments, int rounds) {
        boolean isOver(final long segments, final long roundsDone) {
            return segments >= leastSegments && roundsDone >= rounds || segments >= mostSegments;
        }
    }

    /** A loop that has been compiled. */
    private record Warmed(Operation operation, boolean batches) {
    }

    private final Side side;
    private long clockCostNs;
    private final Set<Warmed> warm = new HashSet<>();
    private long sequence;

    Initiator(final Side side) {
        this.side = side;
    }

    void run(final PrintStream out) {
        warmUp(Operation.BOUNCE, 0, false);
        clockCostNs = clockCostNs(warmUp(Operation.BOUNCE, 0, true));
        for (int i = 0; i < side.plan().works().size(); i++) {
            out.println(result(i).encode());
            out.flush();
        }
        command(Operation.END, 0, 0);
    }

    private RunResult result(final int index) {
        return switch (side.plan().pattern()) {
            case SLEEP -> measureSleep(index);
            case RMA -> measureAccess(index);
            case PING_PONG, WINDOW, MATCHING -> measure(index);
        };
    }

    private RunResult measure(final int index) {
        final Operation floor = floor(index);
        final Operation work = PeerKind.FLOOR == side.plan().peer() ? floor : work();
        final boolean batches = Operation.BOUNCE == floor || Operation.MATCH_SHALLOW == floor;
        final int floorRounds = warmUp(floor, index, batches);
        final int workRounds = warmUp(work, index, batches);
        warmUp(work, index, false);
        RunResult result = attempt(index, batches, floor, floorRounds, work, workRounds);
        for (int i = 1; i < ATTEMPTS && !steady(result); i++) {
            result = attempt(index, batches, floor, floorRounds, work, workRounds);
        }
        return result;
    }

    private Operation floor(final int index) {
        if (Pattern.WINDOW == side.plan().pattern()) {
            return Operation.COPY_WINDOW;
        }
        if (Pattern.MATCHING == side.plan().pattern()) {
            return Operation.MATCH_SHALLOW;
        }
        return side.plan().works().get(index).copies() ? Operation.COPY : Operation.BOUNCE;
    }

    private Operation work() {
        return switch (side.plan().pattern()) {
            case WINDOW -> Operation.WINDOW;
            case MATCHING -> Operation.MATCH_DEEP;
            case PING_PONG, SLEEP -> Operation.MESSAGE;
            case RMA -> Operation.ACCESS;
        };
    }

    private RunResult attempt(
        final int index,
        final boolean batches,
        final Operation floor,
        final int floorRounds,
        final Operation work,
        final int workRounds) {
        final Samples floors = newSamples(batches);
        final Samples medians = newSamples(batches);
        final Samples tails = batches ? newSamples(false) : medians;
        final double before = canary(index);
        for (int i = 0; i < SEGMENTS; i++) {
            segment(floor, index, floorRounds, floors, batches);
            segment(work, index, workRounds, medians, batches);
            if (batches) {
                segment(work, index, workRounds, tails, false);
            }
        }
        return new RunResult(before, canary(index), floors.messageNs(MEDIAN), 0, medians, tails);
    }

    private RunResult measureAccess(final int index) {
        final Work work = side.plan().works().get(index);
        final Operation floor = work.copies() ? Operation.ONE_SIDED_COPY : Operation.BOUNCE;
        final boolean batches = Access.Company.CROSSING != work.access().company();
        final int floorRounds = warmUp(floor, index, true);
        final int batchRounds = warmUp(Operation.ACCESS, index, batches);
        final int singleRounds = warmUp(Operation.ACCESS, index, false);
        RunResult result = attemptAccess(index, floorRounds, batchRounds, singleRounds);
        for (int i = 1; i < ATTEMPTS && !steady(result); i++) {
            result = attemptAccess(index, floorRounds, batchRounds, singleRounds);
        }
        return result;
    }

    private RunResult attemptAccess(final int index, final int floorRounds, final int batchRounds, final int singleRounds) {
        final Work work = side.plan().works().get(index);
        final Access.Company company = work.access().company();
        final Operation floor = work.copies() ? Operation.ONE_SIDED_COPY : Operation.BOUNCE;
        final boolean batches = Access.Company.CROSSING != company;
        final Samples floors = newSamples(true);
        final Samples tails = new Samples(Access.Company.CONTENDED == company ? 2 : 1, emptyIntervalNs());
        final Samples medians = batches ? newSamples(true) : tails;
        final double before = canary(index);
        for (int i = 0; i < SEGMENTS; i++) {
            segment(floor, index, floorRounds, floors, true);
            if (batches) {
                segment(Operation.ACCESS, index, batchRounds, medians, true);
            }
            segment(Operation.ACCESS, index, singleRounds, tails, false);
        }
        return new RunResult(before, canary(index), floors.messageNs(MEDIAN), 0, medians, tails);
    }

    /** What two looks at the clock take with nothing in between, and nothing on its way that would hide it. */
    private static long emptyIntervalNs() {
        final Samples empty = new Samples(1, 0);
        for (int i = 0; i < EMPTY_INTERVALS; i++) {
            final long start = System.nanoTime();
            empty.record(System.nanoTime() - start);
        }
        return Math.round(empty.messageNs(MEDIAN));
    }

    private RunResult measureSleep(final int index) {
        final int floorRounds = warmUp(Operation.BOUNCE, index, true);
        final int awakeRounds = warmUp(Operation.MESSAGE, index, false);
        final Samples floors = newSamples(true);
        final Samples awake = newSamples(false);
        final double before = canary(index);
        segment(Operation.BOUNCE, index, floorRounds, floors, true);
        segment(Operation.MESSAGE, index, awakeRounds, awake, false);
        final Samples wakes = new Samples(1, clockCostNs + Math.round(awake.messageNs(MEDIAN)));
        segment(Operation.WAKE, index, WAKES, wakes, false);
        segment(Operation.IDLE, index, IDLE_PAUSES * side.plan().segmentMs(), awake, false); // last: what waits is compiled by then
        final double share = ((IdleLoop) side.loop(Operation.IDLE, index)).share();
        return new RunResult(before, canary(index), floors.messageNs(MEDIAN), share, wakes, wakes);
    }

    private Samples newSamples(final boolean batches) {
        return batches ? new Samples(Loop.MESSAGES_IN_BATCH, 0) : new Samples(messagesInRound(), clockCostNs);
    }

    private int messagesInRound() {
        return Pattern.WINDOW == side.plan().pattern() ? Loop.WINDOW : Loop.MESSAGES_IN_ROUND_TRIP;
    }

    private long clockCostNs(final int rounds) {
        final Samples batches = new Samples(Loop.MESSAGES_IN_BATCH, 0);
        final Samples singles = new Samples(Loop.MESSAGES_IN_ROUND_TRIP, 0);
        for (int i = 0; i < SEGMENTS; i++) {
            segment(Operation.BOUNCE, 0, rounds, batches, true);
            segment(Operation.BOUNCE, 0, rounds, singles, false);
        }
        return Math.max(0, Math.round(Loop.MESSAGES_IN_ROUND_TRIP * (singles.messageNs(MEDIAN) - batches.messageNs(MEDIAN))));
    }

    private double canary(final int index) {
        command(Operation.BOUNCE, index, Bounce.CANARY_ROUNDS);
        return side.bounce().canaryNs();
    }

    private static boolean steady(final RunResult result) {
        final double low = Math.min(result.canaryBeforeNs(), result.canaryAfterNs());
        final double high = Math.max(result.canaryBeforeNs(), result.canaryAfterNs());
        return high <= low * STEADY;
    }

    /** Runs an operation until it is compiled, and finds how many of its round trips fill a segment. */
    private int warmUp(final Operation operation, final int index, final boolean batches) {
        final long segmentNs = side.plan().segmentNs();
        final WarmUp warmUp = warm.add(new Warmed(operation, batches)) ? FIRST_WARM_UP : WARM_UP;
        final Samples scrap = newSamples(batches);
        final int step = batches ? Loop.BATCH : MIN_ROUNDS;
        segment(operation, index, step, scrap, batches); // makes the matching lists, which counts for nothing
        final long startNs = System.nanoTime();
        long roundsDone = 0;
        int rounds = step;
        double roundNs = Double.MAX_VALUE; // the shortest seen: others may have lost their core for a while
        do {
            roundNs = Math.min(roundNs, (double) segment(operation, index, rounds, scrap, batches) / rounds);
            roundsDone += rounds;
            rounds = steps(Math.min(segmentNs / roundNs, (double) rounds * MAX_GROWTH), step);
        } while (rounds < steps(segmentNs / roundNs, step) || !warmUp.isOver((System.nanoTime() - startNs) / segmentNs, roundsDone));
        return rounds;
    }

    private static int steps(final double rounds, final int step) {
        return Math.max(1, (int) Math.min(MAX_ROUNDS, rounds) / step) * step;
    }

    private long segment(
        final Operation operation,
        final int index,
        final int rounds,
        final Samples samples,
        final boolean batches) {
        final Loop loop = side.loop(operation, index);
        command(operation, index, rounds);
        final long startNs = System.nanoTime();
        if (batches) {
            loop.batches(rounds, samples);
        } else {
            loop.singles(rounds, samples);
        }
        return System.nanoTime() - startNs;
    }

    private void command(final Operation operation, final int index, final int rounds) {
        sequence++;
        Line.command(sequence, operation.code(), index, rounds);
    }
}
