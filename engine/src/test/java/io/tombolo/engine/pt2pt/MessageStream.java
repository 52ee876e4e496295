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
package io.tombolo.engine.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages from one rank to another with one tag, of which several are under way at a time. Its calls do not wait, and make no progress
 * beyond that of starting an operation.
 */
final class MessageStream {
    private static final int MOST_UNDER_WAY = 6;
    private static final int LONGEST = 40_000;

    private final Communicator from;
    private final Communicator to;
    private final int source;
    private final int destination;
    private final int messages;
    private final Random random;
    private final LocalJob job;
    private final ArrayDeque<Sent> sends = new ArrayDeque<>();
    private final ArrayDeque<Got> receives = new ArrayDeque<>();
    // Messages that will be received: sent and not cancelled.
    private final ArrayDeque<Sent> expected = new ArrayDeque<>();
    private int started;

    /** A message at its sender. */
    private static final class Sent {
        private final Request request = new Request();
        private UnsafeBuffer memory;
        private int length;
        private int number;
        private boolean isAskedBack;
        private boolean isPassed;
        private boolean isEnded;
    }

    /** A receive at the receiver. */
    private static final class Got {
        private final Request request = new Request();
        private final UnsafeBuffer memory = new UnsafeBuffer(new byte[LONGEST]);
    }

    MessageStream(final LocalJob job, final int source, final int destination, final int messages, final Random random) {
        this.job = job;
        this.source = source;
        this.destination = destination;
        this.messages = messages;
        this.random = random;
        this.from = job.engine(source).world();
        this.to = job.engine(destination).world();
    }

    boolean isOver() {
        return started == messages && sends.isEmpty() && receives.isEmpty() && expected.isEmpty();
    }

    /** Starts an operation, cancels one, or tests which have ended. */
    void act() {
        switch (random.nextInt(6)) {
            case 0, 1 -> send();
            case 2, 3 -> receive();
            case 4 -> cancel();
            default -> {
                endSends();
                endReceives();
            }
        }
    }

    private UnsafeBuffer memory(final int length) {
        return switch (random.nextInt(3)) {
            case 0 -> job.engine(source).allocate(length).buffer();
            case 1 -> new UnsafeBuffer(ByteBuffer.allocateDirect(length));
            default -> new UnsafeBuffer(new byte[length]);
        };
    }

    private void send() {
        if (started == messages || sends.size() == MOST_UNDER_WAY) {
            return;
        }
        final Sent sent = new Sent();
        sent.length = 8 + Payloads.length(random, LONGEST - 8);
        sent.number = ++started;
        sent.memory = memory(sent.length);
        Payloads.fill(sent.memory, 0, sent.length, sent.number);
        if (random.nextInt(3) == 0) {
            from.issend(sent.memory, 0, sent.length, destination, 1, sent.request);
        } else {
            from.isend(sent.memory, 0, sent.length, destination, 1, sent.request);
        }
        sends.add(sent);
        expected.add(sent);
    }

    private void receive() {
        if (receives.size() < MOST_UNDER_WAY && receives.size() < expected.size()) {
            final Got got = new Got();
            to.irecv(got.memory, 0, LONGEST, source, 1, got.request);
            receives.add(got);
        }
    }

    private void cancel() {
        if (!sends.isEmpty() && random.nextBoolean()) {
            final Sent sent = random.nextBoolean() ? sends.peekLast() : sends.peekFirst();
            if (!sent.request.isComplete()) {
                sent.isAskedBack = true;
                sent.request.cancel();
            }
        } else {
            cancelReceive();
        }
    }

    /** Cancels the youngest waiting receive, because the older ones may have a message each. */
    private void cancelReceive() {
        Got youngest = null;
        for (final Got got : receives) {
            youngest = got.request.isComplete() ? youngest : got;
        }
        if (youngest != null) {
            youngest.request.cancel();
        }
    }

    private void endSends() {
        for (final Sent sent : sends) {
            if (!sent.isEnded && sent.request.isComplete()) {
                sent.isEnded = true;
                sent.request.test();
                final boolean isTakenBack = sent.request.status().outcome() == Outcome.CANCELLED;
                assertThat(sent.isPassed && !isTakenBack).as("message %d was passed by another", sent.number).isFalse();
                assertThat(isTakenBack && !sent.isPassed && !expected.remove(sent))
                    .as("message %d was cancelled and received", sent.number).isFalse();
            }
        }
        sends.removeIf(sent -> sent.isEnded);
    }

    private void endReceives() {
        while (!receives.isEmpty() && receives.peek().request.isComplete()) {
            final Got got = receives.poll();
            got.request.test();
            if (got.request.status().outcome() != Outcome.CANCELLED) {
                take(got);
            }
        }
        // A receive for a cancelled message would wait for ever.
        if (started == messages && sends.isEmpty() && receives.size() > expected.size()) {
            cancelReceive();
        }
    }

    /** Finds the sent message of a receive. A cancel must be under way, or have ended, for each message before it. */
    private void take(final Got got) {
        Sent next = expected.poll();
        while (got.request.status().length() != next.length || !isFilled(got, next)) {
            assertThat(next.isAskedBack).as("message %d was passed by another", next.number).isTrue();
            next.isPassed = true;
            next = expected.poll();
        }
    }

    private static boolean isFilled(final Got got, final Sent sent) {
        final UnsafeBuffer wanted = new UnsafeBuffer(new byte[sent.length]);
        Payloads.fill(wanted, 0, sent.length, sent.number);
        return wanted.equals(new UnsafeBuffer(got.memory, 0, sent.length));
    }
}
