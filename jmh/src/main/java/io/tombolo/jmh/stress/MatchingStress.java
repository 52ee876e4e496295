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

import io.tombolo.engine.completion.Operation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests receives, cancels and probes of a thread while another takes arrivals: S1.14, S1.20 and S1.21. Numbers are those that
 * {@link FilelessRank#result} returns.
 */
public final class MatchingStress {
    private MatchingStress() {
    }

    /** A receive is posted while its message arrives: they find each other, whichever comes first. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "The receive took the message, posted before or after it came.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "They passed each other, or the message came twice.")
    @State
    public static class PostAgainstArrival {
        private final FilelessRank desk = new FilelessRank();
        private final Operation receive = FilelessRank.operation(Operation.Kind.RECEIVE, null);

        /** Posts. */
        @Actor
        public void poster() {
            desk.submit(receive);
        }

        /** Takes the message from the ring. */
        @Actor
        public void owner() {
            desk.arrive();
            desk.poll();
        }

        /** Lets the owner do what is left; then nothing may be left. */
        @Arbiter
        public void end(final III_Result result) {
            desk.poll();
            result.r1 = FilelessRank.result(receive);
            result.r2 = desk.unexpectedCount();
            result.r3 = desk.postedCount();
        }
    }

    /** A posted receive is cancelled while its message arrives: exactly one of the two happens. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "Matched: the cancel came too late.")
    @Outcome(id = "-1, 1, 0", expect = Expect.ACCEPTABLE, desc = "Cancelled: the message waits for another receive.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both, or neither; or the message was lost.")
    @State
    public static class CancelAgainstMatch {
        private final FilelessRank desk = new FilelessRank();
        private final Operation receive = FilelessRank.operation(Operation.Kind.RECEIVE, null);
        private final Operation cancel = FilelessRank.operation(Operation.Kind.CANCEL, receive);

        /** Begins with the receive posted. */
        public CancelAgainstMatch() {
            desk.submit(receive);
        }

        /** Cancels the receive. */
        @Actor
        public void canceller() {
            desk.submit(cancel);
        }

        /** Takes the message from the ring. */
        @Actor
        public void owner() {
            desk.arrive();
            desk.poll();
        }

        /** Lets the owner do what is left. */
        @Arbiter
        public void end(final III_Result result) {
            desk.poll();
            result.r1 = FilelessRank.result(receive);
            result.r2 = desk.unexpectedCount();
            result.r3 = desk.postedCount();
        }
    }

    /** A thread posts a receive while another cancels it. */
    @JCStressTest
    @Outcome(id = "-1, 0", expect = Expect.ACCEPTABLE, desc = "Posted, then cancelled.")
    @Outcome(id = "-2, 1", expect = Expect.ACCEPTABLE, desc = "The cancel was taken first and found nothing: the receive stays posted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Ended and still posted, or lost.")
    @State
    public static class CancelAgainstPost {
        private final FilelessRank desk = new FilelessRank();
        private final Operation receive = FilelessRank.operation(Operation.Kind.RECEIVE, null);
        private final Operation cancel = FilelessRank.operation(Operation.Kind.CANCEL, receive);

        /** Posts. */
        @Actor
        public void poster() {
            desk.submit(receive);
        }

        /** Cancels the receive. */
        @Actor
        public void canceller() {
            desk.submit(cancel);
        }

        /** Looks at the result. */
        @Arbiter
        public void end(final II_Result result) {
            desk.poll();
            result.r1 = FilelessRank.result(receive);
            result.r2 = desk.postedCount();
        }
    }

    /** Two threads post receives with the same key. One message is there and one comes later: each receive takes one, in order. */
    @JCStressTest
    @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "The first poster's command was taken first.")
    @Outcome(id = "2, 1, 0", expect = Expect.ACCEPTABLE, desc = "The second poster's command was taken first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A message was lost, or came twice.")
    @State
    public static class TwoPosters {
        private final FilelessRank desk = new FilelessRank();
        private final Operation first = FilelessRank.operation(Operation.Kind.RECEIVE, null);
        private final Operation second = FilelessRank.operation(Operation.Kind.RECEIVE, null);

        /** Begins with an unexpected message. */
        public TwoPosters() {
            desk.arrive();
            desk.poll();
        }

        /** Posts a receive. */
        @Actor
        public void one() {
            desk.submit(first);
        }

        /** Posts the other receive. */
        @Actor
        public void other() {
            desk.submit(second);
        }

        /** Adds the second message. */
        @Arbiter
        public void end(final III_Result result) {
            desk.arrive();
            desk.poll();
            result.r1 = FilelessRank.result(first);
            result.r2 = FilelessRank.result(second);
            result.r3 = desk.unexpectedCount() + desk.postedCount();
        }
    }

    /** A probe looks for a message while a receive takes it. The probe takes nothing, and may find nothing. */
    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "Probed, then received.")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "Received, then probed without success.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The probe took the message, or found one that was never there.")
    @State
    public static class ProbeAgainstMatch {
        private final FilelessRank desk = new FilelessRank();
        private final Operation receive = FilelessRank.operation(Operation.Kind.RECEIVE, null);
        private final Operation probe = FilelessRank.operation(Operation.Kind.PROBE, null);

        /** Begins with an unexpected message. */
        public ProbeAgainstMatch() {
            desk.arrive();
            desk.poll();
        }

        /** Probes. */
        @Actor
        public void prober() {
            desk.submit(probe);
        }

        /** Receives. */
        @Actor
        public void poster() {
            desk.submit(receive);
        }

        /** Looks at the result. */
        @Arbiter
        public void end(final III_Result result) {
            desk.poll();
            result.r1 = FilelessRank.result(probe);
            result.r2 = FilelessRank.result(receive);
            result.r3 = desk.unexpectedCount() + desk.postedCount();
        }
    }
}
