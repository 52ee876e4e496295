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
package io.tombolo.tools.examples;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Tickets and a ledger in the memory of rank 0, which computes and calls nothing: the others draw numbers with {@code fetchAndOp} under
 * shared locks, and book what they drew under exclusive ones, with a get, an addition of their own and a put.
 */
public final class SharedCounter {
    private static final int DRAWS = 500;
    private static final int TICKETS = 0;
    private static final int LEDGER = 8;
    private static final int BOOKED = 16;
    private static final int LENGTH = 24;

    private SharedCounter() {
    }

    /**
     * Plays one rank: the holder of the memory or one of those who draw.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        // The agent that serves the memory of a rank while it computes is a second thread.
        try (Engine engine = Engine.launch(new EngineContext().threadLevel(ThreadLevel.MULTIPLE))) {
            final Communicator world = engine.world();
            final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
            final long all = (world.size() - 1L) * DRAWS;
            try (Window window = world.createWindow(memory)) {
                if (world.rank() == 0) {
                    compute(memory, all);
                } else {
                    draw(window);
                }
            }
            if (world.rank() == 0) {
                print(memory, all);
            }
        }
    }

    private static void compute(final UnsafeBuffer memory, final long all) {
        while (memory.getLongVolatile(BOOKED) < all) {
            Thread.onSpinWait();
        }
    }

    private static void draw(final Window window) {
        final UnsafeBuffer ledger = new UnsafeBuffer(new byte[8]);
        for (int i = 0; i < DRAWS; i++) {
            window.lock(0, LockType.SHARED);
            final long ticket = window.fetchAndOp(1, AccumulateOp.SUM, 0, TICKETS);
            window.unlock(0);
            window.lock(0, LockType.EXCLUSIVE);
            window.get(ledger, 0, Long.BYTES, 0, LEDGER);
            window.flush(0);
            ledger.putLong(0, ledger.getLong(0) + ticket);
            window.put(ledger, 0, Long.BYTES, 0, LEDGER);
            window.fetchAndOp(1, AccumulateOp.SUM, 0, BOOKED);
            window.unlock(0);
        }
    }

    private static void print(final UnsafeBuffer memory, final long all) {
        final long sum = memory.getLong(LEDGER);
        if (memory.getLong(TICKETS) != all || sum != all * (all - 1) / 2) {
            throw new IllegalStateException("tickets=" + memory.getLong(TICKETS) + " sum=" + sum + " of draws=" + all);
        }
        System.out.println(all + " tickets drawn and booked, each once: their sum is " + sum);
    }
}
