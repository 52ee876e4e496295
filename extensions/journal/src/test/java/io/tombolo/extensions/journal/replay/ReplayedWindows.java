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
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Programs of some ranks with windows in packet mode. All ranks run the same one; a change is a round in which rank 0 does something else.
 */
enum ReplayedWindows {
    /** All ranks count at two counters under exclusive locks, for which they race. */
    COUNTER((calls, change) -> {
        final UnsafeBuffer part = new UnsafeBuffer(new byte[64]);
        final Window window = calls.world.createWindow(part);
        for (int i = 0; i < 2 * ProgramRank.MANY; i++) {
            final int target = i % 2;
            calls.pause();
            window.lock(target, LockType.EXCLUSIVE);
            calls.transcript.add(window.fetchAndOp(i == change ? 5 : 1, AccumulateOp.SUM, target, 8));
            window.unlock(target);
            if (i % 10 == 0) {
                window.lock(calls.world.rank(), LockType.SHARED);
                calls.transcript.add(part.getLong(8));
                window.unlock(calls.world.rank());
            }
            if (calls.isReplayed()) {
                calls.transcript.write();
                System.out.println("round " + i);
            }
        }
        window.close();
    }),

    /** The others put to rank 0 and tell it by messages; communicators and barriers come between. */
    TOLD((calls, change) -> {
        final UnsafeBuffer part = new UnsafeBuffer(new byte[ProgramRank.CAPACITY]);
        final Window window = calls.world.createWindow(part);
        for (int i = 0; i < ProgramRank.MANY; i++) {
            final int length = 8 + i % 7 * 7_000;
            if (calls.isReplayed()) {
                for (int left = calls.world.size() - 1; left > 0; left--) {
                    final int source = i % 2 == 0 ? left : Communicator.ANY_SOURCE;
                    calls.world.recv(calls.buffers[0], 0, 8, source, i, calls.status);
                    calls.transcript.add(calls.status.source());
                    calls.transcript.add(part.getLong(calls.status.source() * 50_000 % 100_000));
                    calls.transcript.add(part.getLong(calls.status.source() * 50_000 % 100_000 + length - 8));
                }
                part.putLong(ProgramRank.CAPACITY - 8, i == change ? -1 : i);
                calls.world.send(part, ProgramRank.CAPACITY - 8, 8, 1, i);
            } else {
                final int place = calls.world.rank() * 50_000 % 100_000;
                calls.pause();
                calls.buffers[1].putLong(0, i * 10L + calls.world.rank());
                calls.buffers[1].putLong(length - 8, i * 11L + calls.world.rank());
                window.lock(0, LockType.SHARED);
                window.put(calls.buffers[1], 0, length, 0, place);
                window.unlock(0);
                calls.world.send(calls.buffers[1], 0, 8, 0, i);
                if (calls.world.rank() == 1) {
                    calls.world.recv(calls.buffers[0], 0, 8, 0, i, null);
                }
            }
            if (i % 20 == 0) {
                final Communicator copy = calls.world.dup();
                copy.barrier();
                copy.close();
            }
            calls.world.barrier();
        }
        window.close();
    }),

    /** Fences, posts and requests, with memory regions. */
    EPOCHS((calls, change) -> {
        final int size = calls.world.size();
        final MemoryRegion region = calls.engine.allocate(ProgramRank.CAPACITY);
        final UnsafeBuffer part = region.buffer();
        final Window window = calls.world.createWindow(region);
        final Request[] requests = {new Request(), new Request()};
        for (int i = 0; i < 50; i++) {
            final int length = 8 + i % 5 * 9_000;
            window.fence();
            calls.buffers[0].putLong(0, i == change && calls.isReplayed() ? -5 : i);
            for (int target = 0; target < size; target++) {
                window.accumulate(calls.buffers[0], 0, length / 8, ElementType.LONG, AccumulateOp.SUM, target, 0);
            }
            window.fence();
            calls.transcript.add(part.getLong(0));
            if (calls.isReplayed()) {
                window.post(1, 2);
                calls.count(window::test);
                calls.transcript.add(part.getLong(60_000));
                calls.transcript.add(part.getLong(100_000));
            } else {
                window.start(0);
                calls.pause();
                calls.buffers[0].putLong(0, calls.world.rank() * 1_000L + i);
                window.put(calls.buffers[0], 0, 8, 0, 20_000 + calls.world.rank() * 40_000L);
                window.complete();
            }
            window.lockAll();
            window.get(calls.buffers[0], 0, length, 1, 0, requests[0]);
            window.fetchAndOp(calls.buffers[1], 0, calls.buffers[1], 8, ElementType.LONG, AccumulateOp.NO_OP, 2, 0);
            window.get(calls.buffers[1], 16, 8, 0, 60_000, requests[1]);
            calls.transcript.add(Requests.waitAny(requests));
            calls.transcript.add(Requests.waitAny(requests));
            window.flushAll();
            calls.transcript.add(calls.buffers[0].getLong(0));
            calls.transcript.add(calls.buffers[1].getLong(8));
            calls.transcript.add(calls.buffers[1].getLong(16));
            calls.transcript.add(window.compareAndSwap(0, calls.world.rank(), 1, 90_000));
            window.unlockAll();
        }
        window.fence();
        window.close();
        region.close();
    });

    /** Before the name of one of these. */
    static final String PREFIX = "windows-";

    private final Program program;

    ReplayedWindows(final Program program) {
        this.program = program;
    }

    void run(final int change, final Transcript transcript) throws IOException {
        try (Engine engine = Engine.launch(new EngineContext().threadLevel(ThreadLevel.SINGLE))) {
            program.run(new ProgramRank(engine, transcript), change);
        }
    }

    private interface Program {
        void run(ProgramRank calls, int change) throws IOException;
    }
}
