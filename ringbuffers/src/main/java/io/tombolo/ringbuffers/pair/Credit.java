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
 * A word of the credit line: the eager bytes that receives at the destination have taken (S1.22), or the number below which all long
 * messages are done there (S0.31). It only grows. The destination adds and publishes. The source loads it, the bytes only when the budget
 * that it knows of is used up. Each side uses an instance of its own; one thread at a time.
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
     * Adds to the word; published by {@link #publish()}.
     *
     * @param more not negative.
     */
    public void add(final long more) {
        value += more;
    }

    /**
     * Raises the word; published by {@link #publish()}.
     *
     * @param newValue at least the present one.
     */
    public void raise(final long newValue) {
        value = newValue;
    }

    /**
     * Publishes the word (release; partner: {@link #load()}).
     *
     * @return false if it has not changed since the last publication.
     */
    public boolean publish() {
        if (value == published) {
            return false;
        }
        published = value;
        UnsafeApi.putLongRelease(null, address, value);
        return true;
    }

    /**
     * Reads what the destination has published (acquire; partner: {@link #publish()}).
     *
     * @return monotone count; unchecked.
     */
    public long load() {
        return UnsafeApi.getLongAcquire(null, address);
    }
}
