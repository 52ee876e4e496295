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

import io.tombolo.ringbuffers.job.Doorbell;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.libc.LibC;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Tests a rank that goes to sleep while a sender rings. There is no actual sleep: a rank that is about to sleep must see the record in its
 * last poll, or be rung. The third number says whether the native extras are on.
 */
@JCStressTest
@Outcome(id = "0, 1, [01]", expect = Expect.ACCEPTABLE, desc = "The last poll saw the record, and the sender saw no sleeper.")
@Outcome(id = "1, 0, [01]", expect = Expect.ACCEPTABLE, desc = "The last poll saw nothing, and the sender rings.")
@Outcome(id = "1, 1, [01]", expect = Expect.ACCEPTABLE, desc = "Both: a ring that was not needed, which costs the sender a system call.")
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE_INTERESTING,
    desc = "Lost, without membarrier: the record was in the sender's store buffer. Sleeps are bounded for this case.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, although the sleeper's membarrier orders the sender's store before its load.")
@State
public class DoorbellStress {
    private static final int RECORD_OFFSET = 1024;
    private static final int NATIVES = LibC.available() ? 1 : 0;

    private final UnsafeBuffer cell = Cells.next(2048);
    private final Doorbell doorbell = new Doorbell(new UnsafeBuffer(cell, 0, RankFileDescriptor.DOORBELL_SECTION_LENGTH));

    /** Stores the record (release), then looks whether the peer sleeps, without a fence between them. */
    @Actor
    public void sender(final III_Result result) {
        cell.putLongRelease(RECORD_OFFSET, 1);
        result.r1 = doorbell.isAsleep() && doorbell.ring() ? 1 : 0;
    }

    /** Announces the sleep, then polls for the last time. */
    @Actor
    public void sleeper(final III_Result result) {
        doorbell.prepareSleep();
        result.r2 = (int) cell.getLongAcquire(RECORD_OFFSET);
        result.r3 = NATIVES;
    }
}
