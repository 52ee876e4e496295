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
import io.tombolo.engine.api.Status;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** What the programs of {@link ReplayedCalls} have in common. */
final class ProgramRank {
    static final int CAPACITY = 1 << 17;
    static final int MANY = 100;

    final Engine engine;
    final Communicator world;
    final Transcript transcript;
    final Status status = new Status();
    final UnsafeBuffer[] buffers = {new UnsafeBuffer(new byte[CAPACITY]), new UnsafeBuffer(new byte[CAPACITY])};
    boolean isLeftOpen;

    ProgramRank(final Engine engine, final Transcript transcript) {
        this.engine = engine;
        this.world = engine.world();
        this.transcript = transcript;
    }

    boolean isReplayed() {
        return world.rank() == 0;
    }

    void pause() {
        if (System.nanoTime() % 3 == 0) {
            LockSupport.parkNanos(System.nanoTime() % 50_000);
        }
    }

    void send(final int length, final int destination, final int tag) {
        buffers[0].putByte(0, (byte) (world.rank() * 100 + tag));
        world.send(buffers[0], 0, length, destination, tag);
    }

    void count(final BooleanSupplier call) {
        long misses = 0;
        while (!call.getAsBoolean()) {
            misses++;
        }
        transcript.add(misses);
    }

    void saw(final int buffer, final Status seen) {
        transcript.add(seen.source());
        transcript.add(seen.tag());
        transcript.add(seen.length());
        transcript.add(buffers[buffer].getByte(0));
    }

    void exchange(final Communicator communicator) {
        buffers[0].putInt(0, communicator.rank());
        for (int rank = 0; rank < communicator.size(); rank++) {
            if (rank != communicator.rank()) {
                communicator.send(buffers[0], 0, 40, rank, 2);
            }
        }
        for (int left = communicator.size() - 1; left > 0; left--) {
            communicator.recv(buffers[1], 0, CAPACITY, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
            saw(1, status);
        }
        communicator.barrier();
    }
}
