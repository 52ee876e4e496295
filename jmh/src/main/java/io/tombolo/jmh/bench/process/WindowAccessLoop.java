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

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.jmh.bench.line.Bounce;
import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;
import org.agrona.MutableDirectBuffer;

/**
 * Accesses to the responder's part of a window, timed by the initiator.
 * <p>
 * The two meet at the bare cache line before the clock starts and after the last access. What the responder does in between depends on the
 * {@link WindowAccess.Company}. While it makes no access itself, it serves a window in packet mode; in direct mode it waits at the cache
 * line.
 */
final class WindowAccessLoop implements Loop {

    private static final int TARGET = 1;

    private final Window window;
    private final Runnable progress;
    private final Bounce bounce;
    private final WindowAccess.Kind kind;
    private final WindowAccess.Company company;
    private final int size;
    private final MutableDirectBuffer buffer;

    /** Makes a loop whose {@code progress} serves the window once; the caller owns the window and the buffer. */
    WindowAccessLoop(
        final Window window,
        final Runnable progress,
        final Bounce bounce,
        final WindowAccess access,
        final int size,
        final MutableDirectBuffer buffer) {
        this.window = window;
        this.progress = progress;
        this.bounce = bounce;
        this.kind = access.kind();
        this.company = access.company();
        this.size = size;
        this.buffer = buffer;
    }

    private void access() {
        switch (kind) {
            case LOCK_PUT_UNLOCK -> {
                window.lock(TARGET, LockType.EXCLUSIVE);
                window.put(buffer, 0, size, TARGET, 0);
                window.unlock(TARGET);
            }
            case LOCK_GET_UNLOCK -> {
                window.lock(TARGET, LockType.SHARED);
                window.get(buffer, 0, size, TARGET, 0);
                window.unlock(TARGET);
            }
            case PUT_FLUSH -> {
                window.put(buffer, 0, size, TARGET, 0);
                window.flush(TARGET);
            }
            case GET_FLUSH -> {
                window.get(buffer, 0, size, TARGET, 0);
                window.flush(TARGET);
            }
            case FETCH_AND_OP -> window.fetchAndOp(1, AccumulateOp.SUM, TARGET, 0);
            case COMPARE_AND_SWAP -> window.compareAndSwap(0, 0, TARGET, 0);
            case NONE -> throw new IllegalStateException("kind=" + kind);
            default -> throw new IllegalStateException("kind=" + kind);
        }
    }

    private void open() {
        if (!kind.locks()) {
            window.lock(TARGET, LockType.SHARED);
        }
    }

    private void close() {
        if (!kind.locks()) {
            window.unlock(TARGET);
        }
    }

    /** Makes two accesses a round, or one if the responder makes the other. */
    @Override
    public void batches(final int rounds, final Samples samples) {
        open();
        bounce.meet();
        final int inBatch = company == WindowAccess.Company.CONTENDED ? BATCH : MESSAGES_IN_BATCH;
        for (int done = 0; done < rounds; done += BATCH) {
            final long start = System.nanoTime();
            for (int i = 0; i < inBatch; i++) {
                access();
            }
            samples.record(System.nanoTime() - start);
        }
        bounce.meet();
        close();
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        open();
        bounce.meet();
        for (int done = 0; done < rounds; done++) {
            final long start = System.nanoTime();
            access();
            samples.record(System.nanoTime() - start);
            if (company == WindowAccess.Company.CROSSING) {
                bounce.meet();
            }
        }
        bounce.meet();
        close();
    }

    @Override
    public void answer(final int rounds) {
        if (company != WindowAccess.Company.IDLE) {
            open();
        }
        awaitPing();
        bounce.pong();
        for (int done = 0; company != WindowAccess.Company.IDLE && done < rounds; done++) {
            if (company == WindowAccess.Company.CROSSING) {
                awaitPing();
            }
            access();
            if (company == WindowAccess.Company.CROSSING) {
                bounce.pong();
            }
        }
        awaitPing();
        bounce.pong();
        if (company != WindowAccess.Company.IDLE) {
            close();
        }
    }

    private void awaitPing() {
        while (window.mode() == WindowMode.PACKET && !bounce.isPinged()) {
            progress.run();
        }
        bounce.awaitPing();
    }
}
