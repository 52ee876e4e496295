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
package io.tombolo.jmh.bench.process;

import io.tombolo.jmh.bench.line.Bounce;
import io.tombolo.jmh.bench.line.Line;
import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Set;

/**
 * The process that leads the measurement and takes the times.
 * <p>
 * For each piece of work it does the following: warm up, and find out how many round trips fill a segment; collect garbage; measure the
 * canary; measure segments of the floor and of the work in turn; measure the canary again. If the two canaries differ too much, the state
 * of the machine has changed in between, and the work is measured again.
 * <p>
 * Below 4 KiB the median comes from batches of {@link Loop#BATCH} round trips, in which the cost of the clock does not matter, and the
 * tails come from single round trips. From 4 KiB on, single round trips give both, because buffers may be rewritten between them. The cost
 * of the clock is subtracted from each single round trip. It is the difference between bare bounces timed one by one and in batches,
 * measured at the start in the same processes. (The time of an empty interval would be too much, because the clock is read while the line
 * is on its way.)
 * <p>
 * Streams and rounds of one-way traffic are always timed one by one. Exchanges are always timed in batches, and their tails are those of
 * the mean of a batch. The time of a collective operation is the mean of a round, at the rank that took longest. The time of a wake-up is
 * that of a round trip with a sleeping responder, less half a round trip with one that is awake. The latency of a feed is that of a message
 * with an answer through the bare cache line, less half a bounce. Points in time of two processes are never compared.
 */
final class Initiator {

    private static final double MEDIAN = 50;
    private static final int SEGMENTS = 3;
    private static final int MAX_ROUNDS = 1 << 20;
    private static final int MIN_ROUNDS = 2;
    private static final int MAX_GROWTH = 8;
    private static final int ATTEMPTS = 4;
    private static final double STEADY = 1.3;

    /** A round trip counts as an improvement if it takes less than this share of the shortest one before. */
    private static final double IMPROVED = 0.95;

    private static final int IDLE_PAUSES = 50;

    /** With 100 wake-ups, one hiccup of the machine would set the 99th percentile. */
    private static final int WAKES = 300;

    /** The code of a wake-up runs once for each of them, so this many are needed until it is compiled. */
    private static final int WAKES_TO_WARM_UP = 1_000;
    private static final int WAKES_TO_TRY = 10;

    /** A loop whose code has been compiled. */
    private record Warmed(BenchOperation operation, boolean batches) {
    }

    /** A kind of message, which may have code paths of its own. */
    private record Taken(BenchOperation operation, BufferKind buffer, int size, CollectiveKind kind) {
    }

    private final ProcessLoops side;
    private long clockCostNs;
    private final Set<Warmed> warm = new HashSet<>();
    private final Set<Taken> taken = new HashSet<>();
    private long sequence;
    private long crowdSequence;

    Initiator(final ProcessLoops side) {
        this.side = side;
    }

    void run(final PrintStream out) {
        warmUp(BenchOperation.BOUNCE, 0, false);
        clockCostNs = clockCostNs(warmUp(BenchOperation.BOUNCE, 0, true));
        for (int i = 0; i < side.plan().works().size(); i++) {
            out.println(result(i).encode());
            out.flush();
        }
        command(BenchOperation.END, 0, 0);
    }

    private RunResult result(final int index) {
        return switch (side.plan().pattern()) {
            case SLEEP -> measureSleep(index);
            case RMA -> measureAccess(index);
            case PING_PONG, WINDOW, MATCHING, BOTH_WAYS, ALL_TO_ALL, ONE_WAY, FAN_IN, FEED, COLLECTIVE -> measure(index);
            case FEED_LATENCY -> measureFeedLatency(index);
        };
    }

    private RunResult measure(final int index) {
        final BenchOperation floor = floor(index);
        final BenchOperation work = PeerKind.FLOOR == side.plan().peer() ? floor : work();
        final boolean batches = BenchOperation.BOUNCE == floor || BenchOperation.MATCH_SHALLOW == floor;
        final int floorRounds = warmUp(floor, index, batches);
        final int workRounds = warmUp(work, index, batches && BenchOperation.COLLECTIVE != work);
        if (!isCrowded(work) && !side.plan().pattern().isOneWay()) {
            warmUp(work, index, false);
        }
        RunResult result = attempt(index, batches, floor, floorRounds, work, workRounds);
        for (int i = 1; i < ATTEMPTS && !stands(result); i++) {
            result = attempt(index, batches, floor, floorRounds, work, workRounds);
        }
        return result;
    }

    private BenchOperation floor(final int index) {
        if (TrafficPattern.WINDOW == side.plan().pattern() || side.plan().pattern().isOneWay()) {
            return BenchOperation.COPY_STREAM;
        }
        if (TrafficPattern.MATCHING == side.plan().pattern()) {
            return BenchOperation.MATCH_SHALLOW;
        }
        // The floor of exchanges and collective operations is a bounce, whatever their size.
        return !isCrowded(work()) && side.plan().works().get(index).copies() ? BenchOperation.COPY : BenchOperation.BOUNCE;
    }

    /** Tells whether an operation is one of all ranks, which one of them cannot time alone. */
    private static boolean isCrowded(final BenchOperation work) {
        return BenchOperation.EXCHANGE == work || BenchOperation.COLLECTIVE == work;
    }

    private BenchOperation work() {
        return switch (side.plan().pattern()) {
            case WINDOW -> BenchOperation.STREAM;
            case MATCHING -> BenchOperation.MATCH_DEEP;
            case BOTH_WAYS, ALL_TO_ALL -> BenchOperation.EXCHANGE;
            case PING_PONG, SLEEP -> BenchOperation.MESSAGE;
            case RMA -> BenchOperation.ACCESS;
            case ONE_WAY -> BenchOperation.ONE_WAY;
            case FAN_IN -> BenchOperation.FAN_IN;
            case FEED -> BenchOperation.FEED;
            case FEED_LATENCY -> BenchOperation.FEED_LATENCY;
            case COLLECTIVE -> BenchOperation.COLLECTIVE;
        };
    }

    private RunResult attempt(
        final int index,
        final boolean batches,
        final BenchOperation floor,
        final int floorRounds,
        final BenchOperation work,
        final int workRounds) {
        final boolean inBatches = batches && BenchOperation.COLLECTIVE != work;
        final boolean singles = inBatches && BenchOperation.EXCHANGE != work;
        final Samples floors = newSamples(floor, index, batches);
        final Samples medians = newSamples(work, index, inBatches);
        final Samples tails = singles ? newSamples(work, index, false) : medians;
        final long collections = collect(index);
        final double before = canary(index);
        for (int i = 0; i < SEGMENTS; i++) {
            segment(floor, index, floorRounds, floors, batches);
            segment(work, index, workRounds, medians, inBatches);
            if (singles) {
                segment(work, index, workRounds, tails, false);
            }
        }
        final double after = canary(index);
        return new RunResult(before, after, floors.messageNs(MEDIAN), 0, GarbageCollections.count() - collections, medians, tails);
    }

    private RunResult measureAccess(final int index) {
        final Work work = side.plan().works().get(index);
        final BenchOperation floor = work.copies() ? BenchOperation.ONE_SIDED_COPY : BenchOperation.BOUNCE;
        final boolean batches = WindowAccess.Company.CROSSING != work.access().company();
        final int floorRounds = warmUp(floor, index, true);
        final int batchRounds = warmUp(BenchOperation.ACCESS, index, batches);
        final int singleRounds = warmUp(BenchOperation.ACCESS, index, false);
        RunResult result = attemptAccess(index, floorRounds, batchRounds, singleRounds);
        for (int i = 1; i < ATTEMPTS && !stands(result); i++) {
            result = attemptAccess(index, floorRounds, batchRounds, singleRounds);
        }
        return result;
    }

    private RunResult attemptAccess(final int index, final int floorRounds, final int batchRounds, final int singleRounds) {
        final Work work = side.plan().works().get(index);
        final WindowAccess.Company company = work.access().company();
        final BenchOperation floor = work.copies() ? BenchOperation.ONE_SIDED_COPY : BenchOperation.BOUNCE;
        final boolean batches = WindowAccess.Company.CROSSING != company;
        final Samples floors = newSamples(floor, index, true);
        final Samples tails = new Samples(WindowAccess.Company.CONTENDED == company ? 2 : 1, clockCostNs);
        final Samples medians = batches ? newSamples(BenchOperation.ACCESS, index, true) : tails;
        final long collections = collect(index);
        final double before = canary(index);
        for (int i = 0; i < SEGMENTS; i++) {
            segment(floor, index, floorRounds, floors, true);
            if (batches) {
                segment(BenchOperation.ACCESS, index, batchRounds, medians, true);
            }
            segment(BenchOperation.ACCESS, index, singleRounds, tails, false);
        }
        final double after = canary(index);
        return new RunResult(before, after, floors.messageNs(MEDIAN), 0, GarbageCollections.count() - collections, medians, tails);
    }

    /** Each answer takes half a bounce, which is subtracted. */
    private RunResult measureFeedLatency(final int index) {
        final int bounces = warmUp(BenchOperation.BOUNCE, index, true);
        final int rounds = warmUp(BenchOperation.FEED_LATENCY_OF_ONE, index, true);
        warmUp(BenchOperation.FEED_LATENCY, index, true);
        RunResult result = attemptFeedLatency(index, bounces, rounds);
        for (int i = 1; i < ATTEMPTS && !stands(result); i++) {
            result = attemptFeedLatency(index, bounces, rounds);
        }
        return result;
    }

    private RunResult attemptFeedLatency(final int index, final int bounces, final int rounds) {
        final Samples answers = newSamples(BenchOperation.BOUNCE, index, true);
        final long collections = collect(index);
        final double before = canary(index);
        segment(BenchOperation.BOUNCE, index, bounces, answers, true);
        final long answerNs = Math.round(Loop.BATCH * answers.messageNs(MEDIAN));
        final Samples ofOne = new Samples(Loop.BATCH, answerNs);
        final Samples farthest = new Samples(Loop.BATCH, answerNs);
        for (int i = 0; i < SEGMENTS; i++) {
            segment(BenchOperation.FEED_LATENCY_OF_ONE, index, rounds, ofOne, true);
            segment(BenchOperation.FEED_LATENCY, index, rounds, farthest, true);
        }
        final double after = canary(index);
        return new RunResult(before, after, ofOne.messageNs(MEDIAN), 0, GarbageCollections.count() - collections, farthest, farthest);
    }

    private RunResult measureSleep(final int index) {
        final int floorRounds = warmUp(BenchOperation.BOUNCE, index, true);
        final int awakeRounds = warmUp(BenchOperation.MESSAGE, index, false);
        final Samples floors = newSamples(BenchOperation.BOUNCE, index, true);
        final Samples awake = newSamples(BenchOperation.MESSAGE, index, false);
        final long collections = collect(index);
        final double before = canary(index);
        segment(BenchOperation.BOUNCE, index, floorRounds, floors, true);
        segment(BenchOperation.MESSAGE, index, awakeRounds, awake, false);
        final Samples wakes = new Samples(1, clockCostNs + Math.round(awake.messageNs(MEDIAN)));
        final Samples scrap = newSamples(BenchOperation.WAKE_SOON, index, false);
        segment(BenchOperation.WAKE_SOON, index, isTooShort() ? WAKES_TO_TRY : WAKES_TO_WARM_UP, scrap, false);
        segment(BenchOperation.WAKE, index, WAKES, wakes, false);
        // Last, so that the rank has been almost idle for seconds.
        segment(BenchOperation.IDLE, index, IDLE_PAUSES * side.plan().segmentMs(), wakes, false);
        final double share = ((IdleLoop) side.loop(BenchOperation.IDLE, index)).share();
        final double after = canary(index);
        return new RunResult(before, after, floors.messageNs(MEDIAN), share, GarbageCollections.count() - collections, wakes, wakes);
    }

    private Samples newSamples(final BenchOperation operation, final int index, final boolean batches) {
        if (BenchOperation.EXCHANGE == operation) {
            return new Samples(Loop.BATCH, 0);
        }
        if (BenchOperation.COLLECTIVE == operation) {
            return collectiveSamples(side.plan().works().get(index));
        }
        return batches ? new Samples(Loop.MESSAGES_IN_BATCH, 0) : new Samples(messagesInRound(operation, index), clockCostNs);
    }

    private Samples collectiveSamples(final Work work) {
        final int calls = work.collective().callsInRound(work.size());
        return new Samples(calls, CollectiveSetup.startsEach(work.size()) ? calls * clockCostNs : 0);
    }

    private int messagesInRound(final BenchOperation operation, final int index) {
        return switch (operation) {
            case STREAM, COPY_STREAM -> Loop.STREAM;
            case ONE_WAY, FEED -> side.plan().works().get(index).messagesInRound();
            case FAN_IN -> side.plan().works().get(index).messagesInRound() * Plan.SENDERS;
            default -> Loop.MESSAGES_IN_ROUND_TRIP;
        };
    }

    private long clockCostNs(final int rounds) {
        final Samples batches = new Samples(Loop.MESSAGES_IN_BATCH, 0);
        final Samples singles = new Samples(Loop.MESSAGES_IN_ROUND_TRIP, 0);
        for (int i = 0; i < SEGMENTS; i++) {
            segment(BenchOperation.BOUNCE, 0, rounds, batches, true);
            segment(BenchOperation.BOUNCE, 0, rounds, singles, false);
        }
        return Math.max(0, Math.round(Loop.MESSAGES_IN_ROUND_TRIP * (singles.messageNs(MEDIAN) - batches.messageNs(MEDIAN))));
    }

    /**
     * Collects the garbage of the warm-up in the initiator and the first responder. Otherwise a collection could fall into the measurement.
     * After a collection objects lie where they lie in a process that has run for long, so that storing a reference costs the same.
     *
     * @return number of collections of this process so far.
     */
    private long collect(final int index) {
        command(BenchOperation.COLLECT, index, 1);
        System.gc();
        side.bounce().meet();
        return GarbageCollections.count();
    }

    private double canary(final int index) {
        command(BenchOperation.BOUNCE, index, Bounce.CANARY_ROUNDS);
        return side.bounce().canaryNs();
    }

    /** Tells whether a result is good: the machine stayed in one state, or the segments are too short to mean anything. */
    private boolean stands(final RunResult result) {
        return isTooShort() || steady(result);
    }

    private boolean isTooShort() {
        return WarmUp.TOO_SHORT_MS == side.plan().segmentMs();
    }

    private static boolean steady(final RunResult result) {
        final double low = Math.min(result.canaryBeforeNs(), result.canaryAfterNs());
        final double high = Math.max(result.canaryBeforeNs(), result.canaryAfterNs());
        return high <= low * STEADY;
    }

    /** Runs an operation until its code is compiled. Returns how many of its round trips fill a segment. */
    private int warmUp(final BenchOperation operation, final int index, final boolean batches) {
        final long segmentNs = side.plan().segmentNs();
        final WarmUp warmUp = warmUp(operation, side.plan().works().get(index), batches);
        final Samples scrap = newSamples(operation, index, batches);
        final int step = batches ? Loop.BATCH : BenchOperation.COLLECTIVE == operation ? 1 : MIN_ROUNDS;
        segment(operation, index, step, scrap, batches); // makes the matching lists; its time does not count
        final long startNs = System.nanoTime();
        long roundsDone = 0;
        int rounds = step;
        double roundNs = Double.MAX_VALUE; // the shortest so far: others may have lost their core for a while
        double bestNs = Double.MAX_VALUE;
        long improvedNs = 0;
        do {
            roundNs = Math.min(roundNs, (double) segment(operation, index, rounds, scrap, batches) / rounds);
            if (roundNs < IMPROVED * bestNs) {
                bestNs = roundNs;
                improvedNs = System.nanoTime() - startNs;
            }
            roundsDone += rounds;
            rounds = steps(Math.min(segmentNs / roundNs, (double) rounds * MAX_GROWTH), step);
        } while (rounds < steps(segmentNs / roundNs, step)
            || !warmUp.isOver(System.nanoTime() - startNs, improvedNs, side.plan().segmentMs(), roundsDone));
        return rounds;
    }

    private WarmUp warmUp(final BenchOperation operation, final Work work, final boolean batches) {
        final boolean isNextWork = taken.add(new Taken(operation, work.buffer(), work.size(), work.collective().kind()));
        return WarmUp.of(side.plan().pattern(), operation, warm.add(new Warmed(operation, batches)), isNextWork);
    }

    private static int steps(final double rounds, final int step) {
        return Math.max(1, (int) Math.min(MAX_ROUNDS, rounds) / step) * step;
    }

    private long segment(
        final BenchOperation operation,
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

    private void command(final BenchOperation operation, final int index, final int rounds) {
        sequence++;
        Line.command(sequence, operation.code(), index, rounds);
        // All processes take part in these, so none can be a command behind.
        if (BenchOperation.EXCHANGE == operation || BenchOperation.FAN_IN == operation || BenchOperation.COLLECTIVE == operation
            || BenchOperation.END == operation) {
            crowdSequence++;
            Line.commandCrowd(crowdSequence, operation.code(), index, rounds);
        }
    }
}
