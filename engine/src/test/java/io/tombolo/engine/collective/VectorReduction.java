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

/**
 * Combines the vectors of two ranks block by block, as a collective call does.
 */
final class VectorReduction {
    private final Reduction reduction = new Reduction();

    /** Combines vectors: {@code left = left op right}. Places are arrays and offsets, or null and addresses. */
    void combine(
        final ReduceOp op, final ElementType type, final Object leftBase, final long leftOffset, final Object rightBase,
        final long rightOffset, final int count) {
        final int elementLength = type == null ? 1 : type.length();
        final int unit = elementLength * op.group();
        final int block = Block.LENGTH / unit * unit;
        for (int done = 0; done < count * elementLength; done += block) {
            reduction.begin(op, type, leftBase, leftOffset + done, Math.min(block, count * elementLength - done));
            reduction.add(rightBase, rightOffset + done);
            reduction.end(leftBase, leftOffset + done);
        }
    }
}
