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
 * Who calls a queue, and so how its words are changed.
 */
public enum QueueConcurrency {
    /** One thread, which puts and takes, posts and reaps: by stores, which others see in order. Nobody may call beside it. */
    ONE_THREAD,
    /** Any number of threads: by compare-and-set. */
    ANY_THREAD;

    /**
     * Changes a word.
     *
     * @param address  of the word.
     * @param expected what it was when the caller looked.
     * @param next     what it shall be.
     * @return false if it was changed meanwhile; always true for one thread.
     */
    boolean replace(final long address, final long expected, final long next) {
        if (this == ANY_THREAD) {
            // Full.
            return UnsafeApi.compareAndSetLong(null, address, expected, next);
        }
        // Release; partners: whoever looks from outside.
        UnsafeApi.putLongRelease(null, address, next);
        return true;
    }
}
