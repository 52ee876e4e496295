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
package io.tombolo.ringbuffers.pair;

import org.agrona.UnsafeApi;

/**
 * The word of the credit line that counts the eager bytes which receives at the destination have taken (S1.22). The destination adds and
 * publishes once a batch; the source reads it only when the budget that it knows of is used up. Each side uses its own instance.
 */
public final class Credit {
    private final long address;
    private long value;
    private long published;

    /**
     * Starts at zero.
     *
     * @param address of the word, kept mapped by the caller.
     */
    public Credit(final long address) {
        this.address = address;
    }

    /**
     * Adds to what the destination has consumed; published by {@link #publish()}.
     *
     * @param bytes not negative.
     */
    public void add(final long bytes) {
        value += bytes;
    }

    /**
     * Publishes the sum (release; partner: {@link #load()}).
     */
    public void publish() {
        if (value != published) {
            published = value;
            UnsafeApi.putLongRelease(null, address, value);
        }
    }

    /**
     * Reads what the destination has published (acquire; partner: {@link #publish()}).
     *
     * @return monotone count of bytes; unchecked.
     */
    public long load() {
        return UnsafeApi.getLongAcquire(null, address);
    }
}
