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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Privilege;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.collective.CallMemory;
import io.tombolo.engine.collective.CollectiveArguments;
import io.tombolo.ringbuffers.Bytes;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Elements in every kind of memory: where a collective call finds them, and which it refuses.
 */
@Timeout(30)
class ElementsMemoryTest {
    private static final int ROOT = 0;
    private static final int SHIFT = 13;

    private final CollectiveResolver sender = new CollectiveResolver(ROOT, 2, null);
    private final CollectiveResolver receiver = new CollectiveResolver(1, 2, null);

    private static CollectiveResolver resolver(final LocalJob job, final int rank) {
        return new CollectiveResolver(rank, 2, EngineAccess.allocator(job.engine(rank)));
    }

    private void assertFound(
        final Elements elements, final Object base, final long offset, final long count, final ElementType type, final Object owner) {
        final CollectiveArguments sent = sender.bcast(elements, ROOT);
        final CollectiveArguments received = receiver.bcast(elements, ROOT);
        assertThat(sent.type).isSameAs(type);
        assertThat(received.type).isSameAs(type);
        for (final CallMemory memory : new CallMemory[] {sent.send, received.receive}) {
            assertThat(memory.base).isSameAs(base);
            assertThat(memory.offset).isEqualTo(offset);
            assertThat(memory.count).isEqualTo(count);
            assertThat(memory.owner).isSameAs(owner);
            assertThat(memory.region).isZero();
        }
    }

    @Test
    void shouldFindElementsInEveryKindOfArray() {
        final byte[] bytes = new byte[9];
        final int[] ints = new int[9];
        final long[] longs = new long[9];
        final float[] floats = new float[9];
        final double[] doubles = new double[9];
        assertFound(new Elements().wrap(bytes, 3, 5), bytes, Bytes.BYTES_OFFSET + 3, 5, null, bytes);
        assertFound(new Elements().wrap(ints, 3, 5), ints, Bytes.INTS_OFFSET + 12, 5, ElementType.INT, ints);
        assertFound(new Elements().wrap(longs, 3, 5), longs, Bytes.LONGS_OFFSET + 24, 5, ElementType.LONG, longs);
        assertFound(new Elements().wrap(floats, 3, 5), floats, Bytes.FLOATS_OFFSET + 12, 5, ElementType.FLOAT, floats);
        assertFound(new Elements().wrap(doubles, 3, 5), doubles, Bytes.DOUBLES_OFFSET + 24, 5, ElementType.DOUBLE, doubles);
    }

    @Test
    void shouldFindElementsInBuffers() {
        final byte[] array = new byte[100];
        final UnsafeBuffer onHeap = new UnsafeBuffer(array, 7, 80);
        final UnsafeBuffer offHeap = new UnsafeBuffer(ByteBuffer.allocateDirect(80));
        assertFound(
            Elements.of(onHeap, 5, 9, ElementType.LONG), array, Bytes.BYTES_OFFSET + 12, 9, ElementType.LONG, onHeap);
        assertFound(
            Elements.of(offHeap, 5, 18, ElementType.FLOAT), null, offHeap.addressOffset() + 5, 18, ElementType.FLOAT, offHeap);
        assertFound(Elements.of(offHeap, 80, 0, null), null, 0, 0, null, null);
    }

    @Test
    void shouldCheckABufferThatWasWrappedAnew() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[80]);
        final Elements elements = Elements.of(buffer, 0, 10, ElementType.LONG);
        final byte[] other = new byte[81];
        buffer.wrap(other, 1, 80);
        assertFound(elements, other, Bytes.BYTES_OFFSET + 1, 10, ElementType.LONG, buffer);
        buffer.wrap(other, 0, 79);
        assertThatThrownBy(() -> sender.bcast(elements, ROOT))
            .isInstanceOf(IndexOutOfBoundsException.class).hasMessage("offset=0 length=80 capacity=79");
        assertThatThrownBy(() -> receiver.bcast(elements, ROOT)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldReceiveOnlyIntoBuffersThatCanBeWritten() {
        final ByteBuffer memory = ByteBuffer.allocateDirect(8);
        final LentBuffer lent = new LentBuffer(memory);
        lent.memory().wrap(memory);
        lent.open();
        final Elements elements = Elements.of(lent, 0, 8, null);
        assertThat(sender.bcast(elements, ROOT).send.offset).isEqualTo(lent.memory().addressOffset());
        assertThatThrownBy(() -> receiver.bcast(elements, ROOT)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("bcast: the receive elements are in a buffer that cannot be written: use a MutableDirectBuffer");
        assertThat(receiver.bcast(elements.wrap(lent, 8, 0, null), ROOT).receive.count).isZero();
    }

    @Test
    void shouldFindElementsInRegions() {
        try (LocalJob job = LocalJob.of(2); MemoryRegion region = job.engine(0).allocate(800);
            MemoryRegion part = job.engine(0).adapter().register(region, 16, 400, job.engine(0).adapter().zone(), Privilege.values())) {
            final CollectiveResolver resolver = resolver(job, 0);
            final long address = region.buffer().addressOffset();
            final CollectiveArguments arguments = resolver.allreduce(
                Elements.of(region, 24, 4, ElementType.DOUBLE), Elements.of(part, 100, 4, ElementType.DOUBLE), ReduceOp.SUM);
            assertThat(arguments.send.base).isNull();
            assertThat(arguments.send.offset).isEqualTo(address + 24);
            assertThat(arguments.send.count).isEqualTo(4);
            assertThat(arguments.send.owner).isSameAs(region);
            assertThat(arguments.send.region).isEqualTo(region.id());
            assertThat(arguments.send.regionOffset).isEqualTo(24);
            assertThat(arguments.receive.offset).isEqualTo(address + 116);
            assertThat(arguments.receive.region).isEqualTo(region.id());
            assertThat(arguments.receive.regionOffset).isEqualTo(116);
            resolver.allgather(Elements.IN_PLACE, Elements.of(part, 100, 8, ElementType.DOUBLE));
            assertThat(arguments.send.offset).isEqualTo(address + 116);
            assertThat(arguments.send.regionOffset).isEqualTo(116);
            final CollectiveArguments scattered =
                resolver.gatherv(Elements.IN_PLACE, Elements.of(region, 0, 90, ElementType.LONG), new int[] {3, 4}, new int[] {50, 2}, 0);
            assertThat(scattered.send.offset).isEqualTo(address + 400);
            assertThat(scattered.send.regionOffset).isEqualTo(400);
            assertThatThrownBy(() -> resolver.allreduce(
                Elements.of(region, 100, 4, ElementType.INT), Elements.of(part, 99, 4, ElementType.INT), ReduceOp.SUM))
                .hasMessageContaining("overlap");
        }
    }

    @Test
    void shouldRefuseRegionsThatAreClosedOrElsewhere() {
        try (LocalJob job = LocalJob.of(2)) {
            final CollectiveResolver resolver = resolver(job, 0);
            final MemoryRegion region = job.engine(0).allocate(80);
            final Elements elements = Elements.of(region, 0, 80, null);
            final Elements none = Elements.of(region, 8, 0, null);
            assertThat(resolver.bcast(elements, ROOT).send.region).isNotNull();
            region.close();
            assertThatThrownBy(() -> resolver.bcast(elements, ROOT))
                .isInstanceOf(IllegalStateException.class).hasMessage("memory region " + region.id() + " is closed");
            assertThat(resolver.bcast(none, ROOT).send.region).isZero();
            final MemoryRegion elsewhere = job.engine(1).allocate(80);
            assertThatThrownBy(() -> resolver.bcast(Elements.of(elsewhere, 0, 80, null), ROOT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bcast: memory region " + elsewhere.id() + " is closed or of another engine: use one of this rank");
        }
    }

    @Test
    void shouldRefuseRangesOfRegionsThatCrossABorderOfTheMapping() {
        try (LocalJob job = LocalJob.of(2, context -> EngineAccess.windowShift(context, SHIFT));
            MemoryRegion region = job.engine(0).allocate(10 << SHIFT)) {
            final CollectiveResolver resolver = resolver(job, 0);
            final long border = region.buffer().capacity();
            final CollectiveArguments before = resolver.bcast(Elements.of(region, border - 64, 8, ElementType.LONG), ROOT);
            assertThat(before.send.offset).isEqualTo(region.buffer().addressOffset() + border - 64);
            final CollectiveArguments behind = resolver.bcast(Elements.of(region, border, 8, ElementType.LONG), ROOT);
            assertThat(behind.send.offset).isEqualTo(region.buffer(border, 64).addressOffset());
            assertThat(behind.send.regionOffset).isEqualTo(border);
            assertThatThrownBy(() -> resolver.bcast(Elements.of(region, border - 8, 2, ElementType.LONG), ROOT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bcast: 16 bytes from offset=" + (border - 8) +
                    " of a memory region cross a border of its mapping: use elements in one piece");
        }
    }
}
