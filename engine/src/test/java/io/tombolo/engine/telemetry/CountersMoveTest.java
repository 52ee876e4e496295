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
package io.tombolo.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.endpoint.EndpointJob;
import io.tombolo.engine.window.WindowJob;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PairFileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Each counter of the registry is in use: it changes in at least one of these jobs.
 */
@Timeout(30)
class CountersMoveTest {
    private static final int LENGTH = 800_000;
    private static final int FLOOD = 2000;

    private final EnumSet<Counter> moved = EnumSet.noneOf(Counter.class);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);

    @Test
    void shouldMoveEachCounter() throws Exception {
        run(this::talk);
        run(this::flood);
        run(this::forge);
        run(this::lose);
        run(this::refuse);
        run(this::leave);
        run(this::restart);
        run(this::sleep);
        run(this::drop);
        meet();
        playWindows();
        assertThat(EnumSet.complementOf(moved)).as("counters that never changed").isEmpty();
    }

    /** Runs a job with agents, which make all progress. */
    private void playWindows() throws Exception {
        try (WindowJob job = WindowJob.create(3, 64, context -> { })) {
            final Window window = job.window(1);
            final Window other = job.window(2);
            for (int i = 0; i < 2; i++) {
                window.lock(0, LockType.SHARED);
                window.put(buffer, 0, 8, 0, 0);
                window.accumulate(buffer, 0, 1, ElementType.LONG, AccumulateOp.SUM, 0, 0);
                window.unlock(0);
                window.lock(0, LockType.SHARED);
                window.get(buffer, 0, 8, 0, 0);
                window.unlock(0);
                window.lock(0, LockType.SHARED);
                window.accumulate(buffer, 0, 1, ElementType.LONG, AccumulateOp.SUM, 0, 0);
                window.unlock(0);
                window.lock(0, LockType.SHARED);
                window.get(buffer, 0, 8, 0, 0);
                window.flush(0);
                window.unlock(0);
                window.lock(0, LockType.SHARED);
                window.put(buffer, 0, 8, 0, 0);
                window.unlock(0);
            }
            window.lock(0, LockType.SHARED);
            window.fetchAndOp(1, AccumulateOp.SUM, 0, 0);
            final Thread waiting = job.start(() -> {
                job.window(0).lock(0, LockType.EXCLUSIVE);
                job.window(0).unlock(0);
            });
            job.stepUntil(() -> job.count(0, Counter.WINDOW_LOCKS_QUEUED) == 1);
            other.lock(0, LockType.SHARED);
            other.fetchAndOp(1, AccumulateOp.SUM, 0, 0);
            collect(job.job().engine(1));
            job.job().kill(1);
            other.unlock(0);
            job.join(waiting);
            job.stepUntil(() -> job.count(0, Counter.WINDOWS_TAINTED) == 1);
            collect(job.job().engine(0));
        }
    }

    private interface Part {
        void play(LocalJob job) throws Exception;
    }

    private void run(final Part part) throws Exception {
        try (LocalJob job = LocalJob.of(2, settings())) {
            part.play(job);
            for (int i = 0; i < 300; i++) {
                job.step();
            }
            for (int rank = 0; rank < job.size(); rank++) {
                collect(job.engine(rank));
            }
        }
    }

    private void collect(final Engine engine) {
        for (final Counter counter : Counter.values()) {
            if (engine.isOpen() && EngineAccess.node(engine).counters().value(counter) != 0) {
                moved.add(counter);
            }
        }
    }

    private static Consumer<EngineContext> settings() {
        return context -> context.size(GeometrySetting.STAGING_LANES, 1).size(GeometrySetting.PACKETS, 4)
            .size(GeometrySetting.STAGING_LANE_LENGTH, 65_536).size(GeometrySetting.MATCH_NODES, 64)
            .size(GeometrySetting.MATCH_HEAD, 1).size(GeometrySetting.UNEXPECTED_BYTES, 20_000).size(GeometrySetting.RING_SLOTS, 1024)
            .size(GeometrySetting.INLINE_LIMIT, 1024).closeTimeout(0, TimeUnit.SECONDS).errorHandler(error -> { })
            // The policy of ranks that share cores.
            .waiting(0, 10);
    }

    private void talk(final LocalJob job) {
        final Communicator zero = job.engine(0).world();
        final Communicator one = job.engine(1).world();
        one.errors(ErrorMode.RETURN);
        one.irecv(buffer, 0, 8, 0, 77).cancel();
        final Request any = one.irecv(buffer, 0, 8, Communicator.ANY_SOURCE, 1);
        zero.send(buffer, 0, 8, 1, 1);
        finish(job, any);
        zero.send(buffer, 0, 8, 1, 2);
        zero.send(buffer, 0, 2000, 1, 3);
        finish(job, one.irecv(buffer, 0, 4, 0, 2), one.irecv(buffer, 0, 2000, 0, 3));
        try (MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            finish(job, zero.isend(region.buffer(), 0, LENGTH, 1, 4), one.irecv(buffer, 0, LENGTH, 0, 4));
            final Request receive = new Request();
            final Request on = new Request();
            zero.irecv(region, 0, LENGTH, 1, 8, receive);
            zero.forward(receive, 1, 9, on);
            final Request back = one.irecv(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH, 0, 9);
            finish(job, one.isend(buffer, 0, LENGTH, 0, 8), receive, on, back);
        }
        final Request first = zero.isend(buffer, 0, LENGTH, 1, 5);
        final Request second = zero.isend(buffer, 0, LENGTH, 1, 6);
        final Request cancelled = new Request();
        zero.issend(buffer, 0, 8, 1, 7, cancelled);
        cancelled.cancel();
        job.engine(0).attachBuffer(LENGTH);
        zero.bsend(buffer, 0, 8, 1, 8);
        zero.rsend(buffer, 0, 8, 1, 9);
        final UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);
        finish(job, one.irecv(target, 0, LENGTH, 0, 5), one.irecv(target, 0, LENGTH, 0, 6), first, second);
    }

    private void drop(final LocalJob job) throws Exception {
        final Communicator[] ones = new Communicator[1];
        final Thread other = new Thread(() -> ones[0] = job.engine(1).world().dup());
        other.start();
        final Communicator zero = job.engine(0).world().dup();
        other.join();
        zero.send(buffer, 0, 8, 1, 1);
        ones[0].iprobe(0, 1, new Status());
        ones[0].close();
    }

    private void meet() {
        try (EndpointJob meeting = new EndpointJob(1, new ReceiveQueueAttributes())) {
            final EndpointJob.Client client = meeting.client(0);
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            meeting.settle();
            meeting.post(1, 4);
            meeting.settle();
            client.endpoint.postSend(client.memory, 0, 8, 0, Endpoint.SUPPRESS);
            while (meeting.events.post(1) == CallResult.SUCCESS) {
                meeting.job.step();
            }
            client.endpoint.reset();
            client.endpoint.connect(0, EndpointJob.SERVICE, 0, 1, TimeUnit.SECONDS);
            meeting.settle();
            collect(meeting.job.engine(0));
            collect(meeting.job.engine(1));
        }
    }

    private void flood(final LocalJob job) {
        final Communicator zero = job.engine(0).world();
        zero.send(buffer, 0, 8, 1, 1);
        for (int i = 0; i < 20; i++) {
            zero.isend(buffer, 0, 2000, 1, 1);
        }
        for (int i = 0; i < FLOOD; i++) {
            zero.isend(buffer, 0, 8, 1, 1);
        }
        zero.multicast(buffer, 0, 8, new Multicast().to(1).skipSlow(true), 1);
    }

    private void forge(final LocalJob job) throws IOException {
        try (MemoryRegion region = job.engine(0).allocate(LENGTH)) {
            job.engine(0).world().isend(region.buffer(), 0, LENGTH, 1, 1);
            try (InboundPair puppet = EngineAccess.node(job.engine(1)).openInbound(0)) {
                puppet.ring().poll();
                // The whole message is exposed, so no part can be requested.
                puppet.returns().offer(PacketType.DONE_GET.code(), PacketReturn.LONG_MESSAGE, puppet.ring().word(1), 0, 1);
                job.engine(0).poll();
            }
        }
    }

    private void lose(final LocalJob job) {
        final Communicator zero = job.engine(0).world();
        final Request send = zero.isend(buffer, 0, LENGTH, 1, 1);
        zero.send(buffer, 0, 2000, 1, 1);
        job.kill(1);
        assertThatThrownBy(() -> finish(job, send)).isInstanceOf(MessagingException.class);
        for (int i = 0; i < FLOOD; i++) {
            EngineAccess.node(job.engine(0)).protocolError(1, "number " + i);
        }
    }

    private void refuse(final LocalJob job) throws IOException {
        EngineAccess.node(job.engine(0)).openOutbound(1).close();
        final Path file = job.directory().resolve("pair-0.1-1.1.dat");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(8), PairFileDescriptor.MAGIC_OFFSET);
        }
    }

    private void leave(final LocalJob job) {
        job.engine(1).world().irecv(buffer, 0, 8, 1, 77);
        job.engine(0).close();
    }

    private void restart(final LocalJob job) {
        // Nobody reads it.
        job.engine(0).world().send(buffer, 0, 8, 1, 1);
        job.kill(1);
        job.revive(1);
        while (EngineAccess.node(job.engine(0)).counters().value(Counter.PEERS_REPLACED) == 0) {
            TimeLimit.check();
            job.step();
        }
    }

    private void sleep(final LocalJob job) throws Exception {
        final Engine zero = job.engine(0);
        final Engine one = job.engine(1);
        final long[] go = {1};
        zero.world().send(go, 0, 1, 1, 1);
        // Receives the message that wakes it: a table full of unexpected messages would keep it awake.
        final long[] word = {1};
        final Thread sleeper = new Thread(() -> {
            while (word[0] == 1) {
                one.world().recv(word, 0, 1, 0, 1, null);
            }
        });
        sleeper.start();
        while (EngineAccess.node(zero).counters().value(Counter.WAKE_UPS_RUNG) == 0
            || EngineAccess.node(one).counters().value(Counter.WAKE_UPS_RECEIVED) == 0) {
            TimeLimit.check();
            zero.world().send(go, 0, 1, 1, 1);
            for (int i = 0; i < 300; i++) {
                zero.poll();
                Thread.yield();
            }
        }
        try (OutboundPair silent = EngineAccess.node(one).openOutbound(0)) {
            while (!EngineAccess.messages(zero).peers()[1].inbound().isOpen()) {
                TimeLimit.check();
                zero.poll();
            }
            // A rank that does not ring the doorbell.
            final Thread other = new Thread(() -> zero.world().recv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 9));
            other.start();
            for (int i = 0; EngineAccess.node(zero).counters().value(Counter.LOST_WAKE_UPS) == 0; i++) {
                TimeLimit.check();
                while (!EngineAccess.node(zero).doorbell().isAsleep()) {
                    TimeLimit.check();
                    Thread.yield();
                }
                // The delay varies, so that some attempt comes between the last poll and the sleep, or during the sleep.
                for (int spin = 0; spin < i * 1000; spin++) {
                    Thread.onSpinWait();
                }
                silent.ring().offer(PacketType.SHORT.code(), i, Envelope.key(0, 5), 0, 0, 0, 0, 0, 0);
            }
            zero.world().isend(buffer, 0, 8, 0, 9);
            other.join();
        }
        go[0] = 0;
        zero.world().send(go, 0, 1, 1, 1);
        sleeper.join();
    }

    private static void finish(final LocalJob job, final Request... requests) {
        for (final Request request : requests) {
            while (!request.test()) {
                TimeLimit.check();
                job.step();
                // Twice more, so that the sender finds its lane full.
                job.engine(0).poll();
                job.engine(0).poll();
            }
        }
    }
}
