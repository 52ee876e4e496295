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
 * The lock of a window as one rank sees it: taken, waited for and released on shared memory, with nobody at the target.
 * <p>
 * <b>Words.</b> The exclusive holder is one word, the shared holders are a bit each, and those who wait are slots of a queue; no step takes
 * a place in any of them without leaving who took it. Whoever wants the lock exclusively stores its name, then looks for shared holders;
 * whoever wants it shared sets its bit, then looks for an exclusive holder: of two that come at once at least one sees the other, and the
 * one with the bit steps back.
 * <p>
 * <b>Order.</b> Who finds somebody waiting lines up and goes on when nobody waits before it (shared: nobody who wants it exclusively), so
 * a release grants nothing and can be interrupted nowhere. While shared holders are inside, a newcomer may pass the exclusive waiter at
 * most as often as the bypass limit of the window says; each time is counted against that waiter's position.
 * <p>
 * <b>Deaths.</b> {@link #recover} takes what a dead rank had: any rank that waits calls it. A dead holder leaves the window tainted.
 * <p>
 * <b>Threading:</b> an instance belongs to one rank and one thread at a time; ranks meet in shared memory alone. The path without others is
 * wait-free: a CAS and a store for an exclusive lock, two atomic additions for a shared one.
 * <p>
 * <b>Memory order:</b> what a holder has stored before {@link #release} is seen by all who get the lock later.
 */
public final class WindowLock {
    /** No rank. */
    public static final int NOBODY = -1;

    /** Bypass limit: a shared lock is never kept from passing. */
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
     * Returns where this rank stands.
     *
     * @return state.
     */
    public LockState state() {
        return state;
    }

    /**
     * Asks for the lock. If it is not granted at once, {@link #poll} until it is, or {@link #abandon}.
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
        if (state == LockState.ABANDONED && isBack()) {
            return poll();
        }
        if (type == LockMode.EXCLUSIVE ? tryExclusive() : tryShared()) {
            return true;
        }
        if (state != LockState.CLOSING) {
            lineUp();
        }
        return false;
    }

    /**
     * One step of waiting.
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
            // There was no room in the queue.
            case IDLE -> request(wanted);
            case SHARED, EXCLUSIVE, ABANDONED, DEAD -> throw new IllegalStateException("state=" + state);
        };
    }

    /**
     * Returns whether this rank was seen at the lock in the last {@link #request} or {@link #poll}, and has left it again without a hold:
     * others may have given way to it.
     *
     * @return true if {@link #next} is to be woken.
     */
    public boolean hasSteppedBack() {
        return hasSteppedBack;
    }

    /**
     * Waits no longer: the slot of this rank is skipped. Then {@link #next} says who is to be woken.
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
     * Lets go of the lock. Everything stored before is seen by the next holder. Only as long as this rank cannot count as dead: what it
     * had may be another's after that.
     *
     * @return rank that waits and can go on now, to be woken if it sleeps, or {@link #NOBODY}.
     * @throws IllegalStateException if this rank does not have the lock.
     */
    public int release() {
        final LockState before = state;
        move(LockEvent.RELEASED);
        if (before == LockState.EXCLUSIVE) {
            // Partner of the CAS in takeExclusive and of the load of this word in tryShared and pollShared.
            words.release(EXCLUSIVE_OFFSET, HolderWord.NONE);
        } else {
            // Partner of the loads in hasSharers.
            words.add(bitOffset, -bit);
        }
        return next();
    }

    /**
     * As {@link #release()}, in the middle of what this rank was about: the window is tainted.
     *
     * @return rank that waits and can go on now, to be woken if it sleeps, or {@link #NOBODY}.
     * @throws IllegalStateException if this rank does not have the lock.
     */
    public int forsake() {
        if (state == LockState.SHARED || state == LockState.EXCLUSIVE) {
            taint(rank, incarnation);
        }
        return release();
    }

    /**
     * Finds who can go on. Called after whatever may have let somebody go on: a release, a shared lock got after waiting, {@link #abandon},
     * {@link #recover}, a step back.
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
     * Tells who keeps this rank waiting: the holders, and the first in the queue.
     *
     * @param action given each of them; not this rank.
     */
    public void blockers(final IntConsumer action) {
        final long holder = words.load(EXCLUSIVE_OFFSET);
        if (holder != HolderWord.NONE) {
            tell(HolderWord.rank(holder), action);
        }
        for (int word = 0; word < sharedWords; word++) {
            long bits = words.load(SHARED_OFFSET + word * Long.BYTES);
            for (; bits != 0; bits &= bits - 1) {
                tell(word * Long.SIZE + Long.numberOfTrailingZeros(bits), action);
            }
        }
        final long first = queue.firstWaiting(queue.end(), false);
        if (first != LockQueue.NOWHERE) {
            tell(LockSlotWord.rank(queue.at(first)), action);
        }
    }

    /**
     * Takes what dead ranks had: their slots are skipped, their holds end and the window is tainted. Any rank may do it, at any time, and
     * several at once.
     *
     * @param deaths who has proof.
     * @return true if something was taken: somebody may go on now.
     */
    public boolean recover(final DeathProbe deaths) {
        boolean recovered = recoverExclusive(deaths);
        for (int word = 0; word < sharedWords; word++) {
            recovered |= recoverShared(word, deaths);
        }
        final long end = queue.end();
        for (long waiter = queue.firstWaiting(end, false); waiter != LockQueue.NOWHERE && waiter < end; waiter++) {
            recovered |= recoverSlot(waiter, deaths);
        }
        queue.clear();
        return recovered;
    }

    /**
     * Returns whether a holder of this lock has died: what it was writing may be half done.
     *
     * @return true for good.
     */
    public boolean isTainted() {
        return words.load(TAINTED_OFFSET) != 0;
    }

    /**
     * Returns whether nobody has the lock or waits for it.
     *
     * @return true at that moment.
     */
    public boolean isFree() {
        return words.load(EXCLUSIVE_OFFSET) == HolderWord.NONE && !hasSharers() &&
            queue.firstWaiting(queue.end(), false) == LockQueue.NOWHERE;
    }

    private boolean tryExclusive() {
        if (words.load(EXCLUSIVE_OFFSET) != HolderWord.NONE || hasWaiters() || hasSharers()) {
            return false;
        }
        if (!words.compareAndSet(EXCLUSIVE_OFFSET, HolderWord.NONE, held)) {
            return false;
        }
        if (!queue.isEmpty()) {
            // Somebody lined up meanwhile: its turn.
            words.release(EXCLUSIVE_OFFSET, HolderWord.NONE);
            hasSteppedBack = true;
            return false;
        }
        return settleExclusive();
    }

    /** Slots that were given up are no waiters, but in the way. */
    private boolean hasWaiters() {
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
        return settleExclusive();
    }

    /** The name is stored: no shared holder comes in any more. Those who were inside before are waited for. */
    private boolean settleExclusive() {
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
        if (passed != LockQueue.NOWHERE && !(hasSharers() && mayPass(passed))) {
            return false;
        }
        words.add(bitOffset, bit);
        // With the bit set, an exclusive waiter that comes now waits for this rank; so one look at the queue is enough.
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

    /** Counts a newcomer that passes the exclusive waiter of a position, unless that was passed often enough. */
    private boolean mayPass(final long waiter) {
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

    private void lineUp() {
        words.release(WindowFileDescriptor.rankOffset(size, rank) + WindowFileDescriptor.SINCE_OFFSET, System.nanoTime());
        position = queue.enter(rank, incarnation, LockSlotState.of(wanted));
        if (position != LockQueue.NOWHERE) {
            move(LockEvent.LINED_UP);
        }
    }

    /** Whether the slot that this rank gave up was still in the queue, and is its place again. */
    private boolean isBack() {
        final long slot = queue.at(position);
        final boolean isBack = isMine(slot) && queue.change(position, slot, LockSlotState.of(wanted).code());
        move(isBack ? LockEvent.ASKED_AGAIN : LockEvent.SLOT_FREED);
        return isBack;
    }

    private boolean isMine(final long slot) {
        return LockSlotWord.state(slot) != LockSlotWord.FREE && LockSlotWord.rank(slot) == rank && LockSlotWord.isIncarnation(slot,
            incarnation);
    }

    private boolean hasSharers() {
        for (int word = 0; word < sharedWords; word++) {
            if (words.load(SHARED_OFFSET + word * Long.BYTES) != 0) {
                return true;
            }
        }
        return false;
    }

    private boolean recoverExclusive(final DeathProbe deaths) {
        final long holder = words.load(EXCLUSIVE_OFFSET);
        final int who = HolderWord.rank(holder);
        if (holder == HolderWord.NONE || checked(who) == NOBODY || !deaths.isDead(who, HolderWord.incarnation(holder))) {
            return false;
        }
        if (HolderWord.phase(holder) == HolderWord.HELD) {
            taint(who, HolderWord.incarnation(holder));
        }
        return words.compareAndSet(EXCLUSIVE_OFFSET, holder, HolderWord.NONE);
    }

    private boolean recoverShared(final int word, final DeathProbe deaths) {
        boolean recovered = false;
        final int offset = SHARED_OFFSET + word * Long.BYTES;
        for (long bits = words.load(offset); bits != 0; bits &= bits - 1) {
            final int who = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
            if (checked(who) != NOBODY && deaths.isDead(who, incarnation(who))) {
                taint(who, incarnation(who));
                recovered |= clearBit(offset, Long.lowestOneBit(bits));
            }
        }
        return recovered;
    }

    /** The bit of a dead rank changes once more, by whoever is first here: CAS, where a living rank adds. */
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

    private boolean recoverSlot(final long waiter, final DeathProbe deaths) {
        final long slot = queue.at(waiter);
        final int who = LockSlotWord.rank(slot);
        return LockSlotWord.isWaiting(slot) && checked(who) != NOBODY && LockSlotWord.isIncarnation(slot, incarnation(who)) &&
            deaths.isDead(who, incarnation(who)) && queue.change(waiter, slot, LockSlotWord.ABANDONED);
    }

    /** Before the hold ends: whoever gets the lock next sees the mark. */
    private void taint(final int who, final int deadIncarnation) {
        words.release(TAINTED_OFFSET, TaintWord.of(who, deadIncarnation));
    }

    private int incarnation(final int who) {
        return words.constant(WindowFileDescriptor.rankOffset(size, who) + WindowFileDescriptor.INCARNATION_OFFSET);
    }

    private void tell(final int who, final IntConsumer action) {
        if (who != rank && checked(who) != NOBODY) {
            action.accept(who);
        }
    }

    private int checked(final int who) {
        return who >= 0 && who < size ? who : NOBODY;
    }

    private void move(final LockEvent event) {
        state = LockTable.next(state, event);
    }

    @Override
    public String toString() {
        return "WindowLock{rank=" + rank + ", state=" + state + "}";
    }
}
