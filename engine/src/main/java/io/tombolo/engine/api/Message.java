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

import io.tombolo.engine.access.MessageDelegate;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A message that a matched probe has found. No other probe or receive can match it (S1.23). {@link MessageProbes#improbe} and
 * {@link MessageProbes#mprobe} open the object. It ends when {@link #recv} or {@link #irecv} receives the message, or when {@link #close}
 * gives it back after the caller has read it in place. Several messages may be open at a time, and end in any order.
 * <p>
 * The caller owns the object and uses it again; steady state allocates nothing. Opening an open message, and using one that is not open,
 * throws {@link IllegalStateException}. Closing one that is not open does nothing, so {@code try (message)} hides no exception of a message
 * that has ended because it cannot be had. One thread at a time.
 * <p>
 * The sender gets its memory and its credit back when the message ends. When the engine closes, it gives open messages back, and reports
 * them.
 */
public final class Message implements AutoCloseable {
    private final Status status = new Status();
    private MessageDelegate delegate;

    /**
     * Makes a message that is not open.
     */
    public Message() {
    }

    /**
     * Returns a view of the message in place, to be read before {@link #close}. Nothing is copied if the message lies in a
     * {@link MemoryRegion} or a claim of its sender, whatever its length, or if it is not longer than a packet.
     * <p>
     * A longer message from private memory of its sender is fetched first, which waits for the sender. So is a message that crosses a
     * border at which a buffer must end, see {@link MemoryRegion#buffer(long, int)}. Fetched messages together may take
     * {@code tombolo.fetch.bytes} of this rank's memory. Beyond that limit the call fails with {@link Outcome#INSUFFICIENT_RESOURCES}, and
     * the message stays open for {@link #recv}.
     * <p>
     * The view is read-only. Never wrap a writable buffer over it: a store to memory of the sender ends the JVM. The view stays readable if
     * the sender dies. After the end of the message an access throws {@link IllegalStateException}. The caller may send the view on, but
     * must keep the message open until that send is complete.
     *
     * @return always the same view; null only if the message cannot be had and the communicator returns errors: {@link #status()} has the
     *     outcome then.
     * @throws MessagingException    if the message cannot be had. It has ended then, except beyond the limit above.
     * @throws IllegalStateException if the message is not open.
     */
    public DirectBuffer buffer() {
        checkOpen();
        return delegate.buffer(Long.MAX_VALUE);
    }

    /**
     * Returns a view of the message in place, as {@link #buffer()}, but waits for the sender no longer than a timeout.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @return view, as {@link #buffer()}.
     * @throws DeadlineException     if the time is up. The message stays open, and is still being fetched: call this or a receive again, or
     *                               close the message.
     * @throws MessagingException    as {@link #buffer()}.
     * @throws IllegalStateException if the message is not open.
     */
    public DirectBuffer buffer(final long timeout, final TimeUnit unit) {
        checkOpen();
        return delegate.buffer(timeoutNs(timeout, unit));
    }

    /**
     * Returns a view of the message in place as a byte buffer, for calls of the JDK that take one: channels, ciphers, compressors. Waits
     * and fails as {@link #buffer()} does. The view is read-only. Its position is 0, its limit and capacity are the length of the
     * message, and its order is big-endian. After the end of the message it has no bytes, and an access throws. Do not keep slices or
     * duplicates of it: they stay accessible, and the memory belongs to another message then.
     *
     * @return always the same view; each call resets position, limit and order. Null only as for {@link #buffer()}.
     * @throws MessagingException    as {@link #buffer()}.
     * @throws IllegalStateException if the message is not open.
     */
    public ByteBuffer byteBuffer() {
        checkOpen();
        return delegate.byteBuffer(Long.MAX_VALUE);
    }

    /**
     * Returns a view of the message in place as a byte buffer, as {@link #byteBuffer()}, but waits for the sender no longer than a timeout.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @return view, as {@link #byteBuffer()}.
     * @throws DeadlineException     if the time is up, as for {@link #buffer(long, TimeUnit)}.
     * @throws MessagingException    as {@link #buffer()}.
     * @throws IllegalStateException if the message is not open.
     */
    public ByteBuffer byteBuffer(final long timeout, final TimeUnit unit) {
        checkOpen();
        return delegate.byteBuffer(timeoutNs(timeout, unit));
    }

    private static long timeoutNs(final long timeout, final TimeUnit unit) {
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout=" + timeout + " must not be negative");
        }
        return unit.toNanos(timeout);
    }

    /**
     * Returns the length of the message.
     *
     * @return length that was sent, in bytes.
     * @throws IllegalStateException if the message is not open.
     */
    public long length() {
        checkOpen();
        return status.messageLength();
    }

    /**
     * Returns the source of the message.
     *
     * @return rank in the communicator.
     * @throws IllegalStateException if the message is not open.
     */
    public int source() {
        checkOpen();
        return status.source();
    }

    /**
     * Returns the tag of the message.
     *
     * @return tag, 0 or more.
     * @throws IllegalStateException if the message is not open.
     */
    public int tag() {
        checkOpen();
        return status.tag();
    }

    /**
     * Receives the message. The message ends, also if it is truncated or the receive fails.
     *
     * @param buffer   to fill.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @return this message's status, valid until it is opened again.
     * @throws TruncatedException    if the message is longer than the capacity.
     * @throws MessagingException    if the source has died or left before all was there.
     * @throws IllegalStateException if the message is not open.
     */
    public Status recv(final MutableDirectBuffer buffer, final long offset, final long capacity) {
        checkOpen();
        delegate.recv(buffer, offset, capacity, Long.MAX_VALUE);
        return status;
    }

    /**
     * Receives the message, as {@link #recv(MutableDirectBuffer, long, long)}, but waits for the sender no longer than a timeout. A message
     * that {@link #buffer()} would fetch is fetched first, with the same limit for its length.
     *
     * @param buffer   to fill.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param timeout  longest wait.
     * @param unit     of the timeout.
     * @return this message's status, valid until it is opened again.
     * @throws DeadlineException     if the time is up. The message stays open, and is still being fetched: call this or {@link #buffer()}
     *                               again, or close the message. The buffer is as it was.
     * @throws TruncatedException    if the message is longer than the capacity.
     * @throws MessagingException    if the source has died or left before all was there. Or if the message cannot be fetched, as in
     *                               {@link #buffer()}; it stays open then.
     * @throws IllegalStateException if the message is not open.
     */
    public Status recv(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final long timeout, final TimeUnit unit) {
        checkOpen();
        delegate.recv(buffer, offset, capacity, timeoutNs(timeout, unit));
        return status;
    }

    /**
     * Receives the message into a memory region; as {@link #recv(MutableDirectBuffer, long, long)}.
     *
     * @param region   to fill.
     * @param offset   in the region, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @return this message's status, valid until it is opened again.
     */
    public Status recv(final MemoryRegion region, final long offset, final long capacity) {
        checkOpen();
        delegate.recv(region, offset, capacity, Long.MAX_VALUE);
        return status;
    }

    /**
     * Receives the message into a memory region, with a limit; as
     * {@link #recv(MutableDirectBuffer, long, long, long, TimeUnit)}.
     *
     * @param region   to fill.
     * @param offset   in the region, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param timeout  longest wait.
     * @param unit     of the timeout.
     * @return this message's status, valid until it is opened again.
     * @throws DeadlineException if the time is up; the message stays open.
     */
    public Status recv(final MemoryRegion region, final long offset, final long capacity, final long timeout, final TimeUnit unit) {
        checkOpen();
        delegate.recv(region, offset, capacity, timeoutNs(timeout, unit));
        return status;
    }

    /**
     * Starts to receive the message. The message ends, and the request takes its place.
     *
     * @param buffer   to fill; do not read it before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param request  idle; active from now on.
     * @throws IllegalStateException if the message is not open, or is still being fetched because the time of a call was up, or if the
     *                               request is active.
     */
    public void irecv(final MutableDirectBuffer buffer, final long offset, final long capacity, final Request request) {
        checkOpen();
        delegate.irecv(buffer, offset, capacity, request);
    }

    /**
     * Starts to receive the message into a memory region; as {@link #irecv(MutableDirectBuffer, long, long, Request)}.
     *
     * @param region   to fill; do not read it before the request is complete.
     * @param offset   in the region, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param request  idle; active from now on.
     */
    public void irecv(final MemoryRegion region, final long offset, final long capacity, final Request request) {
        checkOpen();
        delegate.irecv(region, offset, capacity, request);
    }

    /**
     * Gives the message back, whether it was read or not. Its send is complete, and an access of its view throws from now on. Does nothing
     * if the message is not open.
     */
    @Override
    public void close() {
        if (isOpen()) {
            delegate.close();
        }
    }

    /**
     * Returns whether the message is open.
     *
     * @return true from its opening until it is received or given back.
     */
    public boolean isOpen() {
        return delegate != null && delegate.isOpen();
    }

    /**
     * Returns source, tag and length of the message; after {@link #recv} the result of the receive. Use its outcome with a communicator
     * that returns errors.
     *
     * @return this message's status, always the same object.
     */
    public Status status() {
        return status;
    }

    MessageDelegate delegate() {
        return delegate;
    }

    void attach(final MessageDelegate newDelegate) {
        delegate = newDelegate;
    }

    private void checkOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("message open=false: a probe must have opened it; last " + status);
        }
    }

    @Override
    public String toString() {
        return (isOpen() ? "open message, " : "no open message, last ") + status;
    }
}
