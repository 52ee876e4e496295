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

/**
 * Reads a feed. {@link io.tombolo.engine.Engine#openFeed} makes it. It gets the messages in the order in which they were written.
 * <p>
 * <b>Threading:</b> one thread at a time. <b>Allocation:</b> none, except for exceptions.
 */
public interface FeedReader extends AutoCloseable {
    /** Answer of a poll: everything was read, and nothing more comes. {@link #end} says why. */
    int ENDED = -1;

    /**
     * Returns the name of the feed.
     *
     * @return name.
     */
    String name();

    /**
     * Returns the rank that writes the feed.
     *
     * @return rank in the world.
     */
    int writer();

    /**
     * Shows messages to a handler. Does not wait. A reliable feed counts a message as read when its handler returns.
     *
     * @param handler gets the messages.
     * @param limit   most messages.
     * @return number of messages shown; 0 if there is none as yet; {@link #ENDED}.
     * @throws FeedCutException                                      if the writer goes on without this reader.
     * @throws io.tombolo.ringbuffers.feed.FeedDamageException if the memory of the feed is damaged; close the reader then.
     * @throws IllegalStateException                                 if the reader or the engine is closed, or in a handler of this reader.
     */
    int poll(FeedHandler handler, int limit);

    /**
     * Shows messages to a handler, as {@link #poll(FeedHandler, int)}, but waits for the first message. Makes progress for the rank
     * meanwhile, and sleeps if nothing comes.
     *
     * @param handler gets the messages.
     * @param limit   most messages.
     * @param timeout longest wait; {@link Long#MAX_VALUE} for no limit.
     * @param unit    of the timeout.
     * @return number of messages shown; 0 if the time is up; {@link #ENDED}.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted while it waits.
     */
    int poll(FeedHandler handler, int limit, long timeout, TimeUnit unit);

    /**
     * Shows values to a handler, as {@link #poll(FeedHandler, int)}, with their keys.
     *
     * @param handler gets the values. In a feed without keys each key is 0.
     * @param limit   most values.
     * @return number of values shown; 0 if none has changed; {@link #ENDED}.
     */
    int poll(KeyedFeedHandler handler, int limit);

    /**
     * Shows values to a handler with their keys, and waits for the first, as {@link #poll(FeedHandler, int, long, TimeUnit)}.
     *
     * @param handler gets the values. In a feed without keys each key is 0.
     * @param limit   most values.
     * @param timeout longest wait; {@link Long#MAX_VALUE} for no limit.
     * @param unit    of the timeout.
     * @return number of values shown; 0 if the time is up; {@link #ENDED}.
     */
    int poll(KeyedFeedHandler handler, int limit, long timeout, TimeUnit unit);

    /**
     * Returns how many messages this reader has missed.
     *
     * @return messages that were overwritten before it has read them; in a feed with keys, values that were replaced before it has seen
     *         them.
     */
    long missed();

    /**
     * Returns how many messages this reader is behind.
     *
     * @return messages that are published and not read; in a feed with keys, changes that it has not looked at.
     */
    long lagMessages();

    /**
     * Returns how many bytes of the ring this reader is behind.
     *
     * @return bytes.
     */
    long lagBytes();

    /**
     * Returns why a poll has returned {@link #ENDED}.
     *
     * @return {@link FeedEnd#NONE} before that.
     */
    FeedEnd end();

    /**
     * Gives the place of this reader back. The writer does not wait for it any more. Idempotent.
     */
    @Override
    void close();
}
