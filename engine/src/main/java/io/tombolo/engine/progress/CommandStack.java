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

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.PushOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Operations that other threads hand to the progress owner. A stack: any thread pushes with one CAS, and the owner takes all operations at
 * once and reverses them, so that each thread's order holds (Treiber 1986; S1.14). An operation is filled before it is pushed, so nothing
 * is ever half-posted, and a thread that stops anywhere in {@link #push} delays no other. Beside the stack there is a word of calls: a
 * thread that has pushed a receive to a bin calls the owner to it if the message may be there already.
 * <p>
 * Lock-free for pushers, wait-free for the owner. The linearization point of a push is its CAS, of a take its exchange. There is no ABA
 * problem, as the owner takes all.
 */
public final class CommandStack {
    private static final VarHandle HEAD;
    private static final VarHandle CALLS;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(CommandStack.class, "head", Operation.class);
            CALLS = MethodHandles.lookup().findVarHandle(CommandStack.class, "calls", long.class);
        } catch (final ReflectiveOperationException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    private volatile Operation head;
    // A bit for each group of bins in which a receive wants the owner.
    private volatile long calls;

    /**
     * Makes an empty stack.
     */
    public CommandStack() {
    }

    /**
     * Hands an operation over. Any thread.
     *
     * @param operation filled; the owner's from now on.
     */
    public void push(final Operation operation) {
        Operation seen;
        do {
            seen = head;
            operation.nextCommand = seen;
            // Full CAS: releases the operation's fields to takeAll, and orders the push before the pusher's load of role and doorbell.
        } while (!HEAD.compareAndSet(this, seen, operation));
    }

    /**
     * Returns whether there are neither operations nor calls to take. Any thread.
     *
     * @return true if so.
     */
    public boolean isEmpty() {
        return head == null && calls == 0;
    }

    /**
     * Calls the owner to a bin. Any thread.
     *
     * @param bin to which a receive was pushed.
     */
    public void call(final int bin) {
        // Full; orders the push before the caller's load of role and doorbell, and releases nothing: the bin does.
        CALLS.getAndBitwiseOr(this, 1L << bin);
    }

    /**
     * Takes the calls. The owner alone, after {@link #takeAll} but before it starts those operations: so it first sees what a thread pushed
     * to a bin before it handed over an operation.
     *
     * @return a bit for each bin, modulo 64.
     */
    public long takeCalls() {
        return calls == 0 ? 0 : (long) CALLS.getAndSet(this, 0L);
    }

    /**
     * Takes all operations. The owner alone.
     *
     * @return the oldest, linked to the others by {@code nextCommand}; or null.
     */
    public Operation takeAll() {
        if (head == null) {
            return null;
        }
        // Exchange, acquire side; partner: the CAS in push.
        return PushOrder.oldestFirst((Operation) HEAD.getAndSet(this, (Operation) null));
    }
}
