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
package io.tombolo.ringbuffers.job;

/**
 * How long to wait for a place that others take one after another: the time counts from when another one was last seen there. One thread.
 */
final class StallTimeout {
    private final long timeoutNs;
    private String seen = "";
    private long sinceNs;

    StallTimeout(final long timeoutNs, final long nowNs) {
        this.timeoutNs = timeoutNs;
        this.sinceNs = nowNs;
    }

    /**
     * Look who has the place.
     *
     * @param holder a text that is another one each time that the place is taken; empty if it is not known.
     */
    void look(final String holder, final long nowNs) {
        if (!holder.isEmpty() && !holder.equals(seen)) {
            seen = holder;
            sinceNs = nowNs;
        }
    }

    boolean isOver(final long nowNs) {
        return nowNs - sinceNs >= timeoutNs;
    }

    /** Who was seen last; empty if nobody was. */
    String seen() {
        return seen;
    }
}
