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
/**
 * Feeds: one writer, many readers that come and go, one ring in a file that all of them map. The package knows neither ranks nor handlers:
 * it moves opaque bytes, and tells who is behind.
 * <p>
 * A <i>reliable</i> ring is not overwritten before its readers have read it, unless the writer cuts one of them off. A <i>latest</i> ring
 * is overwritten at any time, and a reader finds out what it has missed. A <i>conflated</i> feed keeps the newest value of each key, and
 * its ring only says which values have changed.
 * <p>
 * Start with {@link io.tombolo.ringbuffers.feed.FeedFileDescriptor}, then {@link io.tombolo.ringbuffers.feed.FeedRingWriter} and
 * {@link io.tombolo.ringbuffers.feed.FeedCursor}.
 */
package io.tombolo.ringbuffers.feed;
