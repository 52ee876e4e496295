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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Operations for blocking calls, which have no request: taken for the length of a call, made only when all are taken. Lock-free; without
 * atomic operations where one thread alone may call (two of them cost as much as the rest of a long receive: bench latency).
 */
public final class BlockingOperations {
    private static final int PLACES = 64;
    // Time for the answer of a receiver that makes progress. One that sleeps is woken in this time.
    private static final long ANSWER_NS = 5_000_000;

    private final Progress progress;
    private final AtomicReferenceArray<Operation> places = new AtomicReferenceArray<>(PLACES);
    // Those of a single thread.
    private final Operation[] own;
    private int count;

    /**
     * Two of them.
     *
     * @param progress of the rank.
     */
    public BlockingOperations(final Progress progress) {
        this.progress = progress;
        this.own = progress.isSingle() ? new Operation[PLACES] : null;
        release(new Operation());
        release(new Operation());
    }

    /**
     * Takes one.
     *
     * @throws IllegalStateException if the engine is for a single thread, and this is another one.
     * @return an operation for one call, to be released by the caller
     */
    public Operation acquire() {
        if (own != null) {
            progress.endpoints().checkThread();
            return count > 0 ? own[--count] : new Operation();
        }
        for (int place = 0; place < PLACES; place++) {
            final Operation operation = places.get(place);
            if (operation != null && places.compareAndSet(place, operation, null)) {
                return operation;
            }
        }
        return new Operation();
    }

    /**
     * Gives an operation back.
     *
     * @param operation that is done
     */
    public void release(final Operation operation) {
        if (own != null) {
            if (count < PLACES) {
                own[count++] = operation;
            }
            return;
        }
        for (int place = 0; place < PLACES; place++) {
            if (places.get(place) == null && places.compareAndSet(place, null, operation)) {
                return;
            }
        }
    }

    /**
     * Takes a posted receive or a send back, if it has not matched; for a send that has left, the receiver is asked.
     *
     * @param target operation to cancel; it is done when it ends, cancelled or not
     */
    public void cancel(final Operation target) {
        final Operation cancel = acquire();
        cancel.begin(Operation.Kind.CANCEL);
        cancel.target = target;
        progress.submit(cancel);
        progress.awaitUninterrupted(cancel);
        cancel.target = null;
        release(cancel);
    }

    /**
     * Ends a send whose caller waits no longer, and needs the memory of the message. A message that has not left is taken back. One that
     * has left is cancelled if its receiver answers soon that it has not matched. Otherwise the message goes on from a copy, so that
     * this call does not wait for a receiver that makes no progress. Keeps the interrupt flag.
     *
     * @param send operation that is done when this returns
     * @return true if the operation has its outcome, {@link Outcome#CANCELLED} if the message never arrives; false if the message goes on
     */
    public boolean withdraw(final Operation send) {
        cancel(send);
        progress.awaitUninterrupted(send, Deadline.after(ANSWER_NS));
        while (!send.isDone()) {
            if (detach(send)) {
                return false;
            }
            // It has ended meanwhile, or there is no memory for a copy now.
            progress.awaitUninterrupted(send, Deadline.after(ANSWER_NS));
        }
        return true;
    }

    private boolean detach(final Operation target) {
        final Operation detach = acquire();
        detach.begin(Operation.Kind.LEAVE);
        detach.target = target;
        progress.submit(detach);
        progress.awaitUninterrupted(detach);
        final boolean isDetached = detach.outcome() == Outcome.SUCCESS;
        detach.target = null;
        release(detach);
        return isDetached;
    }

    /**
     * Ends a receive that must not go on: takes it back or, if it has matched, waits until its message is there. Keeps the interrupt flag.
     *
     * @param receive operation that is done when this returns
     */
    public void takeBack(final Operation receive) {
        cancel(receive);
        progress.awaitUninterrupted(receive);
    }
}
