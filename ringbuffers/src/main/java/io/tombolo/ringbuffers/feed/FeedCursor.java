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
package io.tombolo.ringbuffers.feed;

import org.agrona.DirectBuffer;

/**
 * The place of a reader in a feed. Each message takes two calls: {@link #next} finds it, and {@link #done} ends its use. Everything that is
 * read from the file is loaded once and checked. Allocates nothing. One thread at a time.
 */
public interface FeedCursor {
    /**
     * Finds the next message. It can be used until {@link #done}.
     *
     * @return false if there is none as yet.
     * @throws FeedDamageException if the file is damaged; the cursor finds nothing more.
     */
    boolean next();

    /**
     * Ends the use of the message that {@link #next} has found.
     *
     * @return false if the reader was cut off: the bytes of this message may have been overwritten during its use.
     */
    boolean done();

    /** Publishes how far the reader has read; called after a batch of messages. */
    void publish();

    /**
     * Returns whether there is a message, or something else for {@link #next} to find out.
     *
     * @return true if the reader need not wait.
     */
    boolean hasNext();

    /**
     * Returns how many messages were published before the present one.
     *
     * @return number of the message.
     */
    long number();

    /**
     * Returns the key of the present message.
     *
     * @return key; 0 if the feed has no keys.
     */
    long key();

    /**
     * Returns the memory of the present message.
     *
     * @return always the same.
     */
    DirectBuffer buffer();

    /**
     * Returns where the present message begins.
     *
     * @return offset in the buffer.
     */
    int offset();

    /**
     * Returns how long the present message is.
     *
     * @return bytes.
     */
    int length();

    /**
     * Returns how many messages this reader has missed.
     *
     * @return messages; of a conflated feed, the values that were replaced before this reader saw them.
     */
    long missed();

    /**
     * Returns how many messages this reader is behind.
     *
     * @return messages that are published and not read.
     */
    long lagMessages();

    /**
     * Returns how many bytes this reader is behind.
     *
     * @return bytes of the ring.
     */
    long lagBytes();
}
