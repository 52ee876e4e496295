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
package io.tombolo.matching;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Lends segments of direct memory, remembers them, and stops at a limit.
 */
final class DirectSegments implements SegmentSource {
    private final List<AtomicBuffer> lent = new ArrayList<>();
    private int limit;

    DirectSegments(final int limit) {
        this.limit = limit;
    }

    void limit(final int newLimit) {
        limit = newLimit;
    }

    List<AtomicBuffer> lent() {
        return lent;
    }

    @Override
    public AtomicBuffer segment(final int index, final int length) {
        if (index != lent.size()) {
            throw new AssertionError("segments out of order: index=" + index + " expected=" + lent.size());
        }
        if (index >= limit) {
            return null;
        }
        final AtomicBuffer segment = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
        lent.add(segment);
        return segment;
    }
}
