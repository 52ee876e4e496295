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

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.completion.Operation;

/**
 * Memory through which this rank forwards a matched message: a region, the receive into it, and the sends out of it. It belongs to one
 * {@link Message}, which uses it again once the receive and all sends have ended.
 */
final class ForwardBuffer {
    private final MemoryRegion region;
    private final Request receive = new Request();
    private Operation[] sends = new Operation[1];
    private int count;

    ForwardBuffer(final MemoryRegion region) {
        this.region = region;
    }

    /**
     * Starts to receive a message into the region. This closes the message.
     *
     * @param message      open.
     * @param length       of the message, in bytes; at most that of the region.
     * @param destinations number of sends that will be added.
     * @return the receive, which is active.
     */
    Request begin(final Message message, final long length, final int destinations) {
        count = 0;
        if (sends.length < destinations) {
            sends = new Operation[destinations];
        }
        message.irecv(region, 0, length, receive);
        return receive;
    }

    /** Adds a send out of the region; the region must not be used again before it has ended. */
    void add(final Operation send) {
        sends[count++] = send;
    }

    long length() {
        return region.length();
    }

    /**
     * Returns whether the region can take another message.
     */
    boolean isFree() {
        return !receive.isActive();
    }

    /**
     * Returns whether the receive and all sends of the last message have ended, but {@link #tryReuse} was not called since.
     */
    boolean hasEnded() {
        boolean hasEnded = receive.isActive() && operation().isDone();
        for (int i = 0; i < count; i++) {
            hasEnded &= sends[i].isDone();
        }
        return hasEnded;
    }

    /**
     * Makes the region ready for another message.
     *
     * @return false if the last message failed; then this call has closed the region.
     */
    boolean tryReuse() {
        if (operation().outcome() == Outcome.SUCCESS) {
            return receive.test();
        }
        close();
        return false;
    }

    /**
     * Closes the region. No operation may use it any more.
     */
    void close() {
        region.close();
    }

    private Operation operation() {
        return ((RequestState) MESSAGING.delegate(receive)).operation();
    }
}
