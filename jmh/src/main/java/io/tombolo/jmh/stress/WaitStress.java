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

import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitDescriptor;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitReader;
import io.tombolo.ringbuffers.wait.WaitReading;
import io.tombolo.ringbuffers.wait.WaitWriter;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Tests a reader of a place whose wait ends while another one begins there. Each word of a wait says which one it is.
 */
@JCStressTest
@Outcome(id = "[012]", expect = Expect.ACCEPTABLE, desc = "No wait, the first one, or the second one, as a whole.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Parts of two waits.")
@State
public class WaitStress {
    private final UnsafeBuffer section = new UnsafeBuffer(ByteBuffer.allocateDirect(WaitDescriptor.LENGTH));
    private final WaitWriter writer = new WaitWriter(section, false);
    private final WaitReader reader = WaitReader.attach(section);

    /** Shows a wait, ends it, and shows another one. */
    @Actor
    public void writer() {
        writer.free(show(1));
        show(2);
    }

    private int show(final int wait) {
        final int place = writer.take();
        writer.begin(place, WaitCall.RECV, WaitMode.ALL, wait, wait, "");
        writer.add(place, WaitKind.RECEIVE, wait, wait, wait, wait, wait);
        writer.publish(place);
        return place;
    }

    /** Reads the place. */
    @Actor
    public void reader(final I_Result result) {
        final WaitReading wait = reader.read(0);
        if (wait != null) {
            final int number = (int) wait.number();
            final boolean isWhole = wait.startNs() == number && wait.deadlineNs() == number && wait.entries().size() == 1 &&
                wait.entries().get(0).rank() == number && wait.entries().get(0).number() == number;
            result.r1 = isWhole ? number : -1;
        }
    }
}
