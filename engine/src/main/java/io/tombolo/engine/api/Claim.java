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

import org.agrona.MutableDirectBuffer;

/**
 * Memory that a message is written into where it is sent from: open from {@link MessageClaims#tryClaim} until {@link #commit} sends it or
 * {@link #abort} gives it back. Up to the length of a packet it is a packet of the pair, else a region of a pool that is bounded by
 * {@code tombolo.claim.bytes}; either comes back when the message has been received. Nothing is in the way of other messages before the
 * commit: that is where the message takes its place among those of this rank to the same destination.
 * <p>
 * The caller owns it and uses it again: steady state allocates nothing. Claiming with an open one, and using one that is not open, is an
 * {@link IllegalStateException}. One thread at a time. A claim that is forgotten is given back, and reported, when the engine closes.
 */
public final class Claim {
    /** What the engine keeps of a claim; made at its first opening and kept. */
    public interface Work {
        /**
         * Returns whether memory is lent.
         *
         * @return false before a claim, and after its commit or abort.
         */
        boolean isOpen();

        /**
         * Wraps the memory.
         *
         * @return always the same buffer.
         */
        MutableDirectBuffer buffer();

        /**
         * Returns the size of the message.
         *
         * @return bytes.
         */
        long length();

        /** Sends the message. */
        void commit();

        /** Gives the memory back. */
        void abort();
    }

    private final Status status = new Status();
    private Work work;

    /**
     * A claim that is not open.
     */
    public Claim() {
    }

    /**
     * Returns the memory to fill; it holds left-overs. After the end of the claim an access is an {@link IndexOutOfBoundsException}: the
     * buffer has no bytes then.
     *
     * @return always the same buffer, of the length that was claimed.
     * @throws IllegalStateException if the claim is not open.
     */
    public MutableDirectBuffer buffer() {
        checkOpen();
        return work.buffer();
    }

    /**
     * Returns the size of the message.
     *
     * @return bytes.
     * @throws IllegalStateException if the claim is not open.
     */
    public long length() {
        checkOpen();
        return work.length();
    }

    /**
     * Sends the message, after all that this rank has sent to the destination so far; waits only while the ring is full, and in an
     * error handler not at all. The claim ends, also if this throws.
     *
     * @throws MessagingException    if the destination has died or left; nothing is sent then.
     * @throws InterruptException    if the thread is interrupted while it waits; the message is sent all the same.
     * @throws IllegalStateException if the claim is not open.
     */
    public void commit() {
        checkOpen();
        work.commit();
    }

    /**
     * Gives the memory back; nothing is sent.
     *
     * @throws IllegalStateException if the claim is not open.
     */
    public void abort() {
        checkOpen();
        work.abort();
    }

    /**
     * Returns whether there is memory to fill.
     *
     * @return true from the claim to its commit or abort.
     */
    public boolean isOpen() {
        return work != null && work.isOpen();
    }

    /**
     * Returns how the last claim or commit ended, for a communicator that returns errors.
     *
     * @return this claim's status; source is the destination.
     */
    public Status status() {
        return status;
    }

    /**
     * Returns what the engine keeps of this claim. Called by the engine.
     *
     * @return null before the first opening.
     */
    public Work work() {
        return work;
    }

    /**
     * Sets what stands behind this claim. Called by the engine.
     *
     * @param newWork what to ask from now on.
     */
    public void work(final Work newWork) {
        work = newWork;
    }

    private void checkOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("claim open=false: tryClaim or claim must have opened it; last " + status);
        }
    }

    @Override
    public String toString() {
        return isOpen() ? "claim of " + work.length() + " bytes" : "no open claim, last " + status;
    }
}
