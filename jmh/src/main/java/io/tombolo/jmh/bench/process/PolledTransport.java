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
import io.tombolo.engine.api.MessageAction;
import io.tombolo.engine.api.MessageHandler;
import io.tombolo.engine.api.MessageOffers;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The engine with calls that never wait: sends into the ring and receives by handler. Messages that are too long for the ring are written
 * into a claim. The handler copies each message, as a receive does. Rank 0 talks to rank 1, and each other rank to rank 0.
 */
final class PolledTransport implements Transport {

    private static final int TAG = 7;

    private final Engine engine;
    private final Communicator world;
    private final int other;
    private final boolean sharesCore;
    private final MessageHandler handler = this::onMessage;
    private final Claim claim = new Claim();
    private MutableDirectBuffer target;
    private int received;
    private int expected;
    private int messageLength;

    PolledTransport(final Path directory, final int rank, final Plan plan) {
        engine = Engine.launch(new EngineContext().directory(directory.resolve(EngineTransport.JOB)).rank(rank).size(plan.ranks()));
        world = engine.world();
        other = 0 == rank ? 1 : 0;
        sharesCore = plan.ranks() > 2;
    }

    @Override
    public MutableDirectBuffer registered(final int length) {
        throw new UnsupportedOperationException("messages are copied into the ring, whatever their memory");
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        int looks = 0;
        int answer = world.trySend(buffer, 0, length, other, TAG);
        while (MessageOffers.BACK_PRESSURED == answer || MessageOffers.ABSENT == answer) {
            looks = pause(looks);
            answer = world.trySend(buffer, 0, length, other, TAG);
        }
        if (MessageOffers.TOO_LONG == answer) {
            claim(buffer, length);
        } else if (MessageOffers.SENT != answer) {
            throw new IllegalStateException("answer=" + answer);
        }
    }

    private void claim(final DirectBuffer buffer, final int length) {
        int looks = 0;
        while (!world.tryClaim(length, other, TAG, claim)) {
            looks = pause(looks);
        }
        claim.buffer().putBytes(0, buffer, 0, length);
        claim.commit();
    }

    @Override
    public void receive(final MutableDirectBuffer buffer, final int length) {
        receiveFromAny(buffer, length, 1);
    }

    @Override
    public void postStream(final MutableDirectBuffer buffer, final int length, final int count) {
        target = buffer;
        messageLength = length;
        expected = count;
    }

    @Override
    public void awaitStream() {
        receiveFromAny(target, messageLength, expected);
    }

    @Override
    public void receiveAll(final MutableDirectBuffer buffer, final int length, final int count) {
        receiveFromAny(buffer, length, count);
    }

    @Override
    public void receiveFromAny(final MutableDirectBuffer buffer, final int length, final int count) {
        target = buffer;
        int left = count;
        int looks = 0;
        while (left > 0) {
            final int shown = world.poll(handler, left);
            left -= shown;
            looks = shown > 0 ? 0 : pause(looks);
        }
        if (received != length) {
            throw new IllegalStateException("received=" + received + " expected=" + length);
        }
    }

    private int pause(final int looks) {
        return sharesCore ? Waiting.pauseOnSharedCore(looks) : Waiting.pause(looks);
    }

    private MessageAction onMessage(final int source, final int tag, final DirectBuffer buffer, final int offset, final int length) {
        received = length;
        target.putBytes(0, buffer, offset, length);
        return MessageAction.GIVE_BACK;
    }

    @Override
    public void close() {
        engine.close();
    }
}
