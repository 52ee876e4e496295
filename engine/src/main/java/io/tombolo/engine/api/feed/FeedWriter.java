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
package io.tombolo.engine.api.feed;

import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes a feed. {@link io.tombolo.engine.Engine#createFeed} makes it. Each message is copied once, into the ring that all readers map, or
 * is written there by the caller. A message is published when the call returns, in the order of the calls.
 * <p>
 * <b>Threading:</b> one thread at a time. <b>Allocation:</b> none, except for the first value of a key.
 */
public interface FeedWriter extends AutoCloseable {
    /** Answer of a call that writes: the message is published. */
    int WRITTEN = 0;
    /** Answer of a call that writes: a reader has to read first. Only in reliable feeds. */
    int BACK_PRESSURED = -1;
    /** Answer of a call that writes: the message is longer than the feed takes. */
    int TOO_LONG = -2;
    /** Answer of a call that writes: the key is new, and the feed has its most keys. */
    int NO_ROOM = -3;

    /**
     * Returns the name of the feed.
     *
     * @return name.
     */
    String name();

    /**
     * Publishes a message, if there is room at once.
     *
     * @param buffer that holds the message; may be used again when the call returns.
     * @param offset of the message in the buffer.
     * @param length of the message in bytes.
     * @return {@link #WRITTEN}, {@link #BACK_PRESSURED} or {@link #TOO_LONG}.
     * @throws IndexOutOfBoundsException if the buffer does not have that range.
     * @throws IllegalStateException     if the feed or the engine is closed, or the feed has keys.
     */
    int tryWrite(DirectBuffer buffer, int offset, int length);

    /**
     * Publishes the value of a key, in a feed with keys. Never waits.
     *
     * @param key    any number.
     * @param buffer that holds the value; may be used again when the call returns.
     * @param offset of the value in the buffer.
     * @param length of the value in bytes.
     * @return {@link #WRITTEN}, {@link #TOO_LONG} or {@link #NO_ROOM}.
     * @throws IndexOutOfBoundsException if the buffer does not have that range.
     * @throws IllegalStateException     if the feed or the engine is closed, or the feed has no keys.
     */
    int tryWrite(long key, DirectBuffer buffer, int offset, int length);

    /**
     * Publishes a message. Waits for slow readers of a reliable feed, and makes progress for the rank meanwhile.
     *
     * @param buffer that holds the message; may be used again when the call returns.
     * @param offset of the message in the buffer.
     * @param length of the message in bytes.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted while it waits; the message is not published.
     * @throws IllegalArgumentException                 if the message is longer than the feed takes.
     * @throws IndexOutOfBoundsException                if the buffer does not have that range.
     * @throws IllegalStateException                    if the feed or the engine is closed, the feed has keys, or in a call of the error
     *                                                  handler that would wait.
     */
    void write(DirectBuffer buffer, int offset, int length);

    /**
     * Publishes a message, as {@link #write(DirectBuffer, int, int)}, but waits no longer than a timeout.
     *
     * @param buffer  that holds the message; may be used again when the call returns.
     * @param offset  of the message in the buffer.
     * @param length  of the message in bytes.
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @throws io.tombolo.engine.api.DeadlineException if the time is up; the message is not published.
     */
    void write(DirectBuffer buffer, int offset, int length, long timeout, TimeUnit unit);

    /**
     * Lends the place of the next message in the ring, if there is room at once. The caller writes the message there, and then calls
     * {@link #commit} or {@link #abort}. The content of the place is undefined. One message can be claimed at a time, and none can be
     * written meanwhile.
     *
     * @param length of the message in bytes, or more.
     * @return place of the message, always the same buffer; null if a reader has to read first. It has no bytes once the message is
     *         committed or aborted, or the feed is closed.
     * @throws IllegalArgumentException if the length is negative, or longer than the feed takes.
     * @throws IllegalStateException    if the feed or the engine is closed, the feed has keys, or a message is claimed.
     */
    MutableDirectBuffer tryClaim(int length);

    /**
     * Lends the place of the next message, as {@link #tryClaim}. Waits for slow readers, as {@link #write(DirectBuffer, int, int)}.
     *
     * @param length of the message in bytes, or more.
     * @return place of the message, always the same buffer.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted while it waits; nothing is claimed.
     * @throws IllegalArgumentException                 if the length is negative, or longer than the feed takes.
     * @throws IllegalStateException                    as {@link #tryClaim}, or in a call of the error handler that would wait.
     */
    MutableDirectBuffer claim(int length);

    /**
     * Lends the place of the next message, as {@link #claim(int)}, but waits no longer than a timeout.
     *
     * @param length  of the message in bytes, or more.
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @return place of the message, always the same buffer.
     * @throws io.tombolo.engine.api.DeadlineException if the time is up; nothing is claimed.
     */
    MutableDirectBuffer claim(int length, long timeout, TimeUnit unit);

    /**
     * Publishes the message that is claimed.
     *
     * @param length of the message in bytes, at most what was claimed.
     * @throws IllegalArgumentException if the length is out of range; the message stays claimed.
     * @throws IllegalStateException    if no message is claimed, or the feed or the engine is closed.
     */
    void commit(int length);

    /**
     * Gives the place of the message that is claimed back. Nothing is published.
     *
     * @throws IllegalStateException if no message is claimed, or the feed or the engine is closed.
     */
    void abort();

    /**
     * Returns how many messages were published.
     *
     * @return number of the next message.
     */
    long published();

    /**
     * Shows each reader. Readers of ranks that are gone are left out.
     *
     * @param visitor called for each reader, in this call.
     */
    void forEachReader(FeedReaderVisitor visitor);

    /**
     * Returns how many readers were cut off.
     *
     * @return readers since the feed was made.
     */
    long cutReaders();

    /**
     * Ends the feed. Readers get what was published, and then learn of the end. Does not wait for them. A message that is claimed is
     * aborted. Idempotent.
     */
    @Override
    void close();
}
