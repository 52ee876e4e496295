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
package io.tombolo.jmh.stream;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A stream whose messages each of three readers gets. The owner polls the readers in turn.
 */
abstract class ThreeReaders extends StreamLoad {
    /** Number of readers. */
    static final int READERS = 3;

    private static final int BURST = 64;

    private final int[] left = new int[READERS];
    private final MutableDirectBuffer target;

    ThreeReaders(final int length) {
        target = new UnsafeBuffer(new byte[length]);
    }

    /** Copies messages of a reader to the target, at most the limit, without waiting. Returns how many. */
    abstract int poll(int reader, MutableDirectBuffer into, int limit);

    @Override
    public final void receive() {
        for (int reader = 0; reader < READERS; reader++) {
            left[reader] = BATCH;
        }
        int looks = 0;
        while (left[0] > 0 || left[1] > 0 || left[2] > 0) {
            looks = pollAll() > 0 ? 0 : pause(looks);
        }
    }

    private int pollAll() {
        int found = 0;
        for (int reader = 0; reader < READERS; reader++) {
            if (left[reader] > 0) {
                final int some = poll(reader, target, Math.min(BURST, left[reader]));
                left[reader] -= some;
                found += some;
            }
        }
        return found;
    }

    @Override
    final void drain() {
        for (int reader = 0; reader < READERS; reader++) {
            poll(reader, target, BATCH);
        }
    }
}
