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

import io.tombolo.ringbuffers.libc.LibC;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The windows of this rank in direct mode. When the engine closes, their accesses end before the rank counts as gone. After that, other
 * ranks may take the locks that it holds, so it must not store any more.
 */
final class DirectAccesses {
    private static final long FENCE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LEAVE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final VarHandle OVER;

    static {
        try {
            OVER = MethodHandles.lookup().findVarHandle(DirectAccesses.class, "over", boolean.class);
        } catch (final ReflectiveOperationException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    private final Set<DirectAccess> open = ConcurrentHashMap.newKeySet();
    private boolean over;

    void opened(final DirectAccess access) {
        open.add(access);
    }

    void closed(final DirectAccess access) {
        open.remove(access);
    }

    boolean isOver() {
        return (boolean) OVER.getOpaque(this);
    }

    void checkOpen() {
        if (isOver()) {
            throw new IllegalStateException("this engine is closed");
        }
    }

    /**
     * Refuses new accesses, waits for the threads inside to leave, and releases the locks that this rank holds.
     */
    void end() {
        OVER.setVolatile(this, true);
        if (open.isEmpty()) {
            return;
        }
        fence();
        final long deadline = System.nanoTime() + LEAVE_NS;
        for (final DirectAccess access : open) {
            access.end(deadline);
        }
    }

    /**
     * Orders the stores and loads of all threads of this process. Without natives it waits longer than a processor holds a store back: then
     * a thread that has not seen the mark has published that it is inside.
     */
    private void fence() {
        if (!LibC.membarrier()) {
            VarHandle.fullFence();
            final long end = System.nanoTime() + FENCE_NS;
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(this, FENCE_NS);
            }
        }
    }
}
