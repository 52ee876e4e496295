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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import java.util.ArrayDeque;

/**
 * Sends from copies, which end at once. The copies are in a buffer that the application has attached, used as a ring. Each copy stays until
 * its message has left. A message for which the buffer has no room is refused. One thread at a time.
 */
public final class BufferedSends {
    private static final long ALIGNMENT = 8;
    private static final long NONE = -1;

    private final Sends sends;
    private final Counters counters;
    private final ArrayDeque<Copy> copies = new ArrayDeque<>();
    private final ArrayDeque<Copy> unused = new ArrayDeque<>();
    // Keeps the buffer alive.
    private Object owner;
    private long address;
    private long capacity;
    private long end;

    /** A send from the buffer, and where its message starts in the buffer. */
    private static final class Copy extends Operation {
        private long start;
    }

    BufferedSends(final Sends sends, final Counters counters) {
        this.sends = sends;
        this.counters = counters;
    }

    /**
     * Attaches a buffer.
     *
     * @param operation active, with the buffer's owner, address and length; it ends cancelled if a buffer is attached already.
     */
    void attach(final Operation operation) {
        if (owner != null) {
            operation.complete(Outcome.CANCELLED);
            return;
        }
        owner = operation.owner;
        address = operation.offset;
        capacity = operation.length;
        end = 0;
        operation.complete(Outcome.SUCCESS);
    }

    /**
     * Detaches the buffer, once all messages have left it.
     *
     * @param operation active; it ends cancelled as long as there are messages in the buffer.
     */
    void detach(final Operation operation) {
        reclaim();
        if (!copies.isEmpty()) {
            operation.complete(Outcome.CANCELLED);
            return;
        }
        owner = null;
        capacity = 0;
        operation.complete(Outcome.SUCCESS);
    }

    /**
     * Copies a message and sends the copy.
     *
     * @param operation active, with destination, key, place and length; it ends at once, cancelled if there is no room.
     */
    void send(final Operation operation) {
        reclaim();
        final long start = owner == null ? NONE : room(Math.max(1, operation.length) + ALIGNMENT - 1 & -ALIGNMENT);
        if (start == NONE) {
            operation.complete(Outcome.CANCELLED);
            return;
        }
        final Copy copy = unused.isEmpty() ? new Copy() : unused.pop();
        copy.begin(Operation.Kind.SEND);
        copy.start = start;
        copy.destination = operation.destination;
        copy.source = operation.destination;
        copy.tag = operation.tag;
        copy.key = operation.key;
        copy.offset = address + start;
        copy.length = operation.length;
        operation.copyOut(copy.offset);
        copies.add(copy);
        counters.increment(Counter.SENT_BUFFERED);
        sends.start(copy);
        operation.complete(copy.isDone() ? copy.outcome() : Outcome.SUCCESS);
    }

    /** Returns whether an operation sends a copy. */
    static boolean isCopy(final Operation operation) {
        return operation instanceof Copy;
    }

    private void reclaim() {
        while (!copies.isEmpty() && copies.peek().isDone()) {
            unused.push(copies.poll());
        }
        end = copies.isEmpty() ? 0 : end;
    }

    /**
     * Takes room behind the newest copy, or at the beginning of the buffer, without passing the oldest copy.
     *
     * @return where the room starts, or {@link #NONE}.
     */
    private long room(final long length) {
        final long first = copies.isEmpty() ? capacity : copies.peek().start;
        final boolean isWrapped = end <= first && !copies.isEmpty();
        long start = NONE;
        if (length <= (isWrapped ? first : capacity) - end) {
            start = end;
        } else if (!isWrapped && length <= (copies.isEmpty() ? 0 : first)) {
            start = 0;
        }
        end = start == NONE ? end : start + length;
        return start;
    }
}
