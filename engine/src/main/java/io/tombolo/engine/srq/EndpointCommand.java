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
package io.tombolo.engine.srq;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.ringbuffers.wait.WaitCall;
import java.util.function.Supplier;

/**
 * A request of a thread to the progress owner that is not on the message path. Used once.
 *
 * @param <T> the answer.
 */
public final class EndpointCommand<T> extends Operation {
    private final Supplier<T> action;
    private T answer;
    private RuntimeException failure;

    /**
     * Creates a request.
     *
     * @param action run by the progress owner; must neither block nor run code of the application.
     */
    public EndpointCommand(final Supplier<T> action) {
        this.action = action;
        begin(Kind.ENDPOINT);
        source = NONE;
    }

    @Override
    public WaitCall call() {
        return WaitCall.ENDPOINT;
    }

    void run() {
        try {
            answer = action.get();
        } catch (final RuntimeException exception) {
            failure = exception;
        }
        complete(Outcome.SUCCESS);
    }

    /**
     * Returns the answer. Call this only once the operation is done.
     *
     * @return result of the action.
     * @throws RuntimeException that the action threw.
     */
    public T answer() {
        if (failure != null) {
            throw failure;
        }
        return answer;
    }
}
