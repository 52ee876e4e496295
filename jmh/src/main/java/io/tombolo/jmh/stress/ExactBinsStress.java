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
import io.tombolo.engine.pt2pt.ExactBins;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests threads that push receives to a bin while the owner takes receives and files messages: S1.14 for posts without the owner.
 */
public final class ExactBinsStress {
    private static final int TAG = 1;
    private static final int DECIMAL = 10;
    private static final int BIN = ExactBins.bin(0, 0, TAG);

    private ExactBinsStress() {
    }

    private static Operation receive(final int tag) {
        final Operation receive = new Operation();
        receive.begin(Operation.Kind.RECEIVE);
        receive.bin = BIN;
        receive.tag = tag;
        return receive;
    }

    private static int count(final Operation first) {
        int count = 0;
        for (Operation operation = first; operation != null; operation = operation.nextCommand) {
            count++;
        }
        return count;
    }

    /** A receive is pushed while the owner finds the bin empty, guards it and looks again: they never miss each other. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "Posted: the owner saw the receive.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Filed: the poster saw the guard, and calls the owner.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both saw: the call finds nothing to do.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "They passed each other.")
    @State
    public static class PostAgainstArrival {
        private final ExactBins bins = new ExactBins();
        private final Operation receive = receive(TAG);

        /** Posts the receive. */
        @Actor
        public void poster(final II_Result result) {
            result.r1 = bins.push(receive) ? 1 : 0;
        }

        /** Looks for a receive, then files the message. */
        @Actor
        public void owner(final II_Result result) {
            int found = count(bins.takeAll(BIN));
            if (found == 0 && bins.guard(BIN)) {
                found = count(bins.takeAll(BIN));
            }
            result.r2 = found;
        }
    }

    /** Two threads push to one bin: each receive is taken once, with its fields. */
    @JCStressTest
    @Outcome(id = "2, 5", expect = Expect.ACCEPTABLE, desc = "Both.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "One was lost, taken twice, or seen without its fields.")
    @State
    public static class TwoPosters {
        private final ExactBins bins = new ExactBins();

        /** Posts a receive. */
        @Actor
        public void one() {
            bins.push(receive(2));
        }

        /** Posts another receive. */
        @Actor
        public void other() {
            bins.push(receive(3));
        }

        /** Takes both. */
        @Arbiter
        public void end(final II_Result result) {
            for (Operation operation = bins.takeAll(BIN); operation != null; operation = operation.nextCommand) {
                result.r1++;
                result.r2 += operation.tag;
            }
        }
    }

    /** A thread pushes twice while the owner takes: in order, each once. */
    @JCStressTest
    @Outcome(id = {"0, 23", "2, 3", "23, 0"}, expect = Expect.ACCEPTABLE, desc = "In order, in one take or two.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "One was lost, taken twice, out of order, or seen without its fields.")
    @State
    public static class PostTwiceAndTake {
        private final ExactBins bins = new ExactBins();

        /** Posts two receives. */
        @Actor
        public void poster() {
            bins.push(receive(2));
            bins.push(receive(3));
        }

        /** Takes all receives. */
        @Actor
        public void owner(final II_Result result) {
            result.r1 = tags(bins.takeAll(BIN));
        }

        /** Takes the remaining receives. */
        @Arbiter
        public void end(final II_Result result) {
            result.r2 = tags(bins.takeAll(BIN));
        }

        private static int tags(final Operation first) {
            int tags = 0;
            for (Operation operation = first; operation != null; operation = operation.nextCommand) {
                tags = tags * DECIMAL + operation.tag;
            }
            return tags;
        }
    }

    /** The owner removes the guard after the last message while a thread posts: the next message finds the receive. */
    @JCStressTest
    @Outcome(id = "[01], 1, 0", expect = Expect.ACCEPTABLE, desc = "In the bin, where the next message looks for it.")
    @Outcome(id = "[01], 0, 1", expect = Expect.ACCEPTABLE, desc = "Served with the last message.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Lost.")
    @State
    public static class PostAgainstOpen {
        private final ExactBins bins = new ExactBins();
        private final Operation receive = receive(TAG);

        /** Begins with a guarded bin. */
        public PostAgainstOpen() {
            bins.guard(BIN);
        }

        /** Posts. */
        @Actor
        public void poster(final III_Result result) {
            result.r1 = bins.push(receive) ? 1 : 0;
        }

        /** Serves the bin and removes the guard, as no message is left. */
        @Actor
        public void owner(final III_Result result) {
            result.r3 = count(bins.takeAll(BIN));
            bins.open(BIN);
        }

        /** The next message. */
        @Arbiter
        public void end(final III_Result result) {
            result.r2 = count(bins.takeAll(BIN));
        }
    }
}
