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
import io.tombolo.ringbuffers.queue.Callers;
import io.tombolo.ringbuffers.queue.EventEntry;
import io.tombolo.ringbuffers.queue.EventQueue;
import io.tombolo.ringbuffers.queue.QueueFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An event dispatcher: a queue of events that the progress owner puts and any thread takes, and the one thread that may wait for them.
 * <p>
 * <b>Waiting:</b> the waiter {@link #arm arms} itself with a threshold, looks once more, and then waits for an operation, as for any other.
 * The owner fires it, once, when it puts an event that is enough; and, since its put and its look at the waiter are not fenced, looks again
 * at each turn while anybody is armed ({@link #fireIfDue}). So no wake-up is lost and no put pays for a fence.
 */
public final class Dispatcher extends Registered {
    private static final int IDLE = 0;
    private static final int ENTERED = 1;
    private static final int ARMED = 2;
    private static final int FIRED = 3;
    private static final int GONE = 4;

    private final QueueFiles files;
    private final AtomicInteger armed;
    private final Callers callers;
    private final AtomicInteger waiting = new AtomicInteger(IDLE);
    private final AtomicInteger unreserved = new AtomicInteger();
    private final AtomicInteger dismissals = new AtomicInteger();
    private final Operation wake = new Operation();
    private final int requested;
    private volatile EventQueue queue;
    // Events that a waiter may ask for: never more than there will be room for.
    private volatile int room;
    private volatile boolean unwaitable;
    private volatile boolean ended;
    private volatile CompletionFlag mode = CompletionFlag.UNSIGNALLED;
    // Events put behind the last that is signalled: one of those that are there is signalled if there are more.
    private volatile long unsignalled;
    // Of the thread that waits, or 0.
    private final AtomicInteger threshold = new AtomicInteger();
    private int seenDismissals;

    // The owner's.
    private QueueFile file;
    private int reserved;
    private int users;
    private int moded;

    Dispatcher(final QueueFiles files, final AtomicInteger armed, final Callers callers, final int requested) {
        this.files = files;
        this.armed = armed;
        this.callers = callers;
        this.requested = requested;
    }

    /** Makes the first queue; before anybody else knows this. */
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
            // For the time of a copy: the owner has turned consumers away, and will name the new queue.
            Thread.onSpinWait();
            type = queue.poll(entry);
        }
        return type;
    }

    /**
     * Takes note that an event was taken for which no room was reserved.
     */
    public void unreservedTaken() {
        unreserved.decrementAndGet();
    }

    /**
     * Returns how many events are there. Any thread.
     *
     * @return count, of now.
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
     * Returns whether a wait may end: as many events are there, and one of them is signalled. Any thread.
     *
     * @param events threshold.
     * @return true if so.
     */
    public boolean isReady(final int events) {
        final int size = size();
        // Loaded after: an event that is not signalled is counted before it is put.
        return size >= events && (mode != CompletionFlag.SOLICITED_WAIT || size > unsignalled);
    }

    /**
     * Returns how many events there is room for.
     *
     * @return count.
     */
    public int capacity() {
        return queue.capacity();
    }

    /**
     * Returns whether the dispatcher was given back.
     *
     * @return true from then on.
     */
    public boolean isFreed() {
        return waiting.get() == GONE;
    }

    /**
     * Turns waits away, or allows them again.
     *
     * @param isUnwaitable which.
     */
    public void unwaitable(final boolean isUnwaitable) {
        unwaitable = isUnwaitable;
        if (isUnwaitable) {
            dismissals.incrementAndGet();
            fire();
        }
    }

    /**
     * Returns whether the thread that waits has been turned away since it came, even if waits are allowed again.
     *
     * @return true if so.
     */
    public boolean isDismissed() {
        return dismissals.get() != seenDismissals;
    }

    /**
     * Returns whether nothing more will come.
     *
     * @return true once the job was aborted.
     */
    public boolean isEnded() {
        return ended;
    }

    /**
     * Becomes the one thread that waits.
     *
     * @param events threshold.
     * @return success; {@link CallResult#INVALID_PARAMETER} if so many events can never be there, or nothing that comes here is for
     *     thresholds; {@link CallResult#INVALID_STATE} if another thread waits, or waits are turned away;
     *     {@link CallResult#INVALID_HANDLE} once the dispatcher was given back.
     */
    public CallResult enter(final int events) {
        if (!isPossible(events)) {
            return isFreed() ? CallResult.INVALID_HANDLE : CallResult.INVALID_PARAMETER;
        }
        if (!tryEnter()) {
            return isFreed() ? CallResult.INVALID_HANDLE : CallResult.INVALID_STATE;
        }
        seenDismissals = dismissals.get();
        // Before another look at the room; partner: move, which makes the room smaller before it looks at the threshold.
        if (callers == Callers.ANY_THREAD) {
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
        if (callers == Callers.ANY_THREAD) {
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
     * Stops being the one thread that waits.
     */
    public void leave() {
        // Release, both; partners: move, and the CAS of whoever comes next. Nobody else changes what is entered and not armed.
        threshold.setRelease(0);
        waiting.setRelease(IDLE);
    }

    /**
     * Asks to be woken. The waiter looks at {@link #isReady} once more afterwards.
     *
     * @return operation that ends when as many are there as it waits for, and one of them is signalled.
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
     * Asks not to be woken any more. If that comes too late, waits for the owner to end the operation, which it is about to.
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
     * Returns whether a thread waits and has asked to be woken.
     *
     * @return true from {@link #arm} to the event.
     */
    public boolean isWaited() {
        return waiting.get() == ARMED;
    }

    private void fire() {
        if (waiting.compareAndSet(ARMED, FIRED)) {
            wake.complete(Outcome.SUCCESS);
        }
    }

    /** Wakes the waiter if what it waits for is there. By the owner, at each turn while anybody is armed. */
    void fireIfDue() {
        if (waiting.get() == ARMED && (isReady(threshold.get()) || isDismissed() || ended)) {
            fire();
        }
    }

    /**
     * Puts an event for which room was reserved. By the owner.
     *
     * @return false if there was no room after all: more was reserved and not taken in lives before.
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
     * @return false if there is no room beside what is reserved.
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

    /** Reserves room, growing if need be. By the owner. */
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

    /** Takes note of something that puts events here. By the owner. */
    void use(final CompletionFlag flag) {
        users++;
        if (flag != CompletionFlag.UNSIGNALLED) {
            moded++;
            mode = flag;
        }
    }

    /** Returns whether something with such receives may put its events here. By the owner. */
    boolean suits(final CompletionFlag flag) {
        return flag == CompletionFlag.UNSIGNALLED || moded == 0 || mode == flag;
    }

    void unuse(final CompletionFlag flag) {
        users--;
        if (flag != CompletionFlag.UNSIGNALLED && --moded == 0) {
            mode = CompletionFlag.UNSIGNALLED;
        }
    }

    /** By the owner. */
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
        // Before the look at the threshold; partner: enter. If both are in time, both give way.
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

    /** By the owner. */
    CallResult free() {
        // Whoever comes to wait now finds it gone; whoever is here already keeps it.
        if (users > 0 || !waiting.compareAndSet(IDLE, GONE)) {
            return CallResult.INVALID_STATE;
        }
        files.delete(file);
        return CallResult.SUCCESS;
    }

    /** Wakes the waiter of an engine that closes, or of a job that is aborted. */
    void end() {
        ended = true;
        fire();
    }
}
