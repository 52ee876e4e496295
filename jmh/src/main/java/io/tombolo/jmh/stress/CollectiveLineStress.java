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

import io.tombolo.ringbuffers.collective.CollectiveSlot;
import io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests the line of a slot: its owner publishes call 1 there, and overwrites it with the next call of that line only if the reader has
 * consumed call 1. The reader sees the payload and the check of the call that the word names.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The reader came too early, so the owner did not overwrite.")
@Outcome(id = {"1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "The reader has seen call 1 as a whole.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A call without its payload, or an overwritten one.")
@State
public class CollectiveLineStress {
    private final ByteBuffer memory = BufferUtil.allocateDirectAligned(CollectiveSlotDescriptor.LENGTH, 64);
    private final ByteBuffer otherMemory = BufferUtil.allocateDirectAligned(CollectiveSlotDescriptor.LENGTH, 64);
    private final CollectiveSlot owner = CollectiveSlot.inMemory(memory, BufferUtil.address(memory));
    private final CollectiveSlot reader = CollectiveSlot.inMemory(otherMemory, BufferUtil.address(otherMemory));
    private final UnsafeBuffer payload = new UnsafeBuffer(owner.payload(1), Long.BYTES);

    /** Publishes call 1, then the next call of its line if the other rank has consumed call 1. */
    @Actor
    public void owner(final II_Result result) {
        publish(1);
        if (reader.consumed() >= CollectiveSlotDescriptor.word(1, CollectiveSlotDescriptor.ALL)) {
            publish(1 + CollectiveSlotDescriptor.LINES);
            result.r2 = 1;
        }
    }

    private void publish(final long call) {
        payload.putLong(0, call);
        owner.publish(call, CollectiveSlotDescriptor.word(call, 0), call);
    }

    /** Reads call 1, and says that it has. */
    @Actor
    public void reader(final II_Result result) {
        if (CollectiveSlotDescriptor.call(owner.word(1)) == 1) {
            result.r1 = owner.check(1) == 1 && payload.getLong(0) == 1 ? 1 : -1;
            reader.consumed(CollectiveSlotDescriptor.word(1, CollectiveSlotDescriptor.ALL));
        }
    }
}
