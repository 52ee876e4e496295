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
package io.tombolo.jmh.bench.twin;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.ringbuffers.job.GeometrySetting;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The engine through its public API: a job of two ranks, tagged messages, blocking calls.
 */
final class EnginePeer implements Peer {

    private static final int TAG = 7;
    private static final int FIRST_OTHER_TAG = 1_000;
    private static final int NODES_BESIDE = 16_000;

    private final List<MemoryRegion> regions = new ArrayList<>();
    private final Status status = new Status();
    private final Engine engine;
    private final Communicator world;
    private final int other;
    private final Request[] requests = new Request[Loop.WINDOW];
    private final Request awake = new Request();
    private final List<Request> others = new ArrayList<>();
    private int depth;
    private final MutableDirectBuffer nothing = new UnsafeBuffer(new byte[0]);
    private int posted;
    private int windowLength;

    /** {@code depth} is the most entries of a list that a match has to pass. */
    EnginePeer(final Path directory, final int rank, final int depth) {
        final EngineContext context = new EngineContext().directory(directory.resolve("job")).rank(rank).size(2);
        if (depth > 0) {
            context.size(GeometrySetting.MATCH_NODES, BitUtil.findNextPositivePowerOfTwo(depth + NODES_BESIDE));
        }
        engine = Engine.launch(context);
        world = engine.world();
        other = 1 - rank;
        Arrays.setAll(requests, i -> new Request());
    }

    @Override
    public MutableDirectBuffer registered(final int length) {
        final MemoryRegion region = engine.allocate(length);
        regions.add(region);
        return region.buffer();
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        world.send(buffer, 0, length, other, TAG);
    }

    @Override
    public void receive(final MutableDirectBuffer buffer, final int length) {
        world.recv(buffer, 0, length, other, TAG, status);
        check(status, length);
    }

    @Override
    public void receiveAwake(final MutableDirectBuffer buffer, final int length) {
        world.irecv(buffer, 0, length, other, TAG, awake);
        while (!awake.test()) {
            Thread.onSpinWait();
        }
        check(awake.status(), length);
    }

    @Override
    public void sendWindow(final DirectBuffer buffer, final int length, final int count) {
        for (int i = 0; i < count; i++) {
            world.isend(buffer, 0, length, other, TAG, requests[i]);
        }
        Requests.waitAll(requests);
    }

    @Override
    public void postWindow(final MutableDirectBuffer buffer, final int length, final int count) {
        for (int i = 0; i < count; i++) {
            world.irecv(buffer, 0, length, other, TAG, requests[i]);
        }
        posted = count;
        windowLength = length;
    }

    @Override
    public void awaitWindow() {
        Requests.waitAll(requests);
        for (int i = 0; i < posted; i++) {
            check(requests[i].status(), windowLength);
        }
    }

    @Override
    public void deepen(final Pattern pattern, final int newDepth) {
        for (; depth < newDepth; depth++) {
            if (Pattern.POSTED == pattern) {
                final Request request = new Request();
                others.add(request);
                world.irecv(nothing, 0, 0, other, FIRST_OTHER_TAG + depth, request);
            } else {
                world.send(nothing, 0, 0, other, FIRST_OTHER_TAG + depth);
            }
        }
    }

    private static void check(final Status status, final int length) {
        if (status.length() != length) {
            throw new IllegalStateException("received=" + status.length() + " expected=" + length);
        }
    }

    @Override
    public void close() {
        others.forEach(Request::cancel);
        regions.forEach(MemoryRegion::close);
        engine.close();
    }
}
