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
package io.tombolo.engine.api;

import io.tombolo.engine.access.MulticastDelegate;
import java.util.Arrays;

/**
 * The destinations of a message that goes to several ranks, and which of them the last call has skipped. {@link MessageMulticasts} sends
 * the message.
 * <p>
 * The caller owns the object and uses it again; after the first call with the longest list, nothing is allocated. A call copies the list,
 * so the list may change while the message is under way. A call that begins before the last one of the same object is complete allocates a
 * new object for its state.
 * <p>
 * One thread at a time.
 */
public final class Multicast {
    private final Status status = new Status();
    private int[] ranks = {};
    private int[] sorted = {};
    private int count;
    private boolean skipsSlow;
    private MulticastDelegate delegate;

    /**
     * Makes an empty list, whose calls wait for slow receivers.
     */
    public Multicast() {
    }

    /**
     * Sets the list of destinations.
     *
     * @param newRanks ranks of the communicator that will send. This rank may be one of them. {@link Communicator#NULL_RANK} may occur any
     *                 number of times; nothing is sent to it.
     * @return this.
     * @throws IllegalArgumentException if a rank occurs twice.
     */
    public Multicast to(final int... newRanks) {
        return to(newRanks, newRanks.length);
    }

    /**
     * Sets the list of destinations to the first ranks of an array.
     *
     * @param newRanks as for {@link #to(int...)}.
     * @param newCount number of destinations, 0 to the length of the array.
     * @return this.
     * @throws IllegalArgumentException  if a rank occurs twice; the list stays as it was.
     * @throws IndexOutOfBoundsException if the array has fewer ranks.
     */
    public Multicast to(final int[] newRanks, final int newCount) {
        if (newCount < 0 || newCount > newRanks.length) {
            throw new IndexOutOfBoundsException("count=" + newCount + " must be from 0 to " + newRanks.length);
        }
        if (sorted.length < newCount) {
            sorted = new int[newCount];
        }
        System.arraycopy(newRanks, 0, sorted, 0, newCount);
        Arrays.sort(sorted, 0, newCount);
        for (int i = 1; i < newCount; i++) {
            if (sorted[i] == sorted[i - 1] && sorted[i] != Communicator.NULL_RANK) {
                throw new IllegalArgumentException("rank=" + sorted[i] + " occurs twice: each destination gets the message once");
            }
        }
        if (ranks.length < newCount) {
            ranks = new int[newCount];
        }
        System.arraycopy(newRanks, 0, ranks, 0, newCount);
        count = newCount;
        return this;
    }

    /**
     * Sets what a call does about a receiver that has no room for the message at once.
     *
     * @param isSkipped true to leave it out and count it; false, the default, to wait for it.
     * @return this.
     */
    public Multicast skipSlow(final boolean isSkipped) {
        skipsSlow = isSkipped;
        return this;
    }

    /**
     * Returns whether calls skip slow receivers.
     *
     * @return as {@link #skipSlow} has set.
     */
    public boolean skipsSlow() {
        return skipsSlow;
    }

    /**
     * Returns the number of destinations.
     *
     * @return length of the list.
     */
    public int size() {
        return count;
    }

    /**
     * Returns a destination.
     *
     * @param index from 0 to {@link #size()} - 1.
     * @return rank.
     */
    public int destination(final int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("index=" + index + " must be from 0 to " + (count - 1));
        }
        return ranks[index];
    }

    /**
     * Returns how many destinations the last call has skipped. Known when the call has returned, also if the message is still under way to
     * the others.
     *
     * @return 0 for a call that waits for slow receivers.
     */
    public int skipped() {
        return delegate == null ? 0 : delegate.skipped();
    }

    /**
     * Returns a destination that the last call has skipped.
     *
     * @param index from 0 to {@link #skipped()} - 1.
     * @return rank; the ranks are in the order of the list.
     */
    public int skippedRank(final int index) {
        if (index < 0 || index >= skipped()) {
            throw new IndexOutOfBoundsException("index=" + index + " must be from 0 to " + (skipped() - 1));
        }
        return delegate.skippedRank(index);
    }

    /**
     * Returns the result of the last blocking call. Use it with a communicator that returns errors.
     *
     * @return this object's status, always the same. Its source is the first destination in the list whose message has failed, or
     *         {@link Communicator#NULL_RANK} if none has.
     */
    public Status status() {
        return status;
    }

    MulticastDelegate delegate() {
        return delegate;
    }

    void attach(final MulticastDelegate newDelegate) {
        delegate = newDelegate;
    }

    @Override
    public String toString() {
        return "multicast to " + Arrays.toString(Arrays.copyOf(ranks, count)) + (skipsSlow ? ", slow ones are skipped" : "");
    }
}
