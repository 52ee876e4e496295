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
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.feed.FeedOptions;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Programs of two ranks that no replay can follow. All ranks run the same one.
 */
enum RefusedCalls {
    /** Can be replayed if it is recorded with its bytes. */
    PLAIN("", (engine, buffer) -> {
        if (engine.rank() == 0) {
            for (int i = 0; i < 10_000; i++) {
                engine.world().recv(buffer, 0, 8, Communicator.ANY_SOURCE, 1, null);
            }
        } else {
            for (int i = 0; i < 10_000; i++) {
                engine.world().send(buffer, 0, 8, 0, 1);
            }
        }
    }),

    /** Can be replayed with memory for its messages. */
    LARGE_MESSAGES("", (engine, buffer) -> {
        final UnsafeBuffer large = new UnsafeBuffer(new byte[Words.LARGE]);
        for (int i = 0; i < 32; i++) {
            if (engine.rank() == 0) {
                engine.world().recv(large, 0, Words.LARGE, 1, 1, null);
            } else {
                engine.world().send(large, 0, Words.LARGE, 0, 1);
            }
        }
    }),

    WINDOW("it has made a direct window, whose puts nobody sees", (engine, buffer) -> engine.world().allocateWindow(64).close()),

    ENDPOINT("it has opened an endpoint", (engine, buffer) -> engine.adapter().createDispatcher(16)),

    FEED("it has made or opened a feed", (engine, buffer) -> engine.createFeed("feed" + engine.rank(), FeedOptions.latest()).close()),

    THREADS("its threads call at the same time", (engine, buffer) -> engine.world().barrier()),

    TIME_UP("its time was up", (engine, buffer) -> {
        try {
            engine.world().within(1, TimeUnit.MILLISECONDS).recv(buffer, 0, 8, Communicator.ANY_SOURCE, 1, null);
        } catch (final DeadlineException expected) {
            engine.world().barrier();
        }
    }),

    GROUP_TIME_UP("its time was up", (engine, buffer) -> {
        if (engine.rank() == 0) {
            try {
                engine.group(1, TimeUnit.MILLISECONDS, 0, 1);
            } catch (final DeadlineException expected) {
                buffer.putByte(0, (byte) 1);
            }
        }
        engine.world().barrier();
    }),

    SPLIT_TIME_UP("its time was up", (engine, buffer) -> {
        if (engine.rank() == 1) {
            engine.world().recv(buffer, 0, 8, 0, 1, null);
            return;
        }
        try {
            engine.world().within(1, TimeUnit.MILLISECONDS).dup();
        } catch (final DeadlineException expected) {
            engine.world().send(buffer, 0, 8, 1, 1);
        }
    }),

    AWAIT_MEMBER_TIME_UP("its time was up", (engine, buffer) -> {
        try {
            engine.awaitMember("nobody", 1, TimeUnit.MILLISECONDS);
        } catch (final DeadlineException expected) {
            engine.world().barrier();
        }
    }),

    DETACH_TIME_UP("its time was up", (engine, buffer) -> {
        final UnsafeBuffer large = new UnsafeBuffer(new byte[Words.LARGE]);
        if (engine.rank() == 1) {
            engine.world().recv(buffer, 0, 8, 0, 2, null);
            engine.world().recv(large, 0, Words.LARGE, 0, 1, null);
            return;
        }
        engine.attachBuffer(2 * Words.LARGE);
        engine.world().bsend(large, 0, Words.LARGE, 1, 1);
        try {
            engine.detachBuffer(1, TimeUnit.MILLISECONDS);
        } catch (final DeadlineException expected) {
            engine.world().send(buffer, 0, 8, 1, 2);
        }
    }),

    RECEIVE_INTERRUPTED(Words.INTERRUPT, (engine, buffer) ->
        interrupt(engine, buffer, () -> engine.world().recv(buffer, 0, 8, 1, 3, null))),

    BARRIER_INTERRUPTED(Words.INTERRUPT, (engine, buffer) -> {
        interrupt(engine, buffer, () -> engine.world().barrier());
        engine.world().barrier();
    }),

    WAIT_ANY_INTERRUPTED(Words.INTERRUPT, (engine, buffer) -> {
        final Request request = new Request();
        engine.world().irecv(buffer, 0, 8, 1 - engine.rank(), 3, request);
        interrupt(engine, buffer, () -> Requests.waitAny(request));
        engine.world().send(buffer, 0, 8, 1 - engine.rank(), 3);
        request.await();
    }),

    PROBE_INTERRUPTED(Words.INTERRUPT, (engine, buffer) -> interrupt(engine, buffer, () -> engine.world().probe(1, 3, null))),

    AWAIT_MEMBER_INTERRUPTED(Words.INTERRUPT, (engine, buffer) ->
        interrupt(engine, buffer, () -> engine.awaitMember("nobody", 1, TimeUnit.HOURS))),

    DETACH_INTERRUPTED(Words.INTERRUPT, (engine, buffer) -> {
        final UnsafeBuffer large = new UnsafeBuffer(new byte[Words.LARGE]);
        if (engine.rank() == 0) {
            engine.attachBuffer(2 * Words.LARGE);
            engine.world().bsend(large, 0, Words.LARGE, 1, 3);
        }
        interrupt(engine, buffer, engine::detachBuffer);
        if (engine.rank() == 1) {
            engine.world().recv(large, 0, Words.LARGE, 0, 3, null);
        }
    }),

    FAILURE("one of its operations has failed", (engine, buffer) -> {
        if (engine.rank() == 0) {
            try {
                engine.world().recv(buffer, 0, 8, 1, 1, null);
            } catch (final PeerFailedException expected) {
                buffer.putByte(0, (byte) 1);
            }
        }
    }),

    REPAIR("agree", (engine, buffer) -> engine.world().agree(1)),

    CANCELLED_SEND("cancelled a send", (engine, buffer) -> {
        if (engine.rank() == 0) {
            final Request request = new Request();
            engine.world().issend(buffer, 0, 8, 1, 1, request);
            request.cancel();
            request.await();
        }
        engine.world().barrier();
    }),

    PARTITIONS("partitioned", (engine, buffer) -> {
        final Request request = new Request();
        if (engine.rank() == 0) {
            engine.world().psendInit(buffer, 0, 1, 8, 1, 1, request);
            request.start();
            request.pready(0);
        } else {
            engine.world().precvInit(buffer, 0, 1, 8, 0, 1, request);
            request.start();
        }
        request.await();
    }),

    SKIPPING("skips slow receivers", (engine, buffer) -> {
        if (engine.rank() == 0) {
            engine.world().multicast(buffer, 0, 8, new Multicast().to(1).skipSlow(true), 1);
        } else {
            engine.world().recv(buffer, 0, 8, 0, 1, null);
        }
    });

    private final String reason;
    private final Program program;

    RefusedCalls(final String reason, final Program program) {
        this.reason = reason;
        this.program = program;
    }

    String reason() {
        return reason;
    }

    void run() {
        final EngineContext context = new EngineContext().threadLevel(this == THREADS ? ThreadLevel.MULTIPLE : ThreadLevel.SINGLE);
        try (Engine engine = Engine.launch(context)) {
            program.run(engine, new UnsafeBuffer(new byte[Long.BYTES]));
        }
    }

    /** Makes a call of rank 0 that waits until an interrupt ends it. The other rank waits until it has ended. */
    private static void interrupt(final Engine engine, final UnsafeBuffer buffer, final Runnable call) {
        if (engine.rank() == 1) {
            engine.world().recv(buffer, 0, 8, 0, 2, null);
            return;
        }
        Thread.currentThread().interrupt();
        try {
            call.run();
        } catch (final InterruptException expected) {
            Thread.interrupted();
            engine.world().send(buffer, 0, 8, 1, 2);
        }
    }

    private interface Program {
        void run(Engine engine, UnsafeBuffer buffer);
    }

    /** What the programs have in common; an enum cannot name its own constants before its programs. */
    private static final class Words {
        private static final int LARGE = 4 << 20;
        private static final String INTERRUPT = "its thread was interrupted";
    }
}
