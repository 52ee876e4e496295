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

import org.agrona.DirectBuffer;

/**
 * Gets the messages of a feed, one after the other, in the thread that polls. It may call the engine, and close the reader, but not poll
 * it.
 */
@FunctionalInterface
public interface FeedHandler {
    /**
     * Gets a message. If this method throws, the message counts as read, and the exception goes to the caller of the poll. If
     * the reader was cut off meanwhile, the caller gets a {@link FeedCutException} that has the exception as a suppressed one.
     *
     * @param number how many messages were published before this one.
     * @param buffer that holds the message, only until this method returns.
     * @param offset of the message in the buffer.
     * @param length of the message in bytes.
     */
    void onMessage(long number, DirectBuffer buffer, int offset, int length);

    /**
     * Learns that the reader was overrun, before it gets the next message. Does nothing unless it is overridden. If this method throws, the
     * exception goes to the caller of the poll, and the next poll shows the message.
     *
     * @param count messages that were overwritten before this reader has read them.
     */
    default void onMissed(final long count) {
    }
}
