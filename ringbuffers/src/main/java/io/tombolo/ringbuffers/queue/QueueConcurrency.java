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
package io.tombolo.ringbuffers.queue;

import org.agrona.UnsafeApi;

/**
 * The threads that call a queue, which decide how its words are changed.
 */
public enum QueueConcurrency {
    /** One thread makes all calls: release stores, which readers see in order. No other thread may call. */
    ONE_THREAD,
    /** Any number of threads call: compare-and-set. */
    ANY_THREAD;

    /**
     * Changes a word.
     *
     * @param address  of the word.
     * @param expected value that the caller has loaded.
     * @param next     new value.
     * @return false if another thread has changed the word meanwhile; always true for one thread.
     */
    boolean replace(final long address, final long expected, final long next) {
        if (this == ANY_THREAD) {
            // Full CAS.
            return UnsafeApi.compareAndSetLong(null, address, expected, next);
        }
        // Release; partners: the loads of inspectors.
        UnsafeApi.putLongRelease(null, address, next);
        return true;
    }
}
