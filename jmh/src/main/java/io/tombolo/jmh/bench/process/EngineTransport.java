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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.jmh.bench.line.LineDescriptor;
import io.tombolo.jmh.bench.line.Loop;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The engine through its public API: a job of two ranks or more, with tagged messages and blocking calls. Rank 0 talks to rank 1, and each
 * other rank to rank 0.
 */
final class EngineTransport implements Transport {

    /** Name of the job's directory in the scratch directory. */
    static final String JOB = "job";

    private static final int TAG = 7;

    private final List<MemoryRegion> regions = new ArrayList<>();
    private final Status status = new Status();
    private final MutableDirectBuffer greeting = new UnsafeBuffer(new byte[0]);
    private final Engine engine;
    private final Communicator world;
    private final int other;
    private final Request[] requests = new Request[Loop.STREAM];
    private final Request awake = new Request();
    private final Request[] exchanged;
    private final MatchLists matchLists;
    private final Map<WindowMode, Window> windows = new EnumMap<>(WindowMode.class);
    private final int rank;
    private final int size;
    private int posted;
    private int messageLength;

    /** Launches one of {@code size} ranks. Either the first two exchange messages, or all do. */
    EngineTransport(final Path directory, final int rank, final int size) {
        this(rank, size, context(directory, rank, size));
    }

    private EngineTransport(final int rank, final int size, final EngineContext context) {
        this.rank = rank;
        this.size = size;
        engine = Engine.launch(context);
        world = engine.world();
        other = 0 == rank ? 1 : 0;
        matchLists = new MatchLists(world, other, TAG);
        Arrays.setAll(requests, i -> new Request());
        exchanged = new Request[2 * (size - 1)];
        Arrays.setAll(exchanged, i -> new Request());
    }

    /** Launches the same with a flight recorder that records all messages. */
    static EngineTransport recorded(final Path directory, final int rank, final int size) {
        return new EngineTransport(rank, size, context(directory, rank, size).recordsAllMessages(true));
    }

    private static EngineContext context(final Path directory, final int rank, final int size) {
        return new EngineContext().directory(directory.resolve(JOB)).rank(rank).size(size).windowAgentUs(0);
    }

    /** Receives a greeting from each idle rank; all of them are attached then. */
    EngineTransport greeted() {
        for (int from = 2; from < size; from++) {
            world.recv(greeting, 0, 0, from, IdleRanks.TAG, status);
        }
        return this;
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
    public void sendStream(final DirectBuffer buffer, final int length, final int count) {
        for (int i = 0; i < count; i++) {
            world.isend(buffer, 0, length, other, TAG, requests[i]);
        }
        Requests.waitAll(requests);
    }

    @Override
    public void postStream(final MutableDirectBuffer buffer, final int length, final int count) {
        for (int i = 0; i < count; i++) {
            world.irecv(buffer, 0, length, other, TAG, requests[i]);
        }
        posted = count;
        messageLength = length;
    }

    @Override
    public void awaitStream() {
        Requests.waitAll(requests);
        for (int i = 0; i < posted; i++) {
            check(requests[i].status(), messageLength);
        }
    }

    @Override
    public void receiveFromAny(final MutableDirectBuffer buffer, final int length, final int count) {
        for (int i = 0; i < count; i++) {
            world.recv(buffer, 0, length, Communicator.ANY_SOURCE, TAG, status);
            check(status, length);
        }
    }

    @Override
    public MatchLists matchLists() {
        return matchLists;
    }

    @Override
    public void exchange(final DirectBuffer outbound, final MutableDirectBuffer inbound, final int length) {
        int count = 0;
        for (int i = 1; i < size; i++) {
            final int from = (rank + size - i) % size;
            world.irecv(inbound, from * length, length, from, TAG, exchanged[count++]);
        }
        for (int i = 1; i < size; i++) {
            world.isend(outbound, 0, length, (rank + i) % size, TAG, exchanged[count++]);
        }
        Requests.waitAll(exchanged);
    }

    @Override
    public CollectiveCall collective(
        final CollectiveKind kind, final int count, final MutableDirectBuffer send, final MutableDirectBuffer receive) {
        return new EngineCollective(world, kind,
            elements(send, kind.blocksSent(size) * count), elements(receive, kind.blocksReceived(size) * count));
    }

    private Elements elements(final MutableDirectBuffer buffer, final int count) {
        for (final MemoryRegion region : regions) {
            if (region.buffer() == buffer) {
                return Elements.of(region, 0, count, ElementType.DOUBLE);
            }
        }
        return Elements.of(buffer, 0, count, ElementType.DOUBLE);
    }

    @Override
    public void openWindows(final int length) {
        windows.put(WindowMode.DIRECT, world.allocateWindow(length));
        windows.put(WindowMode.PACKET, world.createWindow(
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, LineDescriptor.PAYLOAD_ALIGNMENT))));
    }

    @Override
    public Window window(final WindowMode mode) {
        return windows.get(mode);
    }

    @Override
    public void serve() {
        engine.poll();
    }

    private static void check(final Status status, final int length) {
        if (status.length() != length) {
            throw new IllegalStateException("received=" + status.length() + " expected=" + length);
        }
    }

    @Override
    public void close() {
        regions.forEach(MemoryRegion::close);
        engine.close();
    }
}
