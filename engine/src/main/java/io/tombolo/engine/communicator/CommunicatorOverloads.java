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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessageMulticasts;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.engine.api.MessageProbes;
import io.tombolo.engine.api.MessageReceives;
import io.tombolo.engine.api.MessageSends;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.region.MemoryAccess;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.ringbuffers.Bytes;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The sends and receives in standard mode, once for each kind of memory. Each resolves its memory to a base and an offset, and checks the
 * range, before anything else happens; {@link MessageCalls} does the rest.
 */
abstract class CommunicatorOverloads implements MessageSends, MessageOffers, MessageMulticasts, MessageReceives, MessageProbes {
    private static final int INT_SHIFT = 2;
    private static final int LONG_SHIFT = 3;

    private final MessageCalls calls;
    private final OfferCalls offers;
    private final MulticastCalls multicasts;

    CommunicatorOverloads(final MessageCalls calls, final ClaimCalls claims) {
        this.calls = calls;
        this.offers = new OfferCalls(calls);
        this.multicasts = new MulticastCalls(calls, claims);
    }

    @Override
    public void send(final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag) {
        calls.send(MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length, destination), length, buffer, destination, tag);
    }

    @Override
    public void send(final MemoryRegion region, final long offset, final long length, final int destination, final int tag) {
        calls.send(
            SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length), length, region,
            destination, tag);
    }

    @Override
    public void send(final ByteBuffer buffer, final int destination, final int tag) {
        calls.send(MemoryAccess.base(buffer), MemoryAccess.offset(buffer), MemoryAccess.remaining(buffer), buffer, destination, tag);
    }

    @Override
    public void send(final byte[] array, final int offset, final int length, final int destination, final int tag) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        calls.send(array, Bytes.BYTES_OFFSET + offset, length, array, destination, tag);
    }

    @Override
    public void send(final int[] array, final int offset, final int length, final int destination, final int tag) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        calls.send(array, Bytes.INTS_OFFSET + ((long) offset << INT_SHIFT), (long) length << INT_SHIFT, array, destination, tag);
    }

    @Override
    public void send(final long[] array, final int offset, final int length, final int destination, final int tag) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        calls.send(array, Bytes.LONGS_OFFSET + ((long) offset << LONG_SHIFT), (long) length << LONG_SHIFT, array, destination, tag);
    }

    @Override
    public void send(final double[] array, final int offset, final int length, final int destination, final int tag) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        calls.send(array, Bytes.DOUBLES_OFFSET + ((long) offset << LONG_SHIFT), (long) length << LONG_SHIFT, array, destination, tag);
    }

    @Override
    public int trySend(final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag) {
        return offers.trySend(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length, destination), length, destination, tag);
    }

    @Override
    public int trySend(final MemoryRegion region, final long offset, final long length, final int destination, final int tag) {
        return offers.trySend(
            SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length), length, destination, tag);
    }

    @Override
    public int trySend(final ByteBuffer buffer, final int destination, final int tag) {
        return offers.trySend(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer), MemoryAccess.remaining(buffer), destination, tag);
    }

    @Override
    public int trySend(final byte[] array, final int offset, final int length, final int destination, final int tag) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        return offers.trySend(array, Bytes.BYTES_OFFSET + offset, length, destination, tag);
    }

    @Override
    public int trySend(final int[] array, final int offset, final int length, final int destination, final int tag) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        return offers.trySend(
            array, Bytes.INTS_OFFSET + ((long) offset << INT_SHIFT), (long) length << INT_SHIFT, destination, tag);
    }

    @Override
    public int trySend(final long[] array, final int offset, final int length, final int destination, final int tag) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        return offers.trySend(
            array, Bytes.LONGS_OFFSET + ((long) offset << LONG_SHIFT), (long) length << LONG_SHIFT, destination, tag);
    }

    @Override
    public int trySend(final double[] array, final int offset, final int length, final int destination, final int tag) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        return offers.trySend(
            array, Bytes.DOUBLES_OFFSET + ((long) offset << LONG_SHIFT), (long) length << LONG_SHIFT, destination, tag);
    }

    @Override
    public void isend(
        final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag,
        final Request request) {
        calls.isend(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length, destination), length, buffer, destination, tag, request);
    }

    @Override
    public void isend(
        final MemoryRegion region, final long offset, final long length, final int destination, final int tag,
        final Request request) {
        calls.isend(
            SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length),
            length, region, destination, tag, request);
    }

    @Override
    public void isend(final ByteBuffer buffer, final int destination, final int tag, final Request request) {
        calls.isend(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer), MemoryAccess.remaining(buffer), buffer, destination, tag, request);
    }

    @Override
    public void isend(
        final byte[] array, final int offset, final int length, final int destination, final int tag, final Request request) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        calls.isend(array, Bytes.BYTES_OFFSET + offset, length, array, destination, tag, request);
    }

    @Override
    public void isend(
        final int[] array, final int offset, final int length, final int destination, final int tag, final Request request) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        calls.isend(
            array, Bytes.INTS_OFFSET + ((long) offset << INT_SHIFT), (long) length << INT_SHIFT, array, destination, tag, request);
    }

    @Override
    public void isend(
        final long[] array, final int offset, final int length, final int destination, final int tag, final Request request) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        calls.isend(
            array, Bytes.LONGS_OFFSET + ((long) offset << LONG_SHIFT), (long) length << LONG_SHIFT, array, destination, tag, request);
    }

    @Override
    public void isend(
        final double[] array, final int offset, final int length, final int destination, final int tag, final Request request) {
        MemoryAccess.check(offset, length, array == null ? MemoryAccess.ofNull(length, destination) : array.length);
        calls.isend(
            array, Bytes.DOUBLES_OFFSET + ((long) offset << LONG_SHIFT), (long) length << LONG_SHIFT, array, destination, tag, request);
    }

    @Override
    public void multicast(
        final DirectBuffer buffer, final long offset, final long length, final Multicast destinations, final int tag) {
        final long start = MemoryAccess.offset(buffer, offset, length, MulticastCalls.first(destinations));
        multicasts.multicast(MemoryAccess.base(buffer), start, length, buffer, destinations, tag);
    }

    @Override
    public void multicast(
        final MemoryRegion region, final long offset, final long length, final Multicast destinations, final int tag) {
        final Object base = SharedRegion.base(region, offset, length, MulticastCalls.first(destinations));
        multicasts.multicast(base, SharedRegion.offset(region, offset, length), length, region, destinations, tag);
    }

    @Override
    public void imulticast(
        final DirectBuffer buffer, final long offset, final long length, final Multicast destinations, final int tag,
        final Request request) {
        final long start = MemoryAccess.offset(buffer, offset, length, MulticastCalls.first(destinations));
        multicasts.imulticast(MemoryAccess.base(buffer), start, length, buffer, destinations, tag, request);
    }

    @Override
    public void imulticast(
        final MemoryRegion region, final long offset, final long length, final Multicast destinations, final int tag,
        final Request request) {
        final Object base = SharedRegion.base(region, offset, length, MulticastCalls.first(destinations));
        multicasts.imulticast(base, SharedRegion.offset(region, offset, length), length, region, destinations, tag, request);
    }

    @Override
    public void recv(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final int source, final int tag,
        final Status status) {
        calls.recv(MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, capacity, source), capacity, buffer, source, tag, status);
    }

    @Override
    public void recv(
        final MemoryRegion region, final long offset, final long capacity, final int source, final int tag, final Status status) {
        calls.recv(
            SharedRegion.base(region, offset, capacity, source), SharedRegion.offset(region, offset, capacity),
            capacity, region, source, tag, status);
    }

    @Override
    public void recv(final ByteBuffer buffer, final int source, final int tag, final Status status) {
        checkWritable(buffer);
        calls.recv(MemoryAccess.base(buffer), MemoryAccess.offset(buffer), MemoryAccess.remaining(buffer), buffer, source, tag, status);
    }

    @Override
    public void recv(
        final byte[] array, final int offset, final int capacity, final int source, final int tag, final Status status) {
        MemoryAccess.check(offset, capacity, array == null ? MemoryAccess.ofNull(capacity, source) : array.length);
        calls.recv(array, Bytes.BYTES_OFFSET + offset, capacity, array, source, tag, status);
    }

    @Override
    public void recv(
        final int[] array, final int offset, final int capacity, final int source, final int tag, final Status status) {
        MemoryAccess.check(offset, capacity, array == null ? MemoryAccess.ofNull(capacity, source) : array.length);
        calls.recv(array, Bytes.INTS_OFFSET + ((long) offset << INT_SHIFT), (long) capacity << INT_SHIFT, array, source, tag, status);
    }

    @Override
    public void recv(
        final long[] array, final int offset, final int capacity, final int source, final int tag, final Status status) {
        MemoryAccess.check(offset, capacity, array == null ? MemoryAccess.ofNull(capacity, source) : array.length);
        calls.recv(array, Bytes.LONGS_OFFSET + ((long) offset << LONG_SHIFT), (long) capacity << LONG_SHIFT, array, source, tag, status);
    }

    @Override
    public void recv(
        final double[] array, final int offset, final int capacity, final int source, final int tag, final Status status) {
        MemoryAccess.check(offset, capacity, array == null ? MemoryAccess.ofNull(capacity, source) : array.length);
        calls.recv(array, Bytes.DOUBLES_OFFSET + ((long) offset << LONG_SHIFT), (long) capacity << LONG_SHIFT, array, source, tag, status);
    }

    @Override
    public void irecv(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final int source, final int tag,
        final Request request) {
        calls.irecv(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, capacity, source), capacity, buffer, source, tag, request);
    }

    @Override
    public void irecv(
        final MemoryRegion region, final long offset, final long capacity, final int source, final int tag, final Request request) {
        calls.irecv(
            SharedRegion.base(region, offset, capacity, source), SharedRegion.offset(region, offset, capacity),
            capacity, region, source, tag, request);
    }

    @Override
    public void irecv(final ByteBuffer buffer, final int source, final int tag, final Request request) {
        checkWritable(buffer);
        calls.irecv(MemoryAccess.base(buffer), MemoryAccess.offset(buffer), MemoryAccess.remaining(buffer), buffer, source, tag, request);
    }

    @Override
    public void irecv(
        final byte[] array, final int offset, final int capacity, final int source, final int tag, final Request request) {
        MemoryAccess.check(offset, capacity, array == null ? MemoryAccess.ofNull(capacity, source) : array.length);
        calls.irecv(array, Bytes.BYTES_OFFSET + offset, capacity, array, source, tag, request);
    }

    @Override
    public void irecv(
        final int[] array, final int offset, final int capacity, final int source, final int tag, final Request request) {
        MemoryAccess.check(offset, capacity, array == null ? MemoryAccess.ofNull(capacity, source) : array.length);
        calls.irecv(
            array, Bytes.INTS_OFFSET + ((long) offset << INT_SHIFT), (long) capacity << INT_SHIFT, array, source, tag, request);
    }

    @Override
    public void irecv(
        final long[] array, final int offset, final int capacity, final int source, final int tag, final Request request) {
        MemoryAccess.check(offset, capacity, array == null ? MemoryAccess.ofNull(capacity, source) : array.length);
        calls.irecv(
            array, Bytes.LONGS_OFFSET + ((long) offset << LONG_SHIFT), (long) capacity << LONG_SHIFT, array, source, tag, request);
    }

    @Override
    public void irecv(
        final double[] array, final int offset, final int capacity, final int source, final int tag, final Request request) {
        MemoryAccess.check(offset, capacity, array == null ? MemoryAccess.ofNull(capacity, source) : array.length);
        calls.irecv(
            array, Bytes.DOUBLES_OFFSET + ((long) offset << LONG_SHIFT), (long) capacity << LONG_SHIFT, array, source, tag, request);
    }

    @Override
    public void probe(final int source, final int tag, final Status status) {
        calls.probes().probe(source, tag, status);
    }

    @Override
    public boolean iprobe(final int source, final int tag, final Status status) {
        return calls.probes().iprobe(source, tag, status);
    }

    @Override
    public void recv(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final int source, final int tag, final int mask,
        final Status status) {
        calls.recv(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, capacity, source), capacity, buffer, source, tag, mask, status);
    }

    @Override
    public void irecv(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final int source, final int tag, final int mask,
        final Request request) {
        calls.irecv(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, capacity, source), capacity, buffer, source, tag, mask, request);
    }

    @Override
    public void probe(final int source, final int tag, final int mask, final Status status) {
        calls.probes().probe(source, tag, mask, status);
    }

    @Override
    public boolean iprobe(final int source, final int tag, final int mask, final Status status) {
        return calls.probes().iprobe(source, tag, mask, status);
    }

    private static void checkWritable(final ByteBuffer buffer) {
        if (buffer != null && buffer.isReadOnly()) {
            throw new IllegalArgumentException("cannot receive into a read-only buffer: " + buffer);
        }
    }
}
