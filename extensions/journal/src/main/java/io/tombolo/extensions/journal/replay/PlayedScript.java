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
package io.tombolo.extensions.journal.replay;

import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.ringbuffers.flight.FlightEvent;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a rank that is played has to do, in the order of the events of the recorded rank: send what that one had received from it, expect
 * what that one had sent to it, and take part in collective calls. One thread.
 */
final class PlayedScript implements AutoCloseable {
    private static final int WORLD = 0;

    private final RecordedRank recorded;
    private final int peer;
    private final JournalCursor cursor;
    private final RecordedBytes bytes;
    private final Set<Integer> contexts = new HashSet<>(Set.of(WORLD));
    private boolean isEventPending;
    private boolean isOver;
    private int nextCall;
    private int nextArrival;
    // By context.
    private final Map<Integer, Integer> nextSent = new HashMap<>();
    private Step step;
    private FlightEvent event;

    /** Kinds of steps. */
    enum Step {
        /** Send a message. */
        SEND,
        /** Expect a message. */
        EXPECT,
        /** Take part in a collective call. */
        CALL
    }

    PlayedScript(final RecordedRank recorded, final int peer) {
        this.recorded = recorded;
        this.peer = peer;
        this.cursor = recorded.rank().cursor();
        this.bytes = new RecordedBytes(recorded, peer);
        recorded.order().calls().forEach(call -> contexts.add(call.made()));
    }

    /** Goes to the next step; returns false at the end. */
    boolean next() throws IOException {
        while (true) {
            if (!isEventPending && !isOver) {
                readEvent();
            }
            if (isCallNext()) {
                step = Step.CALL;
                nextCall++;
                return true;
            }
            if (isOver) {
                return false;
            }
            isEventPending = false;
            if (isStep()) {
                return true;
            }
        }
    }

    private void readEvent() throws IOException {
        do {
            isOver = !cursor.next();
        } while (!isOver && !cursor.event().isFlight());
        isEventPending = !isOver;
        event = cursor.event().flight();
    }

    private boolean isCallNext() {
        return nextCall < recorded.order().calls().size() &&
            (isOver || recorded.order().calls().get(nextCall).position() <= event.position());
    }

    /** Returns whether the event is a message between the two ranks, and notes which. */
    private boolean isStep() {
        if (event.peer() != peer || event.kind() == null || !contexts.contains(event.context())) {
            return false;
        }
        switch (event.kind()) {
            case RECEIVED, PROBE_MATCHED, ARRIVED_EXPECTED, ARRIVED_UNEXPECTED -> {
                final int number = event.number();
                step = Step.SEND;
                final boolean isNew = number >= nextArrival;
                nextArrival = Math.max(nextArrival, number + 1);
                return isNew;
            }
            case SENT, SEND_POSTED -> {
                step = Step.EXPECT;
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    Step step() {
        return step;
    }

    int context() {
        return event.context();
    }

    int tag() {
        return event.tag();
    }

    /** Returns the bytes of the message to send. What the recorded rank has not looked at is zero. */
    byte[] bytes() throws IOException {
        final byte[] recordedBytes = bytes.take(false, event.number());
        final int length = Math.toIntExact(event.length());
        return recordedBytes == null ? new byte[length] : recordedBytes.length == length ? recordedBytes :
            Arrays.copyOf(recordedBytes, length);
    }

    /** Returns the message to expect. */
    SentMessage sent() throws IOException {
        final int number = recorded.nextLeft(peer, event.context(), nextSent.getOrDefault(event.context(), 0));
        if (number >= 0) {
            nextSent.put(event.context(), number + 1);
        }
        return new SentMessage(number, event.context(), event.tag(), event.length(), bytes.take(true, number));
    }

    /** Returns the collective call to take part in. */
    CollectiveCall call() {
        return recorded.order().calls().get(nextCall - 1);
    }

    /** Returns whether the journal has all that the recorded rank has done until it ended. */
    boolean isComplete() {
        return isOver && recorded.hasEnd();
    }

    /** Returns whether all is done and the recorded rank was cut off: then its last call may be one that never ends. */
    boolean isCutOff() {
        return isOver && !recorded.hasLeft();
    }

    @Override
    public void close() throws IOException {
        cursor.close();
        bytes.close();
    }
}
