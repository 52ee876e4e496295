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
package io.tombolo.engine.api.feed;

/**
 * The writer of a reliable feed has waited for this reader for too long, and goes on without it. The message that was shown last may have
 * been overwritten while its handler ran; all before it were whole. Close the reader, and open the feed again.
 */
public final class FeedCutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Messages that the reader was behind. */
    private final long lagMessages;

    /** Bytes that the reader was behind. */
    private final long lagBytes;

    /**
     * Makes the exception.
     *
     * @param message     one line that says what happened and what to do.
     * @param lagMessages messages that the reader was behind when it noticed.
     * @param lagBytes    bytes of the ring that it was behind.
     */
    public FeedCutException(final String message, final long lagMessages, final long lagBytes) {
        super(message);
        this.lagMessages = lagMessages;
        this.lagBytes = lagBytes;
    }

    /**
     * Returns how many messages the reader was behind when it noticed that it was cut off.
     *
     * @return messages.
     */
    public long lagMessages() {
        return lagMessages;
    }

    /**
     * Returns how many bytes of the ring the reader was behind when it noticed that it was cut off.
     *
     * @return bytes.
     */
    public long lagBytes() {
        return lagBytes;
    }
}
