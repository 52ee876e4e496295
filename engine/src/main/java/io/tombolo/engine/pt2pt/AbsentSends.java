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
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends of the application to ranks that no process has joined as. Such a send waits for the rank, at most for the absent timeout. The
 * sends to one rank start in the order of their calls. One thread at a time.
 */
final class AbsentSends {
    private final Node node;
    // Long.MAX_VALUE for no limit.
    private final long timeoutNs;
    private final Counters counters;
    // All sends that wait, in the order of their calls, each with the time of its call.
    private final ArrayList<Operation> waiting = new ArrayList<>();
    private final ArrayList<Long> since = new ArrayList<>();

    /**
     * Creates an empty list.
     *
     * @param node of this rank, with the longest wait of a send.
     */
    AbsentSends(final Node node) {
        this.node = node;
        this.timeoutNs = node.settings().absentNs();
        this.counters = node.counters();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int count() {
        return waiting.size();
    }

    /** Lets a send wait for its destination. */
    void add(final Operation send) {
        if (timeoutNs == 0) {
            send.fail(Outcome.PEER_ABSENT, counters);
            return;
        }
        final Long now = System.nanoTime();
        // Both lists have room before one changes.
        waiting.ensureCapacity(waiting.size() + 1);
        since.ensureCapacity(since.size() + 1);
        since.add(now);
        waiting.add(send);
    }

    /** Starts all sends to a rank that has come. */
    void start(final Peer peer, final Consumer<Operation> starting) {
        for (int i = 0; i < waiting.size();) {
            if (waiting.get(i).destination == peer.rank()) {
                start(remove(i), starting);
            } else {
                i++;
            }
        }
    }

    /** Starts a send. If there is no memory for it, it ends here, and the others start. */
    private void start(final Operation send, final Consumer<Operation> starting) {
        try {
            starting.accept(send);
        } catch (final OutOfMemoryError none) {
            send.failUnlessStarted(counters);
            node.error(none);
        }
    }

    /**
     * Ends the sends that have waited for too long.
     *
     * @return sends ended.
     */
    int expire() {
        int ended = 0;
        // The oldest is the first.
        while (!waiting.isEmpty() && timeoutNs != Long.MAX_VALUE && System.nanoTime() - since.get(0) >= timeoutNs) {
            expire(remove(0));
            ended++;
        }
        return ended;
    }

    private void expire(final Operation send) {
        if (BufferedSends.isCopy(send)) {
            // Nobody waits for the copy: its call has returned.
            node.error(new IllegalStateException("a buffered message to rank " + send.destination + " with tag " + send.tag +
                " was dropped: no process has joined as that rank within " + TimeUnit.NANOSECONDS.toMillis(timeoutNs) + " ms"));
        }
        send.fail(Outcome.PEER_ABSENT, counters);
    }

    /**
     * Cancels a send that waits.
     *
     * @return false if it does not wait here.
     */
    boolean cancel(final Operation send) {
        final int index = waiting.indexOf(send);
        if (index >= 0) {
            counters.increment(Counter.SENDS_CANCELLED);
            remove(index).complete(Outcome.CANCELLED);
        }
        return index >= 0;
    }

    /** Ends the sends to a rank. */
    void end(final int rank, final Outcome outcome) {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            if (waiting.get(i).destination == rank) {
                remove(i).fail(outcome, counters);
            }
        }
    }

    private Operation remove(final int index) {
        since.remove(index);
        return waiting.remove(index);
    }
}
