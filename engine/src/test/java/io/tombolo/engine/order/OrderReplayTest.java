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
package io.tombolo.engine.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessageAction;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.flight.ByteRingReader;
import io.tombolo.ringbuffers.flight.OrderReader;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.StreamFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank that is replayed gets the outcomes that were recorded, whatever the timing of the others is now. */
@Timeout(30)
class OrderReplayTest {
    private static final int SENDERS = 2;
    private static final int MESSAGES = 600;
    private static final int LONG = 40_000;
    private static final int LAST_TAG = 9;
    private static final int AT_A_TIME = 4;

    @TempDir
    private Path directory;

    @AfterEach
    void endReplay() {
        System.clearProperty(OrderReader.FILE_PROPERTY);
    }

    @Test
    void shouldRepeatEveryOutcome() throws Exception {
        final long seed = System.nanoTime();
        System.out.println("seed " + seed);
        final Path order = directory.resolve("order");
        final List<String> recorded = run(seed, 1, null, order);
        for (int replay = 2; replay < 6; replay++) {
            assertThat(run(seed, replay, order, null)).as("seed %d", seed).isEqualTo(recorded);
        }
    }

    @Test
    void shouldSayWhereTheRecordEnds() throws Exception {
        final Path order = directory.resolve("order");
        run(1, 1, null, order);
        final byte[] all = Files.readAllBytes(order);
        Files.write(order, Arrays.copyOf(all, all.length / 2));
        assertThatThrownBy(() -> run(1, 2, order, null))
            .hasStackTraceContaining("the record of this rank ends here");
    }

    private List<String> run(final long seed, final int timing, final Path replayed, final Path record) throws Exception {
        try (LocalJob job = LocalJob.of(1 + SENDERS, context -> {
            if (context.rank() == 0) {
                context.threadLevel(ThreadLevel.SINGLE).flightPayload(record == null ? 0 : 1 << 22);
                if (replayed != null) {
                    System.setProperty(OrderReader.FILE_PROPERTY, replayed.toString());
                    return;
                }
            }
            System.clearProperty(OrderReader.FILE_PROPERTY);
        })) {
            final List<CompletableFuture<Void>> senders = new ArrayList<>();
            for (int rank = 1; rank <= SENDERS; rank++) {
                final Communicator world = job.engine(rank).world();
                final Random random = new Random(seed + rank);
                final Random pauses = new Random(seed * timing + rank);
                // Each with a thread of its own: one sender waits until the messages of all are received.
                senders.add(CompletableFuture.runAsync(() -> send(world, random, pauses), OrderReplayTest::startDaemon));
            }
            final List<String> transcript = new Receiver(job.engine(0).world(), new Random(seed)).run();
            CompletableFuture.allOf(senders.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
            if (record != null) {
                save(job.directory(), record);
            }
            return transcript;
        }
    }

    private static void startDaemon(final Runnable task) {
        final Thread thread = new Thread(task, "sender");
        thread.setDaemon(true);
        thread.start();
    }

    private static void send(final Communicator world, final Random random, final Random pauses) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONG]);
        for (int message = 0; message < MESSAGES; message++) {
            // Few yields: each may last a time slice where the processors are busy.
            for (int pause = pauses.nextInt(4000); pause > 0; pause--) {
                Thread.onSpinWait();
            }
            if (pauses.nextInt(16) == 0) {
                Thread.yield();
            }
            buffer.putInt(0, message);
            world.send(buffer, 0, random.nextInt(8) == 0 ? LONG : 4 + random.nextInt(60), 0, random.nextInt(3));
        }
        world.send(buffer, 0, 4, 0, LAST_TAG);
        world.recv(buffer, 0, 4, 0, LAST_TAG, null);
    }

    /** The calls of the rank that is recorded and replayed, and what they have found. */
    private static final class Receiver {
        private final Communicator world;
        private final Random random;
        private final List<String> transcript = new ArrayList<>();
        private final UnsafeBuffer[] buffers = new UnsafeBuffer[AT_A_TIME];
        private final Request[] requests = new Request[AT_A_TIME];
        private final Status status = new Status();
        private final Message message = new Message();
        private int left = SENDERS * (MESSAGES + 1);

        Receiver(final Communicator world, final Random random) {
            this.world = world;
            this.random = random;
            Arrays.setAll(buffers, i -> new UnsafeBuffer(new byte[LONG]));
            Arrays.setAll(requests, i -> new Request());
        }

        List<String> run() {
            while (left > 0) {
                switch (left < AT_A_TIME ? 0 : random.nextInt(8)) {
                    case 0 -> receive();
                    case 1 -> waitAny();
                    case 2 -> probe();
                    case 3 -> test();
                    case 4 -> waitSome();
                    case 5 -> probeMatched();
                    case 6 -> poll();
                    default -> cancel();
                }
            }
            for (int rank = 1; rank <= SENDERS; rank++) {
                final int destination = rank;
                if (rank == 1) {
                    transcript.add("offered " + misses(
                        () -> world.trySend(buffers[0], 0, 4, destination, LAST_TAG) == MessageOffers.SENT));
                } else {
                    world.isend(buffers[0], 0, 4, rank, LAST_TAG, requests[rank]);
                    transcript.add("sent " + misses(requests[rank]::test));
                }
            }
            return transcript;
        }

        private static int misses(final BooleanSupplier attempt) {
            int misses = 0;
            while (!attempt.getAsBoolean()) {
                TimeLimit.check();
                misses++;
            }
            return misses;
        }

        private void receive() {
            world.recv(buffers[0], 0, LONG, Communicator.ANY_SOURCE, Communicator.ANY_TAG, random.nextBoolean() ? status : null);
            transcript.add("recv " + buffers[0].getInt(0));
            left--;
        }

        private void post() {
            for (int i = 0; i < AT_A_TIME; i++) {
                world.irecv(buffers[i], 0, LONG, Communicator.ANY_SOURCE, Communicator.ANY_TAG, requests[i]);
            }
            left -= AT_A_TIME;
        }

        private void waitAny() {
            post();
            for (int i = 0; i < AT_A_TIME; i++) {
                final int index = Requests.waitAny(requests);
                transcript.add("any " + index + " " + show(requests[index].status(), index));
            }
        }

        private void waitSome() {
            post();
            final int[] indices = new int[AT_A_TIME];
            int got = 0;
            while (got < AT_A_TIME) {
                final int some = Requests.waitSome(requests, indices);
                for (int i = 0; i < some; i++) {
                    transcript.add("some " + indices[i] + " " + show(requests[indices[i]].status(), indices[i]));
                }
                transcript.add("some " + some);
                got += some;
            }
        }

        private void probe() {
            final int misses = misses(() -> world.iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status));
            transcript.add("probe " + misses + " " + status.source() + " " + status.tag() + " " + status.messageLength());
        }

        private void test() {
            world.irecv(buffers[0], 0, LONG, Communicator.ANY_SOURCE, Communicator.ANY_TAG, requests[0]);
            transcript.add("test " + misses(requests[0]::test) + " " + show(requests[0].status(), 0));
            left--;
        }

        private void probeMatched() {
            final int misses = misses(() -> world.improbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, message));
            message.recv(buffers[0], 0, LONG);
            transcript.add("matched " + misses + " " + show(message.status(), 0));
            left--;
        }

        private void poll() {
            final boolean isAnyTag = random.nextBoolean();
            final int shown = world.poll(
                Communicator.ANY_SOURCE, isAnyTag ? Communicator.ANY_TAG : random.nextInt(3), 1, this::shown, 1 + random.nextInt(3),
                () -> message);
            transcript.add("polled " + shown);
            message.close();
            left -= shown;
        }

        private MessageAction shown(final int source, final int tag, final DirectBuffer buffer, final int offset, final int length) {
            transcript.add("shown " + source + ":" + tag + ":" + length + ":" + buffer.getInt(offset));
            // There is one object for it.
            return message.isOpen() || tag != 1 ? MessageAction.GIVE_BACK : MessageAction.KEEP;
        }

        private void cancel() {
            final int source = random.nextBoolean() ? 1 + random.nextInt(SENDERS) : Communicator.ANY_SOURCE;
            world.irecv(buffers[3], 0, LONG, source, random.nextInt(3), requests[3]);
            final boolean isCancelled = requests[3].cancel();
            requests[3].await();
            transcript.add("cancel " + isCancelled + (isCancelled ? "" : " " + show(requests[3].status(), 3)));
            left -= isCancelled ? 0 : 1;
        }

        private String show(final Status of, final int buffer) {
            return of.source() + ":" + of.tag() + ":" + of.length() + ":" + buffers[buffer].getInt(0);
        }
    }

    private static void save(final Path job, final Path order) throws Exception {
        try (JobDirectory inspected = JobDirectory.inspect(job); StreamFile file = StreamFile.attach(inspected, 0, 1)) {
            final ByteRingReader reader = new ByteRingReader(file.order());
            final byte[] bytes = new byte[(int) reader.written()];
            assertThat(reader.copy(0, bytes.length, new UnsafeBuffer(bytes), 0)).isZero();
            Files.write(order, bytes);
        }
    }
}
