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
import io.tombolo.engine.completion.Operation;

/**
 * What a persistent request keeps: an operation as it is before each start, and the one that is started.
 */
final class PersistentState implements RequestDelegate {
    private final MessageCalls calls;
    private final Operation template;
    private final RequestState work;

    /**
     * Not started.
     *
     * @param calls    of the communicator.
     * @param template prepared, never started itself.
     */
    PersistentState(final MessageCalls calls, final Operation template) {
        this.calls = calls;
        this.template = template;
        this.work = new RequestState(calls);
    }

    @Override
    public void start() {
        calls.rules().checkOpen();
        work.operation().beginAs(template);
        calls.submit(work.operation());
    }

    @Override
    public boolean test() {
        return work.test();
    }

    @Override
    public boolean look() {
        return work.look();
    }

    @Override
    public Object worker() {
        return work.worker();
    }

    @Override
    public void await(final long timeoutNs) {
        work.await(timeoutNs);
    }

    @Override
    public boolean isDone() {
        return work.isDone();
    }

    @Override
    public void waiter(final Thread thread) {
        work.waiter(thread);
    }

    @Override
    public int pause(final int idle, final Request[] requests) {
        return work.pause(idle, requests);
    }

    @Override
    public void suspect() {
        work.suspect();
    }

    @Override
    public boolean cancel() {
        return work.cancel();
    }

    @Override
    public void finish(final Status status) {
        work.finish(status);
    }
}
