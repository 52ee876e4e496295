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

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A message that a matched probe has found, and that nobody else can find or receive any more (S1.23): open until it is received, by
 * {@link #recv} or {@link #irecv}, or has been read in place and given back by {@link #close}. Several may be open, and end in any order.
 * <p>
 * The caller owns it and uses it again: {@link MessageProbes#improbe} and {@link MessageProbes#mprobe} open it, steady state allocates
 * nothing. Opening an open one, and using or closing one that is not open, is an {@link IllegalStateException}; so it is no resource of a
 * {@code try}. One thread at a time.
 * <p>
 * The sender gets its memory, and its credit, back when the message ends: one that is forgotten is given back, and reported, when the
 * engine closes.
 */
public final class Message {
    /** What the engine keeps of a message; made at its first opening and kept. */
    public interface Work {
        /**
         * Returns whether the message is open.
         *
         * @return false before it was opened, and after its end.
         */
        boolean isOpen();

        /**
         * Wraps the message where it is.
         *
         * @return read-only view, or null if it cannot be had and errors are returned.
         */
        DirectBuffer buffer();

        /**
         * Receives the message.
         *
         * @param buffer   is filled.
         * @param offset   in the buffer, in bytes.
         * @param capacity bytes at most.
         */
        void recv(MutableDirectBuffer buffer, long offset, long capacity);

        /**
         * Receives the message into a region.
         *
         * @param region   is filled.
         * @param offset   in the region, in bytes.
         * @param capacity bytes at most.
         */
        void recv(MemoryRegion region, long offset, long capacity);

        /**
         * Starts to receive the message.
         *
         * @param buffer   is filled.
         * @param offset   in the buffer, in bytes.
         * @param capacity bytes at most.
         * @param request  idle; active from now on.
         */
        void irecv(MutableDirectBuffer buffer, long offset, long capacity, Request request);

        /**
         * Starts to receive the message into a region.
         *
         * @param region   is filled.
         * @param offset   in the region, in bytes.
         * @param capacity bytes at most.
         * @param request  idle; active from now on.
         */
        void irecv(MemoryRegion region, long offset, long capacity, Request request);

        /** Gives the message back. */
        void close();
    }

    private final Status status = new Status();
    private Work work;

    /**
     * A message that is not open.
     */
    public Message() {
    }

    /**
     * Returns the message where it lies, to be read before {@link #close}: no byte is copied at any length if its sender has it in a
     * {@link MemoryRegion}, or claimed it there; a message up to a packet lies in this rank's memory since it came. A longer one from
     * private memory of the sender, or one that crosses a border which {@link MemoryRegion#buffer(long, int)} names, is fetched first,
     * which waits for the sender; such messages together may take {@code tombolo.fetch.bytes} of this rank's memory, above that this call
     * fails with {@link Outcome#INSUFFICIENT_RESOURCES}, and the message stays open for {@link #recv}.
     * <p>
     * The view is read-only: do not wrap a writable buffer over it, a store to a sender's memory ends the JVM. It stays readable if the
     * sender dies. After the end of the message it throws an {@link IllegalStateException}. It may be sent on, but the message must stay
     * open until that send is complete.
     *
     * @return always the same view; null only if the message cannot be had and the communicator returns errors, then {@link #status()} says
     *     why.
     * @throws MessagingException    if the message cannot be had; but for the case above it has ended then.
     * @throws IllegalStateException if the message is not open.
     */
    public DirectBuffer buffer() {
        checkOpen();
        return work.buffer();
    }

    /**
     * Returns the size of the message.
     *
     * @return bytes that were sent.
     * @throws IllegalStateException if the message is not open.
     */
    public long length() {
        checkOpen();
        return status.messageLength();
    }

    /**
     * Returns who sent it.
     *
     * @return rank in the communicator.
     * @throws IllegalStateException if the message is not open.
     */
    public int source() {
        checkOpen();
        return status.source();
    }

    /**
     * Returns its tag.
     *
     * @return tag.
     * @throws IllegalStateException if the message is not open.
     */
    public int tag() {
        checkOpen();
        return status.tag();
    }

    /**
     * Receives the message, and ends it, also if it is truncated or fails.
     *
     * @param buffer   is filled.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @return this message's status, valid until it is opened again.
     * @throws TruncatedException    if the message is longer than the capacity.
     * @throws MessagingException    if the source has died or left before all was there.
     * @throws IllegalStateException if the message is not open.
     */
    public Status recv(final MutableDirectBuffer buffer, final long offset, final long capacity) {
        checkOpen();
        work.recv(buffer, offset, capacity);
        return status;
    }

    /**
     * Receives the message into a part of a memory region, and ends it.
     *
     * @param region   is filled.
     * @param offset   in the region, in bytes.
     * @param capacity bytes at most.
     * @return this message's status, valid until it is opened again.
     */
    public Status recv(final MemoryRegion region, final long offset, final long capacity) {
        checkOpen();
        work.recv(region, offset, capacity);
        return status;
    }

    /**
     * Starts to receive the message, which ends here: the request stands for it.
     *
     * @param buffer   is filled before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @param request  idle; active from now on.
     * @throws IllegalStateException if the message is not open, or the request is active.
     */
    public void irecv(final MutableDirectBuffer buffer, final long offset, final long capacity, final Request request) {
        checkOpen();
        work.irecv(buffer, offset, capacity, request);
    }

    /**
     * Starts to receive the message into a part of a memory region; the message ends here.
     *
     * @param region   is filled before the request is complete.
     * @param offset   in the region, in bytes.
     * @param capacity bytes at most.
     * @param request  idle; active from now on.
     */
    public void irecv(final MemoryRegion region, final long offset, final long capacity, final Request request) {
        checkOpen();
        work.irecv(region, offset, capacity, request);
    }

    /**
     * Gives the message back, read or not: its send is complete, and its view throws from now on.
     *
     * @throws IllegalStateException if the message is not open.
     */
    public void close() {
        checkOpen();
        work.close();
    }

    /**
     * Returns whether there is a message to be received or given back.
     *
     * @return true from its opening to its end.
     */
    public boolean isOpen() {
        return work != null && work.isOpen();
    }

    /**
     * Returns source, tag and length of the message; after {@link #recv} what was received; for a communicator that returns errors, the
     * outcome.
     *
     * @return this message's status.
     */
    public Status status() {
        return status;
    }

    /**
     * Returns what the engine keeps of this message. Called by the engine.
     *
     * @return null before the first opening.
     */
    public Work work() {
        return work;
    }

    /**
     * Sets what stands behind this message. Called by the engine.
     *
     * @param newWork what to ask from now on.
     */
    public void work(final Work newWork) {
        work = newWork;
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
