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
package io.tombolo.engine.window;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where a thread of this rank enters and leaves the memory of one target, so that an engine that closes can see whether one is inside.
 * <pre>
 *   who accesses                            who closes
 *   enter(): word = 1                       end(): closed = true, fence in every thread
 *            load closed, no fence          wait until the word is 0
 *            turned away: word = 0          release the lock
 *   exit():  word = 0 (release)
 * </pre>
 * A store-load pair on both sides of which only the one that closes pays: {@link DirectAccesses#end()}.
 * <p>
 * <b>Threading:</b> one thread at a time for each target, and the one that closes.
 */
final class AccessGate {
    private static final int OUTSIDE = 0;
    private static final int INSIDE = 1;
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(AccessGate.class, "word", int.class);
        } catch (final ReflectiveOperationException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    private final DirectAccesses accesses;
    private int word = OUTSIDE;

    /**
     * Nobody is inside.
     *
     * @param accesses of this rank, which end them all.
     */
    AccessGate(final DirectAccesses accesses) {
        this.accesses = accesses;
    }

    /**
     * Lets the caller in, who must {@link #exit()}.
     *
     * @throws IllegalStateException if the engine is closed.
     */
    void enter() {
        // Opaque, both: the compiler keeps their order, and the fence of whoever closes the processor's.
        WORD.setOpaque(this, INSIDE);
        if (accesses.isOver()) {
            exit();
            accesses.checkOpen();
        }
    }

    /**
     * Lets a thread that waits inside know.
     *
     * @throws IllegalStateException if the engine is closed.
     */
    void checkOpen() {
        accesses.checkOpen();
    }

    void exit() {
        // Release; partner: the load in isEmpty, after which whoever closes sees all that was done inside.
        WORD.setRelease(this, OUTSIDE);
    }

    boolean isEmpty() {
        return (int) WORD.getAcquire(this) == OUTSIDE;
    }
}
