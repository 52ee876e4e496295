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

/** State of the slot of a reader. */
public enum FeedReaderState {
    /** Nobody has the slot. */
    FREE,
    /** A reader has taken the slot, and has no position yet. */
    JOINING,
    /** The reader reads. A reliable writer waits for it. */
    ACTIVE,
    /** The writer waits for the reader no more. The reader still has the slot, and has to be told. */
    CUT;

    private static final FeedReaderState[] ALL = values();

    /** Returns the code in the state word. */
    int code() {
        return ordinal();
    }

    /** Finds a state, or null if the code is unknown. */
    static FeedReaderState of(final int code) {
        return code < ALL.length ? ALL[code] : null;
    }
}
