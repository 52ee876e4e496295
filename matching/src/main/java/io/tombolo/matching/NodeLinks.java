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

import static io.tombolo.matching.MatchNodeDescriptor.NODES_PER_SEGMENT;

/**
 * The links of the nodes: sixteen ints a node, on the heap, the matcher's own. They are apart from the nodes so that no reader outside
 * sees a list in the middle of a change, and no byte of shared memory can lead the matcher astray. Grows with the segments and never
 * moves. Owner thread only.
 */
final class NodeLinks {
    /** Next node in the order of stamps; of a free node: the next free node. */
    static final int ORDER_NEXT = 0;

    /** Previous node in the order of stamps. */
    static final int ORDER_PREVIOUS = 1;

    /** How many indexes can hold a node at a time. */
    static final int INDEX_PLACES = 4;

    private static final int PLACES_START = 2;
    private static final int LINKS_PER_PLACE = 3;
    private static final int SEGMENT_SHIFT = Integer.numberOfTrailingZeros(NODES_PER_SEGMENT);
    private static final int INDEX_MASK = NODES_PER_SEGMENT - 1;
    private static final int LINKS_SHIFT = 4;

    private final int[][] segments;

    NodeLinks(final int maxSegments) {
        segments = new int[maxSegments][];
    }

    static int ringNext(final int place) {
        return PLACES_START + place * LINKS_PER_PLACE;
    }

    static int ringPrevious(final int place) {
        return ringNext(place) + 1;
    }

    static int chainNext(final int place) {
        return ringNext(place) + 2;
    }

    void addSegment(final int index) {
        segments[index] = new int[NODES_PER_SEGMENT << LINKS_SHIFT];
    }

    int link(final int node, final int which) {
        return segments[node >>> SEGMENT_SHIFT][((node & INDEX_MASK) << LINKS_SHIFT) + which];
    }

    void link(final int node, final int which, final int value) {
        segments[node >>> SEGMENT_SHIFT][((node & INDEX_MASK) << LINKS_SHIFT) + which] = value;
    }
}
