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

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;

/**
 * Calls of an engine that only the progress owner can answer, outside of the message path.
 */
final class OwnerRequests {
    private final Progress progress;

    OwnerRequests(final Progress progress) {
        this.progress = progress;
    }

    /**
     * Makes the buffer that copies of messages are sent from.
     *
     * @throws IllegalStateException if there is one.
     */
    void attachBuffer(final long bytes) {
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
     * Waits until all copies have left, and lets the buffer go.
     */
    void detachBuffer() {
        progress.handlerCalls().refuse("detachBuffer");
        final Operation detach = new Operation();
        int idle = 0;
        for (long mark = progress.pauses().mark(); isInUse(detach); mark = progress.pauses().mark()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptException("interrupted while buffered messages wait for their receivers; the buffer stays attached");
            }
            idle = progress.pauses().step(idle + 1, mark);
        }
    }

    private boolean isInUse(final Operation detach) {
        progress.poll();
        detach.begin(Operation.Kind.DETACH);
        return ask(detach) == Outcome.CANCELLED;
    }

    /**
     * Returns whether a destination keeps room for an eager message of this rank.
     */
    boolean isCovered(final int destination, final long length) {
        final Operation question = new Operation();
        question.begin(Operation.Kind.COVERS);
        question.destination = destination;
        question.length = length;
        return ask(question) == Outcome.SUCCESS;
    }

    private Outcome ask(final Operation question) {
        progress.submit(question);
        progress.awaitUninterrupted(question);
        return question.outcome();
    }
}
