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

import io.tombolo.engine.srq.FreePlaces;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Tests the stack of the free places of a pool.
 */
public final class FreePlacesStress {
    private static final int DIGIT = 10;

    private FreePlacesStress() {
    }

    /** Takes all places. Returns their numbers, from 1, as the digits of a number. */
    private static int popAll(final FreePlaces places) {
        int digits = 0;
        for (int place = places.pop(); place != FreePlaces.NONE; place = places.pop()) {
            digits = digits * DIGIT + place + 1;
        }
        return digits;
    }

    /**
     * While a thread takes the top place, another takes it too, takes the next one, and gives the first back (the ABA problem). Without the
     * tag the first thread could then make the second place free, which is in use.
     */
    @JCStressTest
    @Outcome(id = "1, 3, 2", expect = Expect.ACCEPTABLE, desc = "The taker came first.")
    @Outcome(id = "2, 3, 1", expect = Expect.ACCEPTABLE, desc = "The taker came after the first pop.")
    @Outcome(id = "3, 2, 1", expect = Expect.ACCEPTABLE, desc = "The taker came after the second pop.")
    @Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "The taker came last.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A place was lost, or two threads have it.")
    @State
    public static class PopAndReturn {
        private final FreePlaces places = new FreePlaces(3);

        /** Takes a place. */
        @Actor
        public void taker(final III_Result result) {
            result.r1 = places.pop() + 1;
        }

        /** Takes two places and gives the first back. */
        @Actor
        public void returner(final III_Result result) {
            final int first = places.pop();
            result.r2 = places.pop() + 1;
            places.push(first);
        }

        /** Takes the remaining places. */
        @Arbiter
        public void rest(final III_Result result) {
            result.r3 = popAll(places);
        }
    }

    /** Two threads give places back at once: neither place is lost. */
    @JCStressTest
    @Outcome(id = "2, 1, 123", expect = Expect.ACCEPTABLE, desc = "The second came first.")
    @Outcome(id = "2, 1, 213", expect = Expect.ACCEPTABLE, desc = "The first came first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A place was lost or came twice.")
    @State
    public static class PushAndPush {
        private final FreePlaces places = new FreePlaces(3);
        private final int first = places.pop();
        private final int second = places.pop();

        /** Gives a place back. */
        @Actor
        public void one(final III_Result result) {
            places.push(first);
            result.r2 = first + 1;
        }

        /** Gives another place back. */
        @Actor
        public void two(final III_Result result) {
            places.push(second);
            result.r1 = second + 1;
        }

        /** Takes all places. */
        @Arbiter
        public void rest(final III_Result result) {
            result.r3 = popAll(places);
        }
    }
}
