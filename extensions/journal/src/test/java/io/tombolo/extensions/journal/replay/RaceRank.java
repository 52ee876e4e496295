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
package io.tombolo.extensions.journal.replay;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The ranks of a race: all but rank 0 send with jitter, and rank 0 takes what comes ({@link RaceReceiver}). What rank 0 does follows from
 * the seed, and from nothing else but the outcomes of its calls.
 */
final class RaceRank {
    static final int LONGEST = 100_000;
    static final int ECHO_TAG = 7;
    static final int CLAIM_TAG = 8;
    static final int CLAIMS = 12;
    static final int CLAIM_LENGTH = 4_000;
    private static final int TAGS = 3;
    private static final int LONG = 40_000;
    private static final int JITTER_NS = 60_000;

    private final Engine engine;
    private final Random random;
    private final Random jitter = new Random();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONGEST]);
    private final Request request = new Request();
    private int sent;

    RaceRank(final Engine engine, final long seed) {
        this.engine = engine;
        this.random = new Random(seed * 31 + engine.rank());
    }

    /** Sends the messages of each round, and answers rank 0 after it. */
    void run(final int rounds, final int messages) {
        final Communicator world = engine.world();
        final Communicator parity = world.split(engine.rank() & 1, engine.rank());
        final Communicator copy = world.dup();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < messages; i++) {
                send(world);
            }
            copy.recv(buffer, 0, LONGEST, 0, ECHO_TAG, null);
            copy.send(buffer, 0, Integer.BYTES * (1 + engine.rank()), 0, ECHO_TAG);
            for (int i = 0; i < CLAIMS; i++) {
                pause();
                copy.recv(buffer, 0, LONGEST, 0, CLAIM_TAG, null);
            }
            world.barrier();
            if ((engine.rank() & 1) == 0) {
                parity.barrier();
            }
        }
        copy.close();
        parity.close();
    }

    private void send(final Communicator world) {
        pause();
        final int kind = random.nextInt(8);
        final int length = kind == 0 ? 0 : kind == 1 ? LONG + random.nextInt(LONG) : Long.BYTES + random.nextInt(100);
        buffer.putInt(0, engine.rank());
        buffer.putInt(Integer.BYTES, sent++);
        buffer.putByte(Math.max(0, length - 1), (byte) sent);
        final int tag = random.nextInt(TAGS);
        switch (random.nextInt(3)) {
            case 0 -> world.send(buffer, 0, length, 0, tag);
            case 1 -> world.ssend(buffer, 0, length, 0, tag);
            default -> {
                world.isend(buffer, 0, length, 0, tag, request);
                request.await();
            }
        }
    }

    private void pause() {
        if (jitter.nextInt(4) == 0) {
            LockSupport.parkNanos(jitter.nextInt(JITTER_NS));
        }
    }
}
