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

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The present message of a reader that copies messages out of the feed, and how many it has missed.
 */
abstract class CopyingCursor implements FeedCursor {
    /** Holds the copy, from its start. */
    final UnsafeBuffer copy;
    /** Messages published before the one in the copy. */
    long number;
    /** Bytes of the message in the copy. */
    int length;
    /** Messages that the reader has missed. */
    long missed;

    CopyingCursor(final int longest) {
        this.copy = new UnsafeBuffer(new byte[longest]);
    }

    @Override
    public final long number() {
        return number;
    }

    @Override
    public final DirectBuffer buffer() {
        return copy;
    }

    @Override
    public final int offset() {
        return 0;
    }

    @Override
    public final int length() {
        return length;
    }

    @Override
    public final long missed() {
        return missed;
    }
}
