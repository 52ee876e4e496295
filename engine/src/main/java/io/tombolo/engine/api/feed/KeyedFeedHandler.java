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

import org.agrona.DirectBuffer;

/**
 * Gets the values of a feed with keys, one after the other, in the thread that polls. It may call the engine, and close the reader, but not
 * poll it.
 */
@FunctionalInterface
public interface KeyedFeedHandler {
    /**
     * Gets the newest value of a key. If this method throws, the value counts as read, and the exception goes to the caller of the poll.
     *
     * @param key    of the value.
     * @param number how many values were published before this one.
     * @param buffer that holds the value, only until this method returns.
     * @param offset of the value in the buffer.
     * @param length of the value in bytes.
     */
    void onValue(long key, long number, DirectBuffer buffer, int offset, int length);
}
