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
package io.tombolo.engine.srq;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.CompletionFlag;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Registered;
import io.tombolo.ringbuffers.queue.EventEntry;
import io.tombolo.ringbuffers.queue.EventQueue;
import io.tombolo.ringbuffers.queue.QueueConcurrency;
import io.tombolo.ringbuffers.queue.QueueFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An event dispatcher: a queue of events that the progress owner puts and any thread takes, and the state of the one thread that may wait
 * for events.
 * <p>
 * <b>Waiting:</b> the waiter {@link #arm arms} itself with a threshold, looks at the queue once more, and then waits for an operation to
 * complete. The progress owner completes it once, when it puts the event that reaches the threshold. No fence separates that put from the
 * look at the waiter; therefore the owner looks again at each turn while any waiter is armed ({@link #fireIfDue}). So no wake-up is lost,
 * and no put pays for a fence.
 */
public final class Dispatcher extends Registered {
    private static final int IDLE = 0;
    private static final int ENTERED = 1;
    private static final int ARMED = 2;
    private static final int FIRED = 3;
    private static final int GONE = 4;

    private final QueueFiles files;
    private final AtomicInteger armed;
    private final QueueConcurrency callers;
    private final AtomicInteger waiting = new AtomicInteger(IDLE);
    private final AtomicInteger unreserved = new AtomicInteger();
    private final AtomicInteger dismissals = new AtomicInteger();
    private final Operation wake = new Operation();
    private final int requested;
    private volatile EventQueue queue;
    // Largest threshold that a waiter may ask for: the queue will have room for as many events.
    private volatile int room;
    private volatile boolean unwaitable;
    private volatile boolean ended;
    private volatile CompletionFlag mode = CompletionFlag.UNSIGNALLED;
    // Number of events behind the last signalled one. If the queue has more events than this, one of them is signalled.
    private volatile long unsignalled;
    // Threshold of the thread that waits, or 0.
    private final AtomicInteger threshold = new AtomicInteger();
    private int seenDismissals;

    // Belong to the progress owner.
    private QueueFile file;
    private int reserved;
    private int users;
    private int moded;

    Dispatcher(final QueueFiles files, final AtomicInteger armed, final QueueConcurrency callers, final int requested) {
        this.files = files;
        this.armed = armed;
        this.callers = callers;
        this.requested = requested;
    }

    /** Creates the first queue, before any other thread knows this dispatcher. */
    void open() throws IOException {
        final int capacity = EventQueue.capacity(requested);
        file = files.events(this, capacity);
        queue = new EventQueue(file.memory(), capacity, callers);
        room = capacity;
    }

    /**
     * Takes the oldest event. Any thread.
     *
     * @param entry is filled.
     * @return type of the event, or {@link EventQueue#EMPTY}.
     */
    public int poll(final EventEntry entry) {
        int type = queue.poll(entry);
        while (type == EventQueue.MOVED) {
            // Lasts as long as a copy: the owner has closed the old queue to consumers, and is about to publish the new one.
            Thread.onSpinWait();
            type = queue.poll(entry);
        }
        return type;
    }

    /**
     * Counts that an event without reserved room was taken. Any thread.
     */
    void unreservedTaken() {
        unreserved.decrementAndGet();
    }

    /**
     * Returns the number of events in the queue. Any thread.
     *
     * @return current number.
     */
    public int size() {
        int size = queue.size();
        while (size == EventQueue.MOVED) {
            Thread.onSpinWait();
            size = queue.size();
        }
        return size;
    }

    /**
     * Returns whether a wait may end: the queue has reached the threshold, and one of the events is signalled. Any thread.
     *
     * @param events threshold.
     * @return true if the wait may end.
     */
    public boolean isReady(final int events) {
        final int size = size();
        // Load the count after the size: the owner counts an unsignalled event before it puts it.
        return size >= events && (mode != CompletionFlag.SOLICITED_WAIT || size > unsignalled);
    }

    /**
     * Returns the capacity of the queue.
     *
     * @return events.
     */
    public int capacity() {
        return queue.capacity();
    }

    /**
     * Returns whether the dispatcher was freed.
     *
     * @return true from then on.
     */
    public boolean isFreed() {
        return waiting.get() == GONE;
    }

    /**
     * Forbids waits and ends the current one, or allows waits again.
     *
     * @param isUnwaitable true to forbid waits.
     */
    public void unwaitable(final boolean isUnwaitable) {
        unwaitable = isUnwaitable;
        if (isUnwaitable) {
            dismissals.incrementAndGet();
            fire();
        }
    }

    /**
     * Returns whether waits were forbidden since the waiting thread entered, even if they are allowed again.
     *
     * @return true if the wait has to end.
     */
    public boolean isDismissed() {
        return dismissals.get() != seenDismissals;
    }

    /**
     * Returns whether no more events will come.
     *
     * @return true once the engine closes or the job was aborted.
     */
    public boolean isEnded() {
        return ended;
    }

    /**
     * Makes the calling thread the one that waits.
     *
     * @param events threshold.
     * @return success; {@link CallResult#INVALID_PARAMETER} if the queue has no room for so many events, or its endpoints do not allow
     *     thresholds; {@link CallResult#INVALID_STATE} if another thread waits, or waits are forbidden; {@link CallResult#INVALID_HANDLE}
     *     once the dispatcher was freed.
     */
    public CallResult enter(final int events) {
        if (!isPossible(events)) {
            return isFreed() ? CallResult.INVALID_HANDLE : CallResult.INVALID_PARAMETER;
        }
        if (!tryEnter()) {
            return isFreed() ? CallResult.INVALID_HANDLE : CallResult.INVALID_STATE;
        }
        seenDismissals = dismissals.get();
        // Store the threshold before the second look at the room; partner: move, which reduces the room before it looks at the threshold.
        if (callers == QueueConcurrency.ANY_THREAD) {
            threshold.set(events);
        } else {
            threshold.setPlain(events);
        }
        if (isPossible(events) && !unwaitable) {
            return CallResult.SUCCESS;
        }
        leave();
        return unwaitable ? CallResult.INVALID_STATE : CallResult.INVALID_PARAMETER;
    }

    private boolean tryEnter() {
        if (callers == QueueConcurrency.ANY_THREAD) {
            return waiting.compareAndSet(IDLE, ENTERED);
        }
        if (waiting.getPlain() != IDLE) {
            return false;
        }
        waiting.setPlain(ENTERED);
        return true;
    }

    private boolean isPossible(final int events) {
        return events >= 1 && events <= room && (events == 1 || mode == CompletionFlag.EVD_THRESHOLD);
    }

    /**
     * Ends the wait of the calling thread, so that another thread may wait.
     */
    public void leave() {
        // Release, both; partners: move, and the CAS of the next waiter. No other thread changes the state ENTERED.
        threshold.setRelease(0);
        waiting.setRelease(IDLE);
    }

    /**
     * Asks the progress owner for a wake-up. The waiter must look at {@link #isReady} once more afterwards.
     *
     * @return operation that completes when the queue has reached the threshold and one of the events is signalled.
     */
    public Operation arm() {
        wake.begin(Operation.Kind.ENDPOINT);
        wake.source = Operation.NONE;
        queue.showWaiter(true);
        waiting.set(ARMED);
        armed.incrementAndGet();
        return wake;
    }

    /**
     * Cancels the request for a wake-up. If the owner is already about to complete the operation, spins until it has.
     */
    public void disarm() {
        if (!waiting.compareAndSet(ARMED, ENTERED)) {
            while (!wake.isDone()) {
                Thread.onSpinWait();
            }
            waiting.set(ENTERED);
        }
        armed.decrementAndGet();
        queue.showWaiter(false);
    }

    /**
     * Returns whether a thread waits and has asked for a wake-up.
     *
     * @return true from {@link #arm} to the wake-up.
     */
    public boolean isWaited() {
        return waiting.get() == ARMED;
    }

    private void fire() {
        if (waiting.compareAndSet(ARMED, FIRED)) {
            wake.complete(Outcome.SUCCESS);
        }
    }

    /** Wakes the waiter if its threshold is reached. By the owner, at each turn while any waiter is armed. */
    void fireIfDue() {
        if (waiting.get() == ARMED && (isReady(threshold.get()) || isDismissed() || ended)) {
            fire();
        }
    }

    /**
     * Puts an event for which room was reserved. By the owner.
     *
     * @return false if there is no room after all, because events of earlier connections of the same endpoints were never taken.
     */
    boolean put(
        final int type, final int status, final long cookie, final long endpoint, final long length, final long from, final int slot,
        final int flags, final boolean signals) {
        if (!signals) {
            unsignalled++;
        }
        final boolean isPut = queue.offer(type, status, cookie, endpoint, length, from, slot, flags, 0, 0);
        if (isPut && signals) {
            signal();
        } else if (!isPut && !signals) {
            unsignalled--;
        }
        return isPut;
    }

    /**
     * Puts an event for which no room was reserved. By the owner.
     *
     * @return false if there is no room besides the reserved one.
     */
    boolean putUnreserved(
        final int type, final long cookie, final long endpoint, final long from, final int rank, final long word0, final long word1) {
        if (unreserved.get() >= capacity() - reserved || !queue.offer(type, 0, cookie, endpoint, 0, from, 0, rank, word0, word1)) {
            return false;
        }
        unreserved.incrementAndGet();
        signal();
        return true;
    }

    private void signal() {
        if (unsignalled > 0) {
            unsignalled = 0;
        }
        if (waiting.get() == ARMED && size() >= threshold.get()) {
            fire();
        }
    }

    /** Reserves room for events, and makes the queue larger if necessary. By the owner. */
    boolean reserve(final int events) {
        if (requested + reserved + events > capacity() && move(requested + reserved + events) != CallResult.SUCCESS) {
            return false;
        }
        reserved += events;
        queue.showReserved(reserved);
        return true;
    }

    void unreserve(final int events) {
        reserved -= events;
        queue.showReserved(reserved);
    }

    /** Adds a user that puts events here. By the owner. */
    void use(final CompletionFlag flag) {
        users++;
        if (flag != CompletionFlag.UNSIGNALLED) {
            moded++;
            mode = flag;
        }
    }

    /** Returns whether an endpoint with this receive flag may put its events here. By the owner. */
    boolean suits(final CompletionFlag flag) {
        return flag == CompletionFlag.UNSIGNALLED || moded == 0 || mode == flag;
    }

    void unuse(final CompletionFlag flag) {
        users--;
        if (flag != CompletionFlag.UNSIGNALLED && --moded == 0) {
            mode = CompletionFlag.UNSIGNALLED;
        }
    }

    /** Changes the capacity. By the owner. */
    CallResult resize(final int events) {
        if (events < 1 || events > EventQueue.MAX_CAPACITY) {
            return CallResult.INVALID_PARAMETER;
        }
        return events < reserved || events < size() ? CallResult.INVALID_STATE : move(events);
    }

    private CallResult move(final int events) {
        final int capacity = EventQueue.capacity(events);
        if (capacity > EventQueue.MAX_CAPACITY) {
            return CallResult.INSUFFICIENT_RESOURCES;
        }
        // Reduce the room before the look at the threshold; partner: enter. If the two meet, both are refused.
        room = Math.min(room, capacity);
        final CallResult result = threshold.get() > capacity ? CallResult.INVALID_STATE : moveTo(capacity);
        room = queue.capacity();
        return result;
    }

    private CallResult moveTo(final int capacity) {
        final QueueFile target;
        try {
            target = files.events(this, capacity);
        } catch (final IOException exception) {
            files.error(exception);
            return CallResult.INSUFFICIENT_RESOURCES;
        }
        final EventQueue next = new EventQueue(target.memory(), capacity, callers);
        if (!queue.moveTo(next)) {
            files.delete(target);
            return CallResult.INVALID_STATE;
        }
        next.showReserved(reserved);
        queue = next;
        files.delete(file);
        file = target;
        return CallResult.SUCCESS;
    }

    /** Frees this dispatcher, unless it is in use. By the owner. */
    CallResult free() {
        // A thread that comes to wait now finds it freed; a thread that waits already prevents the free.
        if (users > 0 || !waiting.compareAndSet(IDLE, GONE)) {
            return CallResult.INVALID_STATE;
        }
        files.delete(file);
        return CallResult.SUCCESS;
    }

    /** Ends the wait, because the engine closes or the job was aborted. */
    void end() {
        ended = true;
        fire();
    }
}
