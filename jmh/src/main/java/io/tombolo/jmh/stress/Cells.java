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
package io.tombolo.jmh.stress;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Off-heap memory for the states of the tests: zeroed cells, which are reused in turn. jcstress keeps far fewer states at a time than there
 * are cells, so a reused cell belongs to a state that is done.
 */
final class Cells {
    static final int LENGTH = 4096;

    private static final int COUNT = 1 << 14;
    private static final ByteBuffer MEMORY = BufferUtil.allocateDirectAligned(COUNT * LENGTH, LENGTH);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Cells() {
    }

    static UnsafeBuffer next(final int usedLength) {
        final UnsafeBuffer cell = new UnsafeBuffer(MEMORY, (NEXT.getAndIncrement() & COUNT - 1) * LENGTH, LENGTH);
        cell.setMemory(0, usedLength, (byte) 0);
        return cell;
    }
}
