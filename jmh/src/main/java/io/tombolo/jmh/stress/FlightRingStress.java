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

import io.tombolo.ringbuffers.flight.FlightDescriptor;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.flight.FlightRing;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests that a reader of the flight recorder sees whole events while the rank overwrites them.
 */
public final class FlightRingStress {
    private static final int LENGTH = FlightDescriptor.length(2);

    private FlightRingStress() {
    }

    /** A rank overwrites the event that a reader reads. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing to read: one event of the two can be read, and the reader skips.")
    @Outcome(id = {"1, 1", "2, 2", "3, 3", "4, 4"}, expect = Expect.ACCEPTABLE, desc = "One whole event.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Parts of two events.")
    @State
    public static class ReaderAgainstWriter {
        private final UnsafeBuffer section = new UnsafeBuffer(Cells.next(LENGTH), 0, LENGTH);
        private final FlightRing ring;
        private final FlightReader reader;
        private final FlightEvent event = new FlightEvent();

        /** Records the first event. */
        public ReaderAgainstWriter() {
            ring = new FlightRing(section, true);
            reader = new FlightReader(section);
            record(1);
        }

        private void record(final int value) {
            ring.record(FlightKind.SENT, 0, 0, value, 0, 0, value);
        }

        /** Records three more. */
        @Actor
        public void writer() {
            record(2);
            record(3);
            record(4);
        }

        /** Reads one. */
        @Actor
        public void reader(final II_Result result) {
            if (reader.poll(event)) {
                result.r1 = event.number();
                result.r2 = (int) event.length();
            }
        }
    }
}
