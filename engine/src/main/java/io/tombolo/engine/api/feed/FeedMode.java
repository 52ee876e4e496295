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

/** What a feed does with readers that are slower than its writer. */
public enum FeedMode {
    /**
     * Every reader gets every message. The writer waits for the slowest reader. It cuts a reader off that does not move for a set time, and
     * drops one whose process is gone. Readers read in place.
     */
    RELIABLE,
    /**
     * The writer never waits. A reader that is too slow is overrun: it learns how many messages it has missed. Readers get a copy that is
     * known to be whole.
     */
    LATEST
}
