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

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Combines elements of several ranks, for a {@link ReduceOp} of the application. It must be associative. The result of ranks 0 to n is
 * {@code (…(x0 op x1) op …) op xn}: elements are combined in the order of the ranks.
 * <p>
 * A blocking operation calls it in the calling thread. A nonblocking or persistent one calls it in the thread that makes progress: any
 * thread that calls the engine, or its agent. No other operation of the rank goes on meanwhile. It must not call the engine, must not wait,
 * and must not keep the buffers, which are private copies. If it throws a {@link RuntimeException}, the operation throws that at this rank
 * and fails at the others, and no later collective operation of the communicator succeeds.
 */
@FunctionalInterface
public interface ReduceFunction {
    /**
     * Combines each element of the lower ranks with that of the next rank: {@code left = left op right}.
     *
     * @param left  elements of the lower ranks combined, from offset 0 on; receives the result.
     * @param right elements of the next rank, from offset 0 on.
     * @param count number of elements, a multiple of {@link ReduceOp#group()}; may be fewer than the call has.
     */
    void combine(MutableDirectBuffer left, DirectBuffer right, int count);
}
