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
 * One side of a way to move messages between the two processes. Used by the thread that measures, and by no other.
 */
public interface Transport extends AutoCloseable {

    /**
     * Memory that counts as registered.
     *
     * @param length in bytes.
     * @return a buffer of that capacity, valid until {@link #close()}.
     */
    MutableDirectBuffer registered(int length);

    /**
     * Sends to the other process; comes back when the buffer may be written again.
     *
     * @param buffer with the message at offset 0.
     * @param length in bytes.
     */
    void send(DirectBuffer buffer, int length);

    /**
     * Receives from the other process.
     *
     * @param buffer that takes the message at offset 0.
     * @param length that the message must have, in bytes.
     */
    void receive(MutableDirectBuffer buffer, int length);

    /**
     * Receives without ever going to sleep: only this side's wake-up would be measured otherwise.
     *
     * @param buffer that takes the message at offset 0.
     * @param length that the message must have, in bytes.
     */
    default void receiveAwake(final MutableDirectBuffer buffer, final int length) {
        receive(buffer, length);
    }

    /**
     * Sends one message several times; comes back when the buffer may be written again.
     *
     * @param buffer with the message at offset 0.
     * @param length in bytes.
     * @param count  messages, at most {@link io.tombolo.jmh.bench.line.Loop#STREAM}.
     */
    default void sendStream(final DirectBuffer buffer, final int length, final int count) {
        for (int i = 0; i < count; i++) {
            send(buffer, length);
        }
    }

    /**
     * Makes ready for several messages, which may come from now on. {@link #awaitStream()} must follow.
     *
     * @param buffer that takes each of them at offset 0.
     * @param length that each must have, in bytes.
     * @param count  messages, at most {@link io.tombolo.jmh.bench.line.Loop#STREAM}.
     */
    void postStream(MutableDirectBuffer buffer, int length, int count);

    /**
     * Waits for all messages of {@link #postStream}.
     */
    void awaitStream();

    /**
     * The matching lists of this side.
     *
     * @return the same object each time.
     * @throws UnsupportedOperationException if this peer does not match.
     */
    default MatchLists matchLists() {
        throw new UnsupportedOperationException("this peer does not match");
    }

    /**
     * One message to each other rank and one from each; back when all is done.
     *
     * @param outbound to send from.
     * @param inbound  takes the messages, in the order of their ranks, with a place left for this one.
     * @param length   of each message in bytes.
     * @throws UnsupportedOperationException if this peer finds no receive by its tag.
     */
    default void exchange(final DirectBuffer outbound, final MutableDirectBuffer inbound, final int length) {
        throw new UnsupportedOperationException("this peer does not exchange");
    }

    /**
     * Makes windows. Both sides call it at once.
     *
     * @param length of each part in bytes.
     * @throws UnsupportedOperationException if this peer has none.
     */
    default void openWindows(final int length) {
        throw new UnsupportedOperationException("this peer has no windows");
    }

    /**
     * A window that {@link #openWindows} has made.
     *
     * @param mode of it.
     * @return the same object each time.
     * @throws UnsupportedOperationException if this peer has none.
     */
    default Window window(final WindowMode mode) {
        throw new UnsupportedOperationException("this peer has no windows");
    }

    /**
     * Serves windows once, without waiting.
     */
    default void serve() {
        throw new UnsupportedOperationException("this peer has no windows");
    }

    @Override
    void close();
}
