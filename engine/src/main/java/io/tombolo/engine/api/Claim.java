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

import io.tombolo.engine.access.ClaimDelegate;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;

/**
 * Memory of the engine in which the caller writes a message in place. {@link MessageClaims#tryClaim} opens a claim; {@link #commit} sends
 * the message, or {@link #abort} gives the memory back.
 * <p>
 * A message up to the length of a packet gets a packet of the pair. A longer one gets a region from a pool of at most
 * {@code tombolo.claim.bytes}. The memory returns to its pool when the message has been received. An open claim blocks no other message:
 * the message takes its place in the order of messages at the commit.
 * <p>
 * The caller owns the object and uses it again; steady state allocates nothing. Opening an open claim, or using one that is not open,
 * throws {@link IllegalStateException}. One thread at a time. When the engine closes, it releases claims that are still open, and reports
 * them.
 */
public final class Claim {
    private final Status status = new Status();
    private ClaimDelegate delegate;

    /**
     * Makes a claim that is not open.
     */
    public Claim() {
    }

    /**
     * Returns the memory to fill. Its content is undefined. When the claim has ended, the buffer has no bytes, and an access throws
     * {@link IndexOutOfBoundsException}.
     *
     * @return always the same buffer, of the length that was claimed.
     * @throws IllegalStateException if the claim is not open.
     */
    public MutableDirectBuffer buffer() {
        checkOpen();
        return delegate.buffer();
    }

    /**
     * Returns the memory to fill as a byte buffer, for calls of the JDK that take one: channels, ciphers, compressors. Its position and
     * the start of the memory are 0, its limit and capacity the length that was claimed, and its order is big-endian. When the claim has
     * ended, the buffer has no bytes, and an access throws. Do not keep slices or duplicates of it: they stay accessible, and the memory
     * belongs to another message then.
     *
     * @return always the same buffer; each call resets position, limit and order.
     * @throws IllegalStateException if the claim is not open.
     */
    public ByteBuffer byteBuffer() {
        checkOpen();
        return delegate.byteBuffer();
    }

    /**
     * Returns the length of the message.
     *
     * @return length that was claimed, in bytes.
     * @throws IllegalStateException if the claim is not open.
     */
    public long length() {
        checkOpen();
        return delegate.length();
    }

    /**
     * Sends the message, after all messages that this rank has sent to the destination before. Waits only while the ring is full; in an
     * error handler it never waits. The claim ends, also if this throws.
     *
     * @throws MessagingException    if the destination has died or left; nothing is sent then.
     * @throws InterruptException    if the thread is interrupted while it waits; the message is sent all the same.
     * @throws IllegalStateException if the claim is not open.
     */
    public void commit() {
        checkOpen();
        delegate.commit(delegate.length(), Long.MAX_VALUE);
    }

    /**
     * Sends the first bytes of the memory as the message; as {@link #commit()}.
     *
     * @param length of the message, in bytes: from 0 to the length that was claimed.
     * @throws IllegalArgumentException if the length is out of range; the claim stays open.
     * @throws MessagingException       if the destination has died or left; nothing is sent then.
     * @throws InterruptException       if the thread is interrupted while it waits; the message is sent all the same.
     * @throws IllegalStateException    if the claim is not open.
     */
    public void commit(final long length) {
        checkOpen();
        if (length < 0 || length > delegate.length()) {
            throw new IllegalArgumentException(
                "length=" + length + " must be from 0 to " + delegate.length() + ", the length of the claim");
        }
        delegate.commit(length, Long.MAX_VALUE);
    }

    /**
     * Sends the message, as {@link #commit()}, but waits for room no longer than a timeout. The claim ends, also if this throws.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @throws DeadlineException     if the time is up; the message is sent all the same, as soon as there is room.
     * @throws MessagingException    if the destination has died or left; nothing is sent then.
     * @throws InterruptException    if the thread is interrupted while it waits; the message is sent all the same.
     * @throws IllegalStateException if the claim is not open.
     */
    public void commit(final long timeout, final TimeUnit unit) {
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout=" + timeout + " must not be negative");
        }
        checkOpen();
        delegate.commit(delegate.length(), unit.toNanos(timeout));
    }

    /**
     * Gives the memory back and sends nothing. The claim ends.
     *
     * @throws IllegalStateException if the claim is not open.
     */
    public void abort() {
        checkOpen();
        delegate.abort();
    }

    /**
     * Returns whether the claim is open.
     *
     * @return true from the claim until its commit or abort.
     */
    public boolean isOpen() {
        return delegate != null && delegate.isOpen();
    }

    /**
     * Returns the result of the last claim or commit. Use it with a communicator that returns errors.
     *
     * @return this claim's status, always the same object. Its source is the destination of the message.
     */
    public Status status() {
        return status;
    }

    ClaimDelegate delegate() {
        return delegate;
    }

    void attach(final ClaimDelegate newDelegate) {
        delegate = newDelegate;
    }

    private void checkOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("claim open=false: tryClaim or claim must have opened it; last " + status);
        }
    }

    @Override
    public String toString() {
        return isOpen() ? "claim of " + delegate.length() + " bytes" : "no open claim, last " + status;
    }
}
