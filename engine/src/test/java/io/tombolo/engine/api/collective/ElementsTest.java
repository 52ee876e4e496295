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
package io.tombolo.engine.api.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.window.ElementType;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Views of elements: what they show, and the ranges that they refuse.
 */
@Timeout(30)
class ElementsTest {
    private static final long BIG = Long.MAX_VALUE;

    private static void assertShows(
        final Elements elements, final Object memory, final long offset, final long count, final ElementType type, final int length) {
        assertThat(elements.memory()).isSameAs(memory);
        assertThat(elements.offset()).isEqualTo(offset);
        assertThat(elements.count()).isEqualTo(count);
        assertThat(elements.type()).isSameAs(type);
        assertThat(elements.elementLength()).isEqualTo(length);
    }

    private static void assertRefused(final Elements elements, final ThrowingCallable call) {
        final Object memory = elements.memory();
        final long count = elements.count();
        assertThatThrownBy(call).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(elements.memory()).isSameAs(memory);
        assertThat(elements.count()).isEqualTo(count);
    }

    @Test
    void shouldShowArrays() {
        final byte[] bytes = new byte[6];
        final int[] ints = new int[5];
        final long[] longs = new long[4];
        final float[] floats = new float[3];
        final double[] doubles = new double[2];

        assertShows(new Elements(), null, 0, 0, null, 1);
        assertShows(Elements.of(bytes), bytes, 0, 6, null, 1);
        assertShows(Elements.of(ints), ints, 0, 5, ElementType.INT, 4);
        assertShows(Elements.of(longs), longs, 0, 4, ElementType.LONG, 8);
        assertShows(Elements.of(floats), floats, 0, 3, ElementType.FLOAT, 4);
        assertShows(Elements.of(doubles), doubles, 0, 2, ElementType.DOUBLE, 8);
    }

    @Test
    void shouldShowAnotherPartOrOtherMemory() {
        final byte[] bytes = new byte[6];
        final int[] ints = new int[5];
        final long[] longs = new long[4];
        final float[] floats = new float[3];
        final double[] doubles = new double[2];
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[20]);
        final Elements elements = new Elements();

        assertShows(elements.wrap(bytes, 2, 3), bytes, 2, 3, null, 1);
        assertShows(elements.wrap(ints, 4, 1), ints, 4, 1, ElementType.INT, 4);
        assertShows(elements.wrap(longs, 1, 2), longs, 1, 2, ElementType.LONG, 8);
        assertShows(elements.wrap(floats, 3, 0), floats, 3, 0, ElementType.FLOAT, 4);
        assertShows(elements.wrap(doubles, 1, 1), doubles, 1, 1, ElementType.DOUBLE, 8);
        assertShows(elements.wrap(buffer, 4, 2, ElementType.LONG), buffer, 4, 2, ElementType.LONG, 8);
        assertShows(elements.wrap(buffer, 20, 0, null), buffer, 20, 0, null, 1);
        assertShows(Elements.of(buffer, 3, 17, null), buffer, 3, 17, null, 1);
    }

    @Test
    void shouldRefuseRangesOutsideOfAnArray() {
        final Elements elements = Elements.of(1, 2);
        for (final int[] range : new int[][]{{-1, 1}, {0, -1}, {0, 9}, {8, 1}, {9, 0}, {1, Integer.MAX_VALUE}, {Integer.MAX_VALUE, 1}}) {
            assertRefused(elements, () -> elements.wrap(new byte[8], range[0], range[1]));
            assertRefused(elements, () -> elements.wrap(new int[8], range[0], range[1]));
            assertRefused(elements, () -> elements.wrap(new long[8], range[0], range[1]));
            assertRefused(elements, () -> elements.wrap(new float[8], range[0], range[1]));
            assertRefused(elements, () -> elements.wrap(new double[8], range[0], range[1]));
        }
    }

    @Test
    void shouldRefuseRangesOutsideOfABuffer() {
        final Elements elements = Elements.of(1, 2);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[24]);
        for (final long[] range : new long[][]{{-1, 1}, {0, -1}, {0, 4}, {1, 3}, {17, 1}, {25, 0}, {24, 1}, {0, BIG}, {BIG, 1}, {BIG, BIG},
            {0, BIG / 8 + 1}, {8, 1L << 61}, {Long.MIN_VALUE, 1}, {0, Long.MIN_VALUE}}) {
            assertRefused(elements, () -> elements.wrap(buffer, range[0], range[1], ElementType.LONG));
        }
        assertRefused(elements, () -> elements.wrap(buffer, 21, 1, ElementType.FLOAT));
        assertRefused(elements, () -> elements.wrap(buffer, 1, 24, null));
        assertThatThrownBy(() -> elements.wrap(buffer, 1, 3, ElementType.LONG))
            .hasMessage("offset=1 count=3 of elements of 8 bytes is outside of 24 bytes");
    }

    @Test
    void shouldShowARegion() throws Exception {
        try (LocalJob job = LocalJob.of(1); MemoryRegion region = job.engine(0).allocate(24)) {
            final long fitting = region.length() / 8;
            final Elements elements = Elements.of(region, 0, fitting, ElementType.DOUBLE);

            assertShows(elements, region, 0, fitting, ElementType.DOUBLE, 8);
            assertShows(Elements.of(region, 3, 4, null), region, 3, 4, null, 1);
            assertRefused(elements, () -> elements.wrap(region, 1, fitting, ElementType.DOUBLE));
            assertRefused(elements, () -> elements.wrap(region, 0, region.length() + 1, null));
            assertRefused(elements, () -> elements.wrap(region, -1, 1, null));
        }
    }

    @Test
    void shouldNotChangeInPlace() throws Exception {
        final Elements place = Elements.IN_PLACE;
        try (LocalJob job = LocalJob.of(1); MemoryRegion region = job.engine(0).allocate(8)) {
            final List<ThrowingCallable> calls = List.of(
                () -> place.wrap(new byte[1], 0, 1), () -> place.wrap(new int[1], 0, 1), () -> place.wrap(new long[1], 0, 1),
                () -> place.wrap(new float[1], 0, 1), () -> place.wrap(new double[1], 0, 1),
                () -> place.wrap(new UnsafeBuffer(new byte[8]), 0, 1, null), () -> place.wrap(region, 0, 1, null));
            assertThat(calls).allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(IllegalStateException.class)
                .hasMessage("IN_PLACE shows no memory: make another view"));
        }
        assertShows(place, null, 0, 0, null, 1);
    }
}
