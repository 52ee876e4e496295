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
package io.tombolo.jmh.stream;

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessageAction;
import io.tombolo.engine.api.MessageHandler;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Streams through the engine: rank 0 receives, and each other rank is a thread that sends. Each engine is for a single thread.
 */
public final class EngineStream extends StreamLoad {
    private static final int TAG = 1;

    /** The calls of the engine that carry the messages. */
    public enum Calls {
        /** Blocking {@code send} and {@code recv}. */
        SEND_RECV,
        /** {@code trySend} and {@code poll}. */
        TRY_SEND_POLL
    }

    private final LocalJob job;
    private final Communicator world;
    private final Calls calls;
    private final int length;
    private final int source;
    private final MutableDirectBuffer target;
    private final Status status = new Status();
    private final MessageHandler handler = this::onMessage;

    /**
     * Launches the ranks and starts the senders.
     *
     * @param calls   calls that carry the messages.
     * @param senders number of senders.
     * @param length  length of each message in bytes.
     */
    public EngineStream(final Calls calls, final int senders, final int length) {
        this.calls = calls;
        this.length = length;
        job = LocalJob.of(senders + 1, context -> context.threadLevel(ThreadLevel.SINGLE));
        world = job.engine(0).world();
        source = senders > 1 ? Communicator.ANY_SOURCE : 1;
        target = new UnsafeBuffer(new byte[length]);
        for (int rank = 1; rank <= senders; rank++) {
            final Engine engine = job.engine(rank);
            start(() -> send(engine));
        }
    }

    private void send(final Engine engine) {
        final Communicator own = engine.world();
        final DirectBuffer message = new UnsafeBuffer(new byte[length]);
        int looks = 0;
        while (!isStopped()) {
            if (Calls.SEND_RECV == calls) {
                own.send(message, 0, length, 0, TAG);
            } else {
                looks = MessageOffers.SENT == own.trySend(message, 0, length, 0, TAG) ? 0 : pause(looks);
            }
        }
    }

    @Override
    public void receive() {
        if (Calls.SEND_RECV == calls) {
            for (int i = 0; i < BATCH; i++) {
                world.recv(target, 0, length, source, TAG, status);
            }
        } else {
            poll();
        }
    }

    private void poll() {
        int left = BATCH;
        int looks = 0;
        while (left > 0) {
            final int shown = world.poll(handler, left);
            left -= shown;
            looks = shown > 0 ? 0 : pause(looks);
        }
    }

    private MessageAction onMessage(final int from, final int tag, final DirectBuffer buffer, final int offset, final int size) {
        target.putBytes(0, buffer, offset, size);
        return MessageAction.GIVE_BACK;
    }

    @Override
    void drain() {
        world.poll(handler, BATCH);
    }

    @Override
    void free() {
        job.close();
    }
}
