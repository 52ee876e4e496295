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
package io.tombolo.engine;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A rank that exchanges messages with all others while another process scribbles over files. On pairs with a spared rank every message must
 * arrive as it was sent. On other pairs operations may end with an error, but no call may throw.
 */
final class ScribbledRank {
    /** Bytes of the longest message. */
    static final int MOST = 20_000;

    private final Engine engine;
    private final Communicator world;
    private final int spared;
    private final int messages;
    private final Random random;
    private final Talk[] talks;

    /**
     * Makes a rank that has not sent anything.
     *
     * @param engine   of the rank.
     * @param region   for messages, a part for each rank.
     * @param spared   rank whose pairs nobody touches, or negative.
     * @param messages to and from each spared rank.
     * @param seed     of all that is drawn.
     */
    ScribbledRank(final Engine engine, final MemoryRegion region, final int spared, final int messages, final long seed) {
        this.engine = engine;
        this.world = engine.world().errors(ErrorMode.RETURN);
        this.spared = spared;
        this.messages = messages;
        this.random = new Random(seed + engine.rank());
        this.talks = new Talk[engine.size()];
        for (int rank = 0; rank < talks.length; rank++) {
            final UnsafeBuffer part = new UnsafeBuffer(region.buffer(), rank * MOST, MOST);
            talks[rank] = new Talk(rank, new UnsafeBuffer[] {part, new UnsafeBuffer(new byte[MOST])});
        }
    }

    /** Bytes of the region that the constructor needs. */
    static long regionLength(final int size) {
        return (long) size * MOST;
    }

    /** Polls each peer once. */
    void step() {
        for (final Talk talk : talks) {
            if (talk.rank != engine.rank()) {
                talk.step();
            }
        }
    }

    /** Waits a little, so that the owner sleeps now and then. */
    void nap() {
        for (final Talk talk : talks) {
            if (talk.receive.isActive()) {
                try {
                    talk.receive.await(1, TimeUnit.MILLISECONDS);
                } catch (final DeadlineException expected) {
                    continue;
                }
                talk.received();
            }
        }
    }

    /** Returns whether this rank and the spared ranks have exchanged all their messages. */
    boolean isDone() {
        for (final Talk talk : talks) {
            if (talk.isSpared() && talk.rank != engine.rank() && !talk.isOver()) {
                return false;
            }
        }
        return true;
    }

    /** Messages of both directions. */
    long count() {
        long count = 0;
        for (final Talk talk : talks) {
            count += talk.sendCount + talk.receiveCount;
        }
        return count;
    }

    /** The traffic with one peer. */
    private final class Talk {
        private final int rank;
        private final UnsafeBuffer[] sources;
        private final UnsafeBuffer target = new UnsafeBuffer(new byte[MOST]);
        private final Request send = new Request();
        private final Request receive = new Request();
        private int sendCount;
        private int receiveCount;
        private boolean ended;

        Talk(final int rank, final UnsafeBuffer[] sources) {
            this.rank = rank;
            this.sources = sources;
        }

        boolean isSpared() {
            return rank == spared || engine.rank() == spared;
        }

        boolean isOver() {
            return sendCount == messages && receiveCount == messages && !send.isActive() && !receive.isActive();
        }

        void step() {
            if (send.isActive() && send.test()) {
                end(send.status());
            }
            if (receive.isActive() && receive.test()) {
                received();
            }
            if (ended) {
                return;
            }
            if (!send.isActive() && (sendCount < messages || !isSpared())) {
                send();
            }
            if (!receive.isActive() && (receiveCount < messages || !isSpared()) && random.nextInt(4) == 0) {
                receiveCount++;
                world.irecv(target, 0, MOST, rank, 1, receive);
            }
        }

        private void send() {
            final long seed = seed(engine.rank(), rank, sendCount++);
            final UnsafeBuffer source = sources[random.nextInt(sources.length)];
            Traffic.fill(source, 0, length(seed), seed);
            world.isend(source, 0, length(seed), rank, 1, send);
        }

        void received() {
            final Status status = receive.status();
            final long seed = seed(rank, engine.rank(), receiveCount - 1);
            if (isSpared() && status.outcome() == Outcome.SUCCESS) {
                if (status.length() != length(seed)) {
                    throw new AssertionError("message " + seed + " of " + length(seed) + " bytes came with " + status.length());
                }
                Traffic.check(target, 0, length(seed), seed);
            }
            end(status);
        }

        private void end(final Status status) {
            if (status.outcome() != Outcome.SUCCESS) {
                ended = true;
                if (isSpared()) {
                    throw new AssertionError("rank " + engine.rank() + " with rank " + rank + ": " + status.outcome());
                }
            }
        }

        private long seed(final int from, final int to, final int number) {
            return (from * 64L + to) * 1_000_000 + number;
        }

        private int length(final long seed) {
            return Traffic.length(new Random(seed), MOST);
        }
    }
}
