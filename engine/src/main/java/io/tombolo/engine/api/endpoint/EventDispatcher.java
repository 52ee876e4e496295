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
 * Queue of events that a thread polls or waits for (S4.31). {@link InterfaceAdapter#createDispatcher} makes it. It delivers each event
 * once, and the events of one connection and direction in their order.
 * <p>
 * An endpoint reserves room in its dispatchers for every completion that it may get, so a flush never overflows them; a dispatcher grows
 * for that. Taking the completion of a receive frees the place of the buffer in its receive queue; this is called reaping. Thread-safe.
 */
public interface EventDispatcher {
    /**
     * Returns the handle of the dispatcher.
     *
     * @return index and generation; not reused while the engine lives.
     */
    long handle();

    /**
     * Takes the oldest event. If there is none, makes progress once and looks again.
     *
     * @param event to fill.
     * @return {@link CallResult#QUEUE_EMPTY} if there is no event; {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     */
    CallResult dequeue(Event event);

    /**
     * Takes events and shows them to a handler, oldest first, until there is none or the limit is reached. If there is none at first, makes
     * progress once and looks again. Never waits. Steady state allocates nothing.
     *
     * @param handler is shown each event.
     * @param limit   most events that are taken, at least 1.
     * @return events taken, 0 to the limit.
     * @throws IllegalArgumentException if the handler is null or the limit is less than 1.
     * @throws IllegalStateException    if the dispatcher was freed.
     */
    int poll(EventHandler handler, int limit);

    /**
     * Waits for events and takes the oldest. Makes progress for the rank. One thread at a time.
     * <p>
     * If receives of {@link CompletionFlag#SOLICITED_WAIT} complete here, a wait ends only when at least one event is no such receive, or
     * is a receive that its sender solicited. Other receives alone do not end the wait. They stay for {@link #dequeue}, also when the time
     * is up.
     *
     * @param event     to fill; {@link Event#remaining()} is also filled when the time is up.
     * @param threshold number of events that must be there. It must be 1, unless all receives that complete here are of
     *                  {@link CompletionFlag#EVD_THRESHOLD}.
     * @param timeout   longest wait; {@link Long#MAX_VALUE} for no limit, 0 to look once.
     * @param unit      of the timeout.
     * @return {@link CallResult#TIMEOUT_EXPIRED} if the time is up: nothing is taken, whatever is there; {@link CallResult#INVALID_STATE}
     *     if another thread waits, or the dispatcher is or becomes unwaitable; {@link CallResult#INVALID_PARAMETER} for a threshold that
     *     can never be met; {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     * @throws InterruptException if the thread is interrupted; nothing is taken.
     */
    CallResult await(Event event, int threshold, long timeout, TimeUnit unit);

    /**
     * Waits for one event and takes it; as {@link #await(Event, int, long, TimeUnit)} with a threshold of 1.
     *
     * @param event   to fill.
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @return result as for a threshold of 1.
     */
    CallResult await(Event event, long timeout, TimeUnit unit);

    /**
     * Adds an event of the application.
     *
     * @param cookie of the event.
     * @return {@link CallResult#INSUFFICIENT_RESOURCES} if there is no room except what endpoints have reserved;
     *     {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     */
    CallResult post(long cookie);

    /**
     * Makes the dispatcher unwaitable: a wait that is under way ends, and later waits are refused.
     *
     * @return {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     */
    CallResult setUnwaitable();

    /**
     * Makes the dispatcher waitable again.
     *
     * @return {@link CallResult#INVALID_HANDLE} if the dispatcher was freed.
     */
    CallResult clearUnwaitable();

    /**
     * Returns how many events the dispatcher has room for.
     *
     * @return number of events, at least the number that was asked for.
     */
    int capacity();

    /**
     * Returns how many events are in the dispatcher.
     *
     * @return current number of events.
     */
    int size();

    /**
     * Changes how many events the dispatcher has room for. No event is lost.
     *
     * @param events at least 1.
     * @return {@link CallResult#INVALID_STATE} if more events are there or reserved; {@link CallResult#INVALID_PARAMETER} if the number is
     *     out of range; {@link CallResult#INSUFFICIENT_RESOURCES} if there is no memory; {@link CallResult#INVALID_HANDLE} if the
     *     dispatcher was freed.
     */
    CallResult resize(int events);

    /**
     * Frees the dispatcher. Events that nobody has taken are lost; the buffers of their receives are reaped.
     *
     * @return {@link CallResult#INVALID_STATE} while something delivers events to it, or a thread waits; {@link CallResult#INVALID_HANDLE}
     *     if it was freed.
     */
    CallResult free();
}
