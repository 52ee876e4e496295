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
package io.tombolo.engine.order;

import io.tombolo.ringbuffers.flight.ByteRing;
import io.tombolo.ringbuffers.flight.OrderKind;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.flight.OrderWriter;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Records the outcomes of the calls of a rank that do not follow from its program: the sources of receives from any source, and what tests
 * and probes have found. Matches of receives from a named source follow from the order of their sender, and are not recorded.
 * <p>
 * <b>Threading:</b> the only thread of the rank. Nothing is allocated except for groups.
 */
public final class OrderRecorder {
    private final OrderWriter writer;
    private final LongSupplier events;
    private final CallPlaces places = new CallPlaces(() -> { });
    private final WindowRecorder windows;
    private final Set<OrderLimit> limits = EnumSet.noneOf(OrderLimit.class);
    private long eventsBefore;
    private long misses;
    private int receivesFromAny;
    private int namedReceives;
    private boolean isPaused;

    private OrderRecorder(final ByteRing ring, final int size, final LongSupplier events) {
        this.writer = new OrderWriter(ring, size);
        this.windows = new WindowRecorder(writer, places);
        this.events = events;
    }

    /**
     * Begins the order of a rank. The calls of several threads have no order that could be followed: that is all that is recorded then.
     *
     * @param ring         empty; null to record nothing.
     * @param size         of the job, in ranks.
     * @param hasOneThread whether one thread makes all calls.
     * @param events       returns how many events the rank has recorded.
     * @return null if nothing more is to be recorded.
     */
    public static OrderRecorder of(final ByteRing ring, final int size, final boolean hasOneThread, final LongSupplier events) {
        if (ring == null) {
            return null;
        }
        final OrderRecorder recorder = new OrderRecorder(ring, size, events);
        if (!hasOneThread) {
            recorder.limit(OrderLimit.THREADS);
        }
        return hasOneThread ? recorder : null;
    }

    /**
     * Returns the places of the calls.
     *
     * @return always the same.
     */
    public CallPlaces places() {
        return places;
    }

    /**
     * Returns what records the calls of windows.
     *
     * @return always the same.
     */
    public WindowRecorder windows() {
        return windows;
    }

    /**
     * Counts a receive from any source that is called.
     *
     * @return its position among these, from 0.
     */
    public int receiveFromAny() {
        places.count();
        return receivesFromAny++;
    }

    /**
     * Records that a receive from any source has matched.
     *
     * @param position of {@link #receiveFromAny}.
     * @param source   rank of the world.
     */
    public void matched(final int position, final int source) {
        writer.matched(position, source);
    }

    /**
     * Counts a receive from a named source that is started with a request.
     *
     * @return its position among these, from 0.
     */
    public int namedReceive() {
        places.count();
        return namedReceives++;
    }

    /**
     * Records that a receive from a named source was taken back.
     *
     * @param position of {@link #namedReceive}.
     */
    public void withdrawn(final int position) {
        writer.write(OrderKind.WITHDRAWN, position);
    }

    /** Counts a call that tests or probes, before it does. */
    public void ask() {
        if (!isPaused) {
            places.count();
        }
    }

    /**
     * Records the answer of a call that has only one thing to find.
     *
     * @param hasFound whether it has.
     * @return the same.
     */
    public boolean answered(final boolean hasFound) {
        if (hasFound) {
            found(0);
        } else if (!isPaused) {
            misses++;
        }
        return hasFound;
    }

    /**
     * Records what a call has found.
     *
     * @param choice not negative.
     */
    public void found(final int choice) {
        if (!isPaused) {
            writeMisses();
            writer.choice(choice);
        }
    }

    /**
     * Records no answers until {@link #goOn}: the engine asks, and not the program.
     */
    public void pause() {
        isPaused = true;
    }

    /** Ends a {@link #pause}. */
    public void goOn() {
        isPaused = false;
    }

    private void writeMisses() {
        if (misses > 0) {
            writer.write(OrderKind.MISSES, misses);
            misses = 0;
        }
    }

    /**
     * Records that no replay can follow from here. Only the first of a reason is recorded.
     *
     * @param limit the reason.
     */
    public void limit(final OrderLimit limit) {
        if (limits.add(limit)) {
            writer.write(OrderKind.LIMIT, limit.code());
        }
    }

    /**
     * Records that a barrier begins.
     *
     * @param context of its communicator.
     */
    public void barrier(final int context) {
        writer.barrier(context, eventsSince());
    }

    /**
     * Records that a communicator is closed.
     *
     * @param context of it.
     */
    public void closed(final int context) {
        writer.closed(context, eventsSince());
    }

    /**
     * Records that a communicator is to be made.
     *
     * @param parent context of the parent.
     * @param color  of this rank.
     * @param key    of this rank.
     * @param ranks  that name each other; none if they have the parent in common.
     */
    public void group(final int parent, final int color, final int key, final int... ranks) {
        writer.group(eventsSince(), parent, color, key, ranks);
    }

    /**
     * Records that the communicator was made.
     *
     * @param context of the communicator; 0 for none.
     * @param ranks   of it.
     */
    public void made(final int context, final int... ranks) {
        writer.made(context, ranks);
    }

    private long eventsSince() {
        final long now = events.getAsLong();
        final long since = now - eventsBefore;
        eventsBefore = now;
        return since;
    }

    /** Records the answers that were put off, before the rank ends. */
    public void end() {
        writeMisses();
    }
}
