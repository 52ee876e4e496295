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

/** Why no message comes any more. */
public enum FeedEnd {
    /** The feed has not ended, or this reader has not read all of it. */
    NONE,
    /** The writer has closed the feed. */
    CLOSED,
    /** The writer's rank has left the job. */
    WRITER_LEFT,
    /** The writer's process has died. */
    WRITER_FAILED
}
