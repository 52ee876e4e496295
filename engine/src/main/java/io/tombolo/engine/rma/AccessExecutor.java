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
package io.tombolo.engine.rma;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.order.WindowRecorder;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.job.GeometrySetting;

/**
 * Executes accesses of all ranks to this rank's parts of windows, and answers them (S2.13). The caller has checked the accesses. One thread
 * at a time, the progress owner: this makes accumulates atomic (S2.30).
 */
final class AccessExecutor {
    private final Node node;
    private final LocalRegions regions;
    private final LongSends longSends;
    private final LongReceives longReceives;
    private final InlineData inline;
    private final int packetLength;
    // Null if the order of calls is not recorded.
    private final WindowRecorder recorder;
    private final Elements elements = new Elements();
    private Response unused;

    AccessExecutor(
        final Node node, final LocalRegions regions, final LongSends longSends, final LongReceives longReceives, final InlineData inline) {
        this.node = node;
        this.regions = regions;
        this.longSends = longSends;
        this.longReceives = longReceives;
        this.inline = inline;
        this.recorder = node.orderRecorder() == null ? null : node.orderRecorder().windows();
        this.packetLength = node.settings().intValue(GeometrySetting.PACKET_LENGTH);
    }

    /**
     * Reserves all memory that an access needs, so that its execution cannot fail halfway.
     *
     * @throws OutOfMemoryError if there is none; nothing has changed.
     */
    void prepare(final OriginGrant origin, final InboundPacket access) {
        if (unused == null) {
            unused = new Response(this);
        }
        if (!isAccumulate(access)) {
            if (access.isExposed()) {
                longReceives.prepare(origin.peer());
            }
        } else if (access.has(WindowPacket.SWAP)) {
            unused.reserve(Long.BYTES);
        } else if (access.has(WindowPacket.FETCH)) {
            unused.reserve((int) access.length);
        }
    }

    private static boolean isAccumulate(final InboundPacket access) {
        return access.type == PacketType.ACCUMULATE.code() || access.type == PacketType.LOCK_ACCUMULATE.code();
    }

    /**
     * Executes an access of another rank, after {@link #prepare}.
     */
    void execute(final OriginGrant origin, final InboundPacket access) {
        final WindowPart part = origin.window().part();
        if (access.type == PacketType.GET.code() || access.type == PacketType.LOCK_GET.code()) {
            answerGet(origin, access, part);
        } else if (isAccumulate(access)) {
            accumulate(origin, access, part);
        } else if (access.isExposed()) {
            final Response transfer = response(origin);
            part.place(transfer, access.displacement, access.length);
            transfer.changes(access.displacement);
            longReceives.start(
                transfer, origin.peer(), 0, access.length, access.handle, access.place, access.position, access.available, 0);
        } else if (access.length > 0) {
            part.copyIn(access.displacement, access.base, access.offset, access.length);
            changed(origin.window(), access.displacement, access.length);
        }
    }

    /** Notes that memory of this rank has changed. */
    void changed(final PacketWindow window, final long displacement, final long length) {
        if (recorder != null) {
            recorder.changed(window.id(), window.part(), displacement, length);
        }
    }

    private Response response(final OriginGrant origin) {
        final Response response = unused == null ? new Response(this) : unused;
        unused = response.next;
        response.next = null;
        response.begin(origin);
        return response;
    }

    /** Keeps a response that has ended for the next use. */
    void recycle(final Response response) {
        response.next = unused;
        unused = response;
    }

    private void answerGet(final OriginGrant origin, final InboundPacket access, final WindowPart part) {
        final Response response = response(origin);
        part.place(response, access.displacement, access.length);
        answer(origin, response, access.handle);
    }

    private void accumulate(final OriginGrant origin, final InboundPacket access, final WindowPart part) {
        final ElementType type = ElementType.of(WindowPacket.element(access.key));
        final AccumulateOp op = AccumulateOp.of(WindowPacket.op(access.key));
        if (access.has(WindowPacket.SWAP)) {
            final long element = elements.compareAndSwap(part, access.displacement, type, access.expected, access.value);
            changed(origin.window(), access.displacement, type.length());
            final Response response = response(origin);
            final byte[] values = response.values();
            inline.put(element, type.length());
            Bytes.copy(null, inline.address(), values, Bytes.BYTES_OFFSET, type.length());
            response.place(values, Bytes.BYTES_OFFSET, type.length(), values);
            answer(origin, response, access.handle);
        } else if (access.has(WindowPacket.FETCH)) {
            final Response response = response(origin);
            final byte[] values = response.values();
            elements.accumulate(
                part, access.displacement, access.base, access.offset, access.length, type, op, true, values, Bytes.BYTES_OFFSET);
            changed(origin.window(), op, access.displacement, access.length);
            response.place(values, Bytes.BYTES_OFFSET, access.length, values);
            answer(origin, response, access.handle);
        } else {
            elements.accumulate(part, access.displacement, access.base, access.offset, access.length, type, op, false, null, 0);
            changed(origin.window(), op, access.displacement, access.length);
        }
    }

    /** Notes that the transfer of a long put has ended. One that has failed leaves some of its bytes, nobody knows which. */
    void transferred(final PacketWindow window, final long displacement, final long length, final Outcome outcome) {
        if (outcome == Outcome.SUCCESS) {
            changed(window, displacement, length);
        } else if (recorder != null) {
            node.orderRecorder().limit(OrderLimit.FAILURE);
        }
    }

    private void changed(final PacketWindow window, final AccumulateOp op, final long displacement, final long length) {
        if (op != AccumulateOp.NO_OP) {
            changed(window, displacement, length);
        }
    }

    private void answer(final OriginGrant origin, final Response response, final long handle) {
        node.counters().increment(Counter.GET_RESPONSE_SENT);
        final long length = response.length;
        if (!origin.window().protocol().connector().ensureOpenForAnswer(origin.peer())) {
            response.fail(Outcome.INSUFFICIENT_RESOURCES, node.counters());
        } else if (length <= WindowPacket.INLINE_LENGTH) {
            response.copyOut(inline.address());
            inline.store(response);
            post(origin, response, WindowPacket.INLINE, handle);
        } else if (length <= packetLength && response.spanned == null) {
            response.isPacked = true;
            post(origin, response, WindowPacket.PACKET, handle);
        } else {
            answerLong(origin, response, handle);
        }
    }

    private static void post(final OriginGrant origin, final Response response, final int carriage, final long handle) {
        response.type = PacketType.GET_RESPONSE.code();
        response.key = origin.answerKey(carriage);
        response.word0 = response.length;
        response.word1 = 0;
        response.word5 = handle;
        if (origin.peer().outbound().post(response)) {
            response.published();
        }
    }

    private void answerLong(final OriginGrant origin, final Response response, final long handle) {
        response.key = origin.answerKey(WindowPacket.EXPOSED);
        longSends.start(response, regions.find(response), PacketType.GET_RESPONSE, handle);
        if (response.isDone() && response.outcome() == Outcome.INSUFFICIENT_RESOURCES) {
            final Response refusal = response(origin);
            refusal.length = 0;
            post(origin, refusal, WindowPacket.NONE, handle);
        }
    }

    /**
     * Executes an access of this rank to its own part, and completes it.
     */
    void executeOwn(final PacketWindow window, final RmaOperation operation) {
        final WindowPart part = window.part();
        if (operation.isSwap) {
            final long element =
                elements.compareAndSwap(part, operation.displacement, operation.element, operation.expected, operation.value);
            inline.put(element, operation.element.length());
            Bytes.copy(null, inline.address(), operation.resultBase, operation.resultOffset, operation.element.length());
        } else if (operation.packet == PacketType.ACCUMULATE) {
            elements.accumulate(
                part, operation.displacement, operation.base, operation.offset, operation.length, operation.element, operation.op,
                operation.isFetch, operation.resultBase, operation.resultOffset);
        } else {
            copyOwn(part, operation);
        }
        if (operation.isChange()) {
            changed(window, operation.displacement, operation.length);
        }
        operation.complete(Outcome.SUCCESS);
    }

    private static void copyOwn(final WindowPart part, final RmaOperation operation) {
        long done = 0;
        while (done < operation.length) {
            final long bytes = operation.run(done, operation.length - done);
            if (operation.packet == PacketType.PUT) {
                part.copyIn(operation.displacement + done, operation.base, operation.locate(done), bytes);
            } else {
                part.copyOut(operation.displacement + done, operation.base, operation.locate(done), bytes);
            }
            done += bytes;
        }
    }
}
