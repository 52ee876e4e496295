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

import com.sun.management.ThreadMXBean;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.collective.CallMemory;
import io.tombolo.engine.collective.CollectiveArguments;
import io.tombolo.engine.collective.CollectiveKind;
import io.tombolo.ringbuffers.Bytes;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What the arguments of each collective operation are, at each rank that has a part in it.
 */
@Timeout(30)
class CollectiveResolverTest {
    private static final int ROOT = 1;
    private static final int OTHER = 2;
    private static final int SIZE = 3;
    private static final int CALLS = 50_000;

    private final CollectiveResolver root = new CollectiveResolver(ROOT, SIZE, null);
    private final CollectiveResolver other = new CollectiveResolver(OTHER, SIZE, null);
    private final int[] from = new int[20];
    private final int[] to = new int[20];

    private static Elements some(final int[] array, final int first, final int count) {
        return new Elements().wrap(array, first, count);
    }

    private static void assertIs(final CallMemory memory, final int[] array, final int first, final int count) {
        assertThat(memory.base).isSameAs(array);
        assertThat(memory.owner).isSameAs(array);
        assertThat(memory.offset).isEqualTo(Bytes.INTS_OFFSET + 4L * first);
        assertThat(memory.count).isEqualTo(count);
        assertThat(memory.region).isZero();
    }

    private static void assertNone(final CallMemory memory) {
        assertThat(memory.base).isNull();
        assertThat(memory.owner).isNull();
        assertThat(memory.offset).isZero();
        assertThat(memory.count).isZero();
        assertThat(memory.region).isZero();
        assertThat(memory.regionOffset).isZero();
    }

    private static void assertCall(
        final CollectiveArguments arguments, final CollectiveKind kind, final ElementType type, final int root, final ReduceOp op,
        final boolean isInPlace) {
        assertThat(arguments.kind).isSameAs(kind);
        assertThat(arguments.type).isSameAs(type);
        assertThat(arguments.root).isEqualTo(root);
        assertThat(arguments.op).isSameAs(op);
        assertThat(arguments.isInPlace).isEqualTo(isInPlace);
    }

    private static void assertParts(
        final CollectiveArguments arguments, final int[] sendCounts, final int[] sendDisplacements, final int[] receiveCounts,
        final int[] receiveDisplacements) {
        assertThat(arguments.sendCounts).isSameAs(sendCounts);
        assertThat(arguments.sendDisplacements).isSameAs(sendDisplacements);
        assertThat(arguments.receiveCounts).isSameAs(receiveCounts);
        assertThat(arguments.receiveDisplacements).isSameAs(receiveDisplacements);
    }

    @Test
    void shouldRefuseGroupsForWhichAPartOfAPieceIsTooShort() {
        final CollectiveResolver many = new CollectiveResolver(0, 20, null);
        final ReduceOp op = ReduceOp.of((left, right, count) -> { }, true, ReduceOp.MAX_GROUP);
        final Elements send = Elements.of(new double[20 * ReduceOp.MAX_GROUP]);
        final Elements receive = Elements.of(new double[ReduceOp.MAX_GROUP]);
        final int[] counts = new int[20];
        Arrays.fill(counts, ReduceOp.MAX_GROUP);
        final String line = "elements that belong together have 2048 bytes, but with 20 ranks at most 816 are possible";
        assertThatThrownBy(() -> many.reduceScatterBlock(send, receive, op)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(line);
        assertThatThrownBy(() -> many.reduceScatter(send, receive, counts, op)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(line);
        assertThat(many.allreduce(send, Elements.of(new double[20 * ReduceOp.MAX_GROUP]), op).op).isSameAs(op);
    }

    @Test
    void shouldResolveABcast() {
        final CollectiveArguments sent = root.bcast(some(from, 2, 5), ROOT);
        assertCall(sent, CollectiveKind.BCAST, ElementType.INT, ROOT, null, false);
        assertIs(sent.send, from, 2, 5);
        assertNone(sent.receive);
        final CollectiveArguments received = other.bcast(some(to, 3, 5), ROOT);
        assertCall(received, CollectiveKind.BCAST, ElementType.INT, ROOT, null, false);
        assertNone(received.send);
        assertIs(received.receive, to, 3, 5);
    }

    @Test
    void shouldResolveAReduce() {
        final CollectiveArguments atRoot = root.reduce(some(from, 1, 4), some(to, 2, 4), ReduceOp.SUM, ROOT);
        assertCall(atRoot, CollectiveKind.REDUCE, ElementType.INT, ROOT, ReduceOp.SUM, false);
        assertIs(atRoot.send, from, 1, 4);
        assertIs(atRoot.receive, to, 2, 4);
        root.reduce(Elements.IN_PLACE, some(to, 2, 4), ReduceOp.MAX, ROOT);
        assertCall(atRoot, CollectiveKind.REDUCE, ElementType.INT, ROOT, ReduceOp.MAX, true);
        assertIs(atRoot.send, to, 2, 4);
        assertIs(atRoot.receive, to, 2, 4);
        for (final Elements ignored : new Elements[] {null, Elements.IN_PLACE, some(from, 0, 9), Elements.of(new double[1])}) {
            final CollectiveArguments elsewhere = other.reduce(some(from, 1, 4), ignored, ReduceOp.SUM, ROOT);
            assertCall(elsewhere, CollectiveKind.REDUCE, ElementType.INT, ROOT, ReduceOp.SUM, false);
            assertIs(elsewhere.send, from, 1, 4);
            assertNone(elsewhere.receive);
        }
    }

    @Test
    void shouldResolveAnAllreduceAndScans() {
        final Elements send = some(from, 1, 4);
        final Elements receive = some(to, 2, 4);
        assertCall(other.allreduce(send, receive, ReduceOp.SUM), CollectiveKind.ALLREDUCE, ElementType.INT, 0, ReduceOp.SUM, false);
        assertCall(other.scan(send, receive, ReduceOp.SUM), CollectiveKind.SCAN, ElementType.INT, 0, ReduceOp.SUM, false);
        final CollectiveArguments arguments = other.exscan(send, receive, ReduceOp.MIN_LOCATION);
        assertCall(arguments, CollectiveKind.EXSCAN, ElementType.INT, 0, ReduceOp.MIN_LOCATION, false);
        assertIs(arguments.send, from, 1, 4);
        assertIs(arguments.receive, to, 2, 4);
        final Elements inPlace = Elements.IN_PLACE;
        assertCall(other.allreduce(inPlace, receive, ReduceOp.OR), CollectiveKind.ALLREDUCE, ElementType.INT, 0, ReduceOp.OR, true);
        assertCall(other.scan(inPlace, receive, ReduceOp.OR), CollectiveKind.SCAN, ElementType.INT, 0, ReduceOp.OR, true);
        assertCall(other.exscan(inPlace, receive, ReduceOp.OR), CollectiveKind.EXSCAN, ElementType.INT, 0, ReduceOp.OR, true);
        assertIs(arguments.send, to, 2, 4);
        assertIs(arguments.receive, to, 2, 4);
    }

    @Test
    void shouldResolveAGather() {
        final CollectiveArguments atRoot = root.gather(some(from, 1, 4), some(to, 2, 12), ROOT);
        assertCall(atRoot, CollectiveKind.GATHER, ElementType.INT, ROOT, null, false);
        assertIs(atRoot.send, from, 1, 4);
        assertIs(atRoot.receive, to, 2, 12);
        root.gather(Elements.IN_PLACE, some(to, 2, 12), ROOT);
        assertCall(atRoot, CollectiveKind.GATHER, ElementType.INT, ROOT, null, true);
        assertIs(atRoot.send, to, 2 + ROOT * 4, 4);
        assertIs(atRoot.receive, to, 2, 12);
        final CollectiveArguments elsewhere = other.gather(some(from, 1, 4), null, ROOT);
        assertIs(elsewhere.send, from, 1, 4);
        assertNone(elsewhere.receive);
        final CollectiveArguments all = other.allgather(Elements.IN_PLACE, some(to, 2, 12));
        assertCall(all, CollectiveKind.ALLGATHER, ElementType.INT, 0, null, true);
        assertIs(all.send, to, 2 + OTHER * 4, 4);
        other.allgather(some(from, 1, 4), some(to, 2, 12));
        assertCall(all, CollectiveKind.ALLGATHER, ElementType.INT, 0, null, false);
        assertIs(all.send, from, 1, 4);
        assertIs(all.receive, to, 2, 12);
    }

    @Test
    void shouldResolveAGatherOfPartsOfDifferentLengths() {
        final int[] counts = {2, 4, 3};
        final int[] places = {9, 0, 5};
        final CollectiveArguments atRoot = root.gatherv(some(from, 1, 4), some(to, 2, 13), counts, places, ROOT);
        assertCall(atRoot, CollectiveKind.GATHERV, ElementType.INT, ROOT, null, false);
        assertIs(atRoot.send, from, 1, 4);
        assertIs(atRoot.receive, to, 2, 13);
        assertParts(atRoot, null, null, counts, places);
        root.gatherv(Elements.IN_PLACE, some(to, 2, 13), counts, null, ROOT);
        assertCall(atRoot, CollectiveKind.GATHERV, ElementType.INT, ROOT, null, true);
        assertIs(atRoot.send, to, 2 + 2, 4);
        assertIs(atRoot.receive, to, 2, 13);
        assertParts(atRoot, null, null, counts, null);
        final CollectiveArguments elsewhere = other.gatherv(some(from, 1, 17), null, null, places, ROOT);
        assertIs(elsewhere.send, from, 1, 17);
        assertNone(elsewhere.receive);
        assertParts(elsewhere, null, null, null, null);
        final CollectiveArguments all = other.allgatherv(Elements.IN_PLACE, some(to, 2, 13), counts, places);
        assertCall(all, CollectiveKind.ALLGATHERV, ElementType.INT, 0, null, true);
        assertIs(all.send, to, 2 + 5, 3);
        assertParts(all, null, null, counts, places);
        other.allgatherv(some(from, 1, 3), some(to, 2, 9), counts, null);
        assertCall(all, CollectiveKind.ALLGATHERV, ElementType.INT, 0, null, false);
        assertIs(all.send, from, 1, 3);
        assertIs(all.receive, to, 2, 9);
        assertParts(all, null, null, counts, null);
    }

    @Test
    void shouldResolveAScatter() {
        final CollectiveArguments atRoot = root.scatter(some(from, 1, 12), some(to, 2, 4), ROOT);
        assertCall(atRoot, CollectiveKind.SCATTER, ElementType.INT, ROOT, null, false);
        assertIs(atRoot.send, from, 1, 12);
        assertIs(atRoot.receive, to, 2, 4);
        root.scatter(some(from, 1, 12), Elements.IN_PLACE, ROOT);
        assertCall(atRoot, CollectiveKind.SCATTER, ElementType.INT, ROOT, null, true);
        assertIs(atRoot.send, from, 1, 12);
        assertNone(atRoot.receive);
        for (final Elements ignored : new Elements[] {null, Elements.IN_PLACE, some(to, 0, 9)}) {
            final CollectiveArguments elsewhere = other.scatter(ignored, some(to, 2, 4), ROOT);
            assertCall(elsewhere, CollectiveKind.SCATTER, ElementType.INT, ROOT, null, false);
            assertNone(elsewhere.send);
            assertIs(elsewhere.receive, to, 2, 4);
        }
    }

    @Test
    void shouldResolveAScatterOfPartsOfDifferentLengths() {
        final int[] counts = {2, 4, 3};
        final int[] places = {9, 0, 1};
        final CollectiveArguments atRoot = root.scatterv(some(from, 1, 12), counts, places, some(to, 2, 4), ROOT);
        assertCall(atRoot, CollectiveKind.SCATTERV, ElementType.INT, ROOT, null, false);
        assertIs(atRoot.send, from, 1, 12);
        assertIs(atRoot.receive, to, 2, 4);
        assertParts(atRoot, counts, places, null, null);
        root.scatterv(some(from, 1, 12), counts, null, Elements.IN_PLACE, ROOT);
        assertCall(atRoot, CollectiveKind.SCATTERV, ElementType.INT, ROOT, null, true);
        assertNone(atRoot.receive);
        assertParts(atRoot, counts, null, null, null);
        final CollectiveArguments elsewhere = other.scatterv(null, null, null, some(to, 2, 7), ROOT);
        assertNone(elsewhere.send);
        assertIs(elsewhere.receive, to, 2, 7);
        assertParts(elsewhere, null, null, null, null);
    }

    @Test
    void shouldResolveAnAlltoall() {
        final CollectiveArguments arguments = other.alltoall(some(from, 1, 6), some(to, 2, 6));
        assertCall(arguments, CollectiveKind.ALLTOALL, ElementType.INT, 0, null, false);
        assertIs(arguments.send, from, 1, 6);
        assertIs(arguments.receive, to, 2, 6);
        other.alltoall(Elements.IN_PLACE, some(to, 2, 6));
        assertCall(arguments, CollectiveKind.ALLTOALL, ElementType.INT, 0, null, true);
        assertIs(arguments.send, to, 2, 6);
        assertIs(arguments.receive, to, 2, 6);
    }

    @Test
    void shouldResolveAnAlltoallOfPartsOfDifferentLengths() {
        final int[] sendCounts = {2, 0, 3};
        final int[] sendPlaces = {0, 0, 1};
        final int[] receiveCounts = {1, 5, 3};
        final int[] receivePlaces = {8, 3, 0};
        final CollectiveArguments arguments =
            other.alltoallv(some(from, 1, 5), sendCounts, sendPlaces, some(to, 2, 9), receiveCounts, receivePlaces);
        assertCall(arguments, CollectiveKind.ALLTOALLV, ElementType.INT, 0, null, false);
        assertIs(arguments.send, from, 1, 5);
        assertIs(arguments.receive, to, 2, 9);
        assertParts(arguments, sendCounts, sendPlaces, receiveCounts, receivePlaces);
        other.alltoallv(Elements.IN_PLACE, null, sendPlaces, some(to, 2, 9), receiveCounts, receivePlaces);
        assertCall(arguments, CollectiveKind.ALLTOALLV, ElementType.INT, 0, null, true);
        assertIs(arguments.send, to, 2, 9);
        assertIs(arguments.receive, to, 2, 9);
        assertParts(arguments, receiveCounts, receivePlaces, receiveCounts, receivePlaces);
    }

    @Test
    void shouldResolveAReduceScatter() {
        final int[] counts = {2, 0, 3};
        final CollectiveArguments arguments = other.reduceScatter(some(from, 1, 5), some(to, 2, 4), counts, ReduceOp.SUM);
        assertCall(arguments, CollectiveKind.REDUCE_SCATTER, ElementType.INT, 0, ReduceOp.SUM, false);
        assertIs(arguments.send, from, 1, 5);
        assertIs(arguments.receive, to, 2, 3);
        assertParts(arguments, null, null, counts, null);
        other.reduceScatter(Elements.IN_PLACE, some(to, 2, 5), counts, ReduceOp.SUM);
        assertCall(arguments, CollectiveKind.REDUCE_SCATTER, ElementType.INT, 0, ReduceOp.SUM, true);
        assertIs(arguments.send, to, 2, 5);
        assertIs(arguments.receive, to, 2, 3);
        other.reduceScatterBlock(some(from, 1, 6), some(to, 2, 2), ReduceOp.SUM);
        assertCall(arguments, CollectiveKind.REDUCE_SCATTER_BLOCK, ElementType.INT, 0, ReduceOp.SUM, false);
        assertIs(arguments.send, from, 1, 6);
        assertIs(arguments.receive, to, 2, 2);
        other.reduceScatterBlock(Elements.IN_PLACE, some(to, 2, 6), ReduceOp.SUM);
        assertCall(arguments, CollectiveKind.REDUCE_SCATTER_BLOCK, ElementType.INT, 0, ReduceOp.SUM, true);
        assertIs(arguments.send, to, 2, 6);
        assertIs(arguments.receive, to, 2, 2);
    }

    @Test
    void shouldForgetTheCallBefore() {
        final int[] counts = {1, 1, 1};
        other.alltoallv(some(from, 0, 3), counts, counts.clone(), Elements.of(to), counts, new int[] {2, 1, 0});
        other.reduce(some(from, 0, 3), null, ReduceOp.SUM, ROOT);
        final CollectiveArguments arguments = other.barrier();
        assertCall(arguments, CollectiveKind.BARRIER, null, 0, null, false);
        assertNone(arguments.send);
        assertNone(arguments.receive);
        assertParts(arguments, null, null, null, null);
    }

    @Test
    void shouldNeedNoMemoryForNoElements() {
        final Elements none = new Elements();
        for (final Elements receive : new Elements[] {none, some(to, 4, 0), Elements.of()}) {
            final Elements send = receive.type() == null ? none : some(from, 3, 0);
            assertNone(other.bcast(receive, ROOT).receive);
            assertNone(other.allreduce(send, receive, ReduceOp.SUM).send);
            assertNone(other.gather(send, null, ROOT).send);
            assertNone(other.allgather(Elements.IN_PLACE, receive).send);
            assertNone(other.alltoallv(send, new int[SIZE], null, receive, new int[SIZE], new int[SIZE]).receive);
            assertNone(other.reduceScatter(Elements.IN_PLACE, receive, new int[SIZE], ReduceOp.SUM).receive);
            assertNone(root.scatter(send, Elements.IN_PLACE, ROOT).send);
        }
    }

    @Test
    void shouldAllowNeighboursInOneArray() {
        final CollectiveArguments arguments = other.allreduce(some(to, 0, 10), some(to, 10, 10), ReduceOp.SUM);
        assertIs(arguments.send, to, 0, 10);
        assertIs(arguments.receive, to, 10, 10);
        other.allreduce(some(to, 10, 10), some(to, 0, 10), ReduceOp.SUM);
        assertThatThrownBy(() -> other.allreduce(some(to, 1, 10), some(to, 10, 10), ReduceOp.SUM))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("allreduce: the send elements overlap the receive elements: pass IN_PLACE or use other memory");
        assertThatThrownBy(() -> other.gather(some(to, 11, 3), some(to, 9, 9), OTHER)).hasMessageContaining("overlap");
    }

    @Test
    void shouldAllocateNothing() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final Elements send = some(from, 1, 6);
        final Elements receive = some(to, 2, 6);
        final int[] counts = {1, 3, 2};
        final int[] places = {5, 2, 0};
        long allocated = 0;
        for (int round = 0; round < 2; round++) {
            final long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int call = 0; call < CALLS; call++) {
                other.allreduce(send, receive, ReduceOp.SUM);
                other.bcast(receive, ROOT);
                other.alltoallv(send, counts, places, receive, counts, places);
                other.allgatherv(Elements.IN_PLACE, receive, counts, places);
                other.reduceScatter(send, receive, counts, ReduceOp.XOR);
            }
            allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        }
        assertThat(allocated).as("bytes allocated in %d rounds", CALLS).isLessThan(CALLS);
    }
}
