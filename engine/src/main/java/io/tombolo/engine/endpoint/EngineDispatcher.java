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
package io.tombolo.engine.endpoint;

import static io.tombolo.engine.access.ApiAccess.ENDPOINTS;

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventHandler;
import io.tombolo.engine.api.endpoint.RefusedException;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.srq.Dispatcher;
import io.tombolo.engine.srq.Endpoints;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;

/**
 * The application's handle of an event dispatcher.
 */
final class EngineDispatcher implements EventDispatcher {
    private static final int MOST_EVENTS = 16;

    private final EngineAdapter adapter;
    private final Endpoints endpoints;
    private final Progress progress;
    private final Dispatcher dispatcher;
    // For polls of several threads at a time, and those that handlers call.
    private final ManyToManyConcurrentArrayQueue<Event> events = new ManyToManyConcurrentArrayQueue<>(MOST_EVENTS);

    EngineDispatcher(final EngineAdapter adapter, final Dispatcher dispatcher) {
        this.adapter = adapter;
        this.endpoints = adapter.endpoints();
        this.progress = adapter.progress();
        this.dispatcher = dispatcher;
    }

    /**
     * Returns the dispatcher behind an application's handle.
     *
     * @throws RefusedException if it was freed.
     */
    static Dispatcher open(final EventDispatcher of) {
        final Dispatcher dispatcher = ((EngineDispatcher) of).dispatcher;
        if (dispatcher.isFreed()) {
            throw new RefusedException(CallResult.INVALID_HANDLE, "dispatcher=0x" + Long.toHexString(of.handle()) + " was freed");
        }
        return dispatcher;
    }

    @Override
    public long handle() {
        return dispatcher.handle();
    }

    @Override
    public CallResult dequeue(final Event event) {
        progress.endpoints().checkThread();
        if (dispatcher.isFreed()) {
            return CallResult.INVALID_HANDLE;
        }
        if (take(event)) {
            return CallResult.SUCCESS;
        }
        progress.poll();
        return take(event) ? CallResult.SUCCESS : CallResult.QUEUE_EMPTY;
    }

    @Override
    public int poll(final EventHandler handler, final int limit) {
        if (handler == null || limit < 1) {
            throw new IllegalArgumentException("handler=" + handler + " must not be null, and limit=" + limit + " must be at least 1");
        }
        final Event kept = events.poll();
        final Event event = kept != null ? kept : new Event();
        try {
            int taken = 0;
            CallResult result = dequeue(event);
            while (result == CallResult.SUCCESS) {
                taken++;
                handler.onEvent(event);
                result = taken == limit || dispatcher.isFreed() || !take(event) ? CallResult.QUEUE_EMPTY : CallResult.SUCCESS;
            }
            if (result == CallResult.INVALID_HANDLE) {
                throw new IllegalStateException("dispatcher=0x" + Long.toHexString(handle()) + " was freed");
            }
            return taken;
        } finally {
            events.offer(event);
        }
    }

    private boolean take(final Event event) {
        return endpoints.resources().take(dispatcher, event);
    }

    @Override
    public CallResult await(final Event event, final long timeout, final TimeUnit unit) {
        return await(event, 1, timeout, unit);
    }

    @Override
    public CallResult await(final Event event, final int threshold, final long timeout, final TimeUnit unit) {
        progress.handlerCalls().refuse("await");
        if (dispatcher.isFreed()) {
            return CallResult.INVALID_HANDLE;
        }
        if (timeout < 0) {
            return CallResult.INVALID_PARAMETER;
        }
        progress.endpoints().checkThread();
        final CallResult entered = dispatcher.enter(threshold);
        if (entered != CallResult.SUCCESS) {
            return entered;
        }
        try {
            return await(event, threshold, unit.toNanos(timeout));
        } finally {
            dispatcher.leave();
        }
    }

    private CallResult await(final Event event, final int threshold, final long timeoutNs) {
        if (progress.endpoints().awaitBriefly(dispatcher, threshold) && take(event)) {
            return CallResult.SUCCESS;
        }
        final long deadline = timeoutNs == Long.MAX_VALUE ? 0 : System.nanoTime() + timeoutNs;
        while (true) {
            final long leftNs = timeoutNs == Long.MAX_VALUE ? timeoutNs : deadline - System.nanoTime();
            final boolean isLate = leftNs <= 0;
            if (!isLate) {
                awaitArmed(threshold, leftNs);
            }
            if (dispatcher.isReady(threshold) && take(event)) {
                return CallResult.SUCCESS;
            }
            if (dispatcher.isEnded()) {
                return CallResult.ABORT;
            }
            if (dispatcher.isDismissed()) {
                return CallResult.INVALID_STATE;
            }
            if (isLate) {
                ENDPOINTS.setRemaining(event, dispatcher.size());
                return CallResult.TIMEOUT_EXPIRED;
            }
        }
    }

    private void awaitArmed(final int threshold, final long leftNs) {
        final Operation wake = dispatcher.arm();
        try {
            if (!dispatcher.isReady(threshold) && !dispatcher.isDismissed() && !dispatcher.isEnded()) {
                progress.await(wake, leftNs);
            }
        } catch (final DeadlineException ignored) {
            // The caller checks the events once more, and then the time.
            return;
        } finally {
            dispatcher.disarm();
        }
    }

    @Override
    public CallResult post(final long cookie) {
        return adapter.ask(() -> endpoints.resources().post(dispatcher, cookie));
    }

    @Override
    public CallResult setUnwaitable() {
        return unwaitable(true);
    }

    @Override
    public CallResult clearUnwaitable() {
        return unwaitable(false);
    }

    private CallResult unwaitable(final boolean isUnwaitable) {
        if (dispatcher.isFreed()) {
            return CallResult.INVALID_HANDLE;
        }
        dispatcher.unwaitable(isUnwaitable);
        if (isUnwaitable) {
            progress.endpoints().wake();
        }
        return CallResult.SUCCESS;
    }

    @Override
    public int capacity() {
        return dispatcher.capacity();
    }

    @Override
    public int size() {
        return dispatcher.size();
    }

    @Override
    public CallResult resize(final int events) {
        return adapter.ask(() -> endpoints.resources().resize(dispatcher, events));
    }

    @Override
    public CallResult free() {
        return adapter.ask(() -> endpoints.free(dispatcher));
    }
}
