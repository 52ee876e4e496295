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
package io.tombolo.engine.api.endpoint;

/**
 * Number of buffers that an {@link Endpoint} holds at one instant (S4.28). The caller owns it and may use it again. Not thread-safe.
 */
public final class ReceiveSpan {
    private int allocated;
    private int span;

    /**
     * Makes an empty snapshot: both numbers are 0.
     */
    public ReceiveSpan() {
    }

    /**
     * Returns how many buffers the endpoint holds: taken and not complete.
     *
     * @return number of buffers.
     */
    public int allocated() {
        return allocated;
    }

    /**
     * Returns how many buffers there are from the oldest that is not complete to the newest that was taken, both included.
     *
     * @return number of buffers, at least {@link #allocated()}.
     */
    public int span() {
        return span;
    }

    void fill(final int newAllocated, final int newSpan) {
        allocated = newAllocated;
        span = newSpan;
    }
}
