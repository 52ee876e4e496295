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
 * The gate to the memory of one target. A thread of this rank passes it on its way in and on its way out, so that a closing engine sees
 * whether a thread is inside.
 * <pre>
 *   accessing thread                        closing thread
 *   enter(): word = 1                       end(): closed = true, fence in every thread
 *            load closed, no fence                 wait until the word is 0
 *            if closed: word = 0, throw            release the lock
 *   exit():  word = 0 (release)
 * </pre>
 * Both sides store and then load. Only the closing thread pays for the fence between the two: see {@link DirectAccesses#end()}.
 * <p>
 * <b>Threading:</b> one accessing thread at a time for each target, and the closing thread.
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
     * Creates a gate with no thread inside.
     *
     * @param accesses of this rank; they know whether the engine is closed.
     */
    AccessGate(final DirectAccesses accesses) {
        this.accesses = accesses;
    }

    /**
     * Enters. The caller must {@link #exit()}.
     *
     * @throws IllegalStateException if the engine is closed.
     */
    void enter() {
        // Both opaque: this keeps the compiler from reordering them. Partner: the fence of the closing thread, which orders the processor.
        WORD.setOpaque(this, INSIDE);
        if (accesses.isOver()) {
            exit();
            accesses.checkOpen();
        }
    }

    /**
     * Checks for a thread that waits inside.
     *
     * @throws IllegalStateException if the engine is closed.
     */
    void checkOpen() {
        accesses.checkOpen();
    }

    void exit() {
        // Release; partner: the load in isEmpty, after which the closing thread sees all that was done inside.
        WORD.setRelease(this, OUTSIDE);
    }

    boolean isEmpty() {
        return (int) WORD.getAcquire(this) == OUTSIDE;
    }
}
