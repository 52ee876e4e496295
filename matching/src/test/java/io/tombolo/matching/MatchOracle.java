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

import java.util.ArrayList;
import java.util.List;

/**
 * The naive model of a matcher: two lists, which are searched from the front by the rule of the specification.
 */
final class MatchOracle {
    /** One receive or message of the model, with the node that the matcher gave it. */
    record Entry(int context, int source, int tag, int mask, long length, long handle, int node, int generation) {
    }

    final List<Entry> posted = new ArrayList<>();
    final List<Entry> unexpected = new ArrayList<>();

    static boolean isFit(final Entry receive, final int context, final int source, final int tag) {
        return receive.context == context
            && (receive.source == -1 || receive.source == source)
            && ((tag ^ receive.tag) & receive.mask) == 0;
    }

    Entry findPosted(final int context, final int source, final int tag) {
        for (final Entry receive : posted) {
            if (isFit(receive, context, source, tag)) {
                return receive;
            }
        }
        return null;
    }

    Entry findUnexpected(final int context, final int source, final int tag, final int mask) {
        final Entry receive = new Entry(context, source, tag, mask, 0, 0, -1, 0);
        for (final Entry message : unexpected) {
            if (isFit(receive, message.context, message.source, message.tag)) {
                return message;
            }
        }
        return null;
    }

    boolean hasPairAtRest() {
        return unexpected.stream().anyMatch(message -> findPosted(message.context, message.source, message.tag) != null);
    }
}
