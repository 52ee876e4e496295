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
 * Memory of this rank through which a matched message is passed on: the region that it is received into, that receive, and the sends that
 * it feeds. Used again when all of them have ended; belongs to one {@link Message}.
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
     * Starts to receive a message, which ends here.
     */
    Request begin(final Message message, final long length, final int destinations) {
        count = 0;
        if (sends.length < destinations) {
            sends = new Operation[destinations];
        }
        message.irecv(region, 0, length, receive);
        return receive;
    }

    void add(final Operation send) {
        sends[count++] = send;
    }

    long length() {
        return region.length();
    }

    /**
     * Returns whether it may be used for another message.
     */
    boolean isFree() {
        return !receive.isActive();
    }

    /**
     * Returns whether its last message is done with.
     */
    boolean isOver() {
        boolean isOver = receive.isActive() && operation().isDone();
        for (int i = 0; i < count; i++) {
            isOver &= sends[i].isDone();
        }
        return isOver;
    }

    /**
     * Makes it ready for another message.
     *
     * @return false if the last one failed: then its memory is given up.
     */
    boolean renew() {
        if (operation().outcome() == Outcome.SUCCESS) {
            return receive.test();
        }
        close();
        return false;
    }

    /**
     * Gives the memory up, which nobody uses any more.
     */
    void close() {
        region.close();
    }

    private Operation operation() {
        return ((RequestState) MESSAGING.delegate(receive)).operation();
    }
}
