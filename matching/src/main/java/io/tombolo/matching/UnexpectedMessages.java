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

/**
 * The unexpected messages: a new receive takes the oldest that fits (S1.6). Owner thread only.
 */
final class UnexpectedMessages {
    private final NodeSegments nodes;
    private final SearchCounts counts;
    private final StampOrder order;

    UnexpectedMessages(final NodeSegments nodes, final SearchCounts counts) {
        this.nodes = nodes;
        this.counts = counts;
        order = new StampOrder(nodes.links());
    }

    StampOrder order() {
        return order;
    }

    void add(final int node) {
        order.append(node);
    }

    void remove(final int node) {
        order.unlink(node);
    }

    int find(final int context, final long envelope, final long selection) {
        int compared = 0;
        int node = order.first();
        while (node != NULL_NODE) {
            compared++;
            if (nodes.context(node) == context && MatchNodeDescriptor.fits(nodes.envelope(node), envelope, selection)) {
                break;
            }
            node = order.next(node);
        }
        counts.onSearch(compared);
        return node;
    }
}
