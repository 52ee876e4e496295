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
 * Sum and product of bytes. Their minimum and maximum are operations of a {@link WordBlock}.
 */
final class ByteBlock extends Block<byte[]> {
    /** Makes the arrays. */
    ByteBlock() {
        super(new byte[LENGTH], new byte[LENGTH], Bytes.BYTES_OFFSET);
    }

    @Override
    void combine(final ReduceOp op, final ElementType type, final int bytes) {
        if (op == ReduceOp.SUM) {
            sum(left, right, bytes);
        } else if (op == ReduceOp.PRODUCT) {
            product(left, right, bytes);
        } else {
            throw unknown(op);
        }
    }

    private static void sum(final byte[] left, final byte[] right, final int count) {
        for (int i = 0; i < count; i++) {
            left[i] = (byte) (left[i] + right[i]);
        }
    }

    private static void product(final byte[] left, final byte[] right, final int count) {
        for (int i = 0; i < count; i++) {
            left[i] = (byte) (left[i] * right[i]);
        }
    }
}
