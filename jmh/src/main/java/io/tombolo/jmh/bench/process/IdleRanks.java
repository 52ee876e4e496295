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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Idle ranks, all in one JVM. They attach to the two measured ranks and then do nothing. Each has sent both of them a message, so that the
 * measured ranks have its rings to poll.
 */
final class IdleRanks implements Transport {

    /** Number of idle ranks. */
    static final int RANKS = 63;

    /** Number of ranks of the job, with the two measured ones, which come first. */
    static final int JOB_SIZE = 2 + RANKS;

    /** Tag of their messages. */
    static final int TAG = 11;

    private final List<Engine> engines = new ArrayList<>();

    IdleRanks(final Path directory) {
        final DirectBuffer greeting = new UnsafeBuffer(new byte[0]);
        for (int rank = 2; rank < JOB_SIZE; rank++) {
            final Engine engine = Engine.launch(
                new EngineContext().directory(directory.resolve(EngineTransport.JOB)).rank(rank).size(JOB_SIZE));
            engines.add(engine);
            engine.world().send(greeting, 0, 0, 0, TAG);
            engine.world().send(greeting, 0, 0, 1, TAG);
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(engines);
    }

    @Override
    public MutableDirectBuffer registered(final int length) {
        throw idle();
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        throw idle();
    }

    @Override
    public void receive(final MutableDirectBuffer buffer, final int length) {
        throw idle();
    }

    @Override
    public void receiveAwake(final MutableDirectBuffer buffer, final int length) {
        throw idle();
    }

    @Override
    public void sendStream(final DirectBuffer buffer, final int length, final int count) {
        throw idle();
    }

    @Override
    public void postStream(final MutableDirectBuffer buffer, final int length, final int count) {
        throw idle();
    }

    @Override
    public void awaitStream() {
        throw idle();
    }

    private static IllegalStateException idle() {
        return new IllegalStateException("these ranks do nothing");
    }
}
