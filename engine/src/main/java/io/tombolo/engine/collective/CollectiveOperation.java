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
package io.tombolo.engine.collective;

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.ringbuffers.wait.WaitCall;

/**
 * A nonblocking collective call: an operation that the progress owner executes in turns, after those of the same group that were started
 * before. The thread that starts it fills it, and does not change it until it is complete.
 */
public final class CollectiveOperation extends Operation {
    /** Arguments of the call. */
    public final CollectiveArguments arguments = new CollectiveArguments();

    private SlotCalls calls;
    private boolean isEnd;
    private boolean hasBegun;
    private RuntimeException failure;

    /** Makes an idle operation. */
    public CollectiveOperation() {
        calls = null;
    }

    /** Prepares the start of a call, or the end of all calls of the group. */
    void prepare(final SlotCalls newCalls, final boolean isGroupEnd) {
        begin(Kind.COLLECTIVE);
        calls = newCalls;
        isEnd = isGroupEnd;
        hasBegun = false;
        failure = null;
    }

    SlotCalls calls() {
        return calls;
    }

    boolean isEnd() {
        return isEnd;
    }

    boolean hasBegun() {
        return hasBegun;
    }

    void begun() {
        hasBegun = true;
    }

    void failed(final RuntimeException exception) {
        failure = exception;
    }

    /**
     * Returns why the call has failed.
     *
     * @return null if it has not.
     */
    public RuntimeException failure() {
        return failure;
    }

    @Override
    public WaitCall call() {
        return arguments.kind.waitCall();
    }

    @Override
    public void addTo(final ShownWait wait) {
        calls.addTo(wait);
    }
}
