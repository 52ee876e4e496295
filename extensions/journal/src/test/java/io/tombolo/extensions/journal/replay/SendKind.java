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
package io.tombolo.extensions.journal.replay;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The kinds of sends. Each rank but rank 0 sends each length in each way to rank 0 and to itself. The tag of a message names its kind and
 * length, and the bytes follow from its source and tag.
 */
enum SendKind {
    STANDARD((engine, buffer, length, to, tag) -> engine.world().send(buffer, 0, length, to, tag)),

    SYNCHRONOUS((engine, buffer, length, to, tag) -> engine.world().ssend(buffer, 0, length, to, tag)),

    BUFFERED((engine, buffer, length, to, tag) -> {
        engine.attachBuffer(2L * length + 4096);
        engine.world().bsend(buffer, 0, length, to, tag);
        engine.detachBuffer();
    }),

    CLAIM((engine, buffer, length, to, tag) -> {
        final Claim claim = new Claim();
        engine.world().claim(length, to, tag, claim);
        claim.buffer().putBytes(0, buffer, 0, length);
        claim.commit();
    }),

    REGION((engine, buffer, length, to, tag) -> {
        try (MemoryRegion region = engine.allocate(Math.max(1, length))) {
            region.putBytes(0, buffer, 0, length);
            engine.world().send(region, 0, length, to, tag);
        }
    }),

    IMMEDIATE((engine, buffer, length, to, tag) -> {
        final Request request = new Request();
        engine.world().isend(buffer, 0, length, to, tag, request);
        request.await();
    }),

    PERSISTENT((engine, buffer, length, to, tag) -> {
        final Request request = new Request();
        engine.world().sendInit(buffer, 0, length, to, tag, request);
        request.start();
        request.await();
    });

    /** Lengths of messages: none, half a slot, several slots, packets, and several parts of a staging lane. */
    static final List<Integer> LENGTHS = List.of(0, 1, 16, 17, 100, 5_000, 20_000, 300_000, 1_500_000);

    private static final int LENGTHS_A_KIND = 16;
    private static final int WAYS_TO_RECEIVE = 3;

    private final Send send;

    SendKind(final Send send) {
        this.send = send;
    }

    private interface Send {
        void send(Engine engine, UnsafeBuffer buffer, int length, int to, int tag);
    }

    /** Returns how many messages a rank sends to another one. */
    static int count() {
        return values().length * LENGTHS.size();
    }

    /** Returns the bytes of a message. */
    static byte[] message(final int source, final int tag) {
        final byte[] bytes = new byte[LENGTHS.get(tag % LENGTHS_A_KIND)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8) + source * 101 + tag * 7);
        }
        return bytes;
    }

    /** Runs a rank. */
    static void run() {
        try (Engine engine = Engine.launch()) {
            if (engine.rank() == 0) {
                receive(engine, (engine.size() - 1) * count());
            } else {
                for (final SendKind kind : values()) {
                    kind.send(engine);
                }
            }
        }
    }

    private void send(final Engine engine) {
        final UnsafeBuffer own = new UnsafeBuffer(new byte[LENGTHS.get(LENGTHS.size() - 1)]);
        final Request request = new Request();
        for (int i = 0; i < LENGTHS.size(); i++) {
            final int tag = ordinal() * LENGTHS_A_KIND + i;
            final UnsafeBuffer buffer = new UnsafeBuffer(message(engine.rank(), tag));
            send.send(engine, buffer, buffer.capacity(), 0, tag);
            engine.world().irecv(own, 0, own.capacity(), engine.rank(), tag, request);
            send.send(engine, buffer, buffer.capacity(), engine.rank(), tag);
            request.await();
        }
    }

    private static void receive(final Engine engine, final int count) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTHS.get(LENGTHS.size() - 1)]);
        final Status status = new Status();
        final Message message = new Message();
        for (int i = 0; i < count; i++) {
            switch (i % WAYS_TO_RECEIVE) {
                case 0 -> engine.world().recv(buffer, 0, buffer.capacity(), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
                case 1 -> {
                    engine.world().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
                    engine.world().recv(buffer, 0, buffer.capacity(), status.source(), status.tag());
                }
                default -> {
                    engine.world().mprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, message);
                    message.buffer();
                    message.close();
                }
            }
        }
    }
}
