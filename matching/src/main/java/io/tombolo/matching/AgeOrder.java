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

import static io.tombolo.matching.Matcher.NULL_NODE;
import static io.tombolo.matching.Nodes.PLACE;

/**
 * Nodes in the order of their stamps: appended at the end, taken out anywhere, in constant time on average.
 * <p>
 * An array of nodes with gaps where nodes were taken out; each node knows its place. Unlike a linked list it touches no node but the one
 * at hand. When the end is reached, the nodes close up; at least half of the array is gaps then. Owner thread only.
 */
final class AgeOrder {
    private static final int INITIAL_LENGTH = 64;
    private static final int LENGTH_PER_NODE = 2;

    private final NodeRows links;
    private int[] nodes = new int[INITIAL_LENGTH];
    private int start;
    private int end;
    private int count;

    AgeOrder(final NodeRows links) {
        this.links = links;
    }

    void append(final int node) {
        count++;
        if (end == nodes.length || count * LENGTH_PER_NODE > nodes.length) {
            closeUp();
        }
        put(end++, node);
    }

    private void put(final int place, final int node) {
        nodes[place] = node;
        links.word(node, PLACE, place);
    }

    private void closeUp() {
        final int[] old = nodes;
        final int oldEnd = end;
        if (count * LENGTH_PER_NODE > old.length) {
            nodes = new int[LENGTH_PER_NODE * old.length];
        }
        end = 0;
        for (int i = start; i < oldEnd; i++) {
            if (old[i] != NULL_NODE) {
                put(end++, old[i]);
            }
        }
        start = 0;
    }

    void remove(final int node) {
        count--;
        final int place = links.word(node, PLACE);
        if (place == end - 1) {
            end = place;
        } else {
            nodes[place] = NULL_NODE;
        }
    }

    int first() {
        while (start < end && nodes[start] == NULL_NODE) {
            start++;
        }
        return start < end ? nodes[start] : NULL_NODE;
    }

    int next(final int node) {
        int place = links.word(node, PLACE) + 1;
        while (place < end && nodes[place] == NULL_NODE) {
            place++;
        }
        return place < end ? nodes[place] : NULL_NODE;
    }
}
