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
package io.tombolo.engine.order;

import io.tombolo.engine.Engine;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockAssertion;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A random program over a window in packet mode. All ranks run it in the recorded run. In a replay rank 0 runs it, and the others only send
 * and receive the messages. The transcript has what rank 0 has seen.
 */
final class WindowProgram {
    private static final int ROUNDS = 50;
    private static final int LENGTH = 24_000;
    private static final int COUNTERS = 64;
    private static final int COUNTER = 0;
    private static final int FLAG = COUNTERS;
    private static final int SLOTS = 128;
    private static final int TAG = 1;
    private static final int PARTS = 200;

    private final Engine engine;
    private final Communicator world;
    private final Random random;
    // Not the same in each run.
    private final Random timing;
    private final boolean hasWindow;
    private final List<String> transcript = new ArrayList<>();
    private final UnsafeBuffer part = new UnsafeBuffer(new byte[LENGTH]);
    private final UnsafeBuffer data = new UnsafeBuffer(new byte[LENGTH]);
    private final UnsafeBuffer result = new UnsafeBuffer(new byte[LENGTH]);
    private final Request[] requests = {new Request(), new Request()};
    // Rank 0 puts other bytes in this round.
    private final int changedRound;
    private Window window;
    private int round;

    WindowProgram(final Engine engine, final long seed, final long timing, final boolean isRecorded, final int changedRound) {
        this.engine = engine;
        this.world = engine.world();
        this.random = new Random(seed);
        this.timing = new Random(timing + engine.rank());
        this.hasWindow = isRecorded || engine.rank() == 0;
        this.changedRound = changedRound;
    }

    private boolean isFirst() {
        return engine.rank() == 0;
    }

    List<String> run() {
        if (hasWindow) {
            window = world.createWindow(part);
            add("window " + window.id() + " " + window.length(0));
        }
        for (round = 0; round < ROUNDS; round++) {
            final int kind = random.nextInt(8);
            final int target = random.nextInt(engine.size());
            final int length = random.nextInt(6) == 0 ? LENGTH - SLOTS - PARTS : 8 * (1 + random.nextInt(8));
            fill();
            if (hasWindow) {
                race();
                step(kind, target, length);
            } else if (kind == 0) {
                message(length);
            }
            add("round " + round + " " + hash(part, 0, SLOTS) + " " +
                hash(part, LENGTH - 8 * COUNTERS, 8 * COUNTERS));
        }
        if (hasWindow) {
            window.close();
        }
        return transcript;
    }

    private void step(final int kind, final int target, final int length) {
        switch (kind) {
            case 0 -> {
                putForMessage(length);
                message(length);
            }
            case 1 -> exclusive(target, length);
            case 2 -> values();
            case 3 -> fences(length);
            case 4 -> posts(length);
            case 5 -> starts(length);
            case 6 -> requests(target, length);
            default -> flag();
        }
        window.fence();
    }

    private void add(final String line) {
        if (isFirst()) {
            transcript.add(line);
        }
    }

    private void fill() {
        for (int at = 0; at < LENGTH - 8; at += 8) {
            data.putLong(at, round * 1_000_003L + at * (1 + engine.rank()));
        }
        if (isFirst() && round == changedRound) {
            data.putByte(3, (byte) 77);
        }
    }

    private static long hash(final UnsafeBuffer buffer, final int offset, final int length) {
        long hash = 0;
        for (int at = offset; at < offset + length; at++) {
            hash = hash * 31 + buffer.getByte(at);
        }
        return hash;
    }

    private void pause() {
        // Few yields: each may last a time slice where the processors are busy.
        for (int pause = timing.nextInt(4000); pause > 0; pause--) {
            Thread.onSpinWait();
        }
        if (timing.nextInt(16) == 0) {
            Thread.yield();
        }
    }

    private static int misses(final BooleanSupplier attempt) {
        int misses = 0;
        while (!attempt.getAsBoolean()) {
            TimeLimit.check();
            misses++;
        }
        return misses;
    }

    /** All ranks change counters of all ranks at the same time. */
    private void race() {
        pause();
        for (int i = 0; i < 3; i++) {
            final int target = timing.nextInt(engine.size());
            if (isFirst()) {
                final int own = i;
                window.lock(own, i == 0 ? LockType.EXCLUSIVE : LockType.SHARED);
                add("fetched " + window.fetchAndOp(1, AccumulateOp.SUM, own, COUNTER));
                add("swapped " + window.compareAndSwap(round, round + 1, own, COUNTER + 8));
                window.unlock(own);
            } else {
                window.lock(target, timing.nextBoolean() ? LockType.EXCLUSIVE : LockType.SHARED);
                window.fetchAndOp(1, AccumulateOp.SUM, target, COUNTER);
                window.compareAndSwap(timing.nextInt(ROUNDS), round, target, COUNTER + 8);
                window.put(data, 0, 8, target, LENGTH - 8L * (1 + timing.nextInt(COUNTERS)));
                window.unlock(target);
                pause();
            }
        }
    }

    /** A rank puts to rank 0, and then tells it by a message. */
    private void putForMessage(final int length) {
        if (engine.rank() == 1) {
            window.lock(0, LockType.SHARED, LockAssertion.NO_CHECK);
            window.put(data, 0, length, 0, SLOTS);
            window.unlock(0);
        }
    }

    private void message(final int length) {
        if (isFirst()) {
            if (round % 2 == 0) {
                world.recv(result, 0, 8, 1, TAG, null);
            } else {
                add("probes " + misses(() -> world.iprobe(1, TAG, null)));
                world.recv(result, 0, 8, Communicator.ANY_SOURCE, TAG, null);
            }
            add("told " + hash(part, SLOTS, length));
            part.putByte(SLOTS, (byte) round);
            world.send(part, SLOTS, 8, 1, TAG);
        } else if (engine.rank() == 1) {
            pause();
            world.send(data, 0, 8, 0, TAG);
            world.recv(result, 0, 8, 0, TAG, null);
        }
    }

    private void exclusive(final int target, final int length) {
        window.lock(target, LockType.EXCLUSIVE);
        window.get(result, 0, length, target, SLOTS);
        window.getAccumulate(data, 0, result, length, 4, ElementType.LONG, AccumulateOp.MAX, target, SLOTS);
        window.flush(target);
        add("got " + hash(result, 0, length + 32));
        window.put(data, 0, length, target, SLOTS);
        window.accumulate(data, 0, 5, ElementType.INT, AccumulateOp.XOR, target, SLOTS);
        window.unlock(target);
    }

    private void values() {
        window.lockAll();
        for (int target = 0; target < engine.size(); target++) {
            add("value " + window.fetchAndOp(engine.rank() + 1, AccumulateOp.SUM, target, SLOTS));
            window.getAccumulate(null, 0, result, 8L * target, 1, ElementType.LONG, AccumulateOp.NO_OP, target, SLOTS);
        }
        window.flushAll();
        add("values " + hash(result, 0, 8 * engine.size()));
        window.unlockAll();
    }

    private void fences(final int length) {
        window.fence();
        pause();
        for (int target = 0; target < engine.size(); target++) {
            window.accumulate(data, 0, length / 8, ElementType.LONG, AccumulateOp.SUM, target, SLOTS);
        }
        window.fence();
        add("fenced " + hash(part, SLOTS, length));
    }

    private void posts(final int length) {
        if (isFirst()) {
            window.post(1, 2);
            if (round % 2 == 0) {
                add("tests " + misses(window::test));
            } else {
                window.await();
            }
            add("posted " + hash(part, SLOTS, LENGTH - SLOTS - 8 * COUNTERS));
        } else {
            window.start(0);
            pause();
            window.put(data, 0, length / 2, 0, SLOTS + (engine.rank() - 1) * (length / 2));
            window.complete();
        }
    }

    private void starts(final int length) {
        if (isFirst()) {
            window.start(2, 1);
            window.put(data, 0, length, 1, SLOTS);
            window.get(result, 0, length, 2, SLOTS);
            window.complete();
            add("started " + hash(result, 0, length));
        } else {
            pause();
            window.post(0);
            window.await();
        }
    }

    private void requests(final int target, final int length) {
        if (isFirst()) {
            window.lock(target, LockType.SHARED);
            window.get(result, 0, length, target, SLOTS, requests[0]);
            window.put(data, 0, 8, target, SLOTS + LENGTH / 2, requests[1]);
            if (round % 2 == 0) {
                add("any " + Requests.waitAny(requests) + " " + Requests.waitAny(requests));
            } else {
                add("requests " + misses(requests[0]::test));
                requests[1].await();
            }
            add("requested " + hash(result, 0, length) + " " + requests[0].status().source() + " " + requests[1].status().length());
            window.unlock(target);
        }
    }

    /** A rank puts a flag, for which rank 0 looks in its own memory. */
    private void flag() {
        if (engine.rank() == 2) {
            pause();
            window.lock(0, LockType.SHARED, LockAssertion.NO_CHECK);
            data.putLong(0, round + 1);
            window.put(data, 0, 8, 0, FLAG);
            window.unlock(0);
        } else if (isFirst()) {
            int polls = 0;
            while (part.getLong(FLAG) != round + 1) {
                TimeLimit.check();
                engine.poll();
                polls++;
            }
            add("polls " + polls);
        }
    }
}
