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

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessageAction;
import io.tombolo.engine.api.MessageHandler;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.FastPath;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.pt2pt.PolledMessage;
import io.tombolo.engine.wire.Envelope;
import java.util.function.Supplier;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;

/**
 * The polls of a communicator. A short message is copied out of the ring, if one thread makes all calls. Every other message is matched as
 * by a probe, shown in place, and given back.
 */
final class PollCalls {
    // Polls under way at a time whose objects are kept: those of several threads, and those that handlers call.
    private static final int MOST_KEPT = 64;

    private final MessageCalls calls;
    private final Progress progress;
    private final FastPath fastPath;
    private final boolean isFromRing;
    private final ManyToManyConcurrentArrayQueue<Place> places = new ManyToManyConcurrentArrayQueue<>(MOST_KEPT);
    // Of the only thread, if one thread makes all calls; null while a poll uses it.
    private Place single;
    private final FetchedMessages fetched;

    PollCalls(final MessageCalls calls) {
        this.calls = calls;
        this.progress = calls.progress();
        this.fastPath = progress.fastPath();
        this.isFromRing = progress.isSingle() && calls.order() == null;
        this.fetched = new FetchedMessages(this::message);
    }

    private Message message() {
        final Message message = new Message();
        MessageState.ofPoll(message, calls);
        return message;
    }

    /**
     * Checks the arguments, and shows messages that fit.
     *
     * @param source  member, a wildcard, or the null rank.
     * @param tag     compared under the mask, or a wildcard.
     * @param mask    bits of the tag that count.
     * @param handler is shown each.
     * @param limit   most messages.
     * @param kept    supplies messages for those that are kept; may be null.
     * @return messages shown.
     */
    int poll(
        final int source, final int tag, final int mask, final MessageHandler handler, final int limit, final Supplier<Message> kept) {
        if (handler == null || limit < 1) {
            throw new IllegalArgumentException("handler=" + handler + " must not be null, and limit=" + limit + " must be at least 1");
        }
        calls.checks().checkReceive(source, tag);
        final int bits = tag == Communicator.ANY_TAG ? MessageCalls.tagMask(tag) : calls.checks().checkMask(source, tag, mask);
        return source == Communicator.NULL_RANK ? 0 : pollMatching(source, tag, bits, handler, limit, kept);
    }

    private int pollMatching(
        final int source, final int tag, final int mask, final MessageHandler handler, final int limit, final Supplier<Message> kept) {
        final Place place = acquire();
        try {
            int shown = 0;
            // A handler may close the communicator or the engine.
            while (shown < limit && (shown == 0 || calls.checks().isOpen() && progress.isOpen()) &&
                show(place, source, tag, mask, handler, kept, shown == 0)) {
                shown++;
            }
            return shown;
        } finally {
            release(place);
        }
    }

    private Place acquire() {
        Place place = single;
        if (isFromRing && place != null) {
            single = null;
            return place;
        }
        place = places.poll();
        return place != null ? place : new Place(fastPath.inlineLimit(), message());
    }

    private void release(final Place place) {
        if (place.hasTaken) {
            place.hasTaken = false;
            fastPath.publishPolled();
        }
        // It stays open if the handler has closed the engine.
        if (place.message.isOpen()) {
            return;
        }
        if (isFromRing && single == null) {
            single = place;
        } else {
            places.offer(place);
        }
    }

    /** Gives the messages back that are being fetched, for a communicator that closes. */
    void close() {
        fetched.closeAll();
    }

    private boolean show(
        final Place place, final int source, final int tag, final int mask, final MessageHandler handler, final Supplier<Message> kept,
        final boolean isFirst) {
        if (!fetched.isEmpty()) {
            final FetchedMessages.Entry oldest = fetched.take(source, tag, mask);
            if (oldest != null) {
                return !fetched.isOfOthers(oldest) && showFetched(oldest, handler, kept);
            }
        }
        if (isFromRing && calls.checks().mayTake(source)) {
            final FastPath.Sight sight = fastPath.tryPoll(
                calls.group().toWorld(source), Envelope.key(calls.context(), tag), Envelope.keyMask(mask), place.polled);
            if (sight == FastPath.Sight.IN_RING) {
                place.hasTaken = true;
                showPolled(place.polled, handler, kept);
                return true;
            }
            if (sight == FastPath.Sight.NONE && (!isFirst || fastPath.tryWorkBesideRecords())) {
                return false;
            }
        }
        return calls.probes().matchOnce(source, tag, mask, place.message) && showMatched(place, handler, kept);
    }

    private void showPolled(final PolledMessage polled, final MessageHandler handler, final Supplier<Message> kept) {
        boolean isKept = false;
        try {
            final int source = calls.group().fromWorld(polled.source());
            final MessageAction action = handler.onMessage(source, polled.tag(), polled.buffer(), 0, polled.length());
            if (action == MessageAction.KEEP) {
                final Message message = supply(kept);
                isKept = MessageState.of(message, calls).keep(polled, source);
                if (!isKept) {
                    throw failure(Operation.Kind.MATCH, message.status());
                }
            }
        } finally {
            if (!isKept) {
                fastPath.giveBack(polled);
            }
        }
    }

    /** Shows a message that was matched; returns false if it has to be fetched first. */
    private boolean showMatched(final Place place, final MessageHandler handler, final Supplier<Message> kept) {
        final Message message = place.message;
        boolean isThere = false;
        try {
            isThere = isThere(message);
        } finally {
            if (!isThere && message.isOpen()) {
                place.message = fetched.exchange(message);
            }
        }
        return isThere && show(message, handler, kept);
    }

    /** Shows a message that was taken from those that are fetched; returns false if it is not there yet. */
    private boolean showFetched(final FetchedMessages.Entry entry, final MessageHandler handler, final Supplier<Message> kept) {
        boolean isThere = false;
        try {
            isThere = isThere(entry.message());
        } finally {
            if (isThere || !entry.message().isOpen()) {
                fetched.drop(entry);
            } else {
                fetched.putBack(entry);
            }
        }
        try {
            return isThere && show(entry.message(), handler, kept);
        } finally {
            if (isThere) {
                fetched.recycle(entry);
            }
        }
    }

    /**
     * Returns whether a message can be read. A replay could not repeat how often one looks, so there the fetch is awaited.
     *
     * @throws MessagingException if it cannot be had. It has ended then, unless only room is missing.
     */
    private boolean isThere(final Message message) {
        if (!message.isOpen()) {
            throw failure(Operation.Kind.MATCH, message.status());
        }
        final boolean isThere = calls.order() == null ? ((MessageState) MESSAGING.delegate(message)).tryView() : message.buffer() != null;
        if (!message.status().isSuccess()) {
            throw failure(Operation.Kind.VIEW, message.status());
        }
        return isThere;
    }

    private MessagingException failure(final Operation.Kind kind, final Status status) {
        return progress.failures().of(kind, status, calls.group().toWorld(status.source()), 0);
    }

    private boolean show(final Message message, final MessageHandler handler, final Supplier<Message> kept) {
        try {
            final MessageAction action = handler.onMessage(
                message.source(), message.tag(), message.buffer(), 0, (int) message.length());
            if (action == MessageAction.KEEP) {
                MessageState.handOver(message, supply(kept), calls);
            }
        } finally {
            // The handler may have closed the engine.
            if (progress.isOpen()) {
                message.close();
            }
        }
        return true;
    }

    private static Message supply(final Supplier<Message> kept) {
        final Message message = kept == null ? null : kept.get();
        if (message == null) {
            throw new IllegalStateException("KEEP: there is no Message for it; give the poll a supplier of messages that are not open");
        }
        return message;
    }

    /** What one poll at a time needs. */
    private static final class Place {
        private final PolledMessage polled;
        private Message message;
        private boolean hasTaken;

        private Place(final int longest, final Message message) {
            this.polled = new PolledMessage(longest);
            this.message = message;
        }
    }
}
