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

/** Answers of the calls that write to a feed. */
public final class FeedWriting {
    /** The message is published. */
    public static final int WRITTEN = 0;
    /** A reader has to read first. */
    public static final int BACK_PRESSURED = -1;
    /** The message is longer than the feed takes. */
    public static final int TOO_LONG = -2;
    /** There is no slot for a further key. */
    public static final int NO_ROOM = -3;

    private FeedWriting() {
    }
}
