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
package io.tombolo.engine.api.endpoint;

import io.tombolo.engine.api.InterruptException;
import java.util.concurrent.TimeUnit;

/**
 * A queue of events, to be polled or waited for (S4.31). Made by {@link InterfaceAdapter#createDispatcher}. Each event is delivered once;
 * those of one connection and direction in order. An endpoint that is made with it reserves room for every completion that it may get, so
 * that a flush never overflows; the dispatcher grows for that. Thread-safe.
 * <p>
 * To take a receive completion gives its buffer's place in the receive queue back: that is what reaping means.
 */
public interface EventDispatcher {
    /**
     * Returns the number that stands for the dispatcher.
     *
     * @return handle: index and generation, not given again while the engine lives.
     */
    long handle();

    /**
     * Takes the oldest event, after a look at what has arrived if there is none.
     *
     * @param event is filled.
     * @return {@link CallResult#QUEUE_EMPTY} if there is none; {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     */
    CallResult dequeue(Event event);

    /**
     * Waits for events, and takes the oldest. One thread at a time. Makes progress for the rank. Where receives of
     * {@link CompletionFlag#SOLICITED_WAIT} come, a wait ends only while one of the events is not such a receive, or was solicited by its
     * sender: others alone stay, also when the time is up, for {@link #dequeue}.
     *
     * @param event     is filled; {@link Event#remaining()} also when the time is up.
     * @param threshold events that must be there: 1, unless all receives that come here are of {@link CompletionFlag#EVD_THRESHOLD}.
     * @param timeout   {@link Long#MAX_VALUE} for no limit; 0 only looks.
     * @param unit      of the timeout.
     * @return {@link CallResult#TIMEOUT_EXPIRED}, nothing taken, whatever is there; {@link CallResult#INVALID_STATE} if another thread
     *     waits, or the dispatcher is or becomes unwaitable; {@link CallResult#INVALID_PARAMETER} for a threshold that can never be met;
     *     {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     * @throws InterruptException if the thread is interrupted; nothing is taken.
     */
    CallResult await(Event event, int threshold, long timeout, TimeUnit unit);

    /**
     * Waits for one event.
     *
     * @param event   is filled.
     * @param timeout as above.
     * @param unit    of the timeout.
     * @return as above.
     */
    CallResult await(Event event, long timeout, TimeUnit unit);

    /**
     * Puts an event of the application's own.
     *
     * @param cookie comes with it.
     * @return {@link CallResult#INSUFFICIENT_RESOURCES} if there is no room beside what is reserved; {@link CallResult#INVALID_HANDLE} if
     *     the dispatcher was freed.
     */
    CallResult post(long cookie);

    /**
     * Turns waits away, the one that waits now included.
     *
     * @return {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     */
    CallResult setUnwaitable();

    /**
     * Allows waits again.
     *
     * @return {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     */
    CallResult clearUnwaitable();

    /**
     * Returns how many events it has room for.
     *
     * @return count, at least what was asked for.
     */
    int capacity();

    /**
     * Returns how many events are there.
     *
     * @return count, of now.
     */
    int size();

    /**
     * Changes the room; no event is lost.
     *
     * @param events at least 1.
     * @return {@link CallResult#INVALID_STATE} if more are there, or reserved; {@link CallResult#INVALID_PARAMETER} if it is out of
     *     range; {@link CallResult#INSUFFICIENT_RESOURCES} if there is no memory; {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult resize(int events);

    /**
     * Gives the dispatcher back; events that nobody has taken are lost, their buffers given back.
     *
     * @return {@link CallResult#INVALID_STATE} while something puts events there, or a thread waits; {@link CallResult#INVALID_HANDLE} if
     *     it was freed.
     */
    CallResult free();
}
