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

import java.util.Arrays;

/**
 * The links of the nodes: ints on the heap, the matcher's own. They are apart from the nodes so that no reader outside sees a list in the
 * middle of a change, and no stray store to shared memory can break one. Owner thread only.
 * <pre>
 *  0 order next   1 order previous
 *  2 ring next    3 ring previous    4 chain next    5 hash     of index place 0
 *  6 ring next    7 ring previous    8 chain next    9 hash     of index place 1
 *  …                                                            up to index place 3
 * </pre>
 */
final class NodeLinks {
    /** Next node in the order of stamps; of a free node: the next free node. */
    static final int ORDER_NEXT = 0;

    /** Previous node in the order of stamps. */
    static final int ORDER_PREVIOUS = 1;

    /** How many indexes can hold a node at a time. */
    static final int INDEX_PLACES = 4;

    private static final int PLACES_START = 2;
    private static final int LINKS_PER_PLACE = 4;
    private static final int LINKS_PER_NODE = PLACES_START + INDEX_PLACES * LINKS_PER_PLACE;

    private int[] links = new int[0];

    static int ringNext(final int place) {
        return PLACES_START + place * LINKS_PER_PLACE;
    }

    static int ringPrevious(final int place) {
        return ringNext(place) + 1;
    }

    static int chainNext(final int place) {
        return ringNext(place) + 2;
    }

    static int hash(final int place) {
        return ringNext(place) + 3;
    }

    /**
     * Make room for more nodes, doubling, so that the copies stay a constant cost a node.
     *
     * @param nodeCount that there will be.
     * @param maxNodes  that there can ever be.
     */
    void ensureCapacity(final int nodeCount, final int maxNodes) {
        if (nodeCount * LINKS_PER_NODE > links.length) {
            links = Arrays.copyOf(links, Math.min(2 * nodeCount, maxNodes) * LINKS_PER_NODE);
        }
    }

    int link(final int node, final int which) {
        return links[node * LINKS_PER_NODE + which];
    }

    void link(final int node, final int which, final int value) {
        links[node * LINKS_PER_NODE + which] = value;
    }
}
