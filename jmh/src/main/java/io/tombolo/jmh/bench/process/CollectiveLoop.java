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
package io.tombolo.jmh.bench.process;

import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.Samples;

/**
 * Rounds of collective operations, in which all ranks take the time. A sample is that of the rank whose calls of a round took longest.
 * <p>
 * Each call has changed elements and the next root. Below {@link Work#COPY_FROM} bytes the ranks start a round together and call one
 * operation after the other; changing a few lines counts. From there on they change their buffers, start together, and only the call
 * counts. Results are checked after the last round.
 */
final class CollectiveLoop implements Loop {
    private final CommonStart start;
    private final CollectiveData data;
    private final CollectiveCall operation;
    private final CollectiveKind kind;
    private final int rank;
    private final int ranks;
    private final int callsInRound;
    private final boolean startsEach;
    private long calls;
    private long lastReceived = -1;

    CollectiveLoop(
        final CommonStart start, final CollectiveData data, final CollectiveCall operation, final Work work, final int rank) {
        this.start = start;
        this.data = data;
        this.operation = operation;
        this.rank = rank;
        kind = work.collective().kind();
        ranks = work.collective().ranks();
        callsInRound = work.collective().callsInRound(work.size());
        startsEach = CollectiveSetup.startsEach(work.size());
    }

    @Override
    public void batches(final int rounds, final Samples samples) {
        throw new UnsupportedOperationException("rounds of collective operations are timed one by one");
    }

    @Override
    public void singles(final int rounds, final Samples samples) {
        start.await(0);
        for (int done = 0; done < rounds; done++) {
            start.await(startsEach ? startedEach() : started());
            samples.record(start.longestNs());
        }
        verify();
    }

    @Override
    public void answer(final int rounds) {
        start.await(0);
        for (int done = 0; done < rounds; done++) {
            start.await(startsEach ? startedEach() : started());
        }
        verify();
    }

    private long started() {
        final long begin = System.nanoTime();
        for (int i = 0; i < callsInRound; i++) {
            final int root = change();
            operation.run(root);
        }
        return System.nanoTime() - begin;
    }

    private long startedEach() {
        long elapsed = 0;
        for (int i = 0; i < callsInRound; i++) {
            final int root = change();
            start.await(0);
            final long begin = System.nanoTime();
            operation.run(root);
            elapsed += System.nanoTime() - begin;
        }
        return elapsed;
    }

    /** Makes the elements of the next call. Returns its root. */
    private int change() {
        calls++;
        final int root = (int) (calls % ranks);
        if (kind.sends(rank, root)) {
            data.change(calls);
        }
        if (kind.receives(rank, root)) {
            lastReceived = calls;
        }
        return root;
    }

    private void verify() {
        if (lastReceived >= 0) {
            data.verify(lastReceived, (int) (lastReceived % ranks));
        }
    }
}
