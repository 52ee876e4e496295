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

import io.tombolo.engine.completion.Operation;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * What several threads could match in at once if there were no wildcards: a bin for each hash of source and tag, with receives and
 * messages in the order in which they came (after Dang, Snir, Gropp 2016 and Yan, Snir 2025). Kept for {@link PostPath} alone, which
 * compares it with the one matcher behind the command stack.
 * <p>
 * A prototype: each bin has a lock of one word, taken by one CAS, so that a thread that is stopped inside delays others, which an engine
 * must not; it has no cancels, probes, or nodes that readers outside can see. It bounds from above what such bins could gain.
 * <p>
 * {@code bench post} measures both in turn. In {@code jmh/results/post-jdk17.json} and {@code post-jdk25.json}, taken on two cores, the
 * bins post twice as fast by one thread with nothing else posted, and 1.0 to 1.5 times as fast by two and four; with 100 000 receives
 * posted 0.9 to 1.1 times by one thread, 1.6 to 2.2 times by several. An engine's bins would also have to hold up nobody, cancel, and show
 * their entries to readers outside, and every arrival is still one owner's. There are none yet: a context that promises no wildcards is
 * matched as any other.
 */
final class ExactBins {
    private static final int SPREAD = 0x9E37_79B9;

    private final AtomicIntegerArray locks;
    private final Operation[] heads;
    private final int shift;

    ExactBins(final int entries) {
        final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(entries) + 1;
        locks = new AtomicIntegerArray(1 << bits);
        heads = new Operation[1 << bits];
        shift = Integer.SIZE - bits;
    }

    /** Takes the oldest entry of the other kind with the same key out, or files this one; any thread. */
    Operation match(final Operation entry) {
        final int bin = (entry.tag * SPREAD ^ entry.source) * SPREAD >>> shift;
        // Acquire; partner: the release of the lock below.
        while (!locks.compareAndSet(bin, 0, 1)) {
            Thread.onSpinWait();
        }
        final Operation found = take(bin, entry);
        locks.setRelease(bin, 0);
        return found;
    }

    private Operation take(final int bin, final Operation entry) {
        Operation before = null;
        for (Operation other = heads[bin]; other != null; other = other.nextInList) {
            if (other.tag == entry.tag && other.source == entry.source && other.kind != entry.kind) {
                link(bin, before, other.nextInList);
                return other;
            }
            before = other;
        }
        entry.nextInList = null;
        link(bin, before, entry);
        return null;
    }

    private void link(final int bin, final Operation before, final Operation after) {
        if (before == null) {
            heads[bin] = after;
        } else {
            before.nextInList = after;
        }
    }
}
