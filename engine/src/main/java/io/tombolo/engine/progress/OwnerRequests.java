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
package io.tombolo.engine.progress;

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.ringbuffers.flight.OrderLimit;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;

/**
 * Requests that only the progress owner can answer, outside of the message path. Each hands an operation to the owner and waits until it
 * ends. Any thread that the engine's level allows.
 */
public final class OwnerRequests {
    private final Progress progress;

    /**
     * Makes requests to the owner of one rank.
     *
     * @param progress of this rank.
     */
    public OwnerRequests(final Progress progress) {
        this.progress = progress;
    }

    /**
     * Makes the buffer from which copies of messages are sent.
     *
     * @param bytes length of the buffer, from 1 to {@link Integer#MAX_VALUE}.
     * @throws IllegalArgumentException if the length is out of range.
     * @throws IllegalStateException    if a buffer is attached.
     */
    public void attachBuffer(final long bytes) {
        if (bytes < 1 || bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("bytes=" + bytes + " must be from 1 to " + Integer.MAX_VALUE);
        }
        final ByteBuffer memory = ByteBuffer.allocateDirect((int) bytes);
        final Operation attach = new Operation();
        attach.begin(Operation.Kind.ATTACH);
        attach.place(null, BufferUtil.address(memory), bytes, memory);
        if (ask(attach) == Outcome.CANCELLED) {
            throw new IllegalStateException("a buffer is attached: detach it first");
        }
    }

    /**
     * Waits until all copies have left, then releases the buffer.
     *
     * @param timeoutNs longest wait in nanoseconds, or {@link Long#MAX_VALUE}.
     * @throws DeadlineException  if the time is up; the buffer stays attached.
     * @throws InterruptException if the thread is interrupted; the buffer stays attached.
     */
    public void detachBuffer(final long timeoutNs) {
        progress.handlerCalls().refuse("detachBuffer");
        final Operation detach = new Operation();
        final WaitSteps steps = progress.waitSteps();
        final long deadline = Deadline.after(timeoutNs);
        int idle = 0;
        for (long mark = steps.mark(); !tryDetach(detach); mark = steps.mark()) {
            if (Thread.currentThread().isInterrupted()) {
                progress.limit(OrderLimit.INTERRUPTED);
                throw new InterruptException("interrupted while buffered messages wait for their receivers; the buffer stays attached");
            }
            if (Deadline.isUp(deadline)) {
                progress.limit(OrderLimit.TIME_UP);
                throw Deadline.exception(timeoutNs, "the receivers of buffered messages", "the buffer stays attached");
            }
            idle = steps.step(idle + 1, mark, Deadline.leftNs(deadline));
        }
    }

    private boolean tryDetach(final Operation detach) {
        progress.poll();
        detach.begin(Operation.Kind.DETACH);
        return ask(detach) != Outcome.CANCELLED;
    }

    /**
     * Asks whether a destination keeps room for an eager message of this rank.
     *
     * @param destination rank.
     * @param length      bytes of the message.
     * @return true if the message can be sent eagerly now.
     */
    public boolean coversEager(final int destination, final long length) {
        final Operation request = new Operation();
        request.begin(Operation.Kind.COVERS);
        request.destination = destination;
        request.length = length;
        return ask(request) == Outcome.SUCCESS;
    }

    private Outcome ask(final Operation request) {
        progress.submit(request);
        progress.awaitUninterrupted(request);
        return request.outcome();
    }
}
