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
package io.tombolo.engine.window;

import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.pt2pt.FastReceives;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import java.util.function.BooleanSupplier;

/**
 * Sends and receives messages without payload, and stops waiting when the time is up or a condition holds. One thread at a time.
 */
final class EmptyMessages implements EpochMessages {
    private final MessageCalls calls;

    /**
     * Creates the messages of a communicator.
     *
     * @param calls of the communicator.
     */
    EmptyMessages(final MessageCalls calls) {
        this.calls = calls;
    }

    @Override
    public void send(final int destination, final int tag, final long deadline) {
        if (!calls.progress().fastPath().trySend(
            calls.group().toWorld(destination), Envelope.key(calls.context(), tag), null, 0, 0)) {
            final Operation send = calls.operations().acquire();
            calls.prepareSend(send, null, 0, 0, null, destination, tag);
            calls.progress().submit(send);
            if (calls.progress().awaitUntil(send, deadline)) {
                calls.finishBlocking(send, 0, null);
            }
        }
    }

    @Override
    public boolean recv(final int source, final int tag, final long deadline, final BooleanSupplier isHopeless) {
        final int length = calls.progress().fastPath().tryReceive(
            calls.group().toWorld(source), Envelope.key(calls.context(), tag), Envelope.keyMask(Matcher.EXACT_TAG_MASK), null, 0, 0, null);
        return length != FastReceives.NONE || await(source, tag, deadline, isHopeless);
    }

    @Override
    public boolean tryRecv(final int source, final int tag) {
        final boolean isThere = calls.probes().iprobe(source, tag, null);
        if (isThere) {
            calls.recv(null, 0, 0, null, source, tag, null);
        }
        return isThere;
    }

    @Override
    public boolean meet(final long deadline) {
        return calls.collectives().tryBarrier(deadline);
    }

    private boolean await(final int source, final int tag, final long deadline, final BooleanSupplier isHopeless) {
        final Operation receive = calls.operations().acquire();
        calls.prepareReceive(receive, null, 0, 0, null, source, tag);
        // Not a call of the program, if the order of these is recorded.
        receive.orderNumber = Operation.NONE;
        calls.progress().submit(receive);
        InterruptException interrupt = null;
        try {
            calls.progress().awaitUntil(receive, deadline, isHopeless);
        } catch (final InterruptException exception) {
            interrupt = exception;
        }
        if (!receive.isDone()) {
            calls.operations().takeBack(receive);
        }
        if (receive.outcome() != Outcome.CANCELLED) {
            calls.finishBlocking(receive, 0, null);
            return true;
        }
        calls.operations().release(receive);
        if (interrupt != null) {
            throw interrupt;
        }
        return false;
    }
}
