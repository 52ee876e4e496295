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
package io.tombolo.engine.rma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.transfer.OutboundConnector;
import io.tombolo.engine.window.WindowJob;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Forged window packets are counted, change nothing, and break the pair: all operations that need it end at both ranks. The test makes each
 * rank forge packets, and each receive them.
 */
@Timeout(60)
class ForgedWindowPacketsTest {
    private static final int LENGTH = 4096;
    private static final int RANKS = 6;

    private WindowJob job;
    private int id;
    // Of the next forged packet.
    private int from;
    private int to = 1;

    @BeforeEach
    void open() throws Exception {
        job = WindowJob.create(RANKS, LENGTH, context -> context.windowAgentUs(0).errorHandler(error -> { }));
        id = job.window(0).id();
    }

    @AfterEach
    void close() {
        job.job().close();
    }

    private void post(final PacketType type, final long key, final long... words) {
        final OutboundRecord record = new OutboundRecord() { };
        record.type = type.code();
        record.destination = to;
        record.key = key;
        record.words(words[0], words[1], words[2], words[3], words[4], words[5]);
        final Peer peer = EngineAccess.messages(job.job().engine(from)).peers()[to];
        assertThat(new OutboundConnector(EngineAccess.node(job.job().engine(from))).ensureOpen(peer)).isTrue();
        peer.outbound().post(record);
    }

    /** Sends a packet that breaks the pair, over a pair that is not broken yet. */
    private void forge(final PacketType type, final long key, final long... words) throws Exception {
        final long before = job.count(to, Counter.PROTOCOL_ERRORS);
        post(type, key, words);
        job.stepUntil(() -> job.count(to, Counter.PROTOCOL_ERRORS) > before);
        assertThat(job.count(to, Counter.PROTOCOL_ERRORS)).isEqualTo(before + 1);
        job.stepUntil(() -> state(from, to) == PeerState.BROKEN && state(to, from) == PeerState.BROKEN);
        assertThat(new UnsafeBuffer(job.part(to), 0, LENGTH)).isEqualTo(new UnsafeBuffer(new byte[LENGTH]));
        assertThat(job.shown(to, WindowStateDescriptor.STATE_OFFSET)).isZero();
        next();
    }

    private PeerState state(final int rank, final int other) {
        return EngineAccess.messages(job.job().engine(rank)).peers()[other].state();
    }

    private void next() throws Exception {
        to++;
        if (to == RANKS) {
            from++;
            to = from + 1;
        }
        if (to == RANKS) {
            close();
            open();
            from = 0;
            to = 1;
        }
    }

    private long key(final int carriage, final int flags) {
        return WindowPacket.key(id, carriage, flags);
    }

    @Test
    void shouldRefuseAnswersThatWereNotAsked() throws Exception {
        forge(PacketType.LOCK_GRANTED, key(WindowPacket.NONE, 0), 0, 0, 0, 0, 0, 0);
        forge(PacketType.RMA_DONE, key(WindowPacket.NONE, 0), 0, 0, 0, 0, 0, 0);
        forge(PacketType.GET_RESPONSE, key(WindowPacket.INLINE, 0), 8, 0, 1, 0, 0, Handle.pack(0, 1));
        forge(PacketType.GET_RESPONSE, key(WindowPacket.NONE, 0), 8, 0, 1, 0, 0, -1);
    }

    @Test
    void shouldRefuseWindowsAndRangesThatAreNot() throws Exception {
        forge(PacketType.PUT, WindowPacket.key(id + 1, WindowPacket.INLINE, 0), 8, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, WindowPacket.key(-1, WindowPacket.INLINE, 0), 8, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, key(WindowPacket.INLINE, 0), 8, 0, 1, 1, 1, LENGTH - 7);
        forge(PacketType.PUT, key(WindowPacket.INLINE, 0), 8, 0, 1, 1, 1, -1);
        forge(PacketType.PUT, key(WindowPacket.INLINE, 0), -8, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, key(WindowPacket.INLINE, 0), 25, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, key(WindowPacket.PACKET, 0), 100, 0, Handle.pack(0, 1), 0, 0, 0);
        forge(PacketType.PUT, key(WindowPacket.PACKET, 0), 100, 0, Handle.pack(1 << 20, 1), 0, 0, 0);
        forge(PacketType.PUT, key(99, 0), 8, 0, 1, 1, 1, 0);
        forge(PacketType.PUT, key(WindowPacket.EXPOSED, 0), 100, 1, Exposure.place(Exposure.LOST, 0), 0, 100, 0);
        forge(PacketType.PUT, key(WindowPacket.EXPOSED, 0), 100, 1, Exposure.staged(0, 1), 0, 101, 0);
        forge(PacketType.GET, key(WindowPacket.NONE, 0), LENGTH + 1, 1, 0, 0, 0, 0);
        forge(PacketType.GET, key(WindowPacket.INLINE, 0), 8, 1, 0, 0, 0, 0);
        forge(PacketType.GET, key(WindowPacket.NONE, 0), Long.MAX_VALUE, 1, 0, 0, 0, 8);
    }

    @Test
    void shouldRefuseElementsThatAreNone() throws Exception {
        final int add = AccumulateOp.SUM.code();
        final int longs = ElementType.LONG.code();
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, add, 0), 8, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, 0, longs), 8, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, 200, 200), 8, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, add, longs), 8, 0, 1, 0, 0, 4);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.INLINE, 0, add, longs), 12, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(
            id, WindowPacket.INLINE, 0, AccumulateOp.XOR.code(), ElementType.FLOAT.code()), 8, 0, 1, 0, 0, 0);
        forge(PacketType.ACCUMULATE, WindowPacket.key(id, WindowPacket.NONE, WindowPacket.SWAP, add, longs), 16, 0, 1, 0, 0, 0);
    }

    @Test
    void shouldRefuseASecondRequestForTheLock() throws Exception {
        post(PacketType.LOCK, key(WindowPacket.NONE, WindowPacket.EXCLUSIVE), 0, 0, 0, 0, 0, 0);
        forge(PacketType.LOCK, key(WindowPacket.NONE, 0), 0, 0, 0, 0, 0, 0);
        post(PacketType.LOCK, key(WindowPacket.NONE, WindowPacket.EXCLUSIVE), 0, 0, 0, 0, 0, 0);
        forge(PacketType.LOCK_PUT, key(WindowPacket.INLINE, 0), 8, 0, 1, 0, 0, 0);
    }

    @Test
    void shouldBearAnything() throws Exception {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final PacketType[] types = {
            PacketType.LOCK_GRANTED, PacketType.PUT, PacketType.GET, PacketType.GET_RESPONSE, PacketType.ACCUMULATE, PacketType.RMA_DONE,
        };
        for (int i = 0; i < 500; i++) {
            final long[] words = new long[6];
            for (int word = 0; word < words.length; word++) {
                words[word] = random.nextBoolean() ? random.nextLong() : random.nextInt(16) - 4L;
            }
            // Never a valid range: so the bytes of the part show any effect.
            words[5] = random.nextBoolean() ? -1 - random.nextInt(9) : LENGTH + random.nextInt(9);
            words[0] = words[0] == 0 ? 1 : words[0];
            forge(types[random.nextInt(types.length)],
                WindowPacket.key(id, random.nextInt(5), random.nextInt(64), random.nextInt(12), random.nextInt(6)), words);
        }
    }

    /** A rank holds the lock that another waits for, and the pair of one of the two with the target breaks. */
    @Test
    void shouldEndWhatWaitsForThePair() throws Exception {
        final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
        job.whileServed(() -> {
            job.window(2).lock(1, LockType.EXCLUSIVE);
            job.window(2).put(word, 0, 8, 1, 0);
            job.window(2).flush(1);
        });
        final Window window = job.window(0);
        final Communicator world = job.job().engine(0).world();
        final List<Thread> waiting = List.of(
            job.start(() -> {
                window.lock(1, LockType.EXCLUSIVE);
                window.put(word, 0, 8, 1, 0);
                window.put(word, 0, 8, 1, 8);
                assertBroken(() -> window.unlock(1));
            }),
            job.start(() -> assertBroken(() -> world.recv(new byte[8], 0, 8, 1, 1, null))),
            job.start(() -> assertBroken(() -> job.job().engine(1).world().recv(new byte[8], 0, 8, 0, 1, null))),
            job.start(() -> assertBroken(world::barrier)),
            job.start(() -> assertBroken(job.job().engine(1).world()::barrier)),
            job.start(() -> assertBroken(job.job().engine(3).world()::barrier)));
        job.stepUntil(() -> job.count(1, Counter.WINDOW_LOCKS_QUEUED) == 1);
        post(PacketType.RMA_DONE, key(WindowPacket.NONE, 0), 0, 0, 0, 0, 0, 0);
        job.join(waiting.toArray(new Thread[0]));
        assertBroken(window::fence);
        assertBroken(job.window(4)::fence);
        assertBroken(
            () -> job.window(1).lock(0, LockType.SHARED), () -> job.window(1).put(word, 0, 8, 0, 0), () -> job.window(1).unlock(0));
        assertBroken(world::dup);
        assertBroken(job.job().engine(1).world()::dup);
        assertBroken(window::close);
        // Other pairs lose nothing.
        job.whileServed(() -> job.window(2).unlock(1));
        job.whileServed(() -> {
            job.window(3).lock(1, LockType.EXCLUSIVE);
            job.window(3).put(word, 0, 8, 1, 0);
            job.window(3).unlock(1);
        });
    }

    private static void assertBroken(final ThrowingCallable... calls) {
        assertThatThrownBy(() -> {
            for (final ThrowingCallable call : calls) {
                call.call();
            }
        }).isInstanceOfSatisfying(MessagingException.class, failure -> assertThat(failure.outcome()).isEqualTo(Outcome.PROTOCOL_ERROR));
    }
}
