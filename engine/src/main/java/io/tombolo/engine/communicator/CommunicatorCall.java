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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.GroupCall;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A call of a group that makes a communicator, as the application sees it. One thread at a time.
 */
final class CommunicatorCall implements GroupCall<Communicator> {
    private final PendingCall<MessageCalls> call;
    private final Function<MessageCalls, Communicator> factory;
    private Communicator made;

    CommunicatorCall(final PendingCall<MessageCalls> call, final Function<MessageCalls, Communicator> factory) {
        this.call = call;
        this.factory = factory;
    }

    @Override
    public boolean test() {
        return call.test();
    }

    @Override
    public Communicator await() {
        return communicator(call.await());
    }

    @Override
    public Communicator await(final long timeout, final TimeUnit unit) {
        return communicator(call.await(timeout, unit));
    }

    private Communicator communicator(final MessageCalls calls) {
        if (made == null) {
            made = factory.apply(calls);
        }
        return made;
    }
}
