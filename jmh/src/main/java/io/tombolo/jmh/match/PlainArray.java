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
package io.tombolo.jmh.match;

import io.tombolo.matching.MatchNodeDescriptor;

/**
 * The simplest matching, for reference: receives in arrays, compared one after the other.
 */
final class PlainArray {
    private final int[] contexts;
    private final long[] envelopes;
    private final long[] selections;
    private final long[] handles;
    private int size;

    PlainArray(final int capacity) {
        contexts = new int[capacity];
        envelopes = new long[capacity];
        selections = new long[capacity];
        handles = new long[capacity];
    }

    void add(final int context, final int source, final int tag, final int mask, final long handle) {
        contexts[size] = context;
        envelopes[size] = MatchNodeDescriptor.envelope(source, tag);
        selections[size] = MatchNodeDescriptor.selection(source, mask);
        handles[size] = handle;
        size++;
    }

    /** Removes the first entry that matches, which must exist, and returns its handle. */
    long take(final int context, final int source, final int tag) {
        final long envelope = MatchNodeDescriptor.envelope(source, tag);
        int i = 0;
        while (contexts[i] != context || !MatchNodeDescriptor.fits(envelope, envelopes[i], selections[i])) {
            i++;
        }
        final long handle = handles[i];
        final int behind = --size - i;
        System.arraycopy(contexts, i + 1, contexts, i, behind);
        System.arraycopy(envelopes, i + 1, envelopes, i, behind);
        System.arraycopy(selections, i + 1, selections, i, behind);
        System.arraycopy(handles, i + 1, handles, i, behind);
        return handle;
    }
}
