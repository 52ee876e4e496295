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

import static io.tombolo.engine.access.ApiAccess.MESSAGING;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessageAction;
import io.tombolo.engine.api.MessageHandler;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In steady state no operation allocates on the heap, on any path, at either thread level. One thread drives two ranks in this JVM, and
 * its allocations are measured.
 */
@Timeout(60)
class AllocationTest {
    private static final int OPERATIONS = 50_000;
    private static final int LONG_OPERATIONS = 5_000;
    private static final int[] LIMITED_LENGTHS = {8, 300, 2000};
    private static final MessageHandler HANDLER = (source, tag, buffer, offset, length) -> {
        buffer.getByte(offset + length - 1);
        return MessageAction.GIVE_BACK;
    };
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** One round of an operation, between two ranks. */
    @FunctionalInterface
    private interface Round {
        void run(Pair pair);
    }

    private record Pair(
        LocalJob job, Communicator zero, Communicator one, UnsafeBuffer source, UnsafeBuffer registered, UnsafeBuffer target,
        Request send, Request receive, Request[] both, Status status, Claim claim, Message message) {
        void send(final UnsafeBuffer from, final int length) {
            zero.isend(from, 0, length, 1, 1, send);
            one.irecv(target, 0, length, 0, 1, receive);
            finish();
        }

        void sendExpected(final UnsafeBuffer from, final int length, final int source, final int tag) {
            one.irecv(target, 0, length, source, tag, receive);
            zero.isend(from, 0, length, 1, 1, send);
            finish();
        }

        void inPlace(final int length) {
            zero.claim(length, 1, 1, claim);
            claim.buffer().putLong(length - 8, length);
            claim.commit();
            one.mprobe(0, 1, message);
            if (message.buffer().getLong(length - 8) != length) {
                throw new AssertionError("received bytes differ from those sent");
            }
            message.close();
            finish();
        }

        void readInPlace(final UnsafeBuffer from, final int length) {
            zero.isend(from, 0, length, 1, 1, send);
            one.mprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, message);
            message.buffer().getByte(length - 1);
            message.close();
            finish();
        }

        void poll(final UnsafeBuffer from, final int length, final boolean isOffered) {
            if (!isOffered) {
                zero.isend(from, 0, length, 1, 1, send);
            } else if (zero.trySend(from, 0, length, 1, 1) != MessageOffers.SENT) {
                throw new AssertionError("there is room");
            }
            while (one.poll(HANDLER, 2) == 0) {
                TimeLimit.check();
                job.engine(0).poll();
            }
            if (!isOffered) {
                finish();
            }
        }

        void claimMore(final int claimed, final int length) {
            zero.claim(claimed, 1, 1, claim);
            claim.byteBuffer().putLong(length);
            claim.commit(length);
            one.mprobe(0, 1, message);
            if (message.byteBuffer().getLong() != length || message.length() != length) {
                throw new AssertionError("received bytes differ from those sent");
            }
            message.close();
            finish();
        }

        private void finish() {
            while (!Requests.testAll(both)) {
                TimeLimit.check();
                job.step();
            }
        }
    }

    static Stream<Arguments> rounds() {
        final List<Arguments> all = new ArrayList<>();
        for (final ThreadLevel level : ThreadLevel.values()) {
            for (int ringKind = 0; ringKind < 2; ringKind++) {
                add(all, level, ringKind, "short", OPERATIONS, pair -> pair.send(pair.source, 8));
                add(all, level, ringKind, "several slots", OPERATIONS, pair -> pair.send(pair.source, 500));
                add(all, level, ringKind, "eager", OPERATIONS, pair -> pair.send(pair.source, 2000));
                add(all, level, ringKind, "registered", OPERATIONS, pair -> pair.send(pair.registered, 2000));
            }
            add(all, level, 0, "expected", OPERATIONS, pair -> pair.sendExpected(pair.source, 8, 0, 1));
            add(all, level, 0, "any source, any tag", OPERATIONS,
                pair -> pair.sendExpected(pair.source, 100, Communicator.ANY_SOURCE, Communicator.ANY_TAG));
            add(all, level, 0, "staged", LONG_OPERATIONS, pair -> pair.send(pair.source, 10_000));
            add(all, level, 0, "staged without a lane", LONG_OPERATIONS, AllocationTest::manyStaged);
            add(all, level, 0, "exposed in parts", LONG_OPERATIONS, pair -> pair.send(pair.registered, 60_000));
            add(all, level, 0, "blocking", OPERATIONS, AllocationTest::blocking);
            add(all, level, 0, "with a limit", LONG_OPERATIONS, withALimit());
            add(all, level, 0, "sendrecv", OPERATIONS, AllocationTest::sendrecv);
            add(all, level, 0, "probe", OPERATIONS, AllocationTest::probe);
            add(all, level, 0, "cancel", OPERATIONS, AllocationTest::cancel);
            add(all, level, 0, "unexpected", LONG_OPERATIONS, AllocationTest::unexpected);
            add(all, level, 0, "claim a packet", OPERATIONS, pair -> pair.inPlace(200));
            add(all, level, 0, "claim a region", OPERATIONS, pair -> pair.inPlace(10_000));
            add(all, level, 0, "claim and abort", OPERATIONS, AllocationTest::abort);
            addMulticasts(all, level);
            add(all, level, 0, "read short in place", OPERATIONS, pair -> pair.readInPlace(pair.source, 8));
            add(all, level, 0, "read registered in place", OPERATIONS, pair -> pair.readInPlace(pair.registered, 10_000));
            add(all, level, 0, "two communicators in turn", OPERATIONS, AllocationTest::inTurn);
            add(all, level, 0, "trySend and poll", OPERATIONS, pair -> pair.poll(pair.source, 8, true));
            add(all, level, 0, "trySend and poll of several slots", OPERATIONS, pair -> pair.poll(pair.source, 500, true));
            add(all, level, 0, "poll registered", OPERATIONS, pair -> pair.poll(pair.registered, 10_000, false));
            add(all, level, 0, "poll staged", LONG_OPERATIONS, pair -> pair.poll(pair.source, 10_000, false));
            add(all, level, 0, "claim more than is sent", OPERATIONS, pair -> pair.claimMore(300, 20));
            add(all, level, 0, "receive matched", OPERATIONS, AllocationTest::receiveMatched);
            add(all, level, 0, "synchronous", OPERATIONS, AllocationTest::synchronous);
            add(all, level, 0, "ready", OPERATIONS, AllocationTest::ready);
            add(all, level, 0, "buffered", OPERATIONS, AllocationTest::buffered);
            add(all, level, 0, "taken back", OPERATIONS, AllocationTest::takenBack);
            addModes(all, level);
        }
        return all.stream();
    }

    /** Creates the rounds, with everything that they prepare in advance. */
    private static void addModes(final List<Arguments> all, final ThreadLevel level) {
        final Segments out = new Segments();
        final Segments in = new Segments();
        add(all, level, 0, "segments", OPERATIONS, pair -> {
            // Each round fills the segments anew, as a program with changing segments does.
            out.clear().add(pair.source, 0, 20).addBlocks(pair.source, 50, 10, 8, 16);
            in.clear().add(pair.target, 0, 60).add(pair.target, 100, 40);
            exchange(pair, out, in);
        });
        add(all, level, 0, "long segments", LONG_OPERATIONS, pair -> {
            out.clear().addBlocks(pair.source, 0, 100, 100, 200);
            in.clear().addBlocks(pair.target, 0, 10, 1000, 1001);
            exchange(pair, out, in);
        });
        final Request persistentSend = new Request();
        final Request persistentReceive = new Request();
        add(all, level, 0, "persistent", OPERATIONS, pair -> {
            if (MESSAGING.delegate(persistentSend) == null) {
                pair.zero.sendInit(pair.source, 0, 100, 1, 1, persistentSend);
                pair.one.recvInit(pair.target, 0, 100, 0, 1, persistentReceive);
            }
            persistentReceive.start();
            persistentSend.start();
            await(pair, persistentSend, persistentReceive);
        });
        final Request partitionedSend = new Request();
        final Request partitionedReceive = new Request();
        add(all, level, 0, "partitioned", OPERATIONS, pair -> {
            if (MESSAGING.delegate(partitionedSend) == null) {
                pair.zero.psendInit(pair.source, 0, 4, 100, 1, 1, partitionedSend);
                pair.one.precvInit(pair.target, 0, 4, 100, 0, 1, partitionedReceive);
            }
            partitionedReceive.start();
            partitionedSend.start();
            for (int partition = 3; partition >= 0; partition--) {
                partitionedSend.pready(partition);
                partitionedReceive.parrived(partition);
            }
            await(pair, partitionedSend, partitionedReceive);
        });
    }

    private static void addMulticasts(final List<Arguments> all, final ThreadLevel level) {
        final Multicast multicast = new Multicast();
        final int[] ranks = {1, 0, Communicator.NULL_RANK};
        add(all, level, 0, "multicast", OPERATIONS, pair -> {
            // A list that changes, and both forms of the call.
            pair.zero.multicast(pair.source, 0, 8, multicast.to(ranks, 1).skipSlow(true), 1);
            pair.one.recv(pair.target, 0, 8, 0, 1, pair.status);
            pair.zero.imulticast(pair.source, 0, 300, multicast.to(ranks, 3).skipSlow(false), 1, pair.send);
            takeFromBoth(pair, 300);
        });
        for (final boolean isRegistered : new boolean[] {false, true}) {
            add(all, level, 0, isRegistered ? "multicast of a region" : "multicast of a copy", LONG_OPERATIONS, pair -> {
                final UnsafeBuffer from = isRegistered ? pair.registered : pair.source;
                pair.zero.imulticast(from, 0, 10_000, multicast.to(ranks, 3), 1, pair.send);
                takeFromBoth(pair, 10_000);
            });
        }
    }

    private static void takeFromBoth(final Pair pair, final int length) {
        pair.one.recv(pair.target, 0, length, 0, 1, pair.status);
        pair.zero.recv(pair.target, 0, length, 0, 1, pair.status);
        await(pair, pair.send, pair.receive);
    }

    /** Calls of views that give up after a time. The views are made once. */
    private static Round withALimit() {
        final Communicator[] views = new Communicator[2];
        return pair -> {
            if (views[0] == null) {
                views[0] = pair.zero.within(1, TimeUnit.MINUTES);
                views[1] = pair.one.within(1, TimeUnit.MINUTES);
            }
            for (final int length : LIMITED_LENGTHS) {
                views[0].send(pair.source, 0, length, 1, 1);
                views[1].recv(pair.target, 0, length, 0, 1, pair.status);
                views[0].send(pair.registered, 0, length, 1, 1);
                views[1].probe(0, 1, pair.status);
                views[1].recv(pair.target, 0, length, 0, 1, pair.status);
                views[0].claim(length, 1, 1, pair.claim);
                pair.claim.commit(1, TimeUnit.MINUTES);
                views[1].mprobe(0, 1, pair.message);
                pair.message.recv(pair.target, 0, length, 1, TimeUnit.MINUTES);
            }
            pair.finish();
        };
    }

    private static void exchange(final Pair pair, final Segments out, final Segments in) {
        pair.one.irecv(in, 0, 1, pair.receive);
        pair.zero.isend(out, 1, 1, pair.send);
        pair.finish();
    }

    private static void await(final Pair pair, final Request send, final Request receive) {
        while (!send.test()) {
            TimeLimit.check();
            pair.job.step();
        }
        while (!receive.test()) {
            TimeLimit.check();
            pair.job.step();
        }
    }

    private static void synchronous(final Pair pair) {
        pair.zero.issend(pair.source, 0, 8, 1, 1, pair.send);
        pair.one.recv(pair.target, 0, 8, 0, 1, pair.status);
        pair.finish();
        pair.one.irecv(pair.target, 0, 8, 0, 1, pair.receive);
        pair.zero.issend(pair.registered, 0, 10_000, 1, 2, pair.send);
        pair.zero.issend(pair.source, 0, 0, 1, 1, pair.both[2]);
        pair.one.recv(pair.target, 0, 10_000, 0, 2, pair.status);
        pair.finish();
    }

    private static void ready(final Pair pair) {
        pair.one.irecv(pair.target, 0, 100, 0, 1, pair.receive);
        pair.zero.rsend(pair.source, 0, 100, 1, 1);
        pair.finish();
    }

    private static void buffered(final Pair pair) {
        pair.zero.bsend(pair.source, 0, 100, 1, 1);
        pair.zero.ibsend(pair.source, 0, 3000, 1, 1, pair.send);
        pair.one.recv(pair.target, 0, 100, 0, 1, pair.status);
        pair.one.recv(pair.target, 0, 3000, 0, 1, pair.status);
        pair.finish();
    }

    private static void takenBack(final Pair pair) {
        pair.zero.isend(pair.registered, 0, 10_000, 1, 1, pair.send);
        pair.send.cancel();
        pair.finish();
    }

    private static void add(
        final List<Arguments> all, final ThreadLevel level, final int ringKind, final String name, final int operations,
        final Round round) {
        all.add(Arguments.of(level, ringKind, name, operations, round));
    }

    private static void manyStaged(final Pair pair) {
        // The first message holds the only lane that an unmatched message may have, so the second one is UNPLACED.
        pair.zero.isend(pair.source, 0, 10_000, 1, 2, pair.send);
        pair.zero.isend(pair.source, 0, 10_000, 1, 1, pair.receive);
        for (int tag = 1; tag <= 2; tag++) {
            pair.one.irecv(pair.target, 0, 10_000, 0, tag, pair.both[2]);
            while (pair.both[2].isActive() && !pair.both[2].test()) {
                TimeLimit.check();
                pair.job.step();
            }
        }
        pair.finish();
    }

    private static void blocking(final Pair pair) {
        pair.zero.send(pair.source, 0, 8, 1, 1);
        pair.one.recv(pair.target, 0, 8, 0, 1, pair.status);
        pair.one.send(pair.source, 0, 300, 0, 1);
        pair.zero.recv(pair.target, 0, 300, 1, 1, pair.status);
        pair.one.send(pair.registered, 0, 8, 0, 1);
        pair.zero.irecv(pair.target, 0, 8, Communicator.ANY_SOURCE, 1, pair.receive);
        pair.receive.await();
    }

    private static void sendrecv(final Pair pair) {
        pair.zero.send(pair.source, 0, 8, 1, 1);
        pair.one.sendrecv(pair.source, 0, 100, 0, 1, pair.target, 0, 8, 0, 1, pair.status);
        pair.zero.recv(pair.target, 0, 100, 1, 1, pair.status);
    }

    private static void probe(final Pair pair) {
        pair.one.iprobe(0, 1, pair.status);
        pair.zero.send(pair.source, 0, 8, 1, 1);
        pair.one.probe(Communicator.ANY_SOURCE, 1, pair.status);
        pair.one.recv(pair.target, 0, 8, 0, 1, pair.status);
    }

    private static void cancel(final Pair pair) {
        pair.one.irecv(pair.target, 0, 8, 0, 1, pair.receive);
        pair.receive.cancel();
        pair.receive.await();
    }

    private static void unexpected(final Pair pair) {
        for (int i = 0; i < 10; i++) {
            pair.zero.send(pair.source, 0, 8 + 100 * i, 1, 3);
        }
        pair.one.probe(0, 3, pair.status);
        for (int i = 0; i < 10; i++) {
            pair.one.recv(pair.target, 0, 2000, 0, 3, pair.status);
        }
    }

    private static void abort(final Pair pair) {
        pair.zero.tryClaim(200, 1, 1, pair.claim);
        pair.claim.abort();
        pair.zero.tryClaim(20_000, 1, 1, pair.claim);
        pair.claim.abort();
    }

    private static void inTurn(final Pair pair) {
        // The other rank uses each handle next.
        pair.sendExpected(pair.source, 100, 0, 1);
        pair.inPlace(200);
        pair.one.isend(pair.source, 0, 100, 0, 1, pair.receive);
        pair.zero.irecv(pair.target, 0, 100, 1, 1, pair.send);
        pair.finish();
        pair.one.claim(200, 0, 1, pair.claim);
        pair.claim.commit();
        pair.zero.mprobe(1, 1, pair.message);
        pair.message.close();
    }

    private static void receiveMatched(final Pair pair) {
        pair.one.improbe(0, 1, pair.message);
        pair.zero.send(pair.source, 0, 300, 1, 1);
        pair.one.mprobe(0, 1, pair.message);
        pair.message.recv(pair.target, 0, 300);
        pair.zero.send(pair.source, 0, 8, 1, 1);
        pair.one.mprobe(0, 1, pair.message);
        pair.message.irecv(pair.target, 0, 300, pair.receive);
        pair.receive.await();
    }

    @ParameterizedTest(name = "{0}, ring {1}, {2}")
    @MethodSource("rounds")
    void shouldAllocateNothingInSteadyState(
        final ThreadLevel level, final int ringKind, final String name, final int operations, final Round round) {
        try (LocalJob job = LocalJob.of(2, context -> context.threadLevel(level).size(GeometrySetting.RING_KIND, ringKind)
            .size(GeometrySetting.EXPOSURE_LIMIT, 20_000).size(GeometrySetting.STAGING_LANES, 2));
            MemoryRegion region = job.engine(0).allocate(100_000)) {
            job.engine(0).attachBuffer(100_000);
            final Request send = new Request();
            final Request receive = new Request();
            final Pair pair = new Pair(
                job, job.engine(0).world(), job.engine(1).world(), new UnsafeBuffer(new byte[100_000]), region.buffer(),
                new UnsafeBuffer(ByteBuffer.allocateDirect(100_000)), send, receive, new Request[] {send, receive, new Request()},
                new Status(), new Claim(), new Message());
            repeat(round, pair, operations / 5);
            long least = Long.MAX_VALUE;
            // More than once: now and then the virtual machine itself allocates in this thread.
            for (int times = 0; times < 3 && least >= operations; times++) {
                final long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
                repeat(round, pair, operations);
                least = Math.min(least, THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
            }
            assertThat(least).as("bytes allocated in %d rounds of %s", operations, name).isLessThan(operations);
        }
    }

    private static void repeat(final Round round, final Pair pair, final int count) {
        for (int i = 0; i < count; i++) {
            round.run(pair);
        }
    }
}
