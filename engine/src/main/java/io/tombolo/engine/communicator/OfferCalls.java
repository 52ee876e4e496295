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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.FastPath;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.region.RegionFile;

/**
 * The sends of a communicator that never wait. An answer does not follow from the program, so it is recorded if the order of calls is.
 */
final class OfferCalls {
    private final MessageCalls calls;
    private final Progress progress;
    private final FastPath fastPath;
    private final CallOrder order;
    private final int longest;

    OfferCalls(final MessageCalls calls) {
        this.calls = calls;
        this.progress = calls.progress();
        this.fastPath = progress.fastPath();
        this.order = calls.order();
        this.longest = fastPath.inlineLimit();
    }

    /**
     * Sends a message if there is room for it.
     *
     * @param base        array, or null for an address.
     * @param offset      from the base, in bytes; range checked.
     * @param length      of the message, in bytes.
     * @param destination member, or the null rank.
     * @param tag         not negative.
     * @return as {@link MessageOffers}.
     */
    int trySend(final Object base, final long offset, final long length, final int destination, final int tag) {
        final boolean mayStart = calls.checks().checkSend(destination, tag);
        if (destination == Communicator.NULL_RANK) {
            return MessageOffers.SENT;
        }
        if (length > longest) {
            return MessageOffers.TOO_LONG;
        }
        final RegionFile spanned = SharedRegion.spanned(base);
        if (spanned != null) {
            // Rare: across the border of two mappings of a region of more than a gigabyte.
            final byte[] copy = new byte[(int) length];
            spanned.copyOut(offset, copy, Bytes.BYTES_OFFSET, length);
            return inOrder(mayStart, copy, Bytes.BYTES_OFFSET, length, destination, tag);
        }
        return inOrder(mayStart, base, offset, length, destination, tag);
    }

    private int inOrder(
        final boolean mayStart, final Object base, final long offset, final long length, final int destination, final int tag) {
        if (order != null) {
            return order.isReplay() ? follow(base, offset, length, destination, tag) :
                order.answered(mayStart ? offer(base, offset, length, destination, tag) : MessageOffers.GONE);
        }
        return mayStart ? offer(base, offset, length, destination, tag) : MessageOffers.GONE;
    }

    private int offer(final Object base, final long offset, final long length, final int destination, final int tag) {
        final int world = calls.group().toWorld(destination);
        final long key = Envelope.key(calls.context(), tag);
        Outcome outcome = look(world, key, base, offset, length);
        if (outcome != Outcome.SUCCESS) {
            // Brings credit, empties the queue, and meets ranks that have come, also for the next call.
            progress.poll();
            if (outcome == Outcome.CANCELLED || outcome == Outcome.PEER_ABSENT) {
                outcome = look(world, key, base, offset, length);
            }
        }
        return switch (outcome) {
            case SUCCESS -> MessageOffers.SENT;
            case CANCELLED -> MessageOffers.BACK_PRESSURED;
            case PEER_ABSENT -> MessageOffers.ABSENT;
            case PEER_FAILED, PEER_LEFT -> MessageOffers.GONE;
            default -> {
                calls.limit(OrderLimit.FAILURE);
                throw progress.failures().collective(
                    outcome, destination, world, "trySend to rank " + destination + " with tag " + tag);
            }
        };
    }

    private Outcome look(final int world, final long key, final Object base, final long offset, final long length) {
        final Outcome outcome = fastPath.offer(world, key, base, offset, length);
        return outcome != null ? outcome : ask(world, key, base, offset, length);
    }

    /** Lets the thread that has the role of the progress owner answer, which it does at once. */
    private Outcome ask(final int world, final long key, final Object base, final long offset, final long length) {
        final Operation offer = calls.operations().acquire();
        offer.begin(Operation.Kind.OFFER);
        offer.destination = world;
        offer.source = world;
        offer.key = key;
        offer.place(base, offset, length, null);
        progress.submit(offer);
        progress.awaitUninterrupted(offer);
        final Outcome outcome = offer.outcome();
        calls.operations().release(offer);
        return outcome;
    }

    private int follow(final Object base, final long offset, final long length, final int destination, final int tag) {
        final int answer = order.takeMiss() ? MessageOffers.BACK_PRESSURED : order.takeAnswer();
        if (answer == MessageOffers.SENT) {
            order.until(() -> offer(base, offset, length, destination, tag) == MessageOffers.SENT);
        }
        return answer;
    }
}
