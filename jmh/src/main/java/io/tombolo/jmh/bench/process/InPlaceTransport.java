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
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The engine with messages that are written and read in place. Only the first and the last byte of a message are touched.
 */
final class InPlaceTransport implements Transport {

    /** Longest message in bytes. */
    static final int MAX_LENGTH = 64 << 20;

    private static final int TAG = 7;
    private static final long CLAIM_BYTES = 4L * MAX_LENGTH;

    private final Engine engine;
    private final Communicator world;
    private final int other;
    private final Claim claim = new Claim();
    private final Message message = new Message();

    InPlaceTransport(final Path directory, final int rank) {
        engine = Engine.launch(new EngineContext()
            .directory(directory.resolve(EngineTransport.JOB)).rank(rank).size(2).claimBytes(CLAIM_BYTES));
        world = engine.world();
        other = 1 - rank;
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        world.claim(length, other, TAG, claim);
        if (0 < length) {
            claim.buffer().putByte(0, buffer.getByte(0));
            claim.buffer().putByte(length - 1, buffer.getByte(length - 1));
        }
        claim.commit();
    }

    @Override
    public void receive(final MutableDirectBuffer buffer, final int length) {
        world.mprobe(other, TAG, message);
        final DirectBuffer view = message.buffer();
        if (view.capacity() != length) {
            throw new IllegalStateException("received=" + view.capacity() + " expected=" + length);
        }
        if (0 < length) {
            buffer.putByte(0, view.getByte(0));
            buffer.putByte(length - 1, view.getByte(length - 1));
        }
        message.close();
    }

    @Override
    public MutableDirectBuffer registered(final int length) {
        throw notInPlace();
    }

    @Override
    public void receiveAwake(final MutableDirectBuffer buffer, final int length) {
        throw notInPlace();
    }

    @Override
    public void sendStream(final DirectBuffer buffer, final int length, final int count) {
        throw notInPlace();
    }

    @Override
    public void postStream(final MutableDirectBuffer buffer, final int length, final int count) {
        throw notInPlace();
    }

    @Override
    public void awaitStream() {
        throw notInPlace();
    }

    private static IllegalStateException notInPlace() {
        return new IllegalStateException("messages in place are sent one by one");
    }

    @Override
    public void close() {
        engine.close();
    }
}
