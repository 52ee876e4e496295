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
 * Rank 0 offers memory in a window and makes no further calls: it only computes. The other ranks draw tickets from a counter there with
 * {@code fetchAndOp}, and add them to a sum under an exclusive lock, by a get, an addition and a put.
 */
public final class SharedCounter {
    private static final int DRAWS = 500;

    // Offsets in the window, in bytes.
    private static final int NEXT_TICKET = 0;
    private static final int SUM = 8;
    private static final int BOOKED = 16;
    private static final int LENGTH = 24;

    private SharedCounter() {
    }

    /**
     * Runs one rank: the owner of the memory, or one that draws tickets.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        // A second thread, the agent, serves the window of rank 0 while it computes. So the engine must allow several threads.
        try (Engine engine = Engine.launch(new EngineContext().threadLevel(ThreadLevel.MULTIPLE))) {
            final Communicator world = engine.world();
            final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
            final long all = (world.size() - 1L) * DRAWS;
            // All ranks make the window together, and close it together.
            try (Window window = world.createWindow(memory)) {
                if (world.rank() == 0) {
                    compute(memory, all);
                } else {
                    draw(window);
                }
            }
            if (world.rank() == 0) {
                check(memory, all);
            }
        }
    }

    /** Stands for a long computation: it reads the memory, but calls nothing of the engine. */
    private static void compute(final UnsafeBuffer memory, final long all) {
        while (memory.getLongVolatile(BOOKED) < all) {
            Thread.onSpinWait();
        }
    }

    private static void draw(final Window window) {
        final UnsafeBuffer sum = new UnsafeBuffer(new byte[Long.BYTES]);
        for (int i = 0; i < DRAWS; i++) {
            // Several ranks may hold a shared lock at the same time. fetchAndOp is atomic: it adds 1 and returns the value before.
            window.lock(0, LockType.SHARED);
            final long ticket = window.fetchAndOp(1, AccumulateOp.SUM, 0, NEXT_TICKET);
            window.unlock(0);
            // A get, an addition and a put are not atomic together, so they need an exclusive lock.
            window.lock(0, LockType.EXCLUSIVE);
            window.get(sum, 0, Long.BYTES, 0, SUM);
            // Completes the get: only now the buffer has the value.
            window.flush(0);
            sum.putLong(0, sum.getLong(0) + ticket);
            window.put(sum, 0, Long.BYTES, 0, SUM);
            window.fetchAndOp(1, AccumulateOp.SUM, 0, BOOKED);
            window.unlock(0);
        }
    }

    private static void check(final UnsafeBuffer memory, final long all) {
        final long sum = memory.getLong(SUM);
        if (memory.getLong(NEXT_TICKET) != all || sum != all * (all - 1) / 2) {
            throw new IllegalStateException("tickets=" + memory.getLong(NEXT_TICKET) + " sum=" + sum + " of draws=" + all);
        }
        System.out.println(all + " tickets drawn and booked, each once: their sum is " + sum);
    }
}
