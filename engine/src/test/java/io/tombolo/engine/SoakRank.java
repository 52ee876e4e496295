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

import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One rank of the soak test. In each round all ranks send messages to all ranks, including themselves. Both ends of a pair draw the lengths
 * from the same seed; each rank draws everything else for itself. Then one message goes through all ranks, and each forwards it.
 */
final class SoakRank {
    private static final int MESSAGES = 3;
    private static final int MOST = 30_000;
    private static final int GO_ON_TAG = 1_000;
    private static final int CHAIN_TAG = 1_001;
    private static final int WAYS_TO_SEND = 4;
    private static final int WAYS_TO_RECEIVE = 4;

    private final Engine engine;
    private final Communicator world;
    private final long seed;
    private final Random random;
    private final int size;
    private final Request[] sends;
    private final Request[] receives;
    private final Claim claim = new Claim();
    private final Message message = new Message();
    private final UnsafeBuffer check = new UnsafeBuffer(new byte[MOST]);
    private UnsafeBuffer[] sources;
    private UnsafeBuffer[] targets;
    private MemoryRegion region;

    SoakRank(final Engine engine, final long seed) {
        this.engine = engine;
        this.world = engine.world();
        this.seed = seed;
        this.random = new Random(seed + 1 + engine.rank());
        this.size = engine.size();
        this.sends = requests(size * MESSAGES);
        this.receives = requests(size * MESSAGES);
    }

    private static Request[] requests(final int count) {
        final Request[] requests = new Request[count];
        Arrays.setAll(requests, i -> new Request());
        return requests;
    }

    static List<String> settings(final Random random) {
        final List<String> settings = new ArrayList<>();
        add(settings, GeometrySetting.RING_KIND, random.nextInt(2));
        add(settings, GeometrySetting.RING_SLOTS, 16 << random.nextInt(4));
        add(settings, GeometrySetting.RETURN_RECORDS, 64);
        add(settings, GeometrySetting.PACKETS, 1 + random.nextInt(8));
        add(settings, GeometrySetting.PACKET_LENGTH, 512L << random.nextInt(3));
        add(settings, GeometrySetting.INLINE_LIMIT, random.nextInt(600));
        add(settings, GeometrySetting.STAGING_LANES, 1 + random.nextInt(random.nextBoolean() ? 3 : 32));
        add(settings, GeometrySetting.STAGING_LANE_LENGTH, 4096 << random.nextInt(4));
        add(settings, GeometrySetting.STAGING_CHUNK, 256 << random.nextInt(5));
        add(settings, GeometrySetting.STAGING_FAR_NS, random.nextBoolean() ? 0 : 10);
        add(settings, GeometrySetting.UNEXPECTED_BYTES, random.nextInt(100_000));
        add(settings, GeometrySetting.RTS_BYTES, random.nextBoolean() ? 0 : random.nextInt(300));
        add(settings, GeometrySetting.EXPOSURE_LIMIT, random.nextBoolean() ? Long.MAX_VALUE : 5_000);
        return settings;
    }

    private static void add(final List<String> settings, final GeometrySetting setting, final long value) {
        settings.add(setting.propertyName() + "=" + value);
    }

    static void set(final EngineContext context, final List<String> settings) {
        for (final GeometrySetting setting : GeometrySetting.values()) {
            for (final String line : settings) {
                if (line.startsWith(setting.propertyName() + "=")) {
                    context.size(setting, Long.parseLong(line.substring(line.indexOf('=') + 1)));
                }
            }
        }
    }

    /**
     * Goes on for as long as rank 0 wants to.
     *
     * @return rounds.
     */
    int run(final IntPredicate goOn) {
        final int length = size * MESSAGES * MOST;
        try (MemoryRegion source = engine.allocate(length); MemoryRegion target = engine.allocate(length)) {
            sources = Traffic.memories(source, length);
            targets = Traffic.memories(target, length);
            region = target;
            int round = 0;
            while (agree(goOn.test(round))) {
                play(round);
                chain(round);
                round++;
            }
            // A committed message that is exposed in parts needs progress at its sender until the receiver has the last part.
            world.barrier();
            return round;
        }
    }

    private boolean agree(final boolean wish) {
        final byte[] word = {(byte) (wish ? 1 : 0)};
        if (engine.rank() != 0) {
            world.recv(word, 0, 1, 0, GO_ON_TAG, null);
            return word[0] == 1;
        }
        for (int rank = 1; rank < size; rank++) {
            world.send(word, 0, 1, rank, GO_ON_TAG);
        }
        return wish;
    }

    private long seed(final int round, final int from, final int to, final int index) {
        return seed + ((round * (long) size + from) * size + to) * MESSAGES + index;
    }

    private int length(final int round, final int from, final int to, final int index) {
        return Traffic.length(new Random(seed(round, from, to, index)), MOST);
    }

    private void play(final int round) {
        final UnsafeBuffer source = sources[random.nextInt(sources.length)];
        final UnsafeBuffer target = targets[random.nextInt(targets.length)];
        final boolean early = random.nextBoolean();
        final boolean lent = !early && random.nextBoolean();
        if (early) {
            post(round, target);
        }
        for (int step = 0; step < size; step++) {
            send(round, (engine.rank() + step) % size, source);
        }
        if (!early && !lent) {
            post(round, target);
        }
        for (int from = 0; from < size; from++) {
            for (int index = 0; index < MESSAGES; index++) {
                if (lent) {
                    receiveLent(round, from, index, target);
                } else {
                    receives[from * MESSAGES + index].await();
                }
                final long content = seed(round, from, engine.rank(), index);
                Traffic.check(target, place(from, index), length(round, from, engine.rank(), index), content);
            }
        }
        Requests.waitAll(sends);
    }

    private static int place(final int rank, final int index) {
        return (rank * MESSAGES + index) * MOST;
    }

    private void post(final int round, final UnsafeBuffer target) {
        for (int from = 0; from < size; from++) {
            for (int index = 0; index < MESSAGES; index++) {
                world.irecv(
                    target, place(from, index), length(round, from, engine.rank(), index), from, tag(round, index),
                    receives[from * MESSAGES + index]);
            }
        }
    }

    /** The messages of one pair in one round differ in their tags, and so do those of two rounds that follow each other. */
    private static int tag(final int round, final int index) {
        return (round & 1) * MESSAGES + index;
    }

    private void send(final int round, final int to, final UnsafeBuffer source) {
        for (int index = 0; index < MESSAGES; index++) {
            final int length = length(round, engine.rank(), to, index);
            final int place = place(to, index);
            final long content = seed(round, engine.rank(), to, index);
            final Request request = sends[to * MESSAGES + index];
            final int way = random.nextInt(WAYS_TO_SEND);
            if (way == 0 && world.tryClaim(length, to, tag(round, index), claim)) {
                Traffic.fill(check, 0, length, content);
                claim.buffer().putBytes(0, check, 0, length);
                claim.commit();
                world.isend(source, 0, 0, Communicator.NULL_RANK, 0, request);
            } else {
                Traffic.fill(source, place, length, content);
                if (way == 1) {
                    world.issend(source, place, length, to, tag(round, index), request);
                } else {
                    world.isend(source, place, length, to, tag(round, index), request);
                }
            }
        }
    }

    /** One message goes through all ranks. Each but the last forwards it while it arrives, through its own memory or the engine's. */
    private void chain(final int round) {
        final int first = round % size;
        final int place = (engine.rank() - first + size) % size;
        final int next = (engine.rank() + 1) % size;
        final int length = length(round, first, first, MESSAGES);
        final long content = seed(round, first, first, MESSAGES);
        final Request on = sends[0];
        final boolean isLast = place == size - 1;
        if (place == 0) {
            final UnsafeBuffer source = sources[random.nextInt(sources.length)];
            Traffic.fill(source, 0, length, content);
            world.isend(source, 0, length, isLast ? Communicator.NULL_RANK : next, CHAIN_TAG, on);
        } else {
            final int from = (engine.rank() + size - 1) % size;
            final boolean isMatched = !isLast && random.nextBoolean();
            if (isMatched) {
                world.mprobe(from, CHAIN_TAG, message);
                world.forward(message, next, CHAIN_TAG, on);
            } else {
                world.irecv(region, 0, length, from, CHAIN_TAG, receives[0]);
                if (!isLast) {
                    world.forward(receives[0], next, CHAIN_TAG, on);
                }
                receives[0].await();
                Traffic.check(region.buffer(), 0, length, content);
            }
        }
        if (!isLast || place == 0) {
            on.await();
        }
    }

    private void receiveLent(final int round, final int from, final int index, final UnsafeBuffer target) {
        final int length = length(round, from, engine.rank(), index);
        final int tag = tag(round, index);
        final int place = place(from, index);
        switch (random.nextInt(WAYS_TO_RECEIVE)) {
            case 0 -> world.recv(target, place, length, from, tag, null);
            case 1 -> {
                final Status status = new Status();
                world.probe(from, tag, status);
                world.recv(target, place, status.messageLength(), from, tag, status);
            }
            case 2 -> {
                world.mprobe(from, tag, message);
                message.recv(target, place, length);
            }
            default -> {
                world.mprobe(from, tag, message);
                target.putBytes(place, message.buffer(), 0, length);
                message.close();
            }
        }
    }
}
