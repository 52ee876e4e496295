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

import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.ringbuffers.Bytes;

/**
 * Sum, product, minimum and maximum of doubles.
 */
final class DoubleBlock extends Block<double[]> {
    /** Makes the arrays. */
    DoubleBlock() {
        super(new double[LENGTH / Double.BYTES], new double[LENGTH / Double.BYTES], Bytes.DOUBLES_OFFSET);
    }

    @Override
    void combine(final ReduceOp op, final ElementType type, final int bytes) {
        final int count = bytes / Double.BYTES;
        if (op == ReduceOp.SUM) {
            sum(left, right, count);
        } else if (op == ReduceOp.PRODUCT) {
            product(left, right, count);
        } else if (op == ReduceOp.MIN) {
            min(left, right, count);
        } else if (op == ReduceOp.MAX) {
            max(left, right, count);
        } else {
            throw unknown(op);
        }
    }

    private static void sum(final double[] left, final double[] right, final int count) {
        for (int i = 0; i < count; i++) {
            left[i] = left[i] + right[i];
        }
    }

    private static void product(final double[] left, final double[] right, final int count) {
        for (int i = 0; i < count; i++) {
            left[i] = left[i] * right[i];
        }
    }

    private static void min(final double[] left, final double[] right, final int count) {
        for (int i = 0; i < count; i++) {
            left[i] = Math.min(left[i], right[i]);
        }
    }

    private static void max(final double[] left, final double[] right, final int count) {
        for (int i = 0; i < count; i++) {
            left[i] = Math.max(left[i], right[i]);
        }
    }
}
