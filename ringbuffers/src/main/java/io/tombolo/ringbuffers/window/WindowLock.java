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
package io.tombolo.ringbuffers.window;

import static io.tombolo.ringbuffers.window.WindowFileDescriptor.BYPASSES_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.EXCLUSIVE_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.SHARED_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.TAINTED_OFFSET;

import java.util.function.IntConsumer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The lock of a window as one rank sees it. Ranks take, await and release it in shared memory; the target takes no part.
 * <p>
 * <b>Words.</b> The exclusive holder is one word, each shared holder is a bit, and each waiter is a slot of a queue. Every step that takes
 * one of these places also records which rank took it. A rank that wants the lock exclusively stores its name, then looks for shared
 * holders. A rank that wants it shared sets its bit, then looks for an exclusive holder. If both come at once, at least one sees the other,
 * and the one with the bit steps back.
 * <p>
 * <b>Order.</b> A rank that finds waiters enters the queue. It goes on when no rank waits before it; for a shared lock, when no rank before
 * it wants the lock exclusively. So a release grants nothing and has no half-done state. While there are shared holders, newcomers may pass
 * the first exclusive waiter up to the bypass limit of the window; each bypass is counted for that waiter's position.
 * <p>
 * <b>Deaths.</b> Any waiting rank calls {@link #recover}, which takes what dead ranks held. A dead holder leaves the window tainted.
 * <p>
 * <b>Threading:</b> one instance belongs to one rank and one thread at a time; ranks meet only in shared memory. The uncontended path is
 * wait-free: a CAS and a store for an exclusive lock, two atomic additions for a shared one.
 * <p>
 * <b>Memory order:</b> a rank that gets the lock sees everything that earlier holders stored before {@link #release}.
 */
public final class WindowLock {
    /** No rank. */
    public static final int NOBODY = -1;

    /** Bypass limit: a shared lock may always pass. */
    public static final int UNLIMITED = -1;

    private final LockWords words;
    private final LockQueue queue;
    private final int size;
    private final int rank;
    private final int incarnation;
    private final int bypassLimit;
    private final int sharedWords;
    private final int bitOffset;
    private final long bit;
    private final long held;
    private final long closing;

    private LockState state = LockState.IDLE;
    private LockMode wanted;
    private long position = LockQueue.NOWHERE;
    private boolean hasSteppedBack;

    /**
     * Views the lock; nothing is stored.
     *
     * @param memory of the window file from its start to its data; kept reachable.
     * @param rank   for which the lock is taken.
     */
    public WindowLock(final AtomicBuffer memory, final int rank) {
        this.size = memory.getInt(WindowFileDescriptor.SIZE_OFFSET);
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank=" + rank + " must be in 0.." + (size - 1));
        }
        this.words = new LockWords(memory, size);
        this.queue = new LockQueue(words, size);
        this.rank = rank;
        this.incarnation = incarnation(rank);
        this.bypassLimit = words.constant(WindowFileDescriptor.BYPASS_LIMIT_OFFSET);
        this.sharedWords = WindowFileDescriptor.sharedWords(size);
        this.bitOffset = SHARED_OFFSET + rank / Long.SIZE * Long.BYTES;
        this.bit = 1L << rank;
        this.held = HolderWord.of(HolderWord.HELD, rank, incarnation);
        this.closing = HolderWord.of(HolderWord.CLOSING, rank, incarnation);
    }

    /**
     * Returns the state of this rank.
     *
     * @return state.
     */
    public LockState state() {
        return state;
    }

    /**
     * Asks for the lock. If the lock is not granted at once, call {@link #poll} until it is, or {@link #abandon}.
     *
     * @param type of the lock.
     * @return true if this rank has it.
     * @throws IllegalStateException if this rank has the lock or waits for it.
     */
    public boolean request(final LockMode type) {
        if (state != LockState.IDLE && state != LockState.ABANDONED) {
            throw new IllegalStateException("state=" + state + ": locked already");
        }
        wanted = type;
        hasSteppedBack = false;
        if (state == LockState.ABANDONED && reclaimSlot()) {
            return poll();
        }
        if (type == LockMode.EXCLUSIVE ? tryExclusive() : tryShared()) {
            return true;
        }
        if (state != LockState.CLOSING) {
            enqueue();
        }
        return false;
    }

    /**
     * Makes one step of waiting.
     *
     * @return true if this rank has the lock now.
     */
    public boolean poll() {
        hasSteppedBack = false;
        if (words.load(EXCLUSIVE_OFFSET) != HolderWord.NONE && state != LockState.CLOSING) {
            return false;
        }
        return switch (state) {
            case QUEUED -> wanted == LockMode.EXCLUSIVE ? pollExclusive() : pollShared();
            case CLOSING -> pollClosing();
            // The queue had no room.
            case IDLE -> request(wanted);
            case SHARED, EXCLUSIVE, ABANDONED, DEAD -> throw new IllegalStateException("state=" + state);
        };
    }

    /**
     * Returns whether the last {@link #request} or {@link #poll} took a place at the lock for a moment and gave it up without a hold. Other
     * ranks may have given way to it.
     *
     * @return true if the caller must wake the rank that {@link #next} names.
     */
    public boolean hasSteppedBack() {
        return hasSteppedBack;
    }

    /**
     * Stops waiting: others skip the slot of this rank. Afterwards wake the rank that {@link #next} names.
     */
    public void abandon() {
        if (state == LockState.QUEUED) {
            final long slot = queue.at(position);
            if (isMine(slot)) {
                queue.change(position, slot, LockSlotWord.ABANDONED);
            }
            move(LockEvent.TIME_UP);
            queue.clear();
        } else if (state == LockState.CLOSING) {
            words.release(EXCLUSIVE_OFFSET, HolderWord.NONE);
            move(LockEvent.TIME_UP);
        }
    }

    /**
     * Releases the lock. The next holder sees everything stored before. Call it only while this rank cannot count as dead: after that
     * another rank may have the lock.
     *
     * @return a waiting rank that can go on now, to be woken if it sleeps, or {@link #NOBODY}.
     * @throws IllegalStateException if this rank does not have the lock.
     */
    public int release() {
        final LockState before = state;
        move(LockEvent.RELEASED);
        if (before == LockState.EXCLUSIVE) {
            // Partner of the CAS in tryExclusive and pollExclusive, and of the load of this word in tryShared and pollShared.
            words.release(EXCLUSIVE_OFFSET, HolderWord.NONE);
        } else {
            // Partner of the loads in hasSharers.
            words.add(bitOffset, -bit);
        }
        return next();
    }

    /**
     * Releases the lock as {@link #release()} does, and taints the window: this rank has not finished its accesses.
     *
     * @return a waiting rank that can go on now, to be woken if it sleeps, or {@link #NOBODY}.
     * @throws IllegalStateException if this rank does not have the lock.
     */
    public int releaseTainted() {
        if (state == LockState.SHARED || state == LockState.EXCLUSIVE) {
            taint(rank, incarnation);
        }
        return release();
    }

    /**
     * Finds a rank that can go on. Call it after each event that may let one go on: a release, a shared lock granted after a wait,
     * {@link #abandon}, {@link #recover}, or a step back.
     *
     * @return rank, or {@link #NOBODY}.
     */
    public int next() {
        final long holder = words.load(EXCLUSIVE_OFFSET);
        if (holder != HolderWord.NONE) {
            return HolderWord.phase(holder) == HolderWord.CLOSING ? checked(HolderWord.rank(holder)) : NOBODY;
        }
        if (queue.isEmpty()) {
            return NOBODY;
        }
        final long first = queue.firstWaiting(queue.end(), false);
        return first == LockQueue.NOWHERE ? NOBODY : checked(LockSlotWord.rank(queue.at(first)));
    }

    /**
     * Visits the ranks that keep this rank waiting: the holders, and the first in the queue.
     *
     * @param action called with each of these ranks, except this one.
     */
    public void forEachBlocker(final IntConsumer action) {
        final long holder = words.load(EXCLUSIVE_OFFSET);
        if (holder != HolderWord.NONE) {
            acceptOther(HolderWord.rank(holder), action);
        }
        for (int word = 0; word < sharedWords; word++) {
            long bits = words.load(SHARED_OFFSET + word * Long.BYTES);
            for (; bits != 0; bits &= bits - 1) {
                acceptOther(word * Long.SIZE + Long.numberOfTrailingZeros(bits), action);
            }
        }
        final long first = queue.firstWaiting(queue.end(), false);
        if (first != LockQueue.NOWHERE) {
            acceptOther(LockSlotWord.rank(queue.at(first)), action);
        }
    }

    /**
     * Takes what dead ranks had: their slots are skipped, their holds end and the window is tainted. Any rank may call it at any time, and
     * several ranks at once.
     *
     * @param probe tells which ranks are dead.
     * @return true if something was taken: a waiting rank may go on now.
     */
    public boolean recover(final DeathProbe probe) {
        boolean recovered = recoverExclusive(probe);
        for (int word = 0; word < sharedWords; word++) {
            recovered |= recoverShared(word, probe);
        }
        final long end = queue.end();
        for (long waiter = queue.firstWaiting(end, false); waiter != LockQueue.NOWHERE && waiter < end; waiter++) {
            recovered |= recoverSlot(waiter, probe);
        }
        queue.clear();
        return recovered;
    }

    /**
     * Returns whether a holder of this lock has died, so that its writes may be incomplete.
     *
     * @return true once that has happened; it stays true.
     */
    public boolean isTainted() {
        return words.load(TAINTED_OFFSET) != 0;
    }

    /**
     * Returns whether no rank has the lock or waits for it.
     *
     * @return true if so at this moment.
     */
    public boolean isFree() {
        return words.load(EXCLUSIVE_OFFSET) == HolderWord.NONE && !hasSharers() &&
            queue.firstWaiting(queue.end(), false) == LockQueue.NOWHERE;
    }

    private boolean tryExclusive() {
        if (words.load(EXCLUSIVE_OFFSET) != HolderWord.NONE || freeSlotsAndFindWaiters() || hasSharers()) {
            return false;
        }
        if (!words.compareAndSet(EXCLUSIVE_OFFSET, HolderWord.NONE, held)) {
            return false;
        }
        if (!queue.isEmpty()) {
            // Another rank entered the queue meanwhile: it comes first.
            words.release(EXCLUSIVE_OFFSET, HolderWord.NONE);
            hasSteppedBack = true;
            return false;
        }
        return confirmExclusive();
    }

    /** Frees abandoned slots, then tells whether ranks wait. */
    private boolean freeSlotsAndFindWaiters() {
        if (queue.isEmpty()) {
            return false;
        }
        queue.clear();
        return !queue.isEmpty();
    }

    private boolean pollExclusive() {
        if (queue.head() != position) {
            queue.clear();
            if (queue.head() != position) {
                return false;
            }
        }
        if (hasSharers() || !words.compareAndSet(EXCLUSIVE_OFFSET, HolderWord.NONE, held)) {
            return false;
        }
        queue.leave(position);
        return confirmExclusive();
    }

    /** The name of this rank is stored, so no new shared holder comes in. Waits for the earlier ones, if there are any. */
    private boolean confirmExclusive() {
        if (hasSharers()) {
            words.release(EXCLUSIVE_OFFSET, closing);
            move(LockEvent.SHARERS_INSIDE);
            return false;
        }
        move(LockEvent.EXCLUSIVE_GRANTED);
        return true;
    }

    private boolean pollClosing() {
        if (hasSharers()) {
            return false;
        }
        words.release(EXCLUSIVE_OFFSET, held);
        move(LockEvent.SHARERS_LEFT);
        return true;
    }

    private boolean tryShared() {
        if (words.load(EXCLUSIVE_OFFSET) != HolderWord.NONE) {
            return false;
        }
        final long passed = queue.isEmpty() ? LockQueue.NOWHERE : queue.firstWaiting(queue.end(), true);
        if (passed != LockQueue.NOWHERE && !(hasSharers() && tryPass(passed))) {
            return false;
        }
        words.add(bitOffset, bit);
        // The bit is set: an exclusive waiter that comes now waits for this rank. So one look at the queue is enough.
        if (words.load(EXCLUSIVE_OFFSET) == HolderWord.NONE && isStillFirst(passed)) {
            move(LockEvent.SHARED_GRANTED);
            return true;
        }
        return stepBack();
    }

    private boolean stepBack() {
        words.add(bitOffset, -bit);
        hasSteppedBack = true;
        return false;
    }

    private boolean isStillFirst(final long passed) {
        return passed == LockQueue.NOWHERE ?
            queue.isEmpty() || queue.firstWaiting(queue.end(), true) == LockQueue.NOWHERE :
            LockSlotWord.state(queue.at(passed)) == LockSlotWord.EXCLUSIVE;
    }

    private boolean pollShared() {
        if (queue.firstWaiting(position, true) != LockQueue.NOWHERE) {
            return false;
        }
        words.add(bitOffset, bit);
        if (words.load(EXCLUSIVE_OFFSET) != HolderWord.NONE) {
            return stepBack();
        }
        queue.leave(position);
        move(LockEvent.SHARED_GRANTED);
        return true;
    }

    /** Counts a bypass of the exclusive waiter at a position. Returns false if the bypass limit is reached. */
    private boolean tryPass(final long waiter) {
        while (bypassLimit != UNLIMITED) {
            final long before = words.load(BYPASSES_OFFSET);
            final long passes = BypassWord.count(before, waiter);
            if (passes >= bypassLimit) {
                return false;
            }
            if (words.compareAndSet(BYPASSES_OFFSET, before, BypassWord.of(passes + 1, waiter))) {
                return true;
            }
        }
        return true;
    }

    private void enqueue() {
        words.release(WindowFileDescriptor.rankOffset(size, rank) + WindowFileDescriptor.SINCE_OFFSET, System.nanoTime());
        position = queue.enter(rank, incarnation, LockSlotState.of(wanted));
        if (position != LockQueue.NOWHERE) {
            move(LockEvent.LINED_UP);
        }
    }

    /** Takes back the slot that this rank abandoned. Returns false if another rank has freed it. */
    private boolean reclaimSlot() {
        final long slot = queue.at(position);
        final boolean isReclaimed = isMine(slot) && queue.change(position, slot, LockSlotState.of(wanted).code());
        move(isReclaimed ? LockEvent.ASKED_AGAIN : LockEvent.SLOT_FREED);
        return isReclaimed;
    }

    private boolean isMine(final long slot) {
        return LockSlotWord.state(slot) != LockSlotWord.FREE && LockSlotWord.rank(slot) == rank &&
            LockSlotWord.isIncarnation(slot, incarnation);
    }

    private boolean hasSharers() {
        for (int word = 0; word < sharedWords; word++) {
            if (words.load(SHARED_OFFSET + word * Long.BYTES) != 0) {
                return true;
            }
        }
        return false;
    }

    private boolean recoverExclusive(final DeathProbe probe) {
        final long holder = words.load(EXCLUSIVE_OFFSET);
        final int who = HolderWord.rank(holder);
        if (holder == HolderWord.NONE || checked(who) == NOBODY || !probe.isDead(who, HolderWord.incarnation(holder))) {
            return false;
        }
        if (HolderWord.phase(holder) == HolderWord.HELD) {
            taint(who, HolderWord.incarnation(holder));
        }
        return words.compareAndSet(EXCLUSIVE_OFFSET, holder, HolderWord.NONE);
    }

    private boolean recoverShared(final int word, final DeathProbe probe) {
        boolean recovered = false;
        final int offset = SHARED_OFFSET + word * Long.BYTES;
        for (long bits = words.load(offset); bits != 0; bits &= bits - 1) {
            final int who = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
            if (checked(who) != NOBODY && probe.isDead(who, incarnation(who))) {
                taint(who, incarnation(who));
                recovered |= clearBit(offset, Long.lowestOneBit(bits));
            }
        }
        return recovered;
    }

    /** Clears the bit of a dead rank once, whichever rank is first: by CAS, whereas a living rank adds. */
    private boolean clearBit(final int offset, final long dead) {
        long bits = words.load(offset);
        while ((bits & dead) != 0) {
            if (words.compareAndSet(offset, bits, bits & ~dead)) {
                return true;
            }
            bits = words.load(offset);
        }
        return false;
    }

    private boolean recoverSlot(final long waiter, final DeathProbe probe) {
        final long slot = queue.at(waiter);
        final int who = LockSlotWord.rank(slot);
        return LockSlotWord.isWaiting(slot) && checked(who) != NOBODY && LockSlotWord.isIncarnation(slot, incarnation(who)) &&
            probe.isDead(who, incarnation(who)) && queue.change(waiter, slot, LockSlotWord.ABANDONED);
    }

    /** Marks the window before the hold ends, so that the next holder sees the mark. */
    private void taint(final int who, final int deadIncarnation) {
        words.release(TAINTED_OFFSET, TaintWord.of(who, deadIncarnation));
    }

    private int incarnation(final int who) {
        return words.constant(WindowFileDescriptor.rankOffset(size, who) + WindowFileDescriptor.INCARNATION_OFFSET);
    }

    private void acceptOther(final int who, final IntConsumer action) {
        if (who != rank && checked(who) != NOBODY) {
            action.accept(who);
        }
    }

    private int checked(final int who) {
        return who >= 0 && who < size ? who : NOBODY;
    }

    private void move(final LockEvent event) {
        state = LockTable.TRANSITIONS.next(state, event);
    }

    @Override
    public String toString() {
        return "WindowLock{rank=" + rank + ", state=" + state + "}";
    }
}
