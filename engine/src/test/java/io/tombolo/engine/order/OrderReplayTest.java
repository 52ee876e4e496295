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
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
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
                senders.add(CompletableFuture.runAsync(() -> send(world, random, pauses)));
            }
            final List<String> transcript = receive(job.engine(0).world(), new Random(seed));
            CompletableFuture.allOf(senders.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
            if (record != null) {
                save(job.directory(), record);
            }
            return transcript;
        }
    }

    private static void send(final Communicator world, final Random random, final Random pauses) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONG]);
        for (int message = 0; message < MESSAGES; message++) {
            for (int pause = pauses.nextInt(200); pause > 0; pause--) {
                Thread.yield();
            }
            buffer.putInt(0, message);
            world.send(buffer, 0, random.nextInt(8) == 0 ? LONG : 4 + random.nextInt(60), 0, random.nextInt(3));
        }
        world.send(buffer, 0, 4, 0, LAST_TAG);
        world.recv(buffer, 0, 4, 0, LAST_TAG, null);
    }

    private static List<String> receive(final Communicator world, final Random random) {
        final List<String> transcript = new ArrayList<>();
        final UnsafeBuffer[] buffers = new UnsafeBuffer[4];
        final Request[] requests = new Request[4];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = new UnsafeBuffer(new byte[LONG]);
            requests[i] = new Request();
        }
        final Status status = new Status();
        final Message message = new Message();
        int left = SENDERS * (MESSAGES + 1);
        while (left > 0) {
            final int kind = random.nextInt(7);
            if (kind == 0 || left < 4) {
                world.recv(buffers[0], 0, LONG, Communicator.ANY_SOURCE, Communicator.ANY_TAG, random.nextBoolean() ? status : null);
                transcript.add("recv " + buffers[0].getInt(0));
                left--;
            } else if (kind == 1) {
                post(world, buffers, requests);
                for (int i = 0; i < 4; i++) {
                    final int index = Requests.waitAny(requests);
                    transcript.add("any " + index + " " + show(requests[index].status(), buffers[index]));
                }
                left -= 4;
            } else if (kind == 2) {
                int misses = 0;
                while (!world.iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status)) {
                    misses++;
                }
                transcript.add("probe " + misses + " " + status.source() + " " + status.tag() + " " + status.messageLength());
            } else if (kind == 3) {
                world.irecv(buffers[0], 0, LONG, Communicator.ANY_SOURCE, Communicator.ANY_TAG, requests[0]);
                int misses = 0;
                while (!requests[0].test()) {
                    misses++;
                }
                transcript.add("test " + misses + " " + show(requests[0].status(), buffers[0]));
                left--;
            } else if (kind == 4) {
                post(world, buffers, requests);
                final int[] indices = new int[4];
                for (int got = 0; got < 4;) {
                    final int some = Requests.waitSome(requests, indices);
                    final StringBuilder line = new StringBuilder("some");
                    for (int i = 0; i < some; i++) {
                        line.append(' ').append(indices[i]).append(' ').append(show(requests[indices[i]].status(), buffers[indices[i]]));
                    }
                    transcript.add(line.toString());
                    got += some;
                }
                left -= 4;
            } else if (kind == 5) {
                int misses = 0;
                while (!world.improbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, message)) {
                    misses++;
                }
                message.recv(buffers[0], 0, LONG);
                transcript.add("matched " + misses + " " + show(message.status(), buffers[0]));
                left--;
            } else {
                final int source = 1 + random.nextInt(SENDERS);
                world.irecv(buffers[3], 0, LONG, random.nextBoolean() ? source : Communicator.ANY_SOURCE, random.nextInt(3), requests[3]);
                final boolean isCancelled = requests[3].cancel();
                requests[3].await();
                transcript.add("cancel " + isCancelled + (isCancelled ? "" : " " + show(requests[3].status(), buffers[3])));
                left -= isCancelled ? 0 : 1;
            }
        }
        for (int rank = 1; rank <= SENDERS; rank++) {
            world.isend(buffers[0], 0, 4, rank, LAST_TAG, requests[rank]);
            int misses = 0;
            while (!requests[rank].test()) {
                misses++;
            }
            transcript.add("sent " + misses);
        }
        return transcript;
    }

    private static void post(final Communicator world, final UnsafeBuffer[] buffers, final Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            world.irecv(buffers[i], 0, LONG, Communicator.ANY_SOURCE, Communicator.ANY_TAG, requests[i]);
        }
    }

    private static String show(final Status status, final UnsafeBuffer buffer) {
        return status.source() + ":" + status.tag() + ":" + status.length() + ":" + buffer.getInt(0);
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
