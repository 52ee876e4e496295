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
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
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

    WINDOW("it has made a window", (engine, buffer) -> engine.world().allocateWindow(64).close()),

    ENDPOINT("it has opened an endpoint", (engine, buffer) -> engine.adapter().createDispatcher(16)),

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

    private interface Program {
        void run(Engine engine, UnsafeBuffer buffer);
    }
}
