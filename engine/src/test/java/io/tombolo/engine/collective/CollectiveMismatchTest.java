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
package io.tombolo.engine.collective;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One rank of three makes another collective call than the other two. No rank hangs, and nothing collective can be called any more. */
@Timeout(30)
class CollectiveMismatchTest {
    private static final int ODD = 1;
    private static final int LONG = 1 << 17;
    private static final int REGION_BYTES = 1 << 20;
    private static final String MESSAGE = "ranks of a group call different collective operations";

    /** What a rank does. */
    @FunctionalInterface
    private interface Call {
        void run(Engine engine);
    }

    /**
     * Calls that do not fit.
     *
     * @param most  that ranks 0 and 2 call.
     * @param odd   that rank 1 calls.
     * @param named what the exception of one rank at least says of the two calls; null if no rank can know the other call.
     */
    private record Mismatch(String name, Call most, Call odd, String named) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Elements longs(final int count) {
        return Elements.of(new long[count]);
    }

    private static Call allreduce(final Elements send, final Elements receive, final ReduceOp op) {
        return engine -> engine.world().allreduce(send, receive, op);
    }

    /** Each rank has memory of its own. */
    private static Call sum(final int count) {
        return engine -> engine.world().allreduce(longs(count), longs(count), ReduceOp.SUM);
    }

    private static Call bcast(final int count, final int root) {
        return engine -> engine.world().bcast(longs(count), root);
    }

    private static Call bcastOfRegion(final int root) {
        return engine -> engine.world().bcast(
            Elements.of(engine.allocate(REGION_BYTES), 0, REGION_BYTES / Long.BYTES, ElementType.LONG), root);
    }

    private static Call gatherv(final int count, final int... counts) {
        return engine -> engine.world().gatherv(longs(count), longs(9), counts, null, 0);
    }

    private static Call scatterv(final int count, final int... counts) {
        return engine -> engine.world().scatterv(longs(9), counts, null, longs(count), 0);
    }

    private static Call alltoallv(final int[] sendCounts, final int... receiveCounts) {
        return engine -> engine.world().alltoallv(longs(9), sendCounts, null, longs(9), receiveCounts, null);
    }

    private static Call await(final BiConsumer<Engine, Request> start) {
        return engine -> {
            final Request request = new Request();
            start.accept(engine, request);
            request.await();
        };
    }

    static Stream<Mismatch> mismatches() {
        final int[] twos = {2, 2, 2};
        return Stream.of(
            new Mismatch("operation", sum(4), engine -> engine.world().barrier(), "allreduce of 4 LONG with SUM|barrier"),
            new Mismatch("gather", sum(4), engine -> engine.world().allgather(longs(4), longs(12)),
                "allreduce of 4 LONG with SUM|allgather of 4 LONG"),
            new Mismatch("count", sum(4), sum(5), "allreduce of 4 LONG with SUM|allreduce of 5 LONG with SUM"),
            new Mismatch("large count", sum(LONG), sum(LONG - 1), "allreduce of 131072 LONG with SUM|allreduce of 131071 LONG with SUM"),
            new Mismatch("type", allreduce(Elements.of(1, 2), Elements.of(0, 0), ReduceOp.SUM),
                allreduce(Elements.of(1f, 2f), Elements.of(0f, 0f), ReduceOp.SUM),
                "allreduce of 2 INT with SUM|allreduce of 2 FLOAT with SUM"),
            new Mismatch("op", sum(4), engine -> engine.world().allreduce(longs(4), longs(4), ReduceOp.MAX),
                "allreduce of 4 LONG with SUM|allreduce of 4 LONG with MAX"),
            new Mismatch("root of reduce", engine -> engine.world().reduce(longs(4), longs(4), ReduceOp.SUM, 0),
                engine -> engine.world().reduce(longs(4), longs(4), ReduceOp.SUM, 1),
                "reduce of 4 LONG with SUM and root 0|reduce of 4 LONG with SUM and root 1"),
            // Found in the barrier, or in the broadcast by a rank that waits: each root takes the progress of the other one for reading.
            new Mismatch("two roots", bcast(4, 0), bcast(4, 1), "b.*|b.+"),
            new Mismatch("two roots that wait", bcast(LONG, 0), bcast(LONG, 1), "b.*|b.+"),
            new Mismatch("two roots with regions", bcastOfRegion(0), bcastOfRegion(1), null),
            new Mismatch("no root", bcast(LONG, 1), bcast(LONG, 0), "bcast of 131072 LONG and root 1|bcast of 131072 LONG and root 0"),
            new Mismatch("longer part of gatherv", gatherv(2, twos), gatherv(3, twos), null),
            new Mismatch("shorter part of gatherv", gatherv(2, twos), gatherv(0, twos), null),
            new Mismatch("longer part of scatterv", scatterv(2, twos), scatterv(3, twos), null),
            new Mismatch("shorter part of scatterv", scatterv(2, twos), scatterv(0, twos), null),
            new Mismatch("counts of allgatherv", engine -> engine.world().allgatherv(longs(2), longs(9), twos, null),
                engine -> engine.world().allgatherv(longs(2), longs(9), new int[] {2, 2, 3}, null),
                "allgatherv of counts .*|allgatherv of .*"),
            new Mismatch("sends of alltoallv", alltoallv(twos, twos), alltoallv(new int[] {2, 2, 3}, twos), null),
            new Mismatch("receives of alltoallv", alltoallv(twos, twos), alltoallv(twos, 2, 2, 1), null),
            new Mismatch("counts of reduceScatter",
                engine -> engine.world().reduceScatter(longs(6), longs(3), twos, ReduceOp.SUM),
                engine -> engine.world().reduceScatter(longs(6), longs(3), new int[] {1, 2, 3}, ReduceOp.SUM),
                "reduceScatter of counts .*|reduceScatter of .*"),
            new Mismatch("nonblocking operation",
                await((engine, request) -> engine.world().iallreduce(longs(4), longs(4), ReduceOp.SUM, request)),
                await((engine, request) -> engine.world().ibarrier(request)), "allreduce of 4 LONG with SUM|barrier"),
            new Mismatch("nonblocking two roots", await((engine, request) -> engine.world().ibcast(longs(LONG), 0, request)),
                await((engine, request) -> engine.world().ibcast(longs(LONG), 1, request)), "b.*|b.+"),
            new Mismatch("blocking and nonblocking", sum(LONG), await((engine, request) -> engine.world().ibarrier(request)),
                "allreduce of 131072 LONG with SUM|barrier"));
    }

    @ParameterizedTest
    @MethodSource("mismatches")
    void shouldEndAtAllRanks(final Mismatch mismatch) throws Exception {
        for (final boolean isAsync : new boolean[] {false, true}) {
            final AtomicInteger named = new AtomicInteger();
            try (LocalJob job = LocalJob.of(3, context -> context.asyncProgress(isAsync))) {
                new RankThreads().run(job, engine -> {
                    final Call call = engine.rank() == ODD ? mismatch.odd : mismatch.most;
                    // A rank that need not wait learns of it in the next call.
                    assertThatThrownBy(() -> {
                        call.run(engine);
                        engine.world().barrier();
                    }).isInstanceOf(MessagingException.class).hasMessageContaining(MESSAGE).satisfies(exception -> {
                        if (mismatch.named != null && exception.getMessage().matches(expected(mismatch.named, engine.rank()))) {
                            named.incrementAndGet();
                        }
                    });
                    assertThatThrownBy(() -> engine.world().barrier()).isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("out of step").hasMessageContaining("its ranks called different collective operations");
                });
            }
            if (mismatch.named != null && named.get() == 0) {
                throw new AssertionError("no rank names both calls");
            }
        }
    }

    static Stream<Arguments> lengths() {
        final int[] twos = {2, 2, 2};
        return Stream.of(
            Arguments.of(gatherv(2, twos), gatherv(3, twos), 0, "gatherv of LONG and root 0 and expects 16 bytes from rank 1"),
            Arguments.of(scatterv(2, twos), scatterv(3, twos), ODD, "scatterv of LONG and root 0 and expects 24 bytes from rank 0"),
            Arguments.of(
                alltoallv(twos, twos), alltoallv(new int[] {2, 2, 3}, twos), 2, "alltoallv of LONG and expects 16 bytes from rank 1"));
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void shouldSayWhoGivesAnotherNumber(final Call most, final Call odd, final int finder, final String expected) throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            new RankThreads().run(job, engine -> {
                final Call call = engine.rank() == ODD ? odd : most;
                final AbstractThrowableAssert<?, ?> thrown = assertThatThrownBy(() -> {
                    call.run(engine);
                    engine.world().barrier();
                }).isInstanceOf(MessagingException.class);
                if (engine.rank() == finder) {
                    thrown.hasMessageContaining(MESSAGE + ": this rank has called " + expected + ", which gives another number: ");
                } else {
                    thrown.hasMessageContaining(MESSAGE);
                }
            });
        }
    }

    private static String expected(final String named, final int rank) {
        final String[] calls = named.split("\\|");
        final String after = calls[0].equals(calls[1]) ? " after other calls than this rank" : "";
        return rank == ODD ? MESSAGE + ": this rank has called " + calls[1] + ", rank [02] has called " + calls[0] + after + ": .*" :
            MESSAGE + ": this rank has called " + calls[0] + ", rank 1 has called " + calls[1] + after + ": .*";
    }
}
