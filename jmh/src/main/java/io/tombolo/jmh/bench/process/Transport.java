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

import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One side of a system that carries messages between the measured processes. Only the measuring thread uses it.
 */
public interface Transport extends AutoCloseable {

    /**
     * Allocates memory that counts as registered.
     *
     * @param length length in bytes.
     * @return a buffer of that capacity, valid until {@link #close()}.
     */
    MutableDirectBuffer registered(int length);

    /**
     * Sends a message to the other process. Returns when the buffer may be written again.
     *
     * @param buffer buffer with the message at offset 0.
     * @param length length of the message in bytes.
     */
    void send(DirectBuffer buffer, int length);

    /**
     * Receives a message from the other process.
     *
     * @param buffer buffer that takes the message at offset 0.
     * @param length length that the message must have, in bytes.
     */
    void receive(MutableDirectBuffer buffer, int length);

    /**
     * Receives a message without going to sleep, so that the wake-up of this side is not measured.
     *
     * @param buffer buffer that takes the message at offset 0.
     * @param length length that the message must have, in bytes.
     */
    default void receiveAwake(final MutableDirectBuffer buffer, final int length) {
        receive(buffer, length);
    }

    /**
     * Sends a message several times. Returns when the buffer may be written again.
     *
     * @param buffer buffer with the message at offset 0.
     * @param length length of the message in bytes.
     * @param count  number of messages, at most {@link io.tombolo.jmh.bench.line.Loop#STREAM}.
     */
    default void sendStream(final DirectBuffer buffer, final int length, final int count) {
        for (int i = 0; i < count; i++) {
            send(buffer, length);
        }
    }

    /**
     * Prepares for several messages, which may come from now on. {@link #awaitStream()} must follow.
     *
     * @param buffer buffer that takes each of them at offset 0.
     * @param length length that each must have, in bytes.
     * @param count  number of messages, at most {@link io.tombolo.jmh.bench.line.Loop#STREAM}.
     */
    void postStream(MutableDirectBuffer buffer, int length, int count);

    /**
     * Waits for all messages of the last {@link #postStream}.
     */
    void awaitStream();

    /**
     * Sends a message to the other process again and again, without answers.
     *
     * @param buffer buffer with the message at offset 0.
     * @param length length of the message in bytes.
     * @param count  number of messages.
     */
    default void sendAll(final DirectBuffer buffer, final int length, final int count) {
        for (int i = 0; i < count; i++) {
            send(buffer, length);
        }
    }

    /**
     * Receives messages that the other process sends without waiting for answers.
     *
     * @param buffer buffer that takes each of them at offset 0.
     * @param length length that each must have, in bytes.
     * @param count  number of messages.
     */
    default void receiveAll(final MutableDirectBuffer buffer, final int length, final int count) {
        for (int i = 0; i < count; i++) {
            receive(buffer, length);
        }
    }

    /**
     * Receives messages of all other processes in the order in which they come. Only rank 0 calls it.
     *
     * @param buffer buffer that takes each of them at offset 0.
     * @param length length that each must have, in bytes.
     * @param count  number of messages.
     * @throws UnsupportedOperationException if this peer has one sender.
     */
    default void receiveFromAny(final MutableDirectBuffer buffer, final int length, final int count) {
        throw new UnsupportedOperationException("this peer has one sender");
    }

    /**
     * Gives access to the matching lists of this side.
     *
     * @return the same object each time.
     * @throws UnsupportedOperationException if this peer does not match.
     */
    default MatchLists matchLists() {
        throw new UnsupportedOperationException("this peer does not match");
    }

    /**
     * Sends a message to each other rank and receives one from each. Returns when all are done.
     *
     * @param outbound message that is sent.
     * @param inbound  buffer that takes the messages in the order of their ranks, with a gap for this rank.
     * @param length   of each message in bytes.
     * @throws UnsupportedOperationException if this peer finds no receive by its tag.
     */
    default void exchange(final DirectBuffer outbound, final MutableDirectBuffer inbound, final int length) {
        throw new UnsupportedOperationException("this peer does not exchange");
    }

    /**
     * Prepares a collective operation, which is called again and again.
     *
     * @param kind    operation.
     * @param count   elements of a block; each is a number of type double.
     * @param send    what this rank sends; one block or one for each rank, as the operation says.
     * @param receive takes what this rank receives, likewise.
     * @return the operation.
     * @throws UnsupportedOperationException if this peer has none.
     */
    default CollectiveCall collective(
        final CollectiveKind kind, final int count, final MutableDirectBuffer send, final MutableDirectBuffer receive) {
        throw new UnsupportedOperationException("this peer has no collective operations");
    }

    /**
     * Creates the windows, one of each mode. Both sides call it at the same time.
     *
     * @param length length of each part in bytes.
     * @throws UnsupportedOperationException if this peer has no windows.
     */
    default void openWindows(final int length) {
        throw new UnsupportedOperationException("this peer has no windows");
    }

    /**
     * Gives access to a window that {@link #openWindows} has created.
     *
     * @param mode mode of the window.
     * @return the same object each time.
     * @throws UnsupportedOperationException if this peer has no windows.
     */
    default Window window(final WindowMode mode) {
        throw new UnsupportedOperationException("this peer has no windows");
    }

    /**
     * Serves the windows once, without waiting.
     */
    default void serve() {
        throw new UnsupportedOperationException("this peer has no windows");
    }

    @Override
    void close();
}
