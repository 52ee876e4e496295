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
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.AwaitedOperation;
import io.tombolo.engine.completion.Operation;

/**
 * The state of a persistent request: a template, and the operation that each start makes equal to it.
 */
final class PersistentState implements RequestDelegate, AwaitedOperation {
    private final MessageCalls calls;
    private final Operation template;
    private final RequestState state;

    /**
     * Makes a request that is not started.
     *
     * @param calls    of the communicator.
     * @param template prepared; it is never started itself.
     */
    PersistentState(final MessageCalls calls, final Operation template) {
        this.calls = calls;
        this.template = template;
        this.state = new RequestState(calls);
    }

    @Override
    public void start() {
        calls.checks().checkOpen();
        state.operation().beginAs(template);
        calls.submitAgain(state.operation());
    }

    @Override
    public boolean test() {
        return state.test();
    }

    @Override
    public boolean look() {
        return state.look();
    }

    @Override
    public Object worker() {
        return state.worker();
    }

    @Override
    public void await(final long timeoutNs) {
        state.await(timeoutNs);
    }

    @Override
    public boolean isDone() {
        return state.isDone();
    }

    @Override
    public void waiter(final Thread thread) {
        state.waiter(thread);
    }

    @Override
    public int pause(final int idle, final Request[] requests, final long leftNs) {
        return state.pause(idle, requests, leftNs);
    }

    @Override
    public void endPause(final Request[] requests) {
        state.endPause(requests);
    }

    @Override
    public Operation awaited() {
        return state.awaited();
    }

    @Override
    public void suspect() {
        state.suspect();
    }

    @Override
    public boolean cancel() {
        return state.cancel();
    }

    @Override
    public boolean isReplayed() {
        return state.isReplayed();
    }

    @Override
    public void timeUp() {
        state.timeUp();
    }

    @Override
    public void interrupted() {
        state.interrupted();
    }

    @Override
    public void finish(final Status status) {
        state.finish(status);
    }
}
