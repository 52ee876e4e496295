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

/** Is shown the readers of a feed. */
@FunctionalInterface
public interface FeedReaderVisitor {
    /**
     * Is shown a reader.
     *
     * @param rank        of the reader.
     * @param incarnation of that rank.
     * @param isCut       whether it was cut off, and has not closed the feed yet.
     * @param lagMessages messages that it has not read.
     * @param lagBytes    bytes of the ring that it has not read.
     * @param missed      messages that it has missed.
     */
    void onReader(int rank, int incarnation, boolean isCut, long lagMessages, long lagBytes, long missed);
}
