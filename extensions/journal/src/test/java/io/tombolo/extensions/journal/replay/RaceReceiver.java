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
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import java.io.IOException;
import java.util.Random;
import java.util.zip.CRC32;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Rank 0 of a race: takes messages from any rank in each way that there is, and writes down what it sees.
 */
final class RaceReceiver {
    /** No round has a change. */
    static final int UNCHANGED = -1;

    private static final int WAYS = 10;

    private final Engine engine;
    private final Random random;
    private final Transcript transcript;
    private final UnsafeBuffer[] buffers = {buffer(), buffer(), buffer()};
    private final Request[] requests = {new Request(), new Request(), null};
    private final Request persistent = new Request();
    private final Status status = new Status();
    private final Message message = new Message();
    private final Claim claim = new Claim();
    private final int[] left;

    RaceReceiver(final Engine engine, final long seed, final Transcript transcript) {
        this.engine = engine;
        this.random = new Random(seed);
        this.transcript = transcript;
        this.left = new int[engine.size()];
    }

    private static UnsafeBuffer buffer() {
        return new UnsafeBuffer(new byte[RaceRank.LONGEST]);
    }

    void run(final int rounds, final int messages, final int change) throws IOException {
        final Communicator world = engine.world();
        final Communicator parity = world.split(engine.rank() & 1, engine.rank());
        final Communicator copy = world.dup();
        world.recvInit(buffers[2], 0, RaceRank.LONGEST, Communicator.ANY_SOURCE, Communicator.ANY_TAG, persistent);
        for (int round = 0; round < rounds; round++) {
            for (int rank = 1; rank < left.length; rank++) {
                left[rank] = messages;
            }
            while (left() > 0) {
                take(world, random.nextInt(WAYS));
            }
            transcript.add(change == round ? 1 : 0);
            answer(copy);
            world.barrier();
            parity.barrier();
            transcript.write();
            System.out.println("round " + round);
        }
        copy.close();
        parity.close();
    }

    private int left() {
        int sum = 0;
        for (final int messages : left) {
            sum += messages;
        }
        return sum;
    }

    private void take(final Communicator world, final int way) {
        switch (way) {
            case 0 -> takeNamed(world);
            case 1 -> takeTwo(world);
            case 2 -> {
                long misses = 0;
                while (!world.iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status)) {
                    misses++;
                }
                transcript.add(misses);
                world.recv(buffers[0], 0, RaceRank.LONGEST, status.source(), status.tag(), status);
                took(buffers[0], status);
            }
            case 3 -> {
                world.irecv(buffers[0], 0, RaceRank.LONGEST, Communicator.ANY_SOURCE, Communicator.ANY_TAG, requests[0]);
                long misses = 0;
                while (!requests[0].test()) {
                    misses++;
                }
                transcript.add(misses);
                took(buffers[0], requests[0].status());
            }
            case 4 -> {
                long misses = 0;
                while (!world.improbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, message)) {
                    misses++;
                }
                transcript.add(misses);
                took(buffers[0], message.recv(buffers[0], 0, RaceRank.LONGEST));
            }
            case 5 -> {
                persistent.start();
                took(buffers[2], persistent.await());
            }
            case 6 -> takeOwn(world);
            case 7 -> {
                world.probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
                world.recv(buffers[0], 0, RaceRank.LONGEST, status.source(), status.tag(), status);
                took(buffers[0], status);
            }
            case 8 -> {
                world.irecv(buffers[0], 0, RaceRank.LONGEST, Communicator.ANY_SOURCE, Communicator.ANY_TAG, requests[0]);
                long misses = 0;
                while (!requests[0].isComplete()) {
                    misses++;
                    engine.poll();
                }
                transcript.add(misses);
                took(buffers[0], requests[0].await());
            }
            default -> {
                world.recv(buffers[0], 0, RaceRank.LONGEST, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
                took(buffers[0], status);
            }
        }
    }

    private void takeNamed(final Communicator world) {
        for (int rank = 1; rank < left.length; rank++) {
            if (left[rank] > 0) {
                world.recv(buffers[0], 0, RaceRank.LONGEST, rank, Communicator.ANY_TAG, status);
                took(buffers[0], status);
                return;
            }
        }
    }

    private void takeTwo(final Communicator world) {
        if (left() < 2) {
            return;
        }
        for (int i = 0; i < 2; i++) {
            world.irecv(buffers[i], 0, RaceRank.LONGEST, Communicator.ANY_SOURCE, Communicator.ANY_TAG, requests[i]);
        }
        if (random.nextBoolean()) {
            for (int i = 0; i < 2; i++) {
                final int index = Requests.waitAny(requests);
                transcript.add(index);
                took(buffers[index], requests[index].status());
            }
        } else {
            final int[] indices = new int[requests.length];
            for (int done = 0; done < 2;) {
                final int count = Requests.waitSome(requests, indices);
                transcript.add(count);
                for (int i = 0; i < count; i++) {
                    took(buffers[indices[i]], requests[indices[i]].status());
                }
                done += count;
            }
        }
    }

    private void takeOwn(final Communicator world) {
        final int length = random.nextBoolean() ? Long.BYTES : RaceRank.LONGEST / 2;
        buffers[1].putInt(0, 0);
        world.isend(buffers[1], 0, length, 0, 1, requests[1]);
        left[0]++;
        while (left[0] > 0) {
            world.recv(buffers[0], 0, RaceRank.LONGEST, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
            took(buffers[0], status);
        }
        requests[1].await();
    }

    private void took(final UnsafeBuffer buffer, final Status seen) {
        left[seen.source()]--;
        final CRC32 sum = new CRC32();
        sum.update(buffer.byteArray(), 0, (int) seen.length());
        transcript.add(seen.source());
        transcript.add(seen.tag());
        transcript.add(seen.length());
        transcript.add(sum.getValue());
    }

    /** Sends what it has seen so far, so that a difference is a difference of what it sends. */
    private void answer(final Communicator copy) {
        for (int rank = 1; rank < engine.size(); rank++) {
            buffers[0].putLong(0, transcript.hash());
            final int length = rank == 1 ? Long.BYTES : RaceRank.LONGEST;
            copy.sendrecv(
                buffers[0], 0, length, rank, RaceRank.ECHO_TAG, buffers[1], 0, RaceRank.LONGEST, rank, RaceRank.ECHO_TAG, status);
            transcript.add(status.length());
        }
        for (int i = 0; i < RaceRank.CLAIMS; i++) {
            for (int rank = 1; rank < engine.size(); rank++) {
                long misses = 0;
                while (!copy.tryClaim(RaceRank.CLAIM_LENGTH, rank, RaceRank.CLAIM_TAG, claim)) {
                    misses++;
                }
                transcript.add(misses);
                claim.buffer().setMemory(0, RaceRank.CLAIM_LENGTH, (byte) transcript.hash());
                claim.commit();
            }
        }
    }
}
