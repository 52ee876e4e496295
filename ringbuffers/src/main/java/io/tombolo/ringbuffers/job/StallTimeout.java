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
 * A timeout for a resource that others hold in turn. It restarts whenever a new holder is seen, so it expires only when one holder makes no
 * progress. Use it from one thread.
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
     * Notes the current holder, and restarts the timeout if it is a new one.
     *
     * @param holder a text that is different each time the resource is taken; empty if the holder is unknown.
     */
    void observe(final String holder, final long nowNs) {
        if (!holder.isEmpty() && !holder.equals(seen)) {
            seen = holder;
            sinceNs = nowNs;
        }
    }

    boolean isExpired(final long nowNs) {
        return nowNs - sinceNs >= timeoutNs;
    }

    /** Returns the holder that was seen last; empty if none was. */
    String seen() {
        return seen;
    }
}
