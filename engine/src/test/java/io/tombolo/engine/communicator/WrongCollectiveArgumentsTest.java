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
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceFunction;
import io.tombolo.engine.api.collective.ReduceOp;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Arguments of collective operations that a rank alone finds wrong: each is refused with one line that says what must hold.
 */
@Timeout(30)
class WrongCollectiveArgumentsTest {
    private static final int RANK = 1;
    private static final int SIZE = 3;
    private static final int OTHER = 2;
    private static final ReduceFunction FUNCTION = (left, right, count) -> { };

    /** A wrong call of this rank. */
    @FunctionalInterface
    private interface Call {
        void run(CollectiveResolver resolver);
    }

    private static Arguments wrong(final String message, final Call call) {
        return arguments(message, IllegalArgumentException.class, call);
    }

    private static Arguments missing(final String message, final Call call) {
        return arguments(message, NullPointerException.class, call);
    }

    private static Elements ints(final int count) {
        return Elements.of(new int[count]);
    }

    private static int[] counts(final int... counts) {
        return counts;
    }

    static Stream<Arguments> roots() {
        return Stream.of(-1, SIZE, Integer.MAX_VALUE).flatMap(root -> Stream.of(
            wrong("bcast: root=" + root + " must be from 0 to 2", of -> of.bcast(ints(1), root)),
            wrong("reduce: root=" + root + " must be from 0 to 2", of -> of.reduce(ints(1), ints(1), ReduceOp.SUM, root)),
            wrong("gather: root=" + root + " must be from 0 to 2", of -> of.gather(ints(1), ints(3), root)),
            wrong("gatherv: root=" + root + " must be from 0 to 2", of -> of.gatherv(ints(1), ints(3), counts(1, 1, 1), null, root)),
            wrong("scatter: root=" + root + " must be from 0 to 2", of -> of.scatter(ints(3), ints(1), root)),
            wrong("scatterv: root=" + root + " must be from 0 to 2", of -> of.scatterv(ints(3), counts(1, 1, 1), null, ints(1), root))));
    }

    static Stream<Arguments> nulls() {
        final String noSend = ": this rank has no send elements, but needs them: null";
        final String noReceive = ": this rank has no receive elements, but needs them: null";
        final int[] counts = counts(1, 1, 1);
        return Stream.of(
            missing("bcast" + noSend, of -> of.bcast(null, RANK)),
            missing("bcast" + noReceive, of -> of.bcast(null, OTHER)),
            missing("reduce" + noSend, of -> of.reduce(null, ints(1), ReduceOp.SUM, OTHER)),
            missing("reduce" + noReceive, of -> of.reduce(ints(1), null, ReduceOp.SUM, RANK)),
            missing("reduce" + noReceive, of -> of.reduce(Elements.IN_PLACE, null, ReduceOp.SUM, RANK)),
            missing("reduce: op=null", of -> of.reduce(ints(1), null, null, OTHER)),
            missing("allreduce" + noSend, of -> of.allreduce(null, ints(1), ReduceOp.SUM)),
            missing("allreduce" + noReceive, of -> of.allreduce(ints(1), null, ReduceOp.SUM)),
            missing("allreduce: op=null", of -> of.allreduce(ints(1), ints(1), null)),
            missing("gather" + noSend, of -> of.gather(null, null, OTHER)),
            missing("gather" + noReceive, of -> of.gather(ints(1), null, RANK)),
            missing("gatherv" + noSend, of -> of.gatherv(null, null, null, null, OTHER)),
            missing("gatherv: counts=null, but this rank needs an entry for each rank",
                of -> of.gatherv(ints(1), ints(3), null, null, RANK)),
            missing("gatherv: counts=null, but this rank needs an entry for each rank",
                of -> of.gatherv(Elements.IN_PLACE, ints(3), null, counts, RANK)),
            missing("scatter" + noReceive, of -> of.scatter(null, null, OTHER)),
            missing("scatter" + noSend, of -> of.scatter(null, ints(1), RANK)),
            missing("scatter" + noSend, of -> of.scatter(null, Elements.IN_PLACE, RANK)),
            missing("scatterv" + noReceive, of -> of.scatterv(null, null, null, null, OTHER)),
            missing("scatterv: counts=null, but this rank needs an entry for each rank",
                of -> of.scatterv(ints(3), null, null, Elements.IN_PLACE, RANK)),
            missing("allgather" + noSend, of -> of.allgather(null, ints(3))),
            missing("allgather" + noReceive, of -> of.allgather(Elements.IN_PLACE, null)),
            missing("allgatherv: counts=null, but this rank needs an entry for each rank",
                of -> of.allgatherv(ints(1), ints(3), null, null)),
            missing("alltoall" + noSend, of -> of.alltoall(null, ints(3))),
            missing("alltoall" + noReceive, of -> of.alltoall(ints(3), null)),
            missing("alltoallv: sendCounts=null, but this rank needs an entry for each rank",
                of -> of.alltoallv(ints(3), null, null, ints(3), counts, null)),
            missing("alltoallv: receiveCounts=null, but this rank needs an entry for each rank",
                of -> of.alltoallv(Elements.IN_PLACE, null, null, ints(3), null, null)),
            missing("reduceScatter" + noReceive, of -> of.reduceScatter(Elements.IN_PLACE, null, counts, ReduceOp.SUM)),
            missing("reduceScatter: counts=null, but this rank needs an entry for each rank",
                of -> of.reduceScatter(ints(3), ints(1), null, ReduceOp.SUM)),
            missing("reduceScatter: op=null", of -> of.reduceScatter(ints(3), ints(1), counts, null)),
            missing("reduceScatterBlock" + noSend, of -> of.reduceScatterBlock(null, ints(1), ReduceOp.SUM)),
            missing("reduceScatterBlock: op=null", of -> of.reduceScatterBlock(ints(3), ints(1), null)),
            missing("scan" + noSend, of -> of.scan(null, ints(1), ReduceOp.SUM)),
            missing("exscan" + noReceive, of -> of.exscan(ints(1), null, ReduceOp.SUM)));
    }

    static Stream<Arguments> placesOfInPlace() {
        final String ofSend = ": the send elements of this rank are IN_PLACE, but must be elements of its own";
        final String ofReceive = ": the receive elements of this rank are IN_PLACE, but must be elements of its own";
        final Elements inPlace = Elements.IN_PLACE;
        final int[] counts = counts(1, 1, 1);
        return Stream.of(
            wrong("bcast" + ofSend, of -> of.bcast(inPlace, RANK)),
            wrong("bcast" + ofReceive, of -> of.bcast(inPlace, OTHER)),
            wrong("reduce" + ofSend, of -> of.reduce(inPlace, ints(1), ReduceOp.SUM, OTHER)),
            wrong("reduce" + ofReceive, of -> of.reduce(ints(1), inPlace, ReduceOp.SUM, RANK)),
            wrong("allreduce" + ofReceive, of -> of.allreduce(inPlace, inPlace, ReduceOp.SUM)),
            wrong("gather" + ofSend, of -> of.gather(inPlace, ints(3), OTHER)),
            wrong("gather" + ofReceive, of -> of.gather(ints(1), inPlace, RANK)),
            wrong("gatherv" + ofSend, of -> of.gatherv(inPlace, ints(3), counts, null, OTHER)),
            wrong("gatherv" + ofReceive, of -> of.gatherv(ints(1), inPlace, counts, null, RANK)),
            wrong("scatter" + ofReceive, of -> of.scatter(ints(3), inPlace, OTHER)),
            wrong("scatter" + ofSend, of -> of.scatter(inPlace, ints(1), RANK)),
            wrong("scatterv" + ofReceive, of -> of.scatterv(ints(3), counts, null, inPlace, OTHER)),
            wrong("scatterv" + ofSend, of -> of.scatterv(inPlace, counts, null, inPlace, RANK)),
            wrong("allgather" + ofReceive, of -> of.allgather(ints(1), inPlace)),
            wrong("allgatherv" + ofReceive, of -> of.allgatherv(ints(1), inPlace, counts, null)),
            wrong("alltoall" + ofReceive, of -> of.alltoall(ints(3), inPlace)),
            wrong("alltoallv" + ofReceive, of -> of.alltoallv(ints(3), counts, null, inPlace, counts, null)),
            wrong("reduceScatter" + ofReceive, of -> of.reduceScatter(ints(3), inPlace, counts, ReduceOp.SUM)),
            wrong("reduceScatterBlock" + ofReceive, of -> of.reduceScatterBlock(ints(3), inPlace, ReduceOp.SUM)),
            wrong("scan" + ofReceive, of -> of.scan(ints(1), inPlace, ReduceOp.SUM)),
            wrong("exscan" + ofReceive, of -> of.exscan(ints(1), inPlace, ReduceOp.SUM)));
    }

    static Stream<Arguments> numbersOfElements() {
        final Elements inPlace = Elements.IN_PLACE;
        return Stream.of(
            wrong("reduce: send has 3 elements and receive 2, but must have as many",
                of -> of.reduce(ints(3), ints(2), ReduceOp.SUM, RANK)),
            wrong("allreduce: send has 0 elements and receive 2, but must have as many",
                of -> of.allreduce(ints(0), ints(2), ReduceOp.SUM)),
            wrong("scan: send has 3 elements and receive 4, but must have as many", of -> of.scan(ints(3), ints(4), ReduceOp.SUM)),
            wrong("exscan: send has 3 elements and receive 4, but must have as many", of -> of.exscan(ints(3), ints(4), ReduceOp.SUM)),
            wrong("alltoall: send has 3 elements and receive 6, but must have as many", of -> of.alltoall(ints(3), ints(6))),
            wrong("alltoall: receive has 5 elements, but must have as many for each of 3 ranks", of -> of.alltoall(ints(5), ints(5))),
            wrong("alltoall: receive has 4 elements, but must have as many for each of 3 ranks", of -> of.alltoall(inPlace, ints(4))),
            wrong("gather: receive has 5 elements, but must have as many for each of 3 ranks as send, which has 2",
                of -> of.gather(ints(2), ints(5), RANK)),
            wrong("gather: receive has 4 elements, but must have as many for each of 3 ranks", of -> of.gather(inPlace, ints(4), RANK)),
            wrong("allgather: receive has 9 elements, but must have as many for each of 3 ranks as send, which has 2",
                of -> of.allgather(ints(2), ints(9))),
            wrong("allgather: receive has 4 elements, but must have as many for each of 3 ranks", of -> of.allgather(inPlace, ints(4))),
            wrong("scatter: send has 7 elements, but must have as many for each of 3 ranks as receive, which has 2",
                of -> of.scatter(ints(7), ints(2), RANK)),
            wrong("scatter: send has 7 elements, but must have as many for each of 3 ranks", of -> of.scatter(ints(7), inPlace, RANK)),
            wrong("reduceScatterBlock: send has 3 elements, but must have as many for each of 3 ranks as receive, which has 2",
                of -> of.reduceScatterBlock(ints(3), ints(2), ReduceOp.SUM)),
            wrong("reduceScatterBlock: receive has 4 elements, but must have as many for each of 3 ranks",
                of -> of.reduceScatterBlock(inPlace, ints(4), ReduceOp.SUM)),
            wrong("reduceScatter: counts have 6 elements together, but send has 5",
                of -> of.reduceScatter(ints(5), ints(2), counts(1, 2, 3), ReduceOp.SUM)),
            wrong("reduceScatter: counts have 6 elements together, but receive has 7",
                of -> of.reduceScatter(inPlace, ints(7), counts(1, 2, 3), ReduceOp.SUM)),
            wrong("reduceScatter: receive has 1 elements, but the part of this rank has 2",
                of -> of.reduceScatter(ints(6), ints(1), counts(1, 2, 3), ReduceOp.SUM)),
            wrong("gatherv: send has 3 elements, but must have counts[1]=2",
                of -> of.gatherv(ints(3), ints(6), counts(1, 2, 3), null, RANK)),
            wrong("allgatherv: send has 1 elements, but must have counts[1]=2",
                of -> of.allgatherv(ints(1), ints(6), counts(1, 2, 3), null)),
            wrong("scatterv: receive has 3 elements, but must have counts[1]=2",
                of -> of.scatterv(ints(6), counts(1, 2, 3), null, ints(3), RANK)),
            wrong("alltoallv: sendCounts[1]=2 must be receiveCounts[1]=1: this rank sends that part to itself",
                of -> of.alltoallv(ints(9), counts(1, 2, 3), null, ints(9), counts(2, 1, 3), null)));
    }

    static Stream<Arguments> parts() {
        final int most = Integer.MAX_VALUE;
        return Stream.of(
            wrong("gatherv: counts has 2 entries, but must have one for each of 3 ranks",
                of -> of.gatherv(ints(2), ints(6), counts(1, 2), null, RANK)),
            wrong("allgatherv: displacements has 4 entries, but must have one for each of 3 ranks",
                of -> of.allgatherv(ints(2), ints(6), counts(1, 2, 3), counts(0, 1, 2, 3))),
            wrong("alltoallv: sendDisplacements has 0 entries, but must have one for each of 3 ranks",
                of -> of.alltoallv(ints(6), counts(1, 2, 3), counts(), ints(6), counts(1, 2, 3), null)),
            wrong("reduceScatter: counts has 4 entries, but must have one for each of 3 ranks",
                of -> of.reduceScatter(ints(6), ints(2), counts(1, 2, 3, 0), ReduceOp.SUM)),
            wrong("reduceScatter: counts[0]=-1 must not be negative",
                of -> of.reduceScatter(ints(4), ints(2), counts(-1, 2, 3), ReduceOp.SUM)),
            wrong("scatterv: counts[2]=-3 must not be negative", of -> of.scatterv(ints(6), counts(1, 2, -3), null, ints(2), RANK)),
            wrong("alltoallv: receiveDisplacements[0]=-1 must not be negative",
                of -> of.alltoallv(Elements.IN_PLACE, null, null, ints(6), counts(0, 2, 3), counts(-1, 0, 2))),
            wrong("gatherv: the parts of counts have 6 elements together, but there are only 5",
                of -> of.gatherv(ints(2), ints(5), counts(1, 2, 3), null, RANK)),
            wrong("scatterv: the parts of counts have " + (2L * most + 2) + " elements together, but there are only 6",
                of -> of.scatterv(ints(6), counts(most, 2, most), null, ints(2), RANK)),
            wrong("reduceScatter: counts have " + (2L * most + 2) + " elements together, but send has 6",
                of -> of.reduceScatter(ints(6), ints(2), counts(most, 2, most), ReduceOp.SUM)),
            wrong("alltoallv: the part of rank 2 has 3 elements from element 4 on, but there are only 6",
                of -> of.alltoallv(ints(6), counts(1, 2, 3), counts(0, 0, 4), ints(6), counts(1, 2, 3), null)),
            wrong("gatherv: the part of rank 0 has " + most + " elements from element " + most + " on, but there are only 6",
                of -> of.gatherv(ints(2), ints(6), counts(most, 2, 3), counts(most, 0, 0), RANK)),
            wrong("gatherv: two parts of the receive elements share element 2: they must lie apart",
                of -> of.gatherv(ints(2), ints(6), counts(1, 2, 3), counts(2, 4, 0), RANK)),
            wrong("allgatherv: two parts of the receive elements share element 0: they must lie apart",
                of -> of.allgatherv(Elements.IN_PLACE, ints(6), counts(1, 2, 3), counts(0, 0, 3))));
    }

    static Stream<Arguments> types() {
        final Elements doubles = Elements.of(new double[6]);
        final Elements bytes = Elements.of(new byte[6]);
        return Stream.of(
            wrong("allreduce: the send elements have type INT, the receive elements type DOUBLE: both must have the same",
                of -> of.allreduce(ints(6), doubles, ReduceOp.SUM)),
            wrong("gather: the send elements have type byte, the receive elements type INT: both must have the same",
                of -> of.gather(Elements.of(new byte[1]), ints(3), RANK)),
            wrong("alltoallv: the send elements have type LONG, the receive elements type byte: both must have the same",
                of -> of.alltoallv(Elements.of(new long[0]), counts(0, 0, 0), null, bytes, counts(0, 0, 0), null)),
            wrong("op=XOR type=DOUBLE: bitwise and logical operations need elements of type INT or LONG, or bytes",
                of -> of.reduce(doubles, null, ReduceOp.XOR, OTHER)),
            wrong("op=LOGICAL_AND type=FLOAT: bitwise and logical operations need elements of type INT or LONG, or bytes",
                of -> of.scan(Elements.IN_PLACE, Elements.of(new float[2]), ReduceOp.LOGICAL_AND)),
            wrong("op=MIN_LOCATION of bytes: pairs of a value and its location need elements of type INT, LONG, FLOAT or DOUBLE",
                of -> of.allreduce(Elements.IN_PLACE, bytes, ReduceOp.MIN_LOCATION)),
            wrong("count=3 must be a multiple of 2, the group of op=MAX_LOCATION",
                of -> of.exscan(ints(3), ints(3), ReduceOp.MAX_LOCATION)),
            wrong("count=3 must be a multiple of 2, the group of op=MAX_LOCATION",
                of -> of.reduceScatterBlock(ints(9), ints(3), ReduceOp.MAX_LOCATION)),
            wrong("count=1 must be a multiple of 2, the group of op=MAX_LOCATION",
                of -> of.reduceScatter(ints(4), ints(2), counts(1, 2, 1), ReduceOp.MAX_LOCATION)),
            wrong("count=6 must be a multiple of 4, the group of op=a function of the application",
                of -> of.allreduce(Elements.IN_PLACE, bytes, ReduceOp.of(FUNCTION, true, 4))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"roots", "nulls", "placesOfInPlace", "numbersOfElements", "parts", "types"})
    void shouldRefuse(final String message, final Class<? extends RuntimeException> type, final Call call) {
        assertThatThrownBy(() -> call.run(new CollectiveResolver(RANK, SIZE, null))).isExactlyInstanceOf(type).hasMessage(message);
    }

    @Test
    void shouldServeTheNextCallAfterAWrongOne() {
        final CollectiveResolver resolver = new CollectiveResolver(RANK, SIZE, null);
        assertThatThrownBy(() -> resolver.allreduce(ints(1), ints(2), ReduceOp.SUM)).isInstanceOf(IllegalArgumentException.class);
        final int[] array = new int[4];
        assertThat(resolver.bcast(Elements.of(array), RANK).send.base).isSameAs(array);
    }
}
