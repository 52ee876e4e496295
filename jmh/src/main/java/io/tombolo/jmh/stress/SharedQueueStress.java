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
package io.tombolo.jmh.stress;

import io.tombolo.ringbuffers.queue.EventEntry;
import io.tombolo.ringbuffers.queue.EventQueue;
import io.tombolo.ringbuffers.queue.QueueConcurrency;
import io.tombolo.ringbuffers.queue.ReceiveCounts;
import io.tombolo.ringbuffers.queue.ReceiveQueue;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests a shared receive queue, whose buffers several threads post and reap and one takes, and queues of events with several consumers.
 */
public final class SharedQueueStress {
    private static final int ALIGNMENT = 64;
    private static final int DIGIT = 10;

    private SharedQueueStress() {
    }

    private static ReceiveQueue queue(final int slots) {
        return new ReceiveQueue(
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(ReceiveQueue.fileLength(slots, 1), ALIGNMENT)), slots, 1, 0,
            QueueConcurrency.ANY_THREAD);
    }

    private static EventQueue events(final int capacity) {
        return new EventQueue(new UnsafeBuffer(BufferUtil.allocateDirectAligned(EventQueue.fileLength(capacity), ALIGNMENT)), capacity,
            QueueConcurrency.ANY_THREAD);
    }

    private static int post(final ReceiveQueue queue, final int cookie) {
        final int slot = queue.claim();
        if (slot < 0) {
            return 0;
        }
        queue.slots().fill(slot, cookie, 0);
        return queue.publish(slot) == 0 ? 1 : 0;
    }

    /** Takes all buffers. Returns their cookies as the digits of a number, with 9 for a cookie that is not visible. */
    private static int takeAll(final ReceiveQueue queue) {
        int digits = 0;
        for (int slot = queue.take(0); slot >= 0; slot = queue.take(0)) {
            final long cookie = queue.slots().cookie(slot);
            digits = digits * DIGIT + (cookie == 0 ? DIGIT - 1 : (int) cookie);
            queue.complete(slot, 0);
            queue.reap(slot);
        }
        return digits;
    }

    private static boolean put(final EventQueue events, final int cookie) {
        return events.offer(1, 0, cookie, 0, 0, 0, 0, 0, 0, 0);
    }

    private static int poll(final EventQueue events) {
        final EventEntry entry = new EventEntry();
        return events.poll(entry) > 0 ? (int) entry.cookie : 0;
    }

    /** Posted buffers are taken whole, once and in order. The CAS of a post and the CAS of a take are partners. */
    @JCStressTest
    @Outcome(id = "0, 12", expect = Expect.ACCEPTABLE, desc = "Taken before both; they are left in order.")
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Taken between them.")
    @Outcome(id = "12, 0", expect = Expect.ACCEPTABLE, desc = "Taken after both, in order.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A buffer was lost, came twice, came empty, or overtook another.")
    @State
    public static class PostAndTake {
        private final ReceiveQueue queue = queue(4);

        /** Posts two buffers. */
        @Actor
        public void poster() {
            post(queue, 1);
            post(queue, 2);
        }

        /** Takes all buffers. */
        @Actor
        public void taker(final II_Result result) {
            result.r1 = takeAll(queue);
        }

        /** Takes what is left. */
        @Arbiter
        public void rest(final II_Result result) {
            result.r2 = takeAll(queue);
        }
    }

    /** Two threads post and one slot is free: one of them gets it. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "The first got the slot.")
    @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "The second got it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both or none got it, or it was lost.")
    @State
    public static class LastSlot {
        private final ReceiveQueue queue = queue(1);

        /** Posts a buffer. */
        @Actor
        public void first(final III_Result result) {
            result.r1 = post(queue, 1);
        }

        /** Posts another buffer. */
        @Actor
        public void second(final III_Result result) {
            result.r2 = post(queue, 2);
        }

        /** Takes the buffer. */
        @Arbiter
        public void taker(final III_Result result) {
            result.r3 = takeAll(queue);
        }
    }

    /** An armed watermark fires once at most while buffers are posted and taken. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The post came first: the take left a buffer, so the watermark did not fire.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The take came first: the watermark fired and is no longer armed.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It fired twice, or is armed although it fired.")
    @State
    public static class Watermark {
        private final ReceiveQueue queue = queue(4);

        /** Begins with a buffer and an armed watermark. */
        public Watermark() {
            post(queue, 1);
            queue.arm(1);
        }

        /** Posts a buffer. */
        @Actor
        public void poster() {
            post(queue, 2);
        }

        /** Takes a buffer and counts the event. */
        @Actor
        public void taker(final II_Result result) {
            queue.take(0);
            result.r1 = queue.hasFired() ? 1 : 0;
        }

        /** Takes the other buffer if there was an event. There must not be a second event. */
        @Arbiter
        public void end(final II_Result result) {
            queue.take(0);
            result.r2 = result.r1 == 1 && queue.hasFired() ? 1 : 0;
        }
    }

    /** A snapshot while buffers are posted, taken and reaped never has more on the queue than outstanding. */
    @JCStressTest
    @Outcome(id = "1, .*", expect = Expect.ACCEPTABLE, desc = "Consistent.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "More available than outstanding, or more outstanding than the size.")
    @State
    public static class Snapshot {
        private final ReceiveQueue queue = queue(2);

        /** Posts a buffer. */
        @Actor
        public void poster() {
            post(queue, 1);
            post(queue, 2);
        }

        /** Takes a buffer and reaps it. */
        @Actor
        public void taker() {
            takeAll(queue);
        }

        /** Looks at the counts. */
        @Actor
        public void reader(final II_Result result) {
            final long word = queue.query();
            final int available = ReceiveCounts.available(word);
            final int outstanding = ReceiveCounts.outstanding(word);
            result.r1 = available <= outstanding && outstanding <= ReceiveCounts.most(word) ? 1 : 0;
            result.r2 = outstanding;
        }
    }

    /** The size shrinks while a thread posts: never more buffers are outstanding than the size. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "Both posted: then the change was refused.")
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Shrunk before the second post, which was refused.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "More outstanding than the size, or a post was refused although there was room.")
    @State
    public static class Shrink {
        private final ReceiveQueue queue = queue(2);

        /** Posts a buffer. */
        @Actor
        public void poster(final III_Result result) {
            result.r1 = post(queue, 1);
            result.r2 = post(queue, 2);
        }

        /** Shrinks the queue. */
        @Actor
        public void owner() {
            queue.resize(1);
        }

        /** Looks at the counts. */
        @Arbiter
        public void end(final III_Result result) {
            final long word = queue.query();
            result.r3 = ReceiveCounts.outstanding(word) <= ReceiveCounts.most(word) &&
                ReceiveCounts.outstanding(word) == result.r1 + result.r2 ? 1 : 2;
            if (result.r3 == 2) {
                throw new IllegalStateException("outstanding=" + ReceiveCounts.outstanding(word) + " most=" + ReceiveCounts.most(word));
            }
        }
    }

    /** Two consumers take two events: each event is taken once and whole. */
    @JCStressTest
    @Outcome(id = {"1, 2, 0", "2, 1, 0", "1, 0, 2", "0, 1, 2", "0, 0, 12"}, expect = Expect.ACCEPTABLE, desc = "Each once, in order.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An event was lost, taken twice, or out of order.")
    @State
    public static class TwoConsumers {
        private final EventQueue events = events(4);

        /** Puts two events. */
        @Actor
        public void producer() {
            put(events, 1);
            put(events, 2);
        }

        /** Takes an event. */
        @Actor
        public void first(final III_Result result) {
            result.r1 = poll(events);
        }

        /** Takes an event. */
        @Actor
        public void second(final III_Result result) {
            result.r2 = poll(events);
        }

        /** Takes what is left. */
        @Arbiter
        public void rest(final III_Result result) {
            int digits = 0;
            for (int cookie = poll(events); cookie > 0; cookie = poll(events)) {
                digits = digits * DIGIT + cookie;
            }
            result.r3 = digits;
        }
    }

    /** A queue moves while a consumer reads it: the event is taken from the old queue or from the new one. */
    @JCStressTest
    @Outcome(id = {"1, 0", "0, 1"}, expect = Expect.ACCEPTABLE, desc = "Taken before the move or after it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The event was lost, or taken twice.")
    @State
    public static class Move {
        private final EventQueue events = events(2);
        private final EventQueue target = events(4);

        /** Begins with one event. */
        public Move() {
            put(events, 1);
        }

        /** Moves the queue. */
        @Actor
        public void producer() {
            events.moveTo(target);
        }

        /** Takes the event. */
        @Actor
        public void consumer(final II_Result result) {
            result.r1 = poll(events);
        }

        /** Takes the event after the move. */
        @Arbiter
        public void rest(final II_Result result) {
            result.r2 = poll(target);
        }
    }
}
