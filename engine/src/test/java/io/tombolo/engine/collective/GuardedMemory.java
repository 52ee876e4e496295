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

import io.tombolo.engine.api.collective.Elements;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** Elements of a rank in memory of one kind, between guard bytes that nobody may change. */
final class GuardedMemory {
    private static final int GUARD = 64;

    private final Kind kind;
    private final ElementKind type;
    private final int length;
    // Bytes before the guard; 0 for an array. Elements in a buffer have any alignment.
    private final int shift;
    private final Object array;
    private final UnsafeBuffer buffer;
    private final MemorySpace space;
    private final long place;

    /** Kinds of memory. */
    private enum Kind { ARRAY, OFF_HEAP, HEAP, REGION }

    GuardedMemory(final ElementKind type, final int count, final MemorySpace space, final Random random) {
        this.type = type;
        this.length = count * type.length;
        this.space = space;
        final Kind wanted = Kind.values()[random.nextInt(Kind.values().length)];
        this.shift = wanted == Kind.ARRAY ? 0 : random.nextInt(random.nextBoolean() ? 1 : 17);
        final int all = shift + length + 2 * GUARD;
        this.place = wanted == Kind.REGION ? space.reserve(all) : -1;
        this.kind = wanted == Kind.REGION && place < 0 ? Kind.HEAP : wanted;
        this.array = kind == Kind.ARRAY ? newArray(type, all / type.length) : null;
        this.buffer = switch (kind) {
            case ARRAY -> null;
            case OFF_HEAP -> new UnsafeBuffer(ByteBuffer.allocateDirect(all));
            case HEAP -> new UnsafeBuffer(new byte[all]);
            case REGION -> space.region.buffer(place, all);
        };
    }

    private static Object newArray(final ElementKind type, final int count) {
        return switch (type) {
            case BYTE -> new byte[count];
            case INT -> new int[count];
            case LONG -> new long[count];
            case FLOAT -> new float[count];
            case DOUBLE -> new double[count];
        };
    }

    /** Shows the elements in a view. */
    Elements show(final Elements view) {
        final int first = GUARD / type.length;
        final int count = length / type.length;
        return switch (kind) {
            case OFF_HEAP, HEAP -> view.wrap(buffer, shift + GUARD, count, type.type);
            case REGION -> view.wrap(space.region, place + shift + GUARD, count, type.type);
            case ARRAY -> switch (type) {
                case BYTE -> view.wrap((byte[]) array, first, count);
                case INT -> view.wrap((int[]) array, first, count);
                case LONG -> view.wrap((long[]) array, first, count);
                case FLOAT -> view.wrap((float[]) array, first, count);
                case DOUBLE -> view.wrap((double[]) array, first, count);
            };
        };
    }

    void fill(final byte[] contents) {
        final byte[] all = new byte[length + 2 * GUARD];
        for (int i = 0; i < GUARD; i++) {
            all[i] = guard(i);
            all[GUARD + length + i] = guard(GUARD + i);
        }
        System.arraycopy(contents, 0, all, GUARD, length);
        if (kind == Kind.ARRAY) {
            final ByteBuffer source = ByteBuffer.wrap(all).order(ByteOrder.nativeOrder());
            switch (type) {
                case BYTE -> source.get((byte[]) array);
                case INT -> source.asIntBuffer().get((int[]) array);
                case LONG -> source.asLongBuffer().get((long[]) array);
                case FLOAT -> source.asFloatBuffer().get((float[]) array);
                default -> source.asDoubleBuffer().get((double[]) array);
            }
        } else {
            buffer.putBytes(shift, all);
        }
    }

    /** Replaces the contents of the elements. */
    void overwrite() {
        final byte[] contents = new byte[length];
        Arrays.fill(contents, (byte) 0x77);
        fill(contents);
    }

    /** Returns the contents of the elements. Fails if a guard byte has changed. */
    byte[] contents() {
        final byte[] all = new byte[length + 2 * GUARD];
        if (kind == Kind.ARRAY) {
            final ByteBuffer target = ByteBuffer.wrap(all).order(ByteOrder.nativeOrder());
            switch (type) {
                case BYTE -> target.put((byte[]) array);
                case INT -> target.asIntBuffer().put((int[]) array);
                case LONG -> target.asLongBuffer().put((long[]) array);
                case FLOAT -> target.asFloatBuffer().put((float[]) array);
                default -> target.asDoubleBuffer().put((double[]) array);
            }
        } else {
            buffer.getBytes(shift, all);
        }
        for (int i = 0; i < GUARD; i++) {
            if (all[i] != guard(i) || all[GUARD + length + i] != guard(GUARD + i)) {
                throw new AssertionError("byte " + (all[i] != guard(i) ? i - GUARD : length + i) + " around " + length +
                    " bytes was written, in " + this);
            }
        }
        return Arrays.copyOfRange(all, GUARD, GUARD + length);
    }

    private static byte guard(final int index) {
        return (byte) (0xA5 ^ index * 7);
    }

    @Override
    public String toString() {
        return kind + "+" + shift;
    }
}
