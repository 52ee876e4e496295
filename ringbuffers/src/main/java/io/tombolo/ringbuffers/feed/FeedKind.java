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
package io.tombolo.ringbuffers.feed;

/** What a feed does with readers that are slower than its writer. */
public enum FeedKind {
    /** The writer waits for its readers. */
    RELIABLE(1),
    /** The writer overwrites what a reader has not read. */
    LATEST(2),
    /** The writer keeps the newest value of each key. */
    CONFLATED(3);

    private static final FeedKind[] ALL = values();

    private final int code;

    FeedKind(final int code) {
        this.code = code;
    }

    /**
     * Returns the code in the file.
     *
     * @return from 1.
     */
    public int code() {
        return code;
    }

    /**
     * Finds a kind.
     *
     * @param code as stored.
     * @return the kind, or null if there is none.
     */
    public static FeedKind of(final int code) {
        return code < 1 || code > ALL.length ? null : ALL[code - 1];
    }
}
