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
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Segments;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Programs of three ranks that use calls a race does not have. All ranks run the same one.
 */
enum ReplayedCalls {
    /** Tests of several requests, some of them null or inactive. */
    TESTS(calls -> {
        final Request[] requests = {null, new Request(), new Request(), new Request()};
        if (!calls.isReplayed()) {
            for (int i = 0; i < ProgramRank.MANY; i++) {
                calls.pause();
                calls.send(1 + i % 5 * 9_000, 0, i);
            }
            return;
        }
        for (int i = 0; i < ProgramRank.MANY; i++) {
            calls.world.irecv(calls.buffers[0], 0, ProgramRank.CAPACITY, Communicator.ANY_SOURCE, Communicator.ANY_TAG, requests[1]);
            calls.world.irecv(calls.buffers[1], 0, ProgramRank.CAPACITY, Communicator.ANY_SOURCE, Communicator.ANY_TAG, requests[2]);
            if (i % 2 == 0) {
                calls.count(() -> Requests.testAll(requests));
            } else {
                while (requests[1].isActive() || requests[2].isActive()) {
                    calls.transcript.add(Requests.testAny(requests));
                }
            }
            calls.saw(0, requests[1].status());
            calls.saw(1, requests[2].status());
        }
    }),

    /** Waits with a limit that is not reached. */
    LIMITS(calls -> {
        final Communicator limited = calls.world.within(20, TimeUnit.SECONDS);
        final Request request = new Request();
        if (!calls.isReplayed()) {
            for (int i = 0; i < ProgramRank.MANY; i++) {
                calls.pause();
                limited.send(calls.buffers[0], 0, i % 7 * 5_000, 0, i);
            }
            limited.barrier();
            return;
        }
        for (int i = 0; i < ProgramRank.MANY; i++) {
            limited.recv(calls.buffers[0], 0, ProgramRank.CAPACITY, Communicator.ANY_SOURCE, Communicator.ANY_TAG, calls.status);
            calls.saw(0, calls.status);
            limited.irecv(calls.buffers[0], 0, ProgramRank.CAPACITY, Communicator.ANY_SOURCE, Communicator.ANY_TAG, request);
            calls.saw(0, request.await(20, TimeUnit.SECONDS));
        }
        limited.barrier();
    }),

    /** Receives and probes whose tag is compared under a mask. */
    MASKS(calls -> {
        if (!calls.isReplayed()) {
            for (int i = 0; i < ProgramRank.MANY; i++) {
                calls.pause();
                calls.send(8 + i, 0, i);
            }
            return;
        }
        for (int left = 2 * ProgramRank.MANY; left > 0; left--) {
            final int parity = left & 1;
            calls.count(() -> calls.world.iprobe(Communicator.ANY_SOURCE, parity, 1, calls.status));
            calls.transcript.add(calls.status.source());
            calls.world.recv(calls.buffers[0], 0, ProgramRank.CAPACITY, Communicator.ANY_SOURCE, parity, 1, calls.status);
            calls.saw(0, calls.status);
        }
    }),

    /** Receives that are cancelled. */
    CANCELS(calls -> {
        final Request request = new Request();
        if (!calls.isReplayed()) {
            for (int i = 0; i < ProgramRank.MANY; i++) {
                calls.pause();
                calls.send(8 + i, 0, 1);
            }
            calls.world.barrier();
            return;
        }
        int left = 2 * ProgramRank.MANY;
        final int[] from = {0, ProgramRank.MANY, ProgramRank.MANY};
        for (int i = 0; left > 0; i++) {
            final boolean isNamed = i % 2 == 0;
            final int source = !isNamed ? Communicator.ANY_SOURCE : from[1] > 0 ? 1 : 2;
            calls.world.irecv(calls.buffers[0], 0, ProgramRank.CAPACITY, source, 1, request);
            if (i % 3 == 0) {
                calls.transcript.add(request.test() ? 1 : 0);
            }
            if (request.isActive()) {
                calls.transcript.add(request.cancel() ? 1 : 0);
                request.await();
            }
            calls.transcript.add(request.status().outcome().ordinal());
            if (request.status().outcome() != Outcome.CANCELLED) {
                calls.saw(0, request.status());
                from[request.status().source()]--;
                left--;
            }
        }
        calls.world.barrier();
    }),

    /** Messages that are probed and never received, and others that nobody looks at. */
    UNREAD(calls -> {
        if (!calls.isReplayed()) {
            for (int i = 0; i < 20; i++) {
                calls.send(8 + i, 0, i);
            }
            calls.world.barrier();
            return;
        }
        calls.world.probe(Communicator.ANY_SOURCE, 3, calls.status);
        calls.transcript.add(calls.status.source());
        calls.world.probe(Communicator.ANY_SOURCE, 4, calls.status);
        calls.transcript.add(calls.status.source());
        calls.world.recv(calls.buffers[0], 0, ProgramRank.CAPACITY, Communicator.ANY_SOURCE, 5, calls.status);
        calls.saw(0, calls.status);
        calls.world.barrier();
    }),

    /** Groups of some ranks, and splits that leave ranks out. */
    GROUPS(calls -> {
        final int rank = calls.world.rank();
        for (int i = 0; i < 20; i++) {
            final Communicator split = calls.world.split(rank == i % 3 ? Communicator.UNDEFINED : 1, -rank);
            if (split != null) {
                calls.exchange(split);
                split.close();
            }
            if (rank != 2) {
                final Communicator pair = calls.engine.group(1, 0);
                calls.exchange(pair);
                pair.close();
            }
            if (rank != 1) {
                final Communicator pair = calls.engine.group(20, TimeUnit.SECONDS, 0, 2);
                calls.exchange(pair);
                pair.close();
            }
        }
    }),

    /** More communicators than there are records. */
    DUPS(calls -> {
        for (int i = 0; i < 1500; i++) {
            final Communicator copy = calls.world.dup();
            if (i % 100 == 0) {
                calls.exchange(copy);
            }
            copy.close();
        }
    }),

    /** Messages to several ranks. */
    MULTICASTS(calls -> {
        if (!calls.isReplayed()) {
            for (int i = 0; i < ProgramRank.MANY; i++) {
                calls.world.recv(calls.buffers[0], 0, ProgramRank.CAPACITY, 0, i, null);
                calls.pause();
                calls.send(8, 0, i);
            }
            return;
        }
        final Multicast multicast = new Multicast().to(2, 1);
        final Request request = new Request();
        for (int i = 0; i < ProgramRank.MANY; i++) {
            final int length = 1 + i % 5 * 9_000;
            calls.buffers[0].setMemory(0, length, (byte) i);
            if (i % 2 == 0) {
                calls.world.multicast(calls.buffers[0], 0, length, multicast, i);
            } else {
                calls.world.imulticast(calls.buffers[0], 0, length, multicast, i, request);
                calls.count(request::test);
            }
            for (int answers = 0; answers < 2; answers++) {
                calls.world.recv(calls.buffers[1], 0, ProgramRank.CAPACITY, Communicator.ANY_SOURCE, i, calls.status);
                calls.saw(1, calls.status);
            }
        }
    }),

    /** Sends that nobody tests, and a process that does not close its engine. */
    UNTESTED(calls -> {
        if (!calls.isReplayed()) {
            for (int i = 0; i < 2 * ProgramRank.MANY; i++) {
                calls.world.recv(calls.buffers[0], 0, ProgramRank.CAPACITY, 0, Communicator.ANY_TAG, null);
            }
            calls.world.barrier();
            return;
        }
        for (int i = 0; i < 2 * ProgramRank.MANY; i++) {
            calls.world.isend(new UnsafeBuffer(new byte[i]), 0, i, 1, i, new Request());
            calls.world.isend(new UnsafeBuffer(new byte[i * 100]), 0, i * 100, 2, i, new Request());
        }
        calls.world.barrier();
        calls.transcript.add(1);
    }),

    /** Messages that are read where they lie, forwarded, or in segments. */
    PLACES(calls -> {
        final Message message = new Message();
        final Request[] sends = {new Request(), new Request()};
        if (!calls.isReplayed()) {
            for (int i = 0; i < ProgramRank.MANY; i++) {
                calls.pause();
                calls.send(8 + i % 4 * 20_000, 0, i);
                calls.world.recv(calls.buffers[0], 0, ProgramRank.CAPACITY, 0, Communicator.ANY_TAG, calls.status);
            }
            calls.world.barrier();
            for (int i = 0; i < ProgramRank.MANY; i++) {
                calls.world.send(new Segments().add(calls.buffers[0], 0, 100).addBlocks(calls.buffers[0], 0, 3, 50, 60), 0, i);
            }
            return;
        }
        for (int left = 2 * ProgramRank.MANY; left > 0; left--) {
            calls.world.mprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, message);
            final int source = message.source();
            calls.transcript.add(source);
            if (left % 2 == 0) {
                final DirectBuffer place = message.buffer();
                calls.transcript.add(place.capacity());
                calls.transcript.add(place.capacity() > 8 ? place.getLong(0) : 0);
                message.close();
                calls.world.send(calls.buffers[0], 0, 8, source, 1);
            } else {
                calls.world.forward(message, source, 1, sends[0]);
                calls.count(sends[0]::test);
            }
        }
        calls.world.barrier();
        for (int left = 2 * ProgramRank.MANY; left > 0; left--) {
            calls.world.recv(
                new Segments().add(calls.buffers[0], 0, 150).add(calls.buffers[1], 0, 150), Communicator.ANY_SOURCE,
                Communicator.ANY_TAG, calls.status);
            calls.saw(0, calls.status);
        }
    }),

    /** Buffered and synchronous sends, and memory that is shared. */
    MODES(calls -> {
        final int rank = calls.world.rank();
        final int next = (rank + 1) % 3;
        final Request request = new Request();
        final MemoryRegion region = calls.engine.allocate(ProgramRank.CAPACITY);
        calls.engine.attachBuffer(1 << 22);
        for (int i = 0; i < ProgramRank.MANY; i++) {
            calls.world.bsend(calls.buffers[0], 0, 8 + i * 500, next, i);
            calls.world.issend(region, 0, 8 + i * 500, next, i, request);
            for (int k = 0; k < 2; k++) {
                calls.world.recv(calls.buffers[1], 0, ProgramRank.CAPACITY, Communicator.ANY_SOURCE, Communicator.ANY_TAG, calls.status);
                calls.saw(1, calls.status);
            }
            calls.count(request::test);
        }
        calls.engine.detachBuffer();
        region.close();
    }),

    /** A process that ends without closing its engine. */
    OPEN(calls -> {
        if (!calls.isReplayed()) {
            calls.send(8, 0, 1);
            calls.world.recv(calls.buffers[0], 0, ProgramRank.CAPACITY, 0, Communicator.ANY_TAG, null);
            return;
        }
        for (int left = 2; left > 0; left--) {
            calls.world.recv(calls.buffers[0], 0, ProgramRank.CAPACITY, Communicator.ANY_SOURCE, Communicator.ANY_TAG, calls.status);
            calls.saw(0, calls.status);
            calls.world.send(calls.buffers[0], 0, 8, calls.status.source(), 1);
        }
        calls.isLeftOpen = true;
    });

    private final Program program;

    ReplayedCalls(final Program program) {
        this.program = program;
    }

    void run(final Transcript transcript) {
        final ProgramRank calls = new ProgramRank(Engine.launch(), transcript);
        program.run(calls);
        if (!calls.isLeftOpen) {
            calls.engine.close();
        }
    }

    private interface Program {
        void run(ProgramRank calls);
    }
}
