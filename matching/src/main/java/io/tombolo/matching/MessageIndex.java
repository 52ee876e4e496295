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
 * An index of the unexpected messages that is off until a search needs it, and then stays on. Owner thread only.
 */
final class MessageIndex {
    private final NodeSegments nodes;
    private final KeyIndex index;
    private boolean isOn;

    /**
     * An index without messages.
     *
     * @param isOn false when it shall wait for a search that needs it.
     */
    MessageIndex(final NodeSegments nodes, final KeyIndex index, final boolean isOn) {
        this.nodes = nodes;
        this.index = index;
        this.isOn = isOn;
    }

    /**
     * The few messages have become many.
     */
    void onMany(final StampOrder messages) {
        if (isOn) {
            fill(messages);
        }
    }

    private void fill(final StampOrder messages) {
        for (int node = messages.first(); node != NULL_NODE; node = messages.next(node)) {
            index.add(node, nodes.context(node), nodes.envelope(node));
        }
    }

    void onAdd(final int node, final int context, final long envelope) {
        if (isOn) {
            index.add(node, context, envelope);
        }
    }

    void onRemove(final int node) {
        if (isOn) {
            index.remove(node);
        }
    }

    /**
     * The index itself, for a search among many.
     *
     * @param messages to fill it with if it was off.
     */
    KeyIndex filled(final StampOrder messages) {
        if (!isOn) {
            isOn = true;
            fill(messages);
        }
        return index;
    }
}
