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
import static io.tombolo.matching.Nodes.ORDER_NEXT;
import static io.tombolo.matching.Nodes.ORDER_PREVIOUS;

/**
 * A linked list of nodes in the order of their stamps. Nodes are appended at the tail, and unlinked anywhere in constant time. Owner thread
 * only.
 */
final class StampOrder {
    private final NodeRows links;
    private int head = NULL_NODE;
    private int tail = NULL_NODE;

    StampOrder(final NodeRows links) {
        this.links = links;
    }

    void append(final int node) {
        final int last = tail;
        links.word(node, ORDER_NEXT, NULL_NODE);
        links.word(node, ORDER_PREVIOUS, last);
        if (last == NULL_NODE) {
            head = node;
        } else {
            links.word(last, ORDER_NEXT, node);
        }
        tail = node;
    }

    void unlink(final int node) {
        final int next = links.word(node, ORDER_NEXT);
        final int previous = links.word(node, ORDER_PREVIOUS);
        if (previous == NULL_NODE) {
            head = next;
        } else {
            links.word(previous, ORDER_NEXT, next);
        }
        if (next == NULL_NODE) {
            tail = previous;
        } else {
            links.word(next, ORDER_PREVIOUS, previous);
        }
    }

    int first() {
        return head;
    }

    int next(final int node) {
        return links.word(node, ORDER_NEXT);
    }

    boolean isEmpty() {
        return head == NULL_NODE;
    }
}
