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

import org.agrona.concurrent.AtomicBuffer;

/**
 * Lends the memory of a {@link Matcher}'s nodes, one segment at a time.
 * <p>
 * Called by the matcher's owner thread only, in the order of the index, and only when no node is free. The matcher keeps a lent segment for
 * its life: the segment must neither move nor be unmapped while the matcher is in use.
 */
@FunctionalInterface
public interface SegmentSource {
    /**
     * Lend one segment. If the source throws, the matcher has not changed, and the exception reaches the caller of the add.
     *
     * @param index  of the segment: 0, 1, 2, … without gaps; the same again after a null or an exception.
     * @param length in bytes of the segment, a multiple of {@link MatchNodeDescriptor#NODE_LENGTH}, at most
     *               {@link MatchNodeDescriptor#SEGMENT_LENGTH}.
     * @return an off-heap buffer of at least that length, filled with zeros, its start aligned to 8 bytes (better 64); or null when the
     * limit is reached.
     */
    AtomicBuffer segment(int index, int length);
}
