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
package io.tombolo.engine.communicator;

import io.tombolo.engine.access.RequestDelegate;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.completion.AwaitedOperation;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;

/**
 * The state of a request that is one operation, used again for each start. Subclasses say which engine makes progress with it, and how it
 * is awaited, cancelled and finished.
 */
public abstract class OperationState implements RequestDelegate, AwaitedOperation {
    private final Operation operation;

    /** Makes an operation that has not begun. */
    protected OperationState() {
        this(new Operation());
    }

    /**
     * Makes the state of an operation of a special kind.
     *
     * @param operation that has not begun.
     */
    protected OperationState(final Operation operation) {
        this.operation = operation;
    }

    /**
     * Returns the operation.
     *
     * @return always the same.
     */
    public final Operation operation() {
        return operation;
    }

    /**
     * Returns the progress of the rank that the operation belongs to.
     *
     * @return may differ from one start to the next.
     */
    protected abstract Progress progress();

    @Override
    public boolean test() {
        return progress().test(operation);
    }

    @Override
    public boolean look() {
        return progress().look(operation);
    }

    @Override
    public final Object worker() {
        return progress().waitSteps();
    }

    @Override
    public boolean isDone() {
        return operation.isDone();
    }

    @Override
    public final void waiter(final Thread thread) {
        operation.waiter(thread);
    }

    @Override
    public int pause(final int idle, final Request[] requests, final long leftNs) {
        return progress().waitSteps().step(idle, requests, leftNs);
    }

    @Override
    public final void endPause(final Request[] requests) {
        progress().waitSteps().end(requests);
    }

    @Override
    public Operation awaited() {
        return operation;
    }

    @Override
    public final void suspect() {
        progress().suspect(operation);
    }
}
